//! The request of an operation, from the struct of generated code to what is sent: method, path, query, headers, cookies
//! and body. The module `http` sends it; nothing here knows a connection, a server or a tool.

mod body;
mod escaping;
mod field_selection;
mod header;
mod http_request;
mod method;
mod operation_request;
mod pair_names;
mod query_string;
mod raw_cookie;
mod request_path;
mod response_options;
mod separability;
mod style;
mod style_expansion;
mod value_shape;

pub use body::{Body, Encoding, Xml, XmlNode};
#[cfg(feature = "client")]
pub(crate) use header::is_reserved_header;
pub use http_request::HttpRequest;
#[cfg(feature = "client")]
pub(crate) use http_request::{json_text, replace_cookie_pair, replace_query_pair};
pub use method::Method;
pub use operation_request::{Handler, Request};
pub(crate) use response_options::ResponseOptions;
pub use style::Style;
