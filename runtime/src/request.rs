use std::fmt;

use crate::http::HttpRequest;
use crate::value::Fields;

/// The typed request of an operation: decoded from a tool's arguments, encoded as an HTTP request.
pub trait Request: Sized {
    /// Takes the arguments from `fields`. What does not fit is noted there.
    fn decode(fields: &mut Fields<'_>) -> Self;

    /// Writes parameters and body to `request`.
    fn encode(&self, request: &mut HttpRequest);
}

/// What turns the arguments of a tool into its upstream request.
#[derive(Clone, Copy)]
pub struct Handler(fn(&mut Fields<'_>, &mut HttpRequest));

impl Handler {
    /// Decodes the arguments into `R` and encodes the request from it.
    pub const fn upstream<R: Request>() -> Self {
        Self(prepare::<R>)
    }

    /// Decodes the arguments in `fields` and writes them to `request`. When an argument does not
    /// fit its type, `fields` says so and `request` must not be sent.
    pub fn prepare(self, fields: &mut Fields<'_>, request: &mut HttpRequest) {
        (self.0)(fields, request);
    }
}

fn prepare<R: Request>(fields: &mut Fields<'_>, request: &mut HttpRequest) {
    let decoded = R::decode(fields);
    fields.close();
    if fields.is_ok() {
        decoded.encode(request);
    }
}

impl fmt::Debug for Handler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handler")
    }
}
