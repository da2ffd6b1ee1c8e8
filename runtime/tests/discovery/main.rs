//! The tools of discovery, called through a server in this process whose upstream records every byte.
//! A test begins with the number of the requirement that it holds.

#![cfg(feature = "discovery")]
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub)]

mod brief;
mod client;
mod executor;
mod fixture;
mod lister;
mod logs;
mod modes;
mod narrowed;
mod provider;
#[allow(dead_code, reason = "the executor's tests use the rest")]
#[path = "../executor/upstream.rs"]
mod upstream;
mod walkthrough;
