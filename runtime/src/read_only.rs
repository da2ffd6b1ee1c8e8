//! The properties of a tool's body that only the API sets (`readOnly`), and what to say to a caller that has sent one.
//! Models copy them from what the API has returned. The compiler's list is read when a call has failed.

use crate::json::{push_escaped, unescape_token};
use crate::tool_info::ToolInfo;
use crate::violation::Violation;

/// Stands for any item of a list and any member of a map.
const ANY: &str = "*";

/// So many hints are given for one call.
const MAX_HINTS: usize = 5;

/// Where these properties would be in the arguments, as JSON pointers.
#[derive(Debug, Default)]
pub(crate) struct ReadOnlyProperties(Vec<String>);

impl ToolInfo {
    /// The properties that its body does not have because only the API sets them.
    pub(crate) fn read_only_properties(&self) -> ReadOnlyProperties {
        let pointers = self.schemas.read_only_of_tool(self.name);
        let pointers = pointers.and_then(|text| serde_json::from_str(&text).ok());
        ReadOnlyProperties(pointers.unwrap_or_default())
    }
}

impl ReadOnlyProperties {
    /// Whether one of them is the property of this name in the value at a pointer.
    pub(crate) fn contains_property(&self, pointer: &str, name: &str) -> bool {
        let mut sent: Vec<String> = pointer.split('/').skip(1).map(unescape_token).collect();
        sent.push(name.to_owned());
        let is_sent = |known: &String| {
            let known: Vec<String> = known.split('/').skip(1).map(unescape_token).collect();
            let mut tokens = known.iter().zip(&sent);
            known.len() == sent.len() && tokens.all(|(known, sent)| known == ANY || known == sent)
        };
        self.0.iter().any(is_sent)
    }

    /// A sentence for each of them that violations complain about.
    pub(crate) fn explain_violations(&self, violations: &[Violation]) -> Vec<String> {
        let unexpected = violations.iter().flat_map(|violation| {
            let names = violation.unexpected_properties().iter();
            names.map(|name| (violation.pointer.as_str(), name))
        });
        let sent = unexpected.filter(|(pointer, name)| self.contains_property(pointer, name));
        let mut hints: Vec<String> = Vec::new();
        for (pointer, name) in sent.take(MAX_HINTS) {
            let mut place = pointer.to_owned();
            // An argument is called by its name.
            if pointer.is_empty() {
                place.push_str(name);
            } else {
                place.push('/');
                push_escaped(&mut place, name);
            }
            let hint = format!("`{place}` is set by the API (`readOnly`): leave it out");
            if !hints.contains(&hint) {
                hints.push(hint);
            }
        }
        hints
    }
}
