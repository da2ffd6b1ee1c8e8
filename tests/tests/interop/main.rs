//! Servers of this repository before clients that are not ours: every server of a table, over stdio and HTTP,
//! in every mode of a client. `servers` is the table; a server that is added there is tested by them all.

mod cells;
mod clients;
mod conformance;
mod http_server;
mod inspector;
mod servers;
mod silent_upstream;
mod verdict;
