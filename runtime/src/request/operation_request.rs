//! The trait of generated request structs, and the function pointer that turns arguments into a request. A handler
//! is one pointer, so that rustc compiles little for each tool.

use std::fmt;

use crate::request::HttpRequest;
use crate::value::Fields;

/// The typed request of an operation: decoded from a tool's arguments, encoded as an HTTP request.
///
/// ```
/// use serde_json::json;
/// use toolwright::generated::*;
/// use toolwright::value::Cursor;
///
/// struct GetPet {
///     pet_id: i64,
/// }
///
/// impl Request for GetPet {
///     fn decode(fields: &mut Fields<'_>) -> Self {
///         Self { pet_id: fields.take("petId") }
///     }
///
///     fn encode(&self, request: &mut HttpRequest) {
///         request.path("petId", &self.pet_id);
///     }
/// }
///
/// let mut cursor = Cursor::new();
/// let get = GetPet::decode(&mut Fields::new([("petId".to_owned(), json!(7))], &mut cursor));
/// let mut request = HttpRequest::new(Method::Get, "/pets/{petId}");
/// get.encode(&mut request);
/// assert_eq!(request.filled_path(), "/pets/7");
/// ```
pub trait Request: Sized {
    /// Takes the arguments from `fields`. What does not fit is noted there.
    fn decode(fields: &mut Fields<'_>) -> Self;

    /// Writes parameters and body to `request`.
    fn encode(&self, request: &mut HttpRequest);
}

/// What turns the arguments of a tool into its upstream request, and who then runs it.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::value::{Cursor, Fields};
/// use toolwright::{Handler, HttpRequest, Method};
///
/// const SENT: Handler = Handler::upstream::<pets::ListPets>();
/// const BY_HAND: Handler = Handler::manual::<pets::ListPets>();
/// assert!(BY_HAND.is_manual() && !SENT.is_manual());
///
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("limit".to_owned(), 5.into())], &mut cursor);
/// let mut request = HttpRequest::new(Method::Get, "/pets");
/// SENT.prepare_request(&mut fields, &mut request);
/// assert_eq!(request.query_string(), "limit=5");
/// ```
#[derive(Clone, Copy)]
pub struct Handler {
    prepare: fn(&mut Fields<'_>, &mut HttpRequest),
    is_manual: bool,
}

impl Handler {
    /// Of a tool without arguments: nothing is decoded, and nothing is put into the request.
    pub(crate) const NOTHING: Self = Self {
        prepare: |_, _| (),
        is_manual: false,
    };

    /// Decodes the arguments into `R` and encodes the request from it, which an executor sends.
    pub const fn upstream<R: Request>() -> Self {
        Self {
            prepare: decode_and_encode::<R>,
            is_manual: false,
        }
    }

    /// Decodes the arguments into `R`, which a hand-written handler is given.
    pub const fn manual<R: Request>() -> Self {
        Self {
            prepare: decode_and_encode::<R>,
            is_manual: true,
        }
    }

    /// Whether the tool is run by a hand-written handler.
    pub const fn is_manual(self) -> bool {
        self.is_manual
    }

    /// Decodes the arguments in `fields` and writes them to `request`. When an argument does not
    /// fit its type, `fields` says so and `request` must not be sent.
    pub fn prepare_request(self, fields: &mut Fields<'_>, request: &mut HttpRequest) {
        (self.prepare)(fields, request);
    }
}

fn decode_and_encode<R: Request>(fields: &mut Fields<'_>, request: &mut HttpRequest) {
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
