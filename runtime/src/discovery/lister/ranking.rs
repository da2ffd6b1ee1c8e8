use std::cmp::Ordering;
use std::collections::HashMap;

use crate::discovery::catalogue::Catalogue;

/// So many endpoints are found that do not contain what is looked for.
const MOST: usize = 10;

/// How well endpoints fit what is looked for.
pub(super) struct Ranking {
    /// By index.
    scores: HashMap<usize, f32>,
    /// Below it an endpoint is not worth being shown.
    least: f32,
}

/// The ranking of those of the endpoints that the index finds.
pub(super) fn rank_endpoints(catalogue: &Catalogue, term: &str, among: &[usize]) -> Ranking {
    let scores = catalogue.search_among(term, among);
    let mut sorted: Vec<f32> = scores.iter().map(|(_, score)| *score).collect();
    sorted.sort_by(|one, other| other.total_cmp(one));
    Ranking {
        scores: scores.into_iter().collect(),
        least: sorted.get(MOST - 1).copied().unwrap_or_default(),
    }
}

impl Ranking {
    pub(super) fn is_found(&self, index: usize) -> bool {
        let score = self.scores.get(&index);
        score.is_some_and(|score| *score >= self.least)
    }

    /// The better of two first.
    pub(super) fn compare_scores(&self, one: usize, other: usize) -> Ordering {
        let score = |index| self.scores.get(&index).copied().unwrap_or_default();
        score(other).total_cmp(&score(one))
    }
}
