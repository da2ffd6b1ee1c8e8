//! What the bridge says of its tools: made when it is first asked for, and kept.

use std::borrow::Cow;
use std::sync::OnceLock;

use serde_json::json;
use toolwright_inspect::openapi::{Document, ToolEntry};

use super::bridged_tools::{BridgedTool, BridgedTools};
use super::history::History;
use crate::api::Api;
use crate::bridge::Bridge;
use crate::server::Server;
use crate::server::http::HttpConfig;
use crate::server::http::stored_body::StoredBody;
use crate::value::Json;

const JSON: &str = "application/json";

pub(super) struct Texts {
    /// The API that gives the server its name.
    api: &'static Api,
    apis: Vec<&'static Api>,
    /// The address at which programs of the same machine reach the server, if it is known.
    address: Option<String>,
    tools: OnceLock<StoredBody>,
    openapi_tools: OnceLock<StoredBody>,
    document: OnceLock<StoredBody>,
    page: OnceLock<StoredBody>,
    history: OnceLock<StoredBody>,
    status: OnceLock<StoredBody>,
}

impl Texts {
    pub(super) fn new(server: &Server, config: &HttpConfig) -> Self {
        Self {
            api: server.api(),
            apis: server.shared.tools.apis().collect(),
            address: config.allowed_origins.first().cloned(),
            tools: OnceLock::new(),
            openapi_tools: OnceLock::new(),
            document: OnceLock::new(),
            page: OnceLock::new(),
            history: OnceLock::new(),
            status: OnceLock::new(),
        }
    }

    /// `/tools`: the tools with their JSON Schemas.
    pub(super) fn tool_list(&self, tools: &BridgedTools) -> &StoredBody {
        self.tools.get_or_init(|| {
            list_tools(tools, |tool| {
                (("inputSchema"), tool.schema_json().to_string().into())
            })
        })
    }

    /// `/tools?format=openapi`: the tools with their parameters, each of which says whether it is required.
    pub(super) fn openapi_tools(&self, tools: &BridgedTools) -> &StoredBody {
        self.openapi_tools.get_or_init(|| {
            list_tools(tools, |tool| {
                ("parameters", tool.openapi_texts().parameters.into())
            })
        })
    }

    /// `/mcp/openapi.json`.
    pub(super) fn openapi_document(&self, tools: &BridgedTools) -> &StoredBody {
        let write = || StoredBody::new(JSON, self.write_document(tools));
        self.document.get_or_init(write)
    }

    /// What the page for people reads.
    pub(super) fn page_tools(&self, tools: &BridgedTools) -> &StoredBody {
        self.page.get_or_init(|| {
            let described: Vec<Json> = tools.all().iter().map(describe_for_page).collect();
            store_json(&json!({"server": self.server_info(), "tools": described}))
        })
    }

    /// `/debug/tools/history`
    pub(super) fn history_list(&self, history: &History) -> &StoredBody {
        let write = || StoredBody::new(JSON, history.describe_all());
        self.history.get_or_init(write)
    }

    /// `/` for programs.
    pub(super) fn status_text(&self, tools: &BridgedTools) -> &StoredBody {
        self.status.get_or_init(|| {
            store_json(&json!({
                "server": self.server_info(),
                "tools": tools.all().len(),
                "endpoints": [
                    "/tools", "/tools/{name}", "/tools/{name}/versions", "/mcp", "/mcp/openapi.json", "/docs", "/health",
                    "/debug/tools/schema", "/debug/tools/diff", "/debug/tools/history", "/debug/validate-call",
                ],
            }))
        })
    }

    fn server_info(&self) -> Json {
        json!({"name": self.api.name, "title": self.title(), "version": self.api.version})
    }

    fn title(&self) -> &'static str {
        match self.api.title {
            "" => self.api.name,
            title => title,
        }
    }

    fn write_document(&self, tools: &BridgedTools) -> String {
        let tools = tools.all().iter();
        let texts: Vec<_> = tools.map(|tool| (tool, tool.openapi_texts())).collect();
        let entries = texts.iter().map(|(tool, texts)| ToolEntry {
            name: &tool.name,
            tags: tool.tags,
            path: &texts.path,
            components: &texts.components,
        });
        let compiled = self.api.bridge;
        let contact = compiled.and_then(Bridge::contact);
        let bridges = self.apis.iter().filter_map(|api| api.bridge);
        let tags: Vec<(String, String)> = bridges.flat_map(Bridge::tags).collect();
        let tags = tags
            .iter()
            .map(|(name, about)| (name.as_str(), about.as_str()));
        let tags: Vec<(&str, &str)> = tags.collect();
        let document = Document {
            title: self.title(),
            description: self.api.description,
            version: self.api.version,
            contact: contact.as_ref(),
            server: self.address.as_deref(),
            tags: &tags,
        };
        document.write(&entries.collect::<Vec<_>>())
    }
}

/// A list of the tools, each with its name, its description and one more member.
fn list_tools(
    tools: &BridgedTools,
    describe: impl Fn(&BridgedTool) -> (&'static str, Cow<'static, str>),
) -> StoredBody {
    let tools = tools.all().iter().map(|tool| {
        let (name, description) = (json!(tool.name), json!(tool.description));
        let (member, value) = describe(tool);
        format!("{{\"name\":{name},\"description\":{description},\"{member}\":{value}}}")
    });
    let tools: Vec<String> = tools.collect();
    StoredBody::new(JSON, format!("[{}]", tools.join(",")))
}

fn store_json(body: &Json) -> StoredBody {
    StoredBody::new(JSON, body.to_string())
}

fn describe_for_page(tool: &BridgedTool) -> Json {
    let schema = tool.schema_json();
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "tags": tool.tags,
        "read_only": tool.annotations.is_some_and(|it| it.read_only),
        "destructive": tool.annotations.is_some_and(|it| it.destructive == Some(true)),
        "inputSchema": schema,
    })
}
