//! Tools that are run by hand-written Rust.

mod call;
mod caught;
mod client_requests;
mod dispatch;
mod error;
mod form_content;
mod log;
mod mcp_client;
mod rounds;
mod waiting;

pub(crate) use call::CallOrigin;
pub use call::{Call, Cancellation, ClientInfo};
pub(crate) use caught::caught;
pub use dispatch::{Dispatch, Running, arguments, by_hand, own, running};
pub(crate) use error::Ended;
pub use error::ToolError;
pub use log::LogLevel;
pub(crate) use mcp_client::{InSession, LogThreshold, McpClient, is_modern};
pub(crate) use rounds::{CallIdentity, ClientReplies, Rounds, StateSeal};
pub(crate) use waiting::WaitingCalls;
