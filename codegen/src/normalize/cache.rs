use std::collections::HashMap;

use serde_json::{Map, Value};

/// What several operations share, by JSON pointer: converted once, and warned about once.
#[derive(Default)]
pub(super) struct Cache {
    converted: HashMap<String, Map<String, Value>>,
}

impl Cache {
    pub(super) fn get(&self, pointer: &str) -> Option<Map<String, Value>> {
        self.converted.get(pointer).cloned()
    }

    pub(super) fn put(&mut self, pointer: &str, value: &Map<String, Value>) {
        self.converted.insert(pointer.to_owned(), value.clone());
    }
}
