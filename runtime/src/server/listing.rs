//! The tools as `tools/list` shows them, made when a client first asks and kept for the life of the server.

use std::sync::OnceLock;

use rmcp::model::{JsonObject, Tool as ListedTool, ToolAnnotations};

use super::Shared;
use super::file_sources::FileSources;
use super::outputs::relax_output_schema;
use crate::tool::Annotations;
use crate::tool_info::ToolInfo;

/// The tools in rmcp's form, made when they are first asked for and kept.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// All of them.
    whole: OnceLock<Vec<ListedTool>>,
    /// Those that clients are shown, where these are others.
    #[cfg(feature = "discovery")]
    shown: OnceLock<Vec<ListedTool>>,
}

impl Shared {
    /// The tools in their order, as far as their executors can serve them.
    pub(super) fn all_tools(&self) -> &[ListedTool] {
        self.listing
            .whole
            .get_or_init(|| self.list_tools_where(|_| true))
    }

    /// The tools that clients are shown.
    pub(super) fn shown_tools(&self) -> &[ListedTool] {
        #[cfg(feature = "discovery")]
        if let Some(discovered) = &self.discovered {
            let shown = &self.listing.shown;
            return shown.get_or_init(|| self.discovery_listing(discovered));
        }
        self.all_tools()
    }

    /// Some of the tools.
    pub(super) fn list_tools_where(&self, chosen: impl Fn(&ToolInfo) -> bool) -> Vec<ListedTool> {
        let ways: Vec<FileSources> = self
            .executors
            .iter()
            .map(|it| FileSources::from_executor(it))
            .collect();
        let none = FileSources::default();
        let infos = self.tools.tool_infos().filter(|(_, info)| chosen(info));
        infos
            .map(|(home, info)| to_listed_tool(&info, ways.get(home).unwrap_or(&none)))
            .collect()
    }

    /// What clients are shown of the arguments of the tool of that name.
    pub(super) fn input_schema(&self, name: &str) -> Option<&JsonObject> {
        let tool = self.all_tools().iter().find(|tool| tool.name == name)?;
        Some(&tool.input_schema)
    }
}

pub(super) fn to_listed_tool(tool: &ToolInfo, ways: &FileSources) -> ListedTool {
    let (schemas, input) = (tool.schemas, tool.input);
    let mut input = parse_schema(tool, &input.client_text(schemas, tool.name));
    ways.add_to(&mut input);
    let mut listed = ListedTool::new(tool.name, tool.description_or_name(), input)
        .with_annotations(to_tool_annotations(tool.annotations));
    if !tool.title.is_empty() {
        listed = listed.with_title(tool.title);
    }
    if let Some(output) = tool.output {
        let text = output.client_text(schemas, tool.name);
        let mut schema = parse_schema(tool, &text);
        relax_output_schema(tool, output, &mut schema);
        listed = listed.with_raw_output_schema(schema.into());
    }
    listed
}

/// All hints: app directories reject tools that leave one to MCP's defaults.
pub(super) fn to_tool_annotations(annotations: Annotations) -> ToolAnnotations {
    ToolAnnotations::new()
        .read_only(annotations.read_only)
        .destructive(annotations.may_destroy())
        .idempotent(annotations.idempotent)
        .open_world(annotations.open_world)
}

/// The schema as a JSON object. One that isn't JSON (the tables may be hand-written) becomes the
/// schema of any object, so that the other tools can still be listed.
fn parse_schema(tool: &ToolInfo, text: &str) -> JsonObject {
    serde_json::from_str(text).unwrap_or_else(|error| {
        tracing::error!(tool = tool.name, %error, "the schema is not a JSON object");
        JsonObject::from_iter([("type".to_owned(), "object".into())])
    })
}
