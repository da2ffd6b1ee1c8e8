//! The runtime of toolwright: the library that generated servers and clients call.
//!
//! The compiler (`toolwright-codegen`) turns a Swagger or OpenAPI file into Rust: a request struct for
//! each operation, a table of tools, and tables that arguments are validated against. Schemas, examples
//! and other texts are in a JSON file beside it. This crate validates and decodes arguments against those
//! tables, sends the request upstream and speaks MCP. It never reads a spec.
//!
//! Start at [`run`], which is the whole `main` of a server; at [`HttpExecutor`] if you call an API from
//! Rust; or at [`ToolServer`] for tools without a spec.

// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod api;
#[cfg(feature = "server")]
mod assert_tools;
mod base_url;
mod call_options;
mod char_boundary;
#[cfg(feature = "server")]
mod cli;
mod context;
#[cfg(feature = "client")]
mod deadline;
mod discovery_table;
mod document;
mod file;
#[cfg(feature = "server")]
mod handlers;
mod include;
mod into_outcome;
mod json;
mod json_scan;
#[cfg(feature = "handlers")]
mod macros;
#[cfg(feature = "client")]
mod memory;
mod mock_response;
#[cfg(feature = "otlp")]
mod otlp;
mod outcome;
mod prepare_call;
mod preset;
#[cfg(feature = "server")]
mod read_only;
mod request;
mod response;
#[cfg(feature = "server")]
mod rfc3339;
mod rounded_integer;
mod security;
#[cfg(all(test, feature = "client"))]
mod testing;
mod text;
mod tool;
#[cfg(feature = "server")]
mod tool_info;
#[cfg(feature = "server")]
mod tools;
mod typed;
mod violation;

pub mod bridge;
pub mod discovery;
pub mod generated;
pub mod http;
#[cfg(feature = "inspection")]
pub mod inspection;
#[cfg(any(feature = "server", feature = "inspection"))]
pub mod rmcp;
pub mod schema;
#[cfg(feature = "server")]
pub mod server;
pub mod upstream;
pub mod value;
#[cfg(feature = "server")]
mod value_source;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub use api::Api;
pub use base_url::{BaseUrl, UrlVariable};
pub use call_options::{CallOptions, Counted, Pagination};
#[cfg(feature = "server")]
pub use cli::{describe_server, run, run_with_defaults};
pub use context::CallContext;
pub use file::File;
#[cfg(feature = "server")]
pub use handlers::{Call, Cancellation, ClientInfo, LogLevel, ToolError};
#[cfg(feature = "client")]
pub use http::{ExecutorError, HttpExecutor, HttpExecutorBuilder};
pub use into_outcome::IntoOutcome;
#[cfg(feature = "handlers")]
pub use macros::handlers;
#[cfg(feature = "macros")]
pub use macros::{ToolInput, ToolOutput, tools};
#[cfg(all(feature = "macros", feature = "server"))]
pub use macros::{ToolServer, tool};
pub use outcome::{Attachment, Outcome};
pub use prepare_call::prepare;
#[cfg(feature = "client")]
pub use prepare_call::{call, call_in};
pub use preset::{Preset, PresetValue};
pub use request::{Encoding, Handler, HttpRequest, Method, Request, Style, Xml, XmlNode};
#[cfg(feature = "client")]
pub use response::Chunks;
pub use response::{
    Content, DecodeError, Event, Items, Operation, Refusal, Reply, Response, ResponseHeaders,
    SendError,
};
pub use security::{ApiKeyIn, OAuthFlow, OAuthGrant, Requirement, SecurityKind, SecurityScheme};
#[cfg(feature = "server")]
pub use server::{ListedTools, Server, tool_list, tool_snapshot};
pub use text::{SchemaText, Schemas};
pub use tool::{Annotations, InputSchema, OutputSchema, Tool};
#[cfg(feature = "server")]
pub use tools::{CallFailure, IntoTools, ManualApi, OwnTool, Tools, ToolsError};
pub use typed::{Form, ToolInput, ToolOutput, TypeSchema};
pub use value::{Json, Map, Nullable};

/// The examples of the README compile.
#[cfg(all(doctest, feature = "macros", feature = "server"))]
#[doc = include_str!("../README.md")]
struct Readme;
