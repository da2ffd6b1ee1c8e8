//! The HTTP executor against a server that records every byte.

#![cfg(feature = "client")]
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub)]

mod credentials;
mod failures;
mod fixture;
mod messages;
mod servers;
mod upstream;
