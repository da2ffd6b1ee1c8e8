//! The HTTP executor against a server that records every byte.

#![cfg(feature = "client")]
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub)]

mod authority;
mod credentials;
mod failures;
mod fixture;
mod guards;
mod headers;
mod limits;
mod login;
mod masking;
mod messages;
mod oauth;
mod passing;
mod proxies;
mod retries;
mod servers;
mod sources;
mod streams;
mod upstream;
