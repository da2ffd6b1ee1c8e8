use serde_json::{Map, Value, json};

use super::components::openapi_schema;

/// Where the answer of every call is described.
const ANSWER: &str = "#/components/schemas/BaseResponse";

/// The longest summary, in characters.
const LONGEST_SUMMARY: usize = 120;

/// What an OpenAPI document says of a server's tools.
///
/// ```
/// use serde_json::json;
/// use toolwright_inspect::openapi::{Document, DocumentedTool};
///
/// let schema = json!({"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]});
/// let tool = DocumentedTool {
///     name: "get_pet",
///     title: "Show one pet",
///     description: "Shows a pet by its id.",
///     tags: &["pets"],
///     schema: &schema,
/// };
/// let document = Document {
///     title: "Pets",
///     description: "",
///     version: "1.0.0",
///     contact: None,
///     server: Some("http://localhost:8001"),
///     tags: &[("pets", "What is for sale")],
/// };
/// let document = document.describe(&[tool]);
/// let operation = &document["paths"]["/tools/get_pet"]["post"];
/// assert_eq!(operation["operationId"], "call_tool_get_pet");
/// assert_eq!(operation["requestBody"]["content"]["application/json"]["schema"], schema);
/// assert_eq!(document["info"]["title"], "Pets - MCP Tools API");
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

impl Document<'_> {
    /// The document: OpenAPI 3.0.0, with a path for each tool.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::openapi::{Document, DocumentedTool};
    /// let document = Document {
    ///     title: "Pets", description: "", version: "1", contact: None, server: None, tags: &[],
    /// };
    /// assert_eq!(document.describe(&[])["openapi"], "3.0.0");
    /// ```
    pub fn describe(&self, tools: &[DocumentedTool<'_>]) -> Value {
        let mut schemas = Map::new();
        let mut paths = Map::new();
        for tool in tools {
            let schema = openapi_schema(tool.name, tool.schema);
            schemas.extend(schema.components);
            paths.insert(format!("/tools/{}", tool.name), tool.path(&schema.schema));
        }
        schemas.insert("BaseResponse".to_owned(), base_response());
        json!({
            "openapi": "3.0.0",
            "info": self.info(),
            "servers": self.servers(),
            "security": [{"bearer": []}, {}],
            "tags": self.described_tags(tools),
            "paths": paths,
            "components": {
                "schemas": schemas,
                "securitySchemes": {"bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token of the server, where it asks for one.",
                }},
            },
        })
    }

    fn servers(&self) -> Vec<Value> {
        let here = json!({"url": "/", "description": "Where this document comes from"});
        let known = self
            .server
            .map(|url| json!({"url": url, "description": "On the same machine"}));
        known.into_iter().chain([here]).collect()
    }

    fn info(&self) -> Value {
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

    fn described_tags(&self, tools: &[DocumentedTool<'_>]) -> Vec<Value> {
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
                "200": answer("What the tool says; `ok` tells whether the call was made and worked."),
                "400": answer("The body is no JSON object."),
                "500": answer("The server has a fault."),
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
            "ok": {"type": "boolean", "description": "Whether the call was made and worked."},
            "data": {"type": "object", "description": "What the tool answers; empty if `ok` is false."},
            "meta": {"type": "object", "description": "The tool, and how far the call came."},
            "errors": {
                "type": "array",
                "items": {"type": "string"},
                "description": "What is wrong; empty if `ok` is true.",
            },
        },
    })
}
