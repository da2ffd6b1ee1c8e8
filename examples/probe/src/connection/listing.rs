//! The lists of a server, in parts: as advertised, bounded, and with whatever in them is not as MCP has it.

use std::collections::HashSet;

use rmcp::model::{
    ClientRequest, ListPromptsRequest, ListResourceTemplatesRequest, ListResourcesRequest,
    ListToolsRequest, PaginatedRequestParams,
};
use serde_json::Value;

use super::{Connection, RequestError};
use crate::failure::{Failure, FailureKind};

/// What is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListKind {
    Tools,
    Resources,
    ResourceTemplates,
    Prompts,
}

/// A member that an item must have.
struct Member {
    name: &'static str,
    has_type: fn(&Value) -> bool,
    expected: &'static str,
}

impl Member {
    fn string(name: &'static str) -> Self {
        Self {
            name,
            has_type: Value::is_string,
            expected: "a string",
        }
    }

    fn object(name: &'static str) -> Self {
        Self {
            name,
            has_type: Value::is_object,
            expected: "an object",
        }
    }
}

/// A whole list.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// The items as the server advertises them.
    pub(crate) items: Vec<Value>,
    /// What in it does not have the form that MCP asks for.
    pub(crate) problems: Vec<String>,
}

impl ListKind {
    /// The member of the result that has the items.
    pub(crate) fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::ResourceTemplates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }

    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Resources => "resources/list",
            Self::ResourceTemplates => "resources/templates/list",
            Self::Prompts => "prompts/list",
        }
    }

    /// What an item must have.
    fn required(self) -> Vec<Member> {
        match self {
            Self::Tools => vec![Member::string("name"), Member::object("inputSchema")],
            Self::Resources => vec![Member::string("uri"), Member::string("name")],
            Self::ResourceTemplates => vec![Member::string("uriTemplate"), Member::string("name")],
            Self::Prompts => vec![Member::string("name")],
        }
    }

    fn into_request(self, cursor: Option<String>) -> ClientRequest {
        let parameters = cursor
            .map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)))
            .unwrap_or_default();
        match self {
            Self::Tools => ListToolsRequest::with_param(parameters).into(),
            Self::Resources => ListResourcesRequest::with_param(parameters).into(),
            Self::ResourceTemplates => ListResourceTemplatesRequest::with_param(parameters).into(),
            Self::Prompts => ListPromptsRequest::with_param(parameters).into(),
        }
    }
}

impl Connection {
    /// All items of a list, within the time of one request.
    pub(crate) async fn fetch_list(&self, kind: ListKind) -> Result<Listing, RequestError> {
        let limit = self.settings.request_timeout;
        let listed = tokio::time::timeout(limit, self.list_parts(kind)).await;
        listed.unwrap_or_else(|_| {
            let failure = self.timeout_failure(limit);
            Err(RequestError::Failed(
                failure.with_detail("method", kind.method()),
            ))
        })
    }

    async fn list_parts(&self, kind: ListKind) -> Result<Listing, RequestError> {
        let mut listing = Listing::default();
        let mut seen = HashSet::new();
        let mut bytes = 0;
        let mut cursor = None;
        loop {
            let result = self.request(kind.into_request(cursor)).await?;
            // rmcp keeps a result that does not have the form of the specification as it is, so that a list with one
            // broken item can be shown.
            let value = serde_json::to_value(result).unwrap_or_default();
            bytes += value.to_string().len();
            let Some(items) = value.get(kind.member()).and_then(Value::as_array) else {
                let what = format!(
                    "the answer to {} has no array `{}`",
                    kind.method(),
                    kind.member()
                );
                return Err(RequestError::Failed(self.malformed(&what, &value)));
            };
            listing.add_items(kind, items);
            let Some(next) = value.get("nextCursor").and_then(Value::as_str) else {
                return Ok(listing);
            };
            if !seen.insert(next.to_owned()) {
                return Err(self.endless(
                    &listing,
                    kind,
                    &format!("the cursor {next:?} comes back"),
                ));
            }
            if seen.len() >= self.settings.max_pages {
                let pages = seen.len();
                let why = format!("there are more than {pages} parts (MCP_PROBE_MAX_PAGES)");
                return Err(self.endless(&listing, kind, &why));
            }
            if bytes > 4 * self.settings.max_message_bytes {
                let why =
                    format!("its parts so far have {bytes} bytes (MCP_PROBE_MAX_MESSAGE_BYTES)");
                return Err(self.endless(&listing, kind, &why));
            }
            cursor = Some(next.to_owned());
        }
    }

    fn endless(&self, listing: &Listing, kind: ListKind, why: &str) -> RequestError {
        let message = format!("the list of {} does not end: {why}", kind.member());
        RequestError::Failed(
            Failure::new(FailureKind::TransportError, message)
                .with_detail("method", kind.method())
                .with_detail("items_so_far", listing.items.len()),
        )
    }
}

impl Listing {
    fn add_items(&mut self, kind: ListKind, items: &[Value]) {
        let required = kind.required();
        for item in items {
            let number = self.items.len() + 1;
            let named = item.get("name").and_then(Value::as_str);
            let named = named.map_or(String::new(), |name| format!(" ({name})"));
            for member in &required {
                let problem = match item.get(member.name) {
                    None => "is missing".to_owned(),
                    Some(value) if !(member.has_type)(value) => {
                        format!("is not {}", member.expected)
                    }
                    Some(_) => continue,
                };
                let (list, name) = (kind.member(), member.name);
                self.problems
                    .push(format!("{list}, item {number}{named}: `{name}` {problem}"));
            }
            self.items.push(item.clone());
        }
    }
}
