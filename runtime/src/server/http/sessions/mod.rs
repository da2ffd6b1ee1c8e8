//! Sessions of streamable HTTP, for clients of revisions before 2026-07-28 (MCP 2025-11-25, "Session
//! management"): `kept` with the feature `sessions`, `none` without it. Both have the same methods, so that
//! nothing around them depends on the feature.

/// The header that names a session.
pub(super) const SESSION_HEADER: &str = "mcp-session-id";

#[cfg(feature = "sessions")]
mod kept;
#[cfg(not(feature = "sessions"))]
mod none;

#[cfg(feature = "sessions")]
pub use kept::SessionLimits;
#[cfg(feature = "sessions")]
pub(super) use kept::{SessionKeeper, Sessions};
#[cfg(not(feature = "sessions"))]
pub(super) use none::{SessionKeeper, Sessions};
