//! The server as its clients have it: the binary over stdio, against a mock of the daemon, against the stand-in, and
//! with the data of UTL-X where that is present. Tests of a numbered requirement begin with its number.

mod cache;
mod codes;
mod configuration;
mod daemon_spec;
mod envelope;
mod examples;
mod execution;
mod faults;
mod formats;
mod functions;
mod inference;
mod input_schema;
mod mock_daemon;
mod oracles;
mod recorded;
mod server;
mod speed;
mod stand_in;
mod suite;
mod validation;
mod workflow;
