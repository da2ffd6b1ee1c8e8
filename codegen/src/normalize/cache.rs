use std::collections::HashMap;

use serde_json::{Map, Value};

/// What several operations share, by JSON pointer: converted once, and warned about once.
#[derive(Default)]
pub(super) struct Cache {
    converted: HashMap<(Kind, String), Map<String, Value>>,
}

/// What a place was read as: a broken spec refers to one place as two things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Parameter,
    Body,
    Response,
    Header,
}

impl Cache {
    pub(super) fn get(&self, kind: Kind, pointer: &str) -> Option<Map<String, Value>> {
        self.converted.get(&(kind, pointer.to_owned())).cloned()
    }

    pub(super) fn put(&mut self, kind: Kind, pointer: &str, value: &Map<String, Value>) {
        self.converted
            .insert((kind, pointer.to_owned()), value.clone());
    }
}
