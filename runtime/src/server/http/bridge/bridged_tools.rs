//! The tools as the bridge knows them.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use rmcp::model::JsonObject;
use toolwright_inspect::openapi::DocumentedTool;

use crate::bridge::{BridgeTool, OpenApiTexts};
use crate::server::Server;
use crate::tool::Annotations;
use crate::value::Json;

/// A tool that can be called by its name.
#[derive(Debug)]
pub(super) struct BridgedTool {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) tags: &'static [&'static str],
    pub(super) annotations: Option<Annotations>,
    pub(super) schema: Arc<JsonObject>,
    schema_text: OnceLock<String>,
    /// What the compiler has said of it.
    compiled: Option<BridgeTool>,
}

impl BridgedTool {
    pub(super) fn schema_json(&self) -> Json {
        Json::Object(self.schema.as_ref().clone())
    }

    /// The schema as JSON, made when it is first asked for.
    pub(super) fn schema_text(&self) -> &str {
        self.schema_text
            .get_or_init(|| self.schema_json().to_string())
    }

    /// What the compiler has said, or else the same made now.
    pub(super) fn openapi_texts(&self) -> OpenApiTexts {
        match self.compiled.as_ref().map(BridgeTool::read_texts) {
            Some(Ok(texts)) => return texts,
            Some(Err(error)) => tracing::error!(tool = self.name, %error, "it is described anew"),
            None => {}
        }
        let tool = DocumentedTool {
            name: &self.name,
            title: &self.title,
            description: &self.description,
            tags: self.tags,
            schema: &self.schema_json(),
        };
        tool.describe().into()
    }
}

/// The tools that clients of MCP are shown, each with its whole schema.
#[derive(Debug)]
pub(super) struct BridgedTools {
    all: Vec<BridgedTool>,
    by_name: HashMap<String, usize>,
}

impl BridgedTools {
    pub(super) fn new(server: &Server) -> Self {
        let shared = &server.shared;
        let mut hints = shared.tools.hints_by_name();
        let whole: HashMap<&str, &Arc<JsonObject>> = shared
            .all_tools()
            .iter()
            .map(|tool| (tool.name.as_ref(), &tool.input_schema))
            .collect();
        let all: Vec<BridgedTool> = shared
            .shown_tools()
            .iter()
            .map(|tool| {
                let name = tool.name.as_ref();
                let (annotations, tags) = hints.remove(name).unzip();
                let schema = whole.get(name).copied().unwrap_or(&tool.input_schema);
                BridgedTool {
                    name: name.to_owned(),
                    title: tool.title.clone().unwrap_or_default(),
                    description: tool.description.as_deref().unwrap_or_default().to_owned(),
                    tags: tags.unwrap_or_default(),
                    annotations,
                    schema: Arc::clone(schema),
                    schema_text: OnceLock::new(),
                    compiled: shared.compiled_tool(name),
                }
            })
            .collect();
        let names = all.iter().enumerate();
        let by_name = names.map(|(index, tool)| (tool.name.clone(), index));
        Self {
            by_name: by_name.collect(),
            all,
        }
    }

    pub(super) fn all(&self) -> &[BridgedTool] {
        &self.all
    }

    pub(super) fn find_tool(&self, name: &str) -> Option<&BridgedTool> {
        self.all.get(*self.by_name.get(name)?)
    }

    pub(super) fn tool_names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|tool| tool.name.as_str())
    }
}
