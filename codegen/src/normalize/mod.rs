//! Swagger 2.0, OpenAPI 3.0 and 3.1 to one form.

mod document;

pub use document::{
    Document, Info, RawOperation, Schema, Schemas, SecurityScheme, SecuritySchemeKind,
};
