//! The parts of rmcp that toolwright's API has in it, of the version that toolwright is built with. A crate that
//! uses these needs no dependency on rmcp of its own, and cannot get another version of it.
//!
//! What rmcp passes on of other crates (`serde`, `serde_json`, `schemars`) is left out: depend on those yourself.

#[cfg(feature = "inspection")]
pub use ::rmcp::{ClientHandler, RoleClient};
pub use ::rmcp::{ErrorData, Peer, Service, ServiceError, ServiceExt, model, service, transport};
#[cfg(feature = "server")]
pub use ::rmcp::{RoleServer, ServerHandler, handler};
