//! The hints that a list says of each tool: what follows from the method of its operation, and what the spec or a
//! setting says instead. The runtime has the same rules in `tool`, and a test keeps them equal.

use super::Method;
use crate::setting::StatedHints;

/// MCP's tool annotations.
///
/// ```
/// use toolwright_codegen::model::{ListedAnnotations, Method};
///
/// let hints = ListedAnnotations::for_method(&Method::Delete);
/// assert_eq!((hints.read_only, hints.destructive), (false, Some(true)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedAnnotations {
    /// `readOnlyHint`
    pub read_only: bool,
    /// `destructiveHint`, where it is known; MCP's default is that a tool which writes may destroy.
    pub destructive: Option<bool>,
    /// `idempotentHint`
    pub idempotent: bool,
    /// `openWorldHint`
    pub open_world: bool,
}

impl ListedAnnotations {
    /// The hints that follow from the method (RFC 9110, section 9.2), as the runtime has them.
    pub fn for_method(method: &Method) -> Self {
        let read_only = matches!(
            method,
            Method::Get | Method::Head | Method::Options | Method::Trace | Method::Query
        );
        Self {
            read_only,
            destructive: match method {
                Method::Delete => Some(true),
                _ if read_only => Some(false),
                _ => None,
            },
            idempotent: read_only || matches!(method, Method::Put | Method::Delete),
            open_world: true,
        }
    }

    /// `destructiveHint` as it is listed. What is unknown is true, which is MCP's default: a client that
    /// asks before such a call is never wrong.
    pub fn may_destroy(&self) -> bool {
        self.destructive.unwrap_or(!self.read_only)
    }

    /// The hints with those that the spec or a setting states. What changes nothing destroys nothing, and
    /// can be repeated, unless that is stated otherwise.
    #[must_use]
    pub fn with_stated(self, stated: StatedHints) -> Self {
        let read_only = stated.read_only.unwrap_or(self.read_only);
        let rest = match (self.read_only, read_only) {
            (false, true) => Self {
                destructive: Some(false),
                idempotent: true,
                ..self
            },
            // Nobody knows what a GET does that writes.
            (true, false) => Self {
                destructive: None,
                idempotent: false,
                ..self
            },
            _ => self,
        };
        Self {
            read_only,
            destructive: stated
                .destructive
                .filter(|_| !read_only)
                .or(rest.destructive),
            idempotent: stated.idempotent.unwrap_or(rest.idempotent),
            open_world: stated.open_world.unwrap_or(rest.open_world),
        }
    }
}
