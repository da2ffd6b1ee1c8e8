//! Writes the OpenAPI document of a server's tools, in which each tool is a `POST /tools/{name}`.
//! The part of a tool is a JSON text of its own that does not depend on other tools. The compiler
//! can therefore make it in advance, and the server joins the texts of those that it serves.

use serde_json::{Value, json};

use super::components::openapi_schema;
use super::parameters::parameters_with_required;

/// Where the answer of every call is described.
const ANSWER: &str = "#/components/schemas/BaseResponse";

/// The longest summary, in characters.
const LONGEST_SUMMARY: usize = 120;

/// What an OpenAPI document says of a server's tools.
///
/// ```
/// use serde_json::json;
/// use toolwright_inspect::openapi::{Document, DocumentedTool, ToolEntry};
///
/// let schema = json!({"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]});
/// let tool = DocumentedTool {
///     name: "get_pet",
///     title: "Show one pet",
///     description: "Shows a pet by its id.",
///     tags: &["pets"],
///     schema: &schema,
/// };
/// let texts = tool.describe();
/// let document = Document {
///     title: "Pets",
///     description: "",
///     version: "1.0.0",
///     contact: None,
///     server: Some("http://localhost:8001"),
///     tags: &[("pets", "What is for sale")],
/// };
/// let entry = ToolEntry { name: "get_pet", tags: &["pets"], path: &texts.path, components: &texts.components };
/// let document: serde_json::Value = serde_json::from_str(&document.write(&[entry]))?;
/// let operation = &document["paths"]["/tools/get_pet"]["post"];
/// assert_eq!(operation["operationId"], "call_tool_get_pet");
/// assert_eq!(operation["requestBody"]["content"]["application/json"]["schema"], schema);
/// assert_eq!(document["info"]["title"], "Pets - MCP Tools API");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Document<'d> {
    /// Name of the API.
    pub title: &'d str,
    /// What the API is for; may be empty.
    pub description: &'d str,
    /// Version of the API.
    pub version: &'d str,
    /// A Contact Object (OpenAPI 3.0.3, section 4.7.3).
    pub contact: Option<&'d Value>,
    /// Base URL of the server that has the tools, for clients that do not have the document from there.
    pub server: Option<&'d str>,
    /// Names of tags and what they say, in order. Tags of tools that are not among them come after them.
    pub tags: &'d [(&'d str, &'d str)],
}

/// A tool in an OpenAPI document.
///
/// ```
/// # use serde_json::json;
/// use toolwright_inspect::openapi::DocumentedTool;
///
/// let schema = json!({"type": "object"});
/// let tool = DocumentedTool { name: "ping", title: "", description: "", tags: &[], schema: &schema };
/// assert_eq!(tool.name, "ping");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DocumentedTool<'d> {
    /// Its name, which is a part of its path.
    pub name: &'d str,
    /// Its name for people; may be empty.
    pub title: &'d str,
    /// What it does; may be empty.
    pub description: &'d str,
    /// Names of its tags.
    pub tags: &'d [&'d str],
    /// Its input schema, JSON Schema 2020-12.
    pub schema: &'d Value,
}

/// What a document says of a tool, and what `/tools?format=openapi` says, as JSON texts.
///
/// They do not depend on the other tools, so that a compiler can make them before it is known which tools are served.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolTexts {
    /// [Parameters with `required`](super::parameters_with_required): an object.
    pub parameters: String,
    /// A Path Item Object (OpenAPI 3.0.3, section 4.7.9).
    pub path: String,
    /// The schemas that it refers to: members of an object, without braces; may be empty.
    pub components: String,
}

/// A tool as it is written to a document.
///
/// ```
/// use toolwright_inspect::openapi::ToolEntry;
///
/// let ping = ToolEntry { name: "ping", tags: &[], path: "{}", components: "" };
/// assert_eq!(ping.name, "ping");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolEntry<'d> {
    /// Its name.
    pub name: &'d str,
    /// Names of its tags.
    pub tags: &'d [&'d str],
    /// [`ToolTexts::path`].
    pub path: &'d str,
    /// [`ToolTexts::components`].
    pub components: &'d str,
}

impl Document<'_> {
    /// The document: OpenAPI 3.0.0 as JSON, with a path for each tool.
    ///
    /// ```
    /// # use toolwright_inspect::openapi::Document;
    /// let document = Document {
    ///     title: "Pets", description: "", version: "1", contact: None, server: None, tags: &[],
    /// };
    /// assert!(document.write(&[]).starts_with(r#"{"openapi":"3.0.0","#));
    /// ```
    pub fn write(&self, tools: &[ToolEntry<'_>]) -> String {
        // Joined as text: building a tree of a thousand tools for each request would cost more than
        // the answer itself.
        let path = |tool: &ToolEntry<'_>| {
            format!(
                "{}:{}",
                Value::from(format!("/tools/{}", tool.name)),
                tool.path
            )
        };
        let paths: Vec<String> = tools.iter().map(path).collect();
        let base = format!("\"BaseResponse\":{}", base_response());
        let components = tools.iter().map(|tool| tool.components);
        let schemas = components
            .filter(|text| !text.is_empty())
            .chain([base.as_str()]);
        let schemas: Vec<&str> = schemas.collect();
        format!(
            "{{\"openapi\":\"3.0.0\",\"info\":{info},\"servers\":{servers},\"security\":{security},\"tags\":{tags},\
             \"paths\":{{{paths}}},\"components\":{{\"schemas\":{{{schemas}}},\"securitySchemes\":{schemes}}}}}",
            info = self.info_object(),
            servers = Value::from(self.server_list()),
            // An empty requirement makes the security optional (OpenAPI 3.0.3, section 4.7.30):
            // whether a server has tokens is not known when the document is made.
            security = json!([{"bearer": []}, {}]),
            tags = Value::from(self.described_tags(tools)),
            paths = paths.join(","),
            schemas = schemas.join(","),
            schemes = json!({"bearer": {
                "type": "http",
                "scheme": "bearer",
                "description": "A token of the server, if it requires one.",
            }}),
        )
    }

    fn server_list(&self) -> Vec<Value> {
        let here = json!({"url": "/", "description": "The server of this document"});
        // Relative to the document first would break clients that read it from a file, so the
        // absolute URL comes before it.
        let known = self
            .server
            .map(|url| json!({"url": url, "description": "On this machine"}));
        known.into_iter().chain([here]).collect()
    }

    fn info_object(&self) -> Value {
        let mut info = json!({
            "title": format!("{} - MCP Tools API", self.title),
            "description": match self.description {
                "" => "Each tool of the server is an operation.",
                description => description,
            },
            "version": self.version,
        });
        if let Some(contact) = self.contact {
            info["contact"] = contact.clone();
        }
        info
    }

    fn described_tags(&self, tools: &[ToolEntry<'_>]) -> Vec<Value> {
        let mut names: Vec<&str> = Vec::new();
        let mut tags: Vec<Value> = Vec::new();
        let of_tools = tools.iter().flat_map(|tool| tool.tags);
        let of_tools = of_tools.map(|name| (*name, ""));
        for (name, description) in self.tags.iter().copied().chain(of_tools) {
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            tags.push(match description {
                "" => json!({"name": name}),
                description => json!({"name": name, "description": description}),
            });
        }
        tags
    }
}

impl DocumentedTool<'_> {
    /// What there is to say of the tool.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::openapi::DocumentedTool;
    /// let schema = json!({"properties": {"id": {"type": "integer"}}});
    /// let tool = DocumentedTool { name: "ping", title: "", description: "", tags: &[], schema: &schema };
    /// let texts = tool.describe();
    /// assert_eq!(texts.parameters, r#"{"id":{"type":"integer","required":false}}"#);
    /// assert!(texts.components.is_empty());
    /// ```
    pub fn describe(&self) -> ToolTexts {
        let schema = openapi_schema(self.name, self.schema);
        let components = schema.components.iter();
        let components =
            components.map(|(name, schema)| format!("{}:{schema}", Value::from(name.as_str())));
        ToolTexts {
            parameters: parameters_with_required(self.schema).to_string(),
            path: self.path(&schema.schema).to_string(),
            components: components.collect::<Vec<_>>().join(","),
        }
    }

    /// A Path Item Object.
    fn path(&self, schema: &Value) -> Value {
        let answer = |description: &str| {
            json!({
                "description": description,
                "content": {"application/json": {"schema": {"$ref": ANSWER}}},
            })
        };
        json!({"post": {
            "summary": self.summary(),
            "description": self.described(),
            "tags": self.tags,
            "operationId": format!("call_tool_{}", self.name),
            "requestBody": {
                "required": true,
                "content": {"application/json": {"schema": schema}},
            },
            "responses": {
                "200": answer("The result of the tool; `ok` says whether the call succeeded."),
                "400": answer("The body is not a JSON object."),
                "500": answer("An internal error of the server."),
            },
        }})
    }

    fn described(&self) -> &str {
        let texts = [self.description, self.title, self.name];
        let mut texts = texts.into_iter().filter(|text| !text.is_empty());
        texts.next().unwrap_or_default()
    }

    /// The title, or the first sentence of the description.
    fn summary(&self) -> String {
        if !self.title.is_empty() {
            return self.title.to_owned();
        }
        let line = self.described().lines().next().unwrap_or_default();
        // A full stop alone does not end a sentence: `v1.2` and `example.com` contain one.
        let sentence = line.split(". ").next().unwrap_or_default();
        let sentence = sentence.trim_end_matches('.');
        match sentence.char_indices().nth(LONGEST_SUMMARY) {
            Some((end, _)) => format!("{} …", sentence.get(..end).unwrap_or_default().trim_end()),
            None => sentence.to_owned(),
        }
    }
}

/// The schema of the answer of every call.
fn base_response() -> Value {
    json!({
        "type": "object",
        "required": ["ok", "data", "meta", "errors"],
        "properties": {
            "ok": {"type": "boolean", "description": "Whether the call succeeded."},
            "data": {"type": "object", "description": "The result of the tool; empty if `ok` is false."},
            "meta": {"type": "object", "description": "The tool, and the state of the call."},
            "errors": {
                "type": "array",
                "items": {"type": "string"},
                "description": "The errors; empty if `ok` is true.",
            },
        },
    })
}
