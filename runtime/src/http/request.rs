use crate::http::Style;
use crate::tool::Method;
use crate::value::Encode;

/// A request to the upstream, as far as the operation decides it.
#[derive(Clone, Debug, PartialEq)]
pub struct HttpRequest {
    method: Method,
    path: &'static str,
}

impl HttpRequest {
    /// An empty request for an operation.
    pub fn new(method: Method, path: &'static str) -> Self {
        Self { method, path }
    }

    /// Fills `{name}` of the path, in style `simple`.
    pub fn path(&mut self, name: &'static str, value: &dyn Encode) {
        self.path_as(name, Style::Simple, value);
    }

    /// Fills `{name}` of the path.
    pub fn path_as(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        let _ = (name, style, value, self.method, self.path);
    }

    /// Adds a query parameter in style `form` with explode.
    pub fn query(&mut self, name: &'static str, value: &dyn Encode) {
        self.query_as(name, Style::FormExploded, value);
    }

    /// Adds a query parameter.
    pub fn query_as(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        let _ = (name, style, value);
    }

    /// Adds a query parameter whose reserved characters stay as they are (`allowReserved`).
    pub fn query_reserved(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        let _ = (name, style, value);
    }

    /// Adds a header in style `simple`.
    pub fn header(&mut self, name: &'static str, value: &dyn Encode) {
        self.header_as(name, Style::Simple, value);
    }

    /// Adds a header.
    pub fn header_as(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        let _ = (name, style, value);
    }

    /// Adds a cookie in style `form` with explode.
    pub fn cookie(&mut self, name: &'static str, value: &dyn Encode) {
        self.cookie_as(name, Style::FormExploded, value);
    }

    /// Adds a cookie.
    pub fn cookie_as(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        let _ = (name, style, value);
    }

    /// Sets the body, as `application/json`. An absent value sends no body.
    pub fn json(&mut self, value: &dyn Encode) {
        self.json_as("application/json", value);
    }

    /// Sets the body, as JSON under another media type.
    pub fn json_as(&mut self, media_type: &'static str, value: &dyn Encode) {
        let _ = (media_type, value);
    }
}
