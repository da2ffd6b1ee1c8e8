use serde_json::Map;

use crate::call_options::{Counted, Pagination};
use crate::tool::Tool;
use crate::value::Json;

/// What the arguments of a call say about its answer, not about the request.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wanted {
    /// The argument that changes from page to page.
    pub(super) position: Option<Json>,
    /// The argument that says how many items a page has.
    pub(super) limit: Option<u64>,
}

impl Wanted {
    /// What valid arguments of a tool say.
    pub(crate) fn of(tool: &Tool, arguments: &Map<String, Json>) -> Self {
        let Some(pagination) = tool.call.pagination else {
            return Self::default();
        };
        let (argument, counted) = match pagination {
            Pagination::Cursor { argument, .. } => (argument, None),
            Pagination::Page { argument, counted } | Pagination::Offset { argument, counted } => {
                (argument, Some(counted))
            }
        };
        let limit = |counted: &Counted| arguments.get(counted.limit)?.as_u64();
        Self {
            position: arguments.get(argument).cloned(),
            limit: counted.and_then(limit),
        }
    }
}
