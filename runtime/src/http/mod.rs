//! Sends requests to the upstream and makes outcomes of its responses.

#[cfg(feature = "client")]
mod executor;
#[cfg(feature = "client")]
mod upstream_response;

#[cfg(feature = "server")]
pub(crate) use executor::{ConfiguredSecret, DeviceCode, TokenSource};
#[cfg(feature = "client")]
pub use executor::{ExecutorError, HttpExecutor, HttpExecutorBuilder};
#[cfg(feature = "server")]
pub(crate) use executor::{
    MAX_CONCURRENCY, MAX_FILE_BYTES, MAX_RETRIES, TIMEOUT, find_set_value, has_http_scheme,
    parse_switch, process_variable, server_suffix,
};
#[cfg(all(test, feature = "server"))]
pub(crate) use upstream_response::NOT_JSON;
#[cfg(feature = "server")]
pub(crate) use upstream_response::{
    describe_next_page_of_value, describe_unparsable, is_json_fault,
};

pub use crate::request::{Body, Encoding, HttpRequest, Style, Xml, XmlNode};
