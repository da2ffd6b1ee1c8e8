//! The request to the upstream and its executor.

mod body;
mod escaping;
#[cfg(feature = "client")]
mod executor;
mod field_selection;
mod header;
mod query_string;
mod raw_cookie;
mod request;
mod request_path;
mod response_options;
mod style;
mod style_expansion;
#[cfg(feature = "client")]
mod upstream_response;
mod value_shape;

pub use body::{Body, Encoding, Xml, XmlNode};
#[cfg(feature = "server")]
pub(crate) use executor::{ConfiguredSecret, DeviceCode, TokenSource};
#[cfg(feature = "client")]
pub use executor::{ExecutorError, HttpExecutor, HttpExecutorBuilder};
#[cfg(feature = "server")]
pub(crate) use executor::{MAX_CONCURRENCY, MAX_FILE_BYTES, MAX_RETRIES, TIMEOUT, server_suffix};
pub use request::HttpRequest;
pub(crate) use response_options::ResponseOptions;
pub use style::{ApiKeyIn, Style};
#[cfg(feature = "server")]
pub(crate) use upstream_response::describe_next_page_of_value;
