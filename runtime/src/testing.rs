//! What unit tests share.

use crate::Request;
use crate::request::{HttpRequest, Method};
#[cfg(feature = "server")]
use crate::text::Schemas;
use crate::tool::Tool;
#[cfg(feature = "server")]
use crate::tool_info::ToolInfo;
use crate::value::Fields;

pub(crate) struct EmptyRequest;

impl Request for EmptyRequest {
    fn decode(_: &mut Fields<'_>) -> Self {
        Self
    }

    fn encode(&self, _: &mut HttpRequest) {}
}

/// What a server knows of a tool whose schemas have nothing in common.
#[cfg(feature = "server")]
pub(crate) fn tool_info(test_tool: &'static Tool) -> ToolInfo {
    test_tool.tool_info(&Schemas::NONE)
}

/// A tool that takes any arguments and sends none of them.
pub(crate) const fn test_tool(method: Method, path: &'static str) -> Tool {
    Tool::new("tool", method, path)
}
