//! Finds the operations at a path without looking at all others: an API may have ten thousand, and as many collections.

use std::collections::HashMap;

use super::route::Route;
use super::step::Step;

/// The operations, found by their paths.
pub(super) struct StepsByRoute<'s, 'a> {
    by_shape: HashMap<String, Vec<&'s Step<'a>>>,
    /// How many placeholders follow each collection in the shortest path of one of its things, by the collection's shape.
    shortest_runs: HashMap<String, usize>,
    /// Those that search by words.
    pub(super) searches: Vec<&'s Step<'a>>,
}

impl<'s, 'a> StepsByRoute<'s, 'a> {
    pub(super) fn new(steps: &'s [Step<'a>]) -> Self {
        let mut by_shape: HashMap<String, Vec<&Step<'a>>> = HashMap::new();
        let mut shortest_runs: HashMap<String, usize> = HashMap::new();
        for step in steps {
            by_shape.entry(step.route.shape()).or_default().push(step);
            let runs = step
                .placeholders
                .chunk_by(|a, b| a.collection == b.collection);
            for run in runs {
                if let Some(first) = run.first() {
                    let shortest = shortest_runs.entry(first.collection.shape());
                    let shortest = shortest.or_insert(run.len());
                    *shortest = run.len().min(*shortest);
                }
            }
        }
        Self {
            by_shape,
            shortest_runs,
            searches: steps.iter().filter(|step| step.is_search).collect(),
        }
    }

    /// Those whose path is like a route.
    pub(super) fn with_route(&self, route: &Route) -> &[&'s Step<'a>] {
        let found = self.by_shape.get(&route.shape());
        found.map_or(&[], Vec::as_slice)
    }

    /// How many placeholders follow the collection in the shortest path of one of its things: two in
    /// `/repos/{owner}/{repo}`.
    pub(super) fn shortest_run(&self, collection: &Route) -> usize {
        self.shortest_runs
            .get(&collection.shape())
            .copied()
            .unwrap_or(1)
    }
}
