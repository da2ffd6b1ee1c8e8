//! Derived types: what the table accepts is what the decoder, serde and the `jsonschema` crate accept,
//! and what is encoded is what serde writes.

mod agreement;
mod constraints;
mod schemas;
mod zoo;
