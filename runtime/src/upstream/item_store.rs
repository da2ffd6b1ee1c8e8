//! What the built-in upstream remembers of items, by their paths. It is bounded: the oldest item goes first.

use std::collections::{HashMap, VecDeque};

use crate::value::Json;

/// How many objects are kept; the oldest goes first.
pub(super) const CAPACITY: usize = 10_000;

/// What was created, changed and deleted, by the path of the item.
#[derive(Debug, Default)]
pub(super) struct ItemStore {
    items: HashMap<String, StoredItem>,
    /// The paths in `items`, in the order in which they came.
    order: VecDeque<String>,
    made: u64,
}

/// What is known of one item.
#[derive(Debug)]
pub(super) enum StoredItem {
    Kept(Json),
    Deleted,
}

impl ItemStore {
    /// What is known of the item at `path`.
    pub(super) fn get(&self, path: &str) -> Option<&StoredItem> {
        self.items.get(path)
    }

    /// What is kept below the path `collection`, oldest first.
    pub(super) fn items_below(&self, collection: &str) -> impl Iterator<Item = &Json> {
        self.order
            .iter()
            .filter(move |path| parent_path(path) == collection)
            .filter_map(|path| match self.items.get(path) {
                Some(StoredItem::Kept(object)) => Some(object),
                _ => None,
            })
    }

    /// Sets what is known of the item at `path`.
    pub(super) fn set_item(&mut self, path: String, item: StoredItem) {
        if self.items.insert(path.clone(), item).is_none() {
            self.order.push_back(path);
        }
        while self.order.len() > CAPACITY {
            if let Some(oldest) = self.order.pop_front() {
                self.items.remove(&oldest);
            }
        }
    }

    /// A number that was not given before. Examples mostly have small ones, so it starts above.
    pub(super) fn next_number(&mut self) -> u64 {
        self.made += 1;
        1000 + self.made
    }
}

/// The path of the item `segment` in `collection`.
pub(super) fn item_path(collection: &str, segment: &str) -> String {
    let mut path = String::from(collection);
    path.push('/');
    // A decoded segment may contain these two, and the path must stay splittable.
    path.push_str(&segment.replace('%', "%25").replace('/', "%2F"));
    path
}

/// The path without its last segment.
pub(super) fn parent_path(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keeps_a_bounded_number() {
        let mut store = ItemStore::default();
        for number in 0..CAPACITY + 10 {
            store.set_item(item_path("/pets", &number.to_string()), StoredItem::Deleted);
        }
        assert_eq!(store.items.len(), CAPACITY);
        assert!(store.get("/pets/9").is_none());
        assert!(store.get("/pets/10").is_some());
    }

    #[test]
    fn lists_what_is_kept_in_a_collection() {
        let mut store = ItemStore::default();
        store.set_item("/pets/2".into(), StoredItem::Kept(json!(2)));
        store.set_item("/pets/1".into(), StoredItem::Kept(json!(1)));
        store.set_item("/pets/1/toys/5".into(), StoredItem::Kept(json!(5)));
        store.set_item("/pets/2".into(), StoredItem::Deleted);
        assert_eq!(store.items_below("/pets").collect::<Vec<_>>(), [&json!(1)]);
    }
}
