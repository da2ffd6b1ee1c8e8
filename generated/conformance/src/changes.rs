//! Changes of lists and resources, and everybody who wants to know of them.
//!
//! A client of revision 2026-07-28 listens on a stream of its own (`subscriptions/listen`), which waits for
//! changes here. Clients of earlier revisions get notifications on their connection, so that connections
//! are known here from their `notifications/initialized` on.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::time::timeout;
use toolwright::rmcp::RoleServer;
use toolwright::rmcp::service::{Peer, SubscriptionContext};

/// How many changes a slow listener may be behind.
const BACKLOG: usize = 16;

/// How long a client may take to be told.
const PATIENCE: Duration = Duration::from_secs(5);

/// Something that clients may have a copy of, and that is different now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The list of tools.
    Tools,
    /// The list of prompts.
    Prompts,
}

/// Tells of changes.
pub struct Changes {
    sender: broadcast::Sender<Change>,
    connections: Mutex<Vec<Peer<RoleServer>>>,
}

impl Changes {
    /// Nothing has changed yet.
    pub fn new() -> Self {
        Self {
            sender: broadcast::channel(BACKLOG).0,
            connections: Mutex::default(),
        }
    }

    /// Remembers a connection to which changes are told.
    pub fn add_connection(&self, peer: Peer<RoleServer>) {
        let mut connections = self
            .connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        connections.retain(|known| !known.is_transport_closed());
        connections.push(peer);
    }

    /// Tells everybody of a change.
    pub fn announce(&self, change: Change) {
        // Nobody has to listen.
        let _ = self.sender.send(change);
        let connections = {
            let connections = self.connections.lock();
            connections.unwrap_or_else(PoisonError::into_inner).clone()
        };
        for connection in connections {
            // A client that does not read its stream must not hold up what others are told.
            tokio::spawn(timeout(PATIENCE, async move {
                let told = match change {
                    Change::Tools => connection.notify_tool_list_changed().await,
                    Change::Prompts => connection.notify_prompt_list_changed().await,
                };
                // A client that has left needs to know nothing.
                let _ = told;
            }));
        }
    }

    /// Tells one subscription of the changes that it is for, until it ends.
    pub async fn follow(&self, subscription: &SubscriptionContext) {
        let mut changes = self.sender.subscribe();
        let accepted = subscription.accepted();
        let wants_tools = accepted.tools_list_changed == Some(true);
        let wants_prompts = accepted.prompts_list_changed == Some(true);
        loop {
            let change = tokio::select! {
                () = subscription.cancelled() => return,
                change = changes.recv() => change,
            };
            let sink = subscription.sink();
            let told = match change {
                Ok(Change::Tools) if wants_tools => sink.notify_tool_list_changed().await,
                Ok(Change::Prompts) if wants_prompts => sink.notify_prompt_list_changed().await,
                // Whoever has missed some asks for the list after the next one.
                Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => continue,
                Err(broadcast::error::RecvError::Closed) => return,
            };
            if told.is_err() {
                return;
            }
        }
    }
}
