//! What came of patterns that were compiled, for all threads of the compiler: specs repeat patterns, and some take a second each.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Results of a compilation by the source of the pattern.
pub(super) struct PatternCache<T> {
    results: Mutex<BTreeMap<String, T>>,
    most: usize,
}

impl<T: Clone> PatternCache<T> {
    /// A cache that keeps at most so many results.
    pub(super) const fn with_room_for(most: usize) -> Self {
        Self {
            results: Mutex::new(BTreeMap::new()),
            most,
        }
    }

    /// What came of a pattern before, or comes of it now. Other threads do not wait meanwhile, so two may compile the same pattern.
    pub(super) fn find_or_compile(&self, source: &str, compile: impl FnOnce(&str) -> T) -> T {
        if let Some(result) = self.lock_results().get(source) {
            return result.clone();
        }
        let result = compile(source);
        let mut results = self.lock_results();
        if results.len() >= self.most {
            // Emptied rather than evicted one by one: a spec with more patterns than this repeats
            // few of them.
            results.clear();
        }
        results.insert(source.to_owned(), result.clone());
        result
    }

    fn lock_results(&self) -> MutexGuard<'_, BTreeMap<String, T>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_compiled_once_until_there_is_no_room() {
        let cache = PatternCache::with_room_for(2);
        let mut compiled = Vec::new();
        for source in ["a", "b", "a", "c", "a"] {
            let length = cache.find_or_compile(source, |source| {
                compiled.push(source.to_owned());
                source.len()
            });
            assert_eq!(length, 1);
        }
        assert_eq!(compiled, ["a", "b", "c", "a"]);
    }
}
