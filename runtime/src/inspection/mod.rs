//! The schemas of tools in forms for models: parsed, as a block, in one line.
//!
//! A server's own tools are constants: [`Api::inspect`](crate::Api::inspect) and
//! [`Tools::inspect`](crate::Tools::inspect) read each when it is first asked for and keep it. Those of
//! other servers are in a [`SchemaRegistry`], over any transport of rmcp's client.
//!
//! ```no_run
//! use toolwright::inspection::SchemaRegistry;
//! use toolwright::rmcp::ServiceExt;
//!
//! # async fn of(transport: (tokio::io::Empty, tokio::io::Sink)) -> Result<(), Box<dyn std::error::Error>> {
//! let client = ().serve(transport).await?;
//! let registry = SchemaRegistry::for_server("files", client);
//! let tool = registry.get_schema("read_file").await?;
//! println!("{}", tool.format_for_llm());
//! # Ok(())
//! # }
//! ```

mod cached_fetch;
mod own_schemas;
mod registry;
mod registry_error;
mod registry_server;
mod rmcp_client;
mod schemas;
#[cfg(test)]
mod tests;
mod tool_source;

pub use toolwright_inspect::suggest::{find_ignoring_case, similarity, suggest_names};
pub use toolwright_inspect::{
    ArgumentViolation, Bound, Parameter, ToolNotFound, ToolSchema, format_compact,
};

pub use registry::{SchemaRegistry, SchemaRegistryBuilder};
pub use registry_error::RegistryError;
pub use tool_source::{SourceError, ToolInfo, ToolPage, ToolSource};
