//! What tools look like to models: their parameters and signatures, and the words to find them by.
//!
//! The compiler makes constants of it, a server answers with it, and the command line prints it. It
//! knows JSON Schema and nothing of specs, of MCP or of HTTP.
//!
//! ```
//! use serde_json::json;
//! use toolwright_inspect::ToolSchema;
//!
//! let schema = json!({
//!     "type": "object",
//!     "properties": {
//!         "path": {"type": "string", "description": "File path to read"},
//!         "encoding": {"type": "string", "default": "utf-8", "enum": ["utf-8", "ascii"]},
//!     },
//!     "required": ["path"],
//! });
//! let tool = ToolSchema::parse("read_file", "Read contents of a file", &schema);
//! assert_eq!(tool.format_compact(), "read_file(path: string, encoding?: string)");
//! assert_eq!(
//!     tool.validate_arguments(&json!({"encoding": "utf-9"})),
//!     [
//!         "Missing required parameter: path",
//!         "Parameter 'encoding' must be one of: utf-8, ascii",
//!     ]
//! );
//! ```

// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bounds;
mod brief;
mod facts;
mod format;
mod forms;
mod json_type;
mod not_found;
mod object_forms;
mod output_schema;
mod parameter;
mod parameter_lines;
mod pattern_sample;
mod reader;
mod repeated_description;
mod reviewed_tool;
mod tool_schema;
mod validate;
mod violation;

#[cfg(feature = "evaluation")]
pub mod evaluation;
pub mod openapi;
#[cfg(feature = "search")]
pub mod search;
pub mod suggest;

pub use bounds::Bound;
pub use brief::BriefOperation;
pub use format::format_compact;
pub use not_found::ToolNotFound;
pub use output_schema::OutputRelaxation;
pub use parameter::Parameter;
pub use pattern_sample::generate_match;
pub use repeated_description::point_to_description;
pub use reviewed_tool::ReviewedTool;
pub use tool_schema::ToolSchema;
pub use violation::ArgumentViolation;

/// The examples of the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
