//! What tools look like to models: their parameters and signatures, and the words to find them by.
//!
//! The compiler makes constants of it, a server answers with it, and the command line prints it. It
//! knows JSON Schema and nothing of specs, of MCP or of HTTP.

pub mod search;
