use crate::call_options::CallOptions;
use crate::request::{Handler, Method};
use crate::schema::Schema;
use crate::security::Requirement;
use crate::text::SchemaText;

/// One operation of the spec as MCP lists it.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::{Method, Tool};
///
/// let tool: &Tool = &pets::API.tools[0];
/// assert_eq!((tool.name, tool.title), ("list_pets", "List pets"));
/// assert_eq!((tool.method, tool.path), (Method::Get, "/pets"));
/// assert!(tool.annotations.read_only);
/// ```
#[derive(Debug)]
pub struct Tool {
    /// Name, `^[a-zA-Z0-9_-]{1,64}$`, unique in its [`Api`](crate::Api).
    pub name: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What the tool does, for models.
    pub description: &'static str,
    /// HTTP method of the operation.
    pub method: Method,
    /// Path template of the operation, `/pets/{petId}`.
    pub path: &'static str,
    /// How it is called, where it is not called like all others.
    pub call: CallOptions,
    /// Hints for the client.
    pub annotations: Annotations,
    /// What the tool accepts.
    pub input: InputSchema,
    /// What the tool returns, where the server advertises it.
    pub output: Option<OutputSchema>,
    /// Alternatives, any one of which authenticates the call; none: no authentication.
    pub security: &'static [Requirement],
    /// Turns arguments into the upstream request.
    pub handler: Handler,
}

/// The input schema of a tool in its three forms.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// let input = &pets::API.tools[1].input;
/// let listed = pets::API.schemas.portable(input.portable(), input.referenced);
/// let listed: serde_json::Value = serde_json::from_str(&listed)?;
/// assert_eq!(listed["required"], serde_json::json!(["petId"]));
/// assert!(!input.check.is_valid(&serde_json::json!({"petId": "seven"})));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct InputSchema {
    /// The spec's own schema, as JSON Schema 2020-12.
    pub faithful: SchemaText,
    /// The form that every known client accepts, where `faithful` is not portable as it is.
    pub portable: Option<SchemaText>,
    /// The definitions that the portable form has under `$defs`; all others are put in place.
    pub referenced: &'static [&'static str],
    /// The table that arguments are validated against; the same schema as `faithful`.
    pub check: &'static Schema,
}

impl InputSchema {
    /// The portable form: what `tools/list` shows.
    pub fn portable(&self) -> SchemaText {
        self.portable.unwrap_or(self.faithful)
    }
}

/// The output schema of a tool: always an object at its root.
///
/// A list is no object, so it is wrapped in one:
///
/// ```
/// mod pets {
///     toolwright::tools!("tests/doc/pets.yaml", output_schemas = true);
/// }
///
/// let [list, get] = &pets::API.tools else { unreachable!() };
/// assert_eq!(list.output.as_ref().map(|it| it.wrapped), Some(true));
/// assert_eq!(get.output.as_ref().map(|it| it.wrapped), Some(false));
/// ```
#[derive(Debug)]
pub struct OutputSchema {
    /// What `tools/list` shows.
    pub portable: SchemaText,
    /// The definitions that it has under `$defs`; all others are put in place.
    pub referenced: &'static [&'static str],
    /// Whether results are wrapped as `{"result": …}` because the response is no object.
    pub wrapped: bool,
}

/// MCP's tool annotations: hints, never a guarantee.
///
/// ```
/// use toolwright::{Annotations, Method};
///
/// let hints = Annotations::of(Method::Delete);
/// assert_eq!((hints.read_only, hints.destructive, hints.idempotent), (false, Some(true), true));
/// // Nobody knows what a POST does.
/// assert_eq!(Annotations::of(Method::Post).destructive, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annotations {
    /// The tool changes nothing.
    pub read_only: bool,
    /// Whether the tool destroys something, as far as it is known. Where it is not, clients have to
    /// expect it of a tool that writes (MCP's default).
    pub destructive: Option<bool>,
    /// Calling it twice has the effect of calling it once.
    pub idempotent: bool,
    /// It talks to a world outside the server.
    pub open_world: bool,
}

impl Annotations {
    /// The hints that follow from the method (RFC 9110, section 9.2; `QUERY` is safe too). Of a
    /// method that is not among the known ones nothing is known.
    pub const fn of(method: Method) -> Self {
        let read_only = matches!(
            method,
            Method::Get | Method::Head | Method::Options | Method::Trace | Method::Query
        );
        Self {
            read_only,
            destructive: match method {
                Method::Delete => Some(true),
                _ if read_only => Some(false),
                _ => None,
            },
            idempotent: read_only || matches!(method, Method::Put | Method::Delete),
            open_world: true,
        }
    }
}
