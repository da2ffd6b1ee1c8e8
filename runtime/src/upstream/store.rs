use std::collections::{HashMap, VecDeque};

use crate::value::Json;

/// How many objects are kept; the oldest goes first.
pub(super) const CAPACITY: usize = 10_000;

/// What was created, changed and deleted, by the path of the item.
#[derive(Debug, Default)]
pub(super) struct Store {
    items: HashMap<String, Item>,
    /// The paths in `items`, in the order in which they came.
    order: VecDeque<String>,
    made: u64,
}

/// What is known of one item.
#[derive(Debug)]
pub(super) enum Item {
    Kept(Json),
    Deleted,
}

impl Store {
    /// What is known of the item at `path`.
    pub(super) fn get(&self, path: &str) -> Option<&Item> {
        self.items.get(path)
    }

    /// What is kept below the path `collection`, oldest first.
    pub(super) fn below(&self, collection: &str) -> impl Iterator<Item = &Json> {
        self.order
            .iter()
            .filter(move |path| parent(path) == collection)
            .filter_map(|path| match self.items.get(path) {
                Some(Item::Kept(object)) => Some(object),
                _ => None,
            })
    }

    /// Sets what is known of the item at `path`.
    pub(super) fn set(&mut self, path: String, item: Item) {
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
    path.push_str(&segment.replace('%', "%25").replace('/', "%2F"));
    path
}

/// The path without its last segment.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keeps_a_bounded_number() {
        let mut store = Store::default();
        for number in 0..CAPACITY + 10 {
            store.set(item_path("/pets", &number.to_string()), Item::Deleted);
        }
        assert_eq!(store.items.len(), CAPACITY);
        assert!(store.get("/pets/9").is_none());
        assert!(store.get("/pets/10").is_some());
    }

    #[test]
    fn lists_what_is_kept_in_a_collection() {
        let mut store = Store::default();
        store.set("/pets/2".into(), Item::Kept(json!(2)));
        store.set("/pets/1".into(), Item::Kept(json!(1)));
        store.set("/pets/1/toys/5".into(), Item::Kept(json!(5)));
        store.set("/pets/2".into(), Item::Deleted);
        assert_eq!(store.below("/pets").collect::<Vec<_>>(), [&json!(1)]);
    }
}
