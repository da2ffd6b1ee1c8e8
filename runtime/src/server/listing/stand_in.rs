//! One tool that stands for the whole list of tools between the handler and the transport.
//!
//! rmcp's result of `tools/list` holds trees. So a handler that knows its transport to be ours answers with a stand-in, rmcp
//! does what it does with any result (the id, what the revision wants, cancellation), and the transport writes the text of
//! the list in the place of the stand-in.

use axum::body::Bytes;
use memchr::memmem;
use rmcp::model::{JsonObject, ServerJsonRpcMessage, ServerResult, Tool as ListedTool};

use super::TitlePlace;

impl TitlePlace {
    /// No tool has such a name: MCP does not allow `:` in one.
    fn stand_in_name(self) -> &'static str {
        match self {
            Self::Tool => "toolwright:tools",
            Self::Annotations => "toolwright:tools-of-early-revisions",
        }
    }
}

/// The tool that stands for the list.
pub(in crate::server) fn stand_in(titles: TitlePlace) -> ListedTool {
    ListedTool::new(titles.stand_in_name(), "", JsonObject::new())
}

/// Which list a message has a stand-in for, if it is the answer to `tools/list`.
pub(in crate::server) fn find_stand_in(message: &ServerJsonRpcMessage) -> Option<TitlePlace> {
    let ServerJsonRpcMessage::Response(response) = message else {
        return None;
    };
    let ServerResult::ListToolsResult(list) = &response.result else {
        return None;
    };
    let [tool] = list.tools.as_slice() else {
        return None;
    };
    [TitlePlace::Tool, TitlePlace::Annotations]
        .into_iter()
        .find(|titles| tool.name == titles.stand_in_name())
}

/// An answer to `tools/list`: which list it has, and what is before and behind it.
#[derive(Debug)]
pub(in crate::server) struct ListAnswer {
    pub(in crate::server) titles: TitlePlace,
    pub(in crate::server) head: Bytes,
    pub(in crate::server) tail: Bytes,
}

impl ListAnswer {
    /// Splits an answer, which is JSON; `None` if it has no stand-in.
    pub(in crate::server) fn new(answer: &Bytes, titles: TitlePlace) -> Option<Self> {
        let stand_in = serde_json::to_vec(&stand_in(titles)).ok()?;
        // Quotes in a text are escaped, so neither the id nor anything else that a client chose looks like it.
        let start = memmem::find(answer, &stand_in)?;
        Some(Self {
            titles,
            head: answer.slice(..start),
            tail: answer.slice(start + stand_in.len()..),
        })
    }
}
