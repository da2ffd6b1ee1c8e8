//! The request to the upstream and its executor.

#[cfg(feature = "client")]
mod executor;
mod request;
mod style;

#[cfg(feature = "client")]
pub use executor::{ExecutorError, HttpExecutor, HttpExecutorBuilder};
pub use request::HttpRequest;
pub use style::{ApiKeyIn, Style};
