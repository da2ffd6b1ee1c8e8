//! What is wrong with arguments, word for word as Python's `jsonschema` says it.
//!
//! MCP clients send what models write, so `tools/call` takes `"5"` for 5 and `null` for an absent property. Clients of
//! the bridge are programs, and are told of both.

use crate::value::Json;

use super::Bridge;
use crate::json::unescape_token;

/// What is wrong with arguments.
pub(super) struct Violation {
    /// The way to the value that is wrong, as a JSON pointer (RFC 6901).
    pub(super) pointer: String,
    /// `Validation error at 'a.0': …`
    pub(super) text: String,
}

impl Bridge {
    /// The violation that says most, if the arguments are not valid. A tool that no API describes (those of
    /// discovery) validates its arguments itself.
    pub(super) fn find_violation(&self, tool: &str, arguments: &Json) -> Option<Violation> {
        let violation = self
            .endpoint
            .server()
            .shared
            .best_violation(tool, arguments)?;
        let place = dotted_path(&violation.pointer);
        Some(Violation {
            text: format!("Validation error at '{place}': {}", violation.message),
            pointer: violation.pointer,
        })
    }
}

/// A JSON pointer as `a.b.0`, and `root` for the whole.
fn dotted_path(pointer: &str) -> String {
    let Some(steps) = pointer.strip_prefix('/') else {
        return "root".to_owned();
    };
    let names: Vec<String> = steps.split('/').map(unescape_token).collect();
    names.join(".")
}

#[cfg(test)]
mod tests {
    use super::dotted_path;

    #[test]
    fn places_are_joined_by_dots() {
        assert_eq!(dotted_path(""), "root");
        assert_eq!(dotted_path("/limit"), "limit");
        assert_eq!(dotted_path("/pets/0/a~1b~0"), "pets.0.a/b~");
    }
}
