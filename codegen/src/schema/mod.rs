//! Work on normalised JSON Schemas: what clients accept, examples, closures.

pub mod text;
