//! The request that asks for a call of a tool: one of MCP, or one of the REST bridge.

use axum::http::request::Parts;
use rmcp::RoleServer;
use rmcp::model::{ProgressToken, ProtocolVersion, RequestId, RequestMetaObject};
use rmcp::service::RequestContext;

use super::http::PlainCall;
use crate::handlers::{ClientReplies, is_modern};

/// What a call may know of its request.
#[derive(Clone, Copy)]
pub(super) enum CallRequest<'r> {
    Mcp {
        context: &'r RequestContext<RoleServer>,
        /// What the client was asked for in earlier rounds of the call.
        replies: &'r ClientReplies,
    },
    /// A request of MCP that rmcp has no part in.
    Plain {
        /// Its head, with what was noted in its extensions.
        head: &'r Parts,
        call: &'r PlainCall,
    },
    /// The head of a request, with what was noted in its extensions.
    #[cfg(feature = "bridge")]
    Bridge(&'r Parts),
}

impl<'r> CallRequest<'r> {
    /// What rmcp knows of it.
    pub(super) fn mcp_context(self) -> Option<&'r RequestContext<RoleServer>> {
        match self {
            Self::Mcp { context, .. } => Some(context),
            Self::Plain { .. } => None,
            #[cfg(feature = "bridge")]
            Self::Bridge(_) => None,
        }
    }

    /// What the client sends because it was asked for it.
    pub(super) fn client_replies(self) -> Option<&'r ClientReplies> {
        match self {
            Self::Mcp { replies, .. } => Some(replies),
            Self::Plain { .. } => None,
            #[cfg(feature = "bridge")]
            Self::Bridge(_) => None,
        }
    }

    /// The head of its HTTP request; none over stdio.
    pub(super) fn http_head(self) -> Option<&'r Parts> {
        match self {
            Self::Mcp { context, .. } => context.extensions.get::<Parts>(),
            Self::Plain { head, .. } => Some(head),
            #[cfg(feature = "bridge")]
            Self::Bridge(head) => Some(head),
        }
    }

    /// The id of the request, if it is one of MCP.
    pub(super) fn id(self) -> Option<&'r RequestId> {
        match self {
            Self::Mcp { context, .. } => Some(&context.id),
            Self::Plain { call, .. } => Some(&call.id),
            #[cfg(feature = "bridge")]
            Self::Bridge(_) => None,
        }
    }

    /// The `_meta` of the request, if it is one of MCP.
    pub(super) fn meta(self) -> Option<&'r RequestMetaObject> {
        match self {
            Self::Mcp { context, .. } => Some(&context.meta),
            Self::Plain { call, .. } => Some(&call.meta),
            #[cfg(feature = "bridge")]
            Self::Bridge(_) => None,
        }
    }

    /// Whether the client takes results as revision 2026-07-28 of MCP has them.
    pub(super) fn is_modern(self) -> bool {
        match self {
            Self::Mcp { context, .. } => is_modern(context),
            Self::Plain { call, .. } => call.is_modern(),
            #[cfg(feature = "bridge")]
            Self::Bridge(_) => true,
        }
    }

    /// The revision of MCP, if it is a request of MCP.
    pub(super) fn protocol_version(self) -> Option<ProtocolVersion> {
        match self {
            Self::Mcp { context, .. } => context.protocol_version(),
            Self::Plain { call, .. } => Some(call.revision.clone()),
            #[cfg(feature = "bridge")]
            Self::Bridge(_) => None,
        }
    }

    /// By what the client wants to be told how far the call is, if it wants that.
    pub(super) fn progress_token(self) -> Option<ProgressToken> {
        self.meta()?.get_progress_token()
    }

    /// Resolves when rmcp says that the client has cancelled the call, or has left. Calls without rmcp are dropped with
    /// their connection.
    pub(super) async fn wait_for_cancellation(self) {
        match self.mcp_context() {
            Some(context) => context.ct.cancelled().await,
            None => std::future::pending().await,
        }
    }
}
