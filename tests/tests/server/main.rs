//! The MCP server from outside: a process, its standard streams, its port and its exit code.
#![cfg(unix)]

mod command_line;
mod files;
mod http;
mod stdio;
mod support;
