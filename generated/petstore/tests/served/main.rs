//! The binary as its users have it: over HTTP and stdio, from outside.

mod bridge;
mod document;
mod first_call;
mod hostile;
mod kubernetes;
mod page;
mod replicas;
mod server;
mod sources;
