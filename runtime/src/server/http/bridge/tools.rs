//! The tools as the bridge knows them.

use std::collections::HashMap;
use std::sync::Arc;

use rmcp::model::JsonObject;

use crate::server::Server;
use crate::tool::Annotations;

/// A tool that can be called by its name.
#[derive(Debug)]
pub(super) struct BridgedTool {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) tags: Vec<&'static str>,
    pub(super) annotations: Option<Annotations>,
    pub(super) schema: Arc<JsonObject>,
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
            .list()
            .iter()
            .map(|tool| (tool.name.as_ref(), &tool.input_schema))
            .collect();
        let all: Vec<BridgedTool> = shared
            .shown()
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

    pub(super) fn find(&self, name: &str) -> Option<&BridgedTool> {
        self.all.get(*self.by_name.get(name)?)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|tool| tool.name.as_str())
    }
}
