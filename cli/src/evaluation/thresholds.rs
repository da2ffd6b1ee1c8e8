//! What a set of tasks must reach at least, so that a build fails when it gets worse.

use super::report::Evaluation;

/// The figures that must be reached; none is checked that is not given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Thresholds {
    pub(crate) min_recall: Option<f64>,
    pub(crate) min_all_gold: Option<f64>,
    /// Bytes of context that a task takes on average.
    pub(crate) max_bytes: Option<usize>,
}

impl Thresholds {
    /// Whether one of them is about what a search finds.
    pub(crate) fn need_search(&self) -> bool {
        self.min_recall.is_some() || self.min_all_gold.is_some()
    }

    /// A line for each figure that is not reached.
    pub(crate) fn failed_lines(&self, evaluation: &Evaluation) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(score) = evaluation.sum_scores() {
            for (name, option, reached, least) in [
                ("recall", "--min-recall", score.recall(), self.min_recall),
                (
                    "all-gold",
                    "--min-all-gold",
                    score.all_gold(),
                    self.min_all_gold,
                ),
            ] {
                // Exact: what is printed as 0.900 may be 0.8999, which is less.
                if let Some(least) = least.filter(|least| reached < *least) {
                    lines.push(format!(
                        "{name} is {reached:.4}, less than {option} {least}"
                    ));
                }
            }
        }
        let bytes = evaluation.mean_bytes();
        if let Some(most) = self.max_bytes.filter(|most| bytes > *most) {
            lines.push(format!(
                "a task takes {bytes} bytes on average, more than --max-bytes {most}"
            ));
        }
        lines
    }
}
