//! The sessions of a server that is built without the feature `sessions`: there are none.

use std::sync::Arc;

use axum::http::{HeaderMap, Method};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;

use crate::server::http::HttpConfig;
use crate::server::http::client_identity::ClientIdentity;

/// What rmcp asks for sessions.
pub(in crate::server::http) type SessionKeeper = NeverSessionManager;

#[derive(Debug)]
pub(in crate::server::http) struct Sessions;

impl Sessions {
    pub(in crate::server::http) fn new(_: &HttpConfig) -> Self {
        Self
    }

    pub(in crate::server::http) fn manager(_: &Arc<Self>) -> Arc<SessionKeeper> {
        Arc::default()
    }

    pub(in crate::server::http) fn are_kept(&self) -> bool {
        false
    }

    pub(in crate::server::http) fn takes_without_body(&self, _: &Method) -> bool {
        false
    }

    pub(in crate::server::http) fn is_open_to(&self, _: &ClientIdentity, _: &HeaderMap) -> bool {
        true
    }

    pub(in crate::server::http) fn is_greedy(&self, _: &ClientIdentity) -> bool {
        false
    }

    pub(in crate::server::http) fn session_of_request(&self, _: &HeaderMap) -> Option<String> {
        None
    }

    pub(in crate::server::http) fn claim(&self, _: &ClientIdentity, _: &HeaderMap) {}

    pub(in crate::server::http) fn are_full(&self) -> bool {
        false
    }
}
