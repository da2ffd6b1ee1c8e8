//! Tools that are run by hand-written Rust.

mod call;
mod caught;
mod dispatch;
mod error;

pub use call::{Call, Cancellation, ClientInfo};
pub(crate) use caught::caught;
pub use dispatch::{Dispatch, Running, arguments, by_hand, own, running};
pub(crate) use error::Ended;
pub use error::ToolError;
