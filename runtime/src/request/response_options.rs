//! What the arguments of a call say about its response: page, fields to keep, media type. They are taken out of the
//! arguments before decoding and travel beside the request.

use serde_json::Map;

use crate::call_options::{CallOptions, Counted, Pagination};
use crate::request::field_selection::FieldSelection;
use crate::value::{Json, Violation};

/// What the arguments of a call say about its answer, not about the request.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ResponseOptions {
    /// The argument that changes from page to page.
    pub(crate) position: Option<Json>,
    /// The argument that says how many items a page has.
    pub(crate) limit: Option<u64>,
    /// The media type of the result.
    pub(crate) accept: Option<String>,
    /// What to keep of the result.
    pub(crate) selection: Option<FieldSelection>,
}

impl ResponseOptions {
    /// Keeps what is wanted of a result, and says what there is to say about that.
    #[cfg(feature = "client")]
    pub(crate) fn apply_selection(&self, value: &mut Json) -> Option<String> {
        self.selection.as_ref()?.apply_to(value)
    }

    /// Whether members of a result are selected.
    #[cfg(feature = "client")]
    pub(crate) fn has_selection(&self) -> bool {
        self.selection.is_some()
    }

    /// What valid arguments say of a tool that is called so; what does not go into the request leaves them.
    ///
    /// # Errors
    ///
    /// What is wrong with them after all.
    pub(crate) fn take_from_arguments(
        call: &CallOptions,
        arguments: &mut Map<String, Json>,
    ) -> Result<Self, Vec<Violation>> {
        let selection = match call.fields {
            "" => None,
            argument => FieldSelection::take_from_arguments(argument, arguments)?,
        };
        let accept = match call.accept_argument {
            "" => None,
            // `shift_remove` keeps the order of the others, in which queries are written.
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
