use std::collections::{BTreeSet, HashSet};

use super::Candidate;
use super::glob::Glob;
use crate::model::Method;
use crate::names::{Nameless, tool_names};

/// What the operations of a spec can be meant by, those among them that are left out.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) ids: BTreeSet<String>,
    pub(super) places: BTreeSet<String>,
    pub(super) tags: BTreeSet<String>,
    pub(super) paths: BTreeSet<String>,
    pub(super) methods: BTreeSet<String>,
    operations: Vec<Operation>,
}

#[derive(Debug)]
struct Operation {
    id: Option<String>,
    method: Method,
    path: String,
}

impl Known {
    pub(super) fn note(&mut self, candidate: &Candidate<'_>) {
        self.ids.extend(candidate.id.map(str::to_owned));
        self.places.insert(candidate.place());
        let tags = candidate.tags.iter();
        self.tags.extend(tags.map(|tag| (*tag).to_owned()));
        self.paths.insert(candidate.path.to_owned());
        self.methods.insert(candidate.method.to_string());
        self.operations.push(Operation {
            id: candidate.id.map(str::to_owned),
            method: candidate.method.clone(),
            path: candidate.path.to_owned(),
        });
    }

    /// The operations whose tools have names that a pattern fits, by what patterns are held to: their
    /// operationIds, or else method and path. Names that the spec or a setting gives are not known yet.
    pub(super) fn of_tools(&self, pattern: &str) -> Vec<String> {
        let operations = self.operations.iter();
        let nameless: Vec<Nameless<'_>> = operations
            .map(|operation| Nameless {
                operation_id: operation.id.as_deref(),
                method: &operation.method,
                path: &operation.path,
                locked: None,
            })
            .collect();
        let glob = Glob::of_text(pattern);
        let names = tool_names(&nameless, HashSet::new());
        let called = self.operations.iter().zip(names);
        let called = called.filter(|(_, given)| glob.fits(&given.name));
        called
            .map(|(operation, _)| match &operation.id {
                Some(id) => id.clone(),
                None => format!("{} {}", operation.method, operation.path),
            })
            .collect()
    }
}
