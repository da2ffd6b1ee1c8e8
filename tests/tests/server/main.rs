//! The MCP server from outside: a process, its standard streams, its port and its exit code.
#![cfg(unix)]

mod access;
mod broken_lines;
mod cancellation;
mod command_line;
mod connections;
mod direct_calls;
mod ends;
mod files;
mod http;
mod issuer;
mod limits;
mod logs;
mod memory;
mod stdio;
mod support;
