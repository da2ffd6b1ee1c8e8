//! What OpenAPI 3.0 has in the place of JSON Schema 2020-12, for clients that know a tool from an OpenAPI document.
//!
//! Everything that the schema of a tool accepts, its form in OpenAPI accepts as well. What 3.0 has no words for
//! (`if`, `contains`, `propertyNames` and the like) is left out, so that the form may accept more: it describes, and
//! the server that is called validates.

mod bounds;
mod components;
mod document;
mod exact;
mod null;
mod parameters;
mod schema;
#[cfg(test)]
mod tests;
mod types;

pub use components::{OpenApiSchema, openapi_schema};
pub use document::{Document, DocumentedTool, ToolEntry, ToolTexts};
pub use parameters::parameters_with_required;
