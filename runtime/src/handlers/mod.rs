//! Tools that are run by hand-written Rust.

mod call;
mod catch_panics;
mod client_log;
mod client_requests;
mod dispatch;
mod form_content;
mod mcp_client;
mod rounds;
mod tool_error;
mod waiting_calls;

pub(crate) use call::CallOrigin;
pub use call::{Call, Cancellation, ClientInfo};
pub(crate) use catch_panics::catch_panics;
pub use client_log::LogLevel;
pub use dispatch::{
    Dispatch, RunningHandler, box_handler, decode_arguments, start_handler, start_own_tool,
};
pub(crate) use mcp_client::{InSession, LogThreshold, McpClient, is_modern};
pub(crate) use rounds::{CallIdentity, ClientReplies, Rounds, StateSeal};
pub(crate) use tool_error::HandlerEnd;
pub use tool_error::ToolError;
pub(crate) use waiting_calls::WaitingCalls;
