//! The request to the upstream and its executor.

mod request;
mod style;

pub use request::HttpRequest;
pub use style::{ApiKeyIn, Style};
