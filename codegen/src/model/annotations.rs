use super::Method;

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
}
