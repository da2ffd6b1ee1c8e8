//! The request to the upstream and its executor.

mod escape;
mod expand;
mod header;
mod path;
mod request;
mod shape;
mod style;

pub use request::{Body, HttpRequest};
pub use style::{ApiKeyIn, Style};
