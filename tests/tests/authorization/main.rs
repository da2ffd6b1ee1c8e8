//! Tokens and logins with a real authorization server, and certificates with a real TLS server.
#![cfg(unix)]

mod certificate;
mod login;
mod machine;
mod provider;
mod resource;
