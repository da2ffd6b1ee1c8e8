//! The description of one tool: its texts, schemas, annotations and the operation behind it, as
//! constants that generated code builds. Builders have a method for each part, so that a new part
//! breaks no generated file. How a tool is run is in `handlers`, and how it is listed in `server`.

use crate::call_options::CallOptions;
use crate::request::{Handler, Method};
use crate::schema::Schema;
use crate::security::Requirement;
use crate::text::{SchemaText, Schemas};

/// One operation of the spec as MCP lists it.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::{Method, Tool};
///
/// let tool: &Tool = pets::API.tool("list_pets").expect("is in the spec");
/// assert_eq!((tool.name, tool.title), ("list_pets", "List pets"));
/// assert_eq!((tool.method, tool.path), (Method::Get, "/pets"));
/// assert!(tool.annotations.read_only);
/// ```
///
/// Generated code builds its tools like this, as constants:
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::schema::Schema;
/// use toolwright::{Annotations, CallOptions, Handler, InputSchema, Method, OutputSchema, Tool};
///
/// static FIND_PETS: Tool = Tool::new("find_pets", Method::Post, "/pets/find")
///     .title("Find pets")
///     .description("Finds pets by name.")
///     .tags(&["pets"])
///     .call(CallOptions::DEFAULT.timeout_ms(90_000))
///     .annotations(Annotations::of(Method::Get))
///     .input(InputSchema::new(r#"{"type":"object"}"#, Schema::OBJECT))
///     .output(OutputSchema::new(r#"{"type":"object"}"#))
///     .security(&[])
///     .handler(Handler::upstream::<pets::ListPets>());
/// assert!(FIND_PETS.annotations.read_only);
///
/// // Everything but the name, the method and the path has a default.
/// static PING: Tool = Tool::new("ping", Method::Get, "/ping").title("Ping");
/// assert_eq!(PING.description, "Ping");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
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
    /// The tags of the operation.
    pub tags: &'static [&'static str],
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

impl Tool {
    /// A tool that accepts any arguments and sends none of them, with the hints of its method.
    pub const fn new(name: &'static str, method: Method, path: &'static str) -> Self {
        Self {
            name,
            title: "",
            description: "",
            method,
            path,
            tags: &[],
            call: CallOptions::DEFAULT,
            annotations: Annotations::of(method),
            input: InputSchema::ANY,
            output: None,
            security: &[],
            handler: Handler::NOTHING,
        }
    }

    /// With a name for people, which is the description as well if the tool has none.
    #[must_use]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = title;
        if self.description.is_empty() {
            self.description = title;
        }
        self
    }

    /// With a description for models.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// With the tags of the operation.
    #[must_use]
    pub const fn tags(mut self, tags: &'static [&'static str]) -> Self {
        self.tags = tags;
        self
    }

    /// With options of its own for its calls.
    #[must_use]
    pub const fn call(mut self, call: CallOptions) -> Self {
        self.call = call;
        self
    }

    /// With other hints than those of its method.
    #[must_use]
    pub const fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// With the schema of its arguments.
    #[must_use]
    pub const fn input(mut self, input: InputSchema) -> Self {
        self.input = input;
        self
    }

    /// With a schema of its results, which the server advertises.
    #[must_use]
    pub const fn output(mut self, output: OutputSchema) -> Self {
        self.output = Some(output);
        self
    }

    /// With alternatives, any one of which authenticates a call.
    #[must_use]
    pub const fn security(mut self, security: &'static [Requirement]) -> Self {
        self.security = security;
        self
    }

    /// With what turns arguments into the upstream request.
    #[must_use]
    pub const fn handler(mut self, handler: Handler) -> Self {
        self.handler = handler;
        self
    }
}

/// The tool of that name in a table that is sorted by name: how the request of a generated file knows its tool.
///
/// ```
/// use toolwright::generated::{Method, Tool, find_tool};
///
/// static TOOLS: &[Tool] = &[Tool::new("ping", Method::Get, "/ping")];
/// assert_eq!(find_tool(TOOLS, "ping").path, "/ping");
/// ```
///
/// # Panics
///
/// If the table has no such tool. The compiler writes the table and the names.
pub fn find_tool(tools: &'static [Tool], name: &str) -> &'static Tool {
    match tools.binary_search_by(|tool| tool.name.cmp(name)) {
        Ok(index) => &tools[index],
        // Both sides are written by the compiler in one file, so no input can cause this; an edited
        // file can.
        Err(_) => panic!("the table of the generated file has no tool `{name}`"),
    }
}

/// The input schema of a tool in its three forms.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// let input = &pets::API.tool("get_pet").expect("is in the spec").input;
/// let listed = input.client_text(pets::API.schemas, "get_pet");
/// let listed: serde_json::Value = serde_json::from_str(&listed)?;
/// assert_eq!(listed["required"], serde_json::json!(["petId"]));
/// assert!(!input.check.is_valid(&serde_json::json!({"petId": "seven"})));
///
/// // Generated code has the texts in its document, and only the table in the schema.
/// use toolwright::generated::InputSchema;
///
/// let same = InputSchema::in_document(input.check);
/// assert_eq!(
///     same.full_text(pets::API.schemas, "get_pet"),
///     input.full_text(pets::API.schemas, "get_pet")
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct InputSchema {
    /// The spec's own schema, as JSON Schema 2020-12.
    pub faithful: SchemaText,
    /// The form that every known client accepts, where `faithful` is not portable as it is.
    pub portable: Option<SchemaText>,
    /// The table that arguments are validated against; the same schema as `faithful`.
    pub check: &'static Schema,
}

impl InputSchema {
    /// Any arguments.
    pub(crate) const ANY: Self = Self::new("{}", Schema::ANY);

    /// The spec's schema as text, which is portable as it is, and the table that arguments are
    /// validated against.
    ///
    /// ```
    /// use toolwright::InputSchema;
    /// use toolwright::schema::Schema;
    ///
    /// const INPUT: InputSchema = InputSchema::new(r#"{"type":"object"}"#, Schema::OBJECT);
    /// assert_eq!(INPUT.portable(), INPUT.faithful);
    /// ```
    pub const fn new(faithful: &'static str, check: &'static Schema) -> Self {
        Self {
            faithful: SchemaText(faithful),
            portable: None,
            check,
        }
    }

    /// With another form that every known client accepts.
    ///
    /// ```
    /// use toolwright::schema::Schema;
    /// use toolwright::{InputSchema, SchemaText};
    ///
    /// const INPUT: InputSchema =
    ///     InputSchema::new("{}", Schema::ANY).with_portable(r#"{"type":"object"}"#);
    /// assert_eq!(INPUT.portable(), SchemaText(r#"{"type":"object"}"#));
    /// ```
    #[must_use]
    pub const fn with_portable(mut self, text: &'static str) -> Self {
        self.portable = Some(SchemaText(text));
        self
    }

    /// The schema that the document of the API has for the tool, and the table that arguments are validated against.
    pub const fn in_document(check: &'static Schema) -> Self {
        Self {
            faithful: SchemaText::IN_DOCUMENT,
            portable: None,
            check,
        }
    }

    /// The portable form: what `tools/list` shows.
    pub fn portable(&self) -> SchemaText {
        self.portable.unwrap_or(self.faithful)
    }

    /// The whole text of the spec's own schema, for the tool of that name.
    pub fn full_text(&self, schemas: &Schemas, tool: &str) -> String {
        schemas.read(tool, self.faithful, |document| document.full_input(tool))
    }

    /// The whole text of the schema that clients are shown, for the tool of that name.
    pub fn client_text(&self, schemas: &Schemas, tool: &str) -> String {
        schemas.read(tool, self.portable(), |document| {
            document.client_input(tool)
        })
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
/// let [get, list] = &pets::API.tools else { unreachable!() };
/// assert_eq!(list.output.as_ref().map(|it| it.wrapped), Some(true));
/// assert_eq!(get.output.as_ref().map(|it| it.wrapped), Some(false));
///
/// // Generated code has the text in its document.
/// use toolwright::generated::OutputSchema;
///
/// let text = OutputSchema::in_document().client_text(pets::API.schemas, get.name);
/// assert!(text.starts_with('{'));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OutputSchema {
    /// What `tools/list` shows.
    pub portable: SchemaText,
    /// Whether results are wrapped as `{"result": …}` because the response is no object.
    pub wrapped: bool,
}

impl OutputSchema {
    /// The schema as text, of results that are objects.
    ///
    /// ```
    /// use toolwright::OutputSchema;
    ///
    /// const OUTPUT: OutputSchema = OutputSchema::new(r#"{"type":"object"}"#);
    /// assert!(!OUTPUT.wrapped && OUTPUT.wrapped().wrapped);
    /// ```
    pub const fn new(portable: &'static str) -> Self {
        Self {
            portable: SchemaText(portable),
            wrapped: false,
        }
    }

    /// The schema that the document of the API has for the tool.
    pub const fn in_document() -> Self {
        Self {
            portable: SchemaText::IN_DOCUMENT,
            wrapped: false,
        }
    }

    /// The whole text of the schema that clients are shown, for the tool of that name.
    pub fn client_text(&self, schemas: &Schemas, tool: &str) -> String {
        schemas.read(tool, self.portable, |document| document.client_output(tool))
    }

    /// Of results that are wrapped as `{"result": …}`.
    #[must_use]
    pub const fn wrapped(mut self) -> Self {
        self.wrapped = true;
        self
    }
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
/// assert!(Annotations::of(Method::Post).may_destroy());
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
                // `PUT` and `POST` may create or replace: nobody knows, and MCP's default for that
                // is "destructive".
                _ => None,
            },
            idempotent: read_only || matches!(method, Method::Put | Method::Delete),
            open_world: true,
        }
    }

    /// `destructiveHint` as it is listed. What is unknown is true, which is MCP's default: a client that
    /// asks before such a call is never wrong.
    pub const fn may_destroy(&self) -> bool {
        match self.destructive {
            Some(destructive) => destructive,
            None => !self.read_only,
        }
    }
}
