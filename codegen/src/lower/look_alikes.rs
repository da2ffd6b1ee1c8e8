//! Remarks on tools whose names a reader takes for other ones.
//!
//! Tools are named in ASCII, whatever the letters of an operationId. So a look-alike letter shows in
//! the spec alone, where it makes an operation pass for another one in review.

use std::collections::HashSet;

use super::Lowering;
use crate::diagnostics::{Diagnostic, Mark, Severity};
use crate::model::Operation;
use crate::names::{find_alike_names, find_look_alike_letters};
use crate::source::{address, pointer};

const WHAT_TO_DO: &str = "or set the tool's name with `x-mcp: {name: …}`";

impl Lowering<'_> {
    /// Warns of operationIds with letters that look like Latin ones, and of operationIds and tools
    /// that are easily taken for each other.
    pub(super) fn remark_on_look_alikes(&mut self, operations: &[Operation]) {
        let ids: Vec<(&str, &str)> = self
            .document
            .operations
            .iter()
            .filter_map(|raw| Some((raw.operation_id.as_deref()?, raw.pointer.as_str())))
            .collect();
        for (id, place) in &ids {
            self.remark_on_letters(id, place);
        }
        let mut reported = HashSet::new();
        for pair in find_alike_names(ids.iter().map(|(id, _)| *id)) {
            let ((earlier, first), (later, place)) = (ids[pair.earlier], ids[pair.later]);
            reported.insert(place);
            self.remark_on_names(
                pointer::join(place, "operationId"),
                format!(
                    "the operationIds `{later}` and `{earlier}` {}",
                    how_they_differ(pair.differs_in_case_only)
                ),
                format!(
                    "the other one is at {}; rename one of them, {WHAT_TO_DO}",
                    address::shown(first)
                ),
            );
        }
        for pair in find_alike_names(operations.iter().map(|it| it.tool.as_str())) {
            let (earlier, later) = (&operations[pair.earlier], &operations[pair.later]);
            if reported.contains(later.pointer.as_str()) {
                continue;
            }
            self.remark_on_names(
                later.pointer.clone(),
                format!(
                    "the tool names `{}` and `{}` {}",
                    later.tool,
                    earlier.tool,
                    how_they_differ(pair.differs_in_case_only)
                ),
                format!(
                    "the other one is {} {}; rename one of them with `x-mcp: {{name: …}}`",
                    earlier.method, earlier.path
                ),
            );
        }
    }

    fn remark_on_letters(&mut self, id: &str, place: &str) {
        let letters = find_look_alike_letters(id);
        if letters.is_empty() {
            return;
        }
        let letters: Vec<String> = letters
            .iter()
            .map(|it| {
                let code = u32::from(it.letter);
                format!("`{}` (U+{code:04X}) like `{}`", it.letter, it.ascii)
            })
            .collect();
        self.remark_on_names(
            pointer::join(place, "operationId"),
            format!(
                "the operationId `{id}` contains letters that look like Latin ones: {}",
                letters.join(", ")
            ),
            format!("use Latin letters, {WHAT_TO_DO}"),
        );
    }

    fn remark_on_names(&mut self, pointer: String, message: String, help: String) {
        self.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            message,
            pointer,
            mark: Mark::Value,
            help: Some(help),
            operation: None,
        });
    }
}

fn how_they_differ(in_case_only: bool) -> &'static str {
    match in_case_only {
        true => "differ only in upper and lower case",
        false => "look alike",
    }
}
