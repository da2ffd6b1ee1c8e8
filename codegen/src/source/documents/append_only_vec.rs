//! A list that only grows, and whose items can be borrowed while it does: documents are read when a reference
//! first leads to them, while others are in use.

use std::sync::OnceLock;

/// How many doublings there may be: more than files on any disk.
const BUCKETS: usize = 32;

/// A list that grows while its items are borrowed.
#[derive(Debug)]
pub(super) struct AppendOnlyVec<T> {
    /// Each twice as long as the one before.
    buckets: [OnceLock<Box<[OnceLock<T>]>>; BUCKETS],
}

impl<T> AppendOnlyVec<T> {
    pub(super) fn new() -> Self {
        Self {
            buckets: [const { OnceLock::new() }; BUCKETS],
        }
    }

    pub(super) fn get(&self, index: usize) -> Option<&T> {
        let (bucket, at) = bucket_position(index);
        self.buckets.get(bucket)?.get()?.get(at)?.get()
    }

    /// Puts an item at a place that is free yet.
    pub(super) fn insert_at(&self, index: usize, item: T) -> Option<&T> {
        let (bucket, at) = bucket_position(index);
        let slots = self
            .buckets
            .get(bucket)?
            .get_or_init(|| (0..1usize << bucket).map(|_| OnceLock::new()).collect());
        Some(slots.get(at)?.get_or_init(|| item))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let buckets = self.buckets.iter_mut().filter_map(OnceLock::get_mut);
        buckets.flat_map(|items| items.iter_mut().filter_map(OnceLock::get_mut))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        (0..).map_while(|index| self.get(index))
    }
}

fn bucket_position(index: usize) -> (usize, usize) {
    let position = index + 1;
    let bucket = position.ilog2();
    (bucket as usize, position - (1 << bucket))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_where_they_are() {
        let mut shelf = AppendOnlyVec::new();
        let first = shelf.insert_at(0, 100).copied();
        for index in 1..50 {
            shelf.insert_at(index, 100 + index);
        }
        assert_eq!(first, Some(100));
        assert!(shelf.iter().copied().eq(100..150));
        assert!(shelf.iter_mut().map(|item| *item).eq(100..150));
        assert_eq!(shelf.get(50), None);
    }
}
