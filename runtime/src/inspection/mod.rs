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
//! let registry = SchemaRegistry::of("files", client);
//! let tool = registry.get_schema("read_file").await?;
//! println!("{}", tool.format_for_llm());
//! # Ok(())
//! # }
//! ```

mod client;
mod error;
mod kept;
mod own;
mod registry;
mod schemas;
mod server;
mod source;
#[cfg(test)]
mod tests;

pub use toolwright_inspect::suggest::{similarity, suggest_names};
pub use toolwright_inspect::{Parameter, ToolNotFound, ToolSchema, format_compact};

pub use error::RegistryError;
pub use registry::{SchemaRegistry, SchemaRegistryBuilder};
pub use source::{SourceError, ToolInfo, ToolPage, ToolSource};
