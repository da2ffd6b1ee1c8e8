use serde_json::Map;

use crate::call_options::{CallOptions, Counted, Pagination};
use crate::http::select::Selection;
use crate::value::{Json, Violation};

/// What the arguments of a call say about its answer, not about the request.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wanted {
    /// The argument that changes from page to page.
    pub(super) position: Option<Json>,
    /// The argument that says how many items a page has.
    pub(super) limit: Option<u64>,
    /// The media type of the result.
    pub(super) accept: Option<String>,
    /// What to keep of the result.
    pub(super) selection: Option<Selection>,
}

impl Wanted {
    /// Keeps what is wanted of a result, and says what there is to say about that.
    #[cfg(feature = "client")]
    pub(crate) fn select(&self, value: &mut Json) -> Option<String> {
        self.selection.as_ref()?.apply(value)
    }

    /// Whether members of a result are selected.
    #[cfg(feature = "client")]
    pub(crate) fn selects(&self) -> bool {
        self.selection.is_some()
    }

    /// What valid arguments say of a tool that is called so; what does not go into the request leaves them.
    ///
    /// # Errors
    ///
    /// What is wrong with them after all.
    pub(crate) fn take(
        call: &CallOptions,
        arguments: &mut Map<String, Json>,
    ) -> Result<Self, Vec<Violation>> {
        let selection = match call.fields {
            "" => None,
            argument => Selection::take(argument, arguments)?,
        };
        let accept = match call.accept_argument {
            "" => None,
            argument => match arguments.shift_remove(argument) {
                Some(Json::String(accept)) => Some(accept),
                _ => None,
            },
        };
        let mut wanted = Self {
            accept,
            selection,
            ..Self::default()
        };
        let Some(pagination) = call.pagination else {
            return Ok(wanted);
        };
        let (argument, counted) = match pagination {
            Pagination::Cursor { argument, .. } | Pagination::Header { argument, .. } => {
                (argument, None)
            }
            Pagination::Page { argument, counted } | Pagination::Offset { argument, counted } => {
                (argument, Some(counted))
            }
        };
        let limit = |counted: &Counted| arguments.get(counted.limit)?.as_u64();
        wanted.position = arguments.get(argument).cloned();
        wanted.limit = counted.and_then(limit);
        Ok(wanted)
    }
}
