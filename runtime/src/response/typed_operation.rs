use crate::request::Request;
use crate::response::{Content, Reply};
use crate::tool::Tool;

/// A request whose response has a type. The compiler writes it for every operation with the setting
/// `responses`.
///
/// What a request holds is not held to the spec's schema before it is sent: the types already say most
/// of it, and the API judges the rest. [`prepare`](crate::prepare) validates arguments as JSON.
///
/// ```
/// mod pets {
///     toolwright::tools!("tests/doc/pets.yaml", responses = true);
/// }
/// use toolwright::{Operation, Reply};
///
/// assert_eq!(pets::GetPet::tool().path, "/pets/{petId}");
/// let mut reply = Reply::new(200, "application/json", r#"{"id": 7, "name": "Rex"}"#);
/// let pet = pets::GetPet::read(&mut reply);
/// assert_eq!(pet.name, "Rex");
///
/// let content = pets::GetPet::write(pet);
/// assert_eq!(format!("{content:?}"), r#"Json("{\"id\":7,\"name\":\"Rex\"}")"#);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no typed response",
    note = "set `responses = true` for the spec of this request: `Builder::responses`, `tools!(…, responses = true)` or `--responses`"
)]
pub trait Operation: Request {
    /// What comes back when all went well.
    type Response;

    /// Whether the response may come item by item, and is then read as it comes.
    const STREAMS: bool = false;

    /// The operation as a tool.
    fn tool() -> &'static Tool;

    /// Takes the response from what came. What does not fit is noted there.
    fn read(reply: &mut Reply) -> Self::Response;

    /// Turns a response that a handler gives into content.
    fn write(response: Self::Response) -> Content;
}
