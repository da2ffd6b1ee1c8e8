//! Names of tools that the spec or a setting gives.

use super::Lowering;

/// What clients take of a name.
const LONGEST: usize = 64;

impl Lowering<'_> {
    /// Takes the names that are given before any is made from an operationId.
    pub(super) fn give_names(&mut self) {
        for operation in &self.document.operations {
            let Some(name) = &operation.x_mcp.name else {
                continue;
            };
            let wrong = match flaw(&name.text) {
                None if self.tool_names.take(&name.text) => {
                    let place = (operation.method.clone(), operation.path.clone());
                    self.given.insert(place, name.text.clone());
                    continue;
                }
                None => "another tool has that name",
                Some(flaw) => flaw,
            };
            let message = format!(
                "a tool cannot be called `{}`: {wrong}; it is ignored",
                name.text
            );
            self.diagnostics.warning(name.pointer.as_str(), message);
        }
    }
}

/// Why clients would not take a name.
fn flaw(name: &str) -> Option<&'static str> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !name.chars().all(is_allowed) {
        return Some("a name has letters, digits, `_` and `-` only");
    }
    if !name.contains(|c: char| c.is_ascii_alphabetic()) {
        return Some("a name has a letter");
    }
    (name.len() > LONGEST).then_some("a name has 64 characters at most")
}
