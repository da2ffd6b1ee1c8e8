//! All operations of a spec by what patterns can match: operationId, tags, method, path. Filled
//! while operations are selected, and read only if a pattern matched nothing, to suggest what may
//! have been meant.

use std::collections::{BTreeSet, HashSet};

use super::glob::Glob;
use super::{Candidate, normalize_place};
use crate::model::Method;
use crate::names::{NameLengths, UnnamedOperation, choose_tool_names};

/// The operations of a spec, those among them that are left out.
#[derive(Debug, Default)]
pub(super) struct Known(Vec<Operation>);

#[derive(Debug)]
struct Operation {
    id: Option<String>,
    tags: Vec<String>,
    method: Method,
    path: String,
}

impl Known {
    pub(super) fn note_operation(&mut self, candidate: &Candidate<'_>) {
        self.0.push(Operation {
            id: candidate.id.map(str::to_owned),
            tags: candidate.tags.iter().map(|&tag| tag.to_owned()).collect(),
            method: candidate.method.clone(),
            path: candidate.path.to_owned(),
        });
    }

    pub(super) fn operation_ids(&self) -> BTreeSet<String> {
        self.all(|operation| operation.id.clone())
    }

    pub(super) fn places(&self) -> BTreeSet<String> {
        self.all(|operation| [normalize_place(&operation.written_operation())])
    }

    pub(super) fn tags(&self) -> BTreeSet<String> {
        self.all(|operation| operation.tags.clone())
    }

    pub(super) fn paths(&self) -> BTreeSet<String> {
        self.all(|operation| [operation.path.clone()])
    }

    pub(super) fn methods(&self) -> BTreeSet<String> {
        self.all(|operation| [operation.method.to_string()])
    }

    fn all<N: IntoIterator<Item = String>>(&self, of: fn(&Operation) -> N) -> BTreeSet<String> {
        self.0.iter().flat_map(of).collect()
    }

    /// The operations whose tools have names that a pattern fits, by what patterns are held to: their
    /// operationIds, or else method and path. Names that the spec or a setting gives are not known yet.
    pub(super) fn of_tools(&self, pattern: &str) -> Vec<String> {
        let nameless: Vec<UnnamedOperation<'_>> = self
            .0
            .iter()
            .map(|operation| UnnamedOperation {
                operation_id: operation.id.as_deref(),
                summary: None,
                method: &operation.method,
                path: &operation.path,
                locked: None,
            })
            .collect();
        let glob = Glob::of_text(pattern);
        // People often write the tool's name that `list` shows where a pattern expects an
        // operationId. The names are chosen again here, without client limits, since a suggestion
        // only has to be close.
        let names = choose_tool_names(&nameless, HashSet::new(), NameLengths::new(64, 0));
        let called = self.0.iter().zip(names);
        let called = called.filter(|(_, given)| glob.matches_text(&given.name));
        called
            .map(|(operation, _)| {
                operation
                    .id
                    .clone()
                    .unwrap_or_else(|| operation.written_operation())
            })
            .collect()
    }
}

impl Operation {
    /// Method and path, `GET /pets`.
    fn written_operation(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}
