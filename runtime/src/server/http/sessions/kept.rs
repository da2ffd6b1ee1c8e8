//! Sessions that are kept.
//!
//! A server needs none to answer. It needs them to ask such a client for something while a call runs, or to
//! tell it that a resource has changed. rmcp keeps them; what is added here is a limit, and that a session
//! belongs to the client that began it.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, Method};
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError, SessionConfig,
};
use rmcp::transport::streamable_http_server::session::{
    ServerSseMessage, SessionId, SessionManager,
};

use super::SESSION_HEADER;
use crate::server::http::HttpConfig;
use crate::server::http::client_identity::ClientIdentity;

/// How long the messages of an answered request are kept for a client that reconnects. They take memory
/// meanwhile.
const REPLAY_TIME: Duration = Duration::from_secs(5);

/// How many sessions a server keeps, and for how long.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::time::Duration;
/// use toolwright::server::{HttpConfig, SessionLimits};
///
/// let mut config = HttpConfig::default();
/// assert_eq!(config.sessions, None);
/// let mut limits = SessionLimits::default();
/// limits.idle_timeout = Duration::from_secs(60);
/// config.sessions = Some(limits);
/// # assert_eq!(limits.max_sessions, NonZeroUsize::new(1_000).ok_or("is not zero")?);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionLimits {
    /// How many sessions there may be at once; 1,000 by default. A client that wants one more gets 503.
    pub max_sessions: NonZeroUsize,
    /// How long a session is kept without a message; 5 minutes by default.
    pub idle_timeout: Duration,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self {
            max_sessions: NonZeroUsize::MIN.saturating_add(999),
            idle_timeout: Duration::from_secs(5 * 60),
        }
    }
}

/// What rmcp asks for sessions.
pub(in crate::server::http) type SessionKeeper = Sessions;

/// The sessions of a listener.
#[derive(Debug)]
pub(in crate::server::http) struct Sessions {
    /// `None` for a server that keeps none.
    limits: Option<SessionLimits>,
    local: LocalSessionManager,
    /// Who began each session, once that is known.
    owners: Mutex<HashMap<String, Option<ClientIdentity>>>,
}

/// Why there is no session.
#[derive(Debug, thiserror::Error)]
pub(in crate::server::http) enum SessionError {
    #[error("the limit of open sessions is reached")]
    Full,
    #[error(transparent)]
    Local(#[from] LocalSessionManagerError),
}

impl Sessions {
    pub(in crate::server::http) fn new(config: &HttpConfig) -> Self {
        let limits = config.sessions;
        let mut kept = SessionConfig::default();
        kept.keep_alive = Some(limits.unwrap_or_default().idle_timeout);
        kept.completed_cache_ttl = REPLAY_TIME;
        let mut local = LocalSessionManager::default();
        local.session_config = kept;
        Self {
            limits,
            local,
            owners: Mutex::default(),
        }
    }

    /// What rmcp keeps sessions with.
    pub(in crate::server::http) fn manager(sessions: &Arc<Self>) -> Arc<SessionKeeper> {
        Arc::clone(sessions)
    }

    /// Whether there may be any.
    pub(in crate::server::http) fn are_kept(&self) -> bool {
        self.limits.is_some()
    }

    /// Whether a request has no body to be read: to listen, or to end a session.
    pub(in crate::server::http) fn takes_without_body(&self, method: &Method) -> bool {
        self.limits.is_some() && (method == Method::GET || method == Method::DELETE)
    }

    /// Whether a client may use the session that its request names. A session of somebody else is as good as
    /// none.
    pub(in crate::server::http) fn is_open_to(
        &self,
        client: &ClientIdentity,
        headers: &HeaderMap,
    ) -> bool {
        let Some(id) = session_id(headers) else {
            return true;
        };
        let owners = self.lock_owners();
        match owners.get(id) {
            Some(Some(owner)) => is_same(owner, client),
            // rmcp answers for a session that there is not.
            Some(None) | None => true,
        }
    }

    /// Whether a client has more than half of all sessions: then it gets no further one, so that others do.
    pub(in crate::server::http) fn is_greedy(&self, client: &ClientIdentity) -> bool {
        let Some(limits) = self.limits else {
            return false;
        };
        let most = limits.max_sessions.get().div_ceil(2);
        let is_known = matches!(
            client,
            ClientIdentity::Token(_) | ClientIdentity::Subject(_)
        );
        let owners = self.lock_owners();
        // Clients without a token cannot be told apart behind a proxy. Half of the sessions for one
        // of them would lock the others out.
        if !is_known || owners.len() < most {
            return false;
        }
        let own = owners.values().flatten().filter(|owner| *owner == client);
        own.count() >= most
    }

    /// The name of the session that a request is of.
    pub(in crate::server::http) fn session_of_request(
        &self,
        headers: &HeaderMap,
    ) -> Option<String> {
        self.limits?;
        session_id(headers).map(str::to_owned)
    }

    /// Notes whose session it is that a response has begun.
    pub(in crate::server::http) fn claim(&self, client: &ClientIdentity, headers: &HeaderMap) {
        // Only the first answer of a session names it, and this is asked of every answer.
        let Some(id) = session_id(headers) else {
            return;
        };
        if let Some(owner) = self.lock_owners().get_mut(id) {
            owner.get_or_insert_with(|| client.clone());
        }
    }

    /// Whether there is no room for another session.
    pub(in crate::server::http) fn are_full(&self) -> bool {
        self.limits.is_some_and(|limits| {
            let open = self.lock_owners().len();
            open >= limits.max_sessions.get()
        })
    }

    fn lock_owners(&self) -> MutexGuard<'_, HashMap<String, Option<ClientIdentity>>> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether two requests are of the same client: addresses change, tokens do not.
fn is_same(owner: &ClientIdentity, client: &ClientIdentity) -> bool {
    let is_known =
        |it: &ClientIdentity| matches!(it, ClientIdentity::Token(_) | ClientIdentity::Subject(_));
    // Without tokens everyone may call, and a client's address may change between two requests.
    owner == client || !is_known(owner) && !is_known(client)
}

fn session_id(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION_HEADER)?.to_str().ok()
}

impl SessionManager for Sessions {
    type Error = SessionError;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), SessionError> {
        if self.are_full() {
            return Err(SessionError::Full);
        }
        let (id, transport) = self.local.create_session().await?;
        // The owner is not known here: rmcp creates the session without its request. `claim` adds
        // it when the response names the session.
        self.lock_owners().insert(id.to_string(), None);
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, SessionError> {
        Ok(self.local.initialize_session(id, message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, SessionError> {
        Ok(self.local.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), SessionError> {
        self.lock_owners().remove(&**id);
        Ok(self.local.close_session(id).await?)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<
        impl futures_core::Stream<Item = ServerSseMessage> + Send + Sync + 'static,
        SessionError,
    > {
        Ok(self.local.create_stream(id, message).await?)
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), SessionError> {
        Ok(self.local.accept_message(id, message).await?)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<
        impl futures_core::Stream<Item = ServerSseMessage> + Send + Sync + 'static,
        SessionError,
    > {
        Ok(self.local.create_standalone_stream(id).await?)
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<
        impl futures_core::Stream<Item = ServerSseMessage> + Send + Sync + 'static,
        SessionError,
    > {
        Ok(self.local.resume(id, last_event_id).await?)
    }
}
