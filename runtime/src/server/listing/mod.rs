//! The tools as `tools/list` shows them, made when a client first asks and kept for the life of the server.
//!
//! Transports of ours write them as a text (`list_text`), in the place of one tool that stands for all (`stand_in`). As
//! rmcp's types, which take several times the memory and the time, they are made for everything else.

mod json_string;
mod list_text;
mod stand_in;

use std::sync::OnceLock;

use rmcp::model::{JsonObject, Tool as ListedTool, ToolAnnotations};

use super::Shared;
use super::outputs::relax_output_schema;
use crate::document::Expander;
use crate::file::AllowedSources;
use crate::tool::{Annotations, OutputSchema};
use crate::tool_info::ToolInfo;

use list_text::ListTexts;
pub(super) use list_text::TitlePlace;
pub(super) use stand_in::{ListAnswer, find_stand_in, stand_in};

/// The tools, in each form made when they are first asked for in it and kept.
#[derive(Debug, Default)]
pub(super) struct Listing {
    texts: ListTexts,
    /// All of them, in rmcp's form, with all descriptions in each.
    whole: OnceLock<Vec<ListedTool>>,
    /// The list that clients are shown, where it is another.
    shown: OnceLock<Vec<ListedTool>>,
}

impl Shared {
    /// The tools in their order, as far as their executors can serve them, each with all of its descriptions.
    pub(super) fn all_tools(&self) -> &[ListedTool] {
        self.listing
            .whole
            .get_or_init(|| self.write_tools(|_| true, Expander::new("")))
    }

    /// The list of tools that clients are shown.
    pub(super) fn shown_tools(&self) -> &[ListedTool] {
        let shown = &self.listing.shown;
        #[cfg(feature = "discovery")]
        if let Some(discovered) = &self.discovered {
            return shown.get_or_init(|| self.discovery_listing(discovered));
        }
        let mut infos = self.tools.tool_infos();
        if infos.any(|(_, info)| info.schemas.shares_descriptions()) {
            return shown.get_or_init(|| self.list_tools_where(|_| true));
        }
        self.all_tools()
    }

    /// A list of some of the tools.
    pub(super) fn list_tools_where(&self, chosen: impl Fn(&ToolInfo) -> bool) -> Vec<ListedTool> {
        self.write_tools(chosen, Expander::for_list())
    }

    fn write_tools(
        &self,
        chosen: impl Fn(&ToolInfo) -> bool,
        mut expander: Expander<'_>,
    ) -> Vec<ListedTool> {
        let ways = self.file_sources();
        let infos = self.tools.tool_infos().filter(|(_, info)| chosen(info));
        let listed = infos.map(|(home, info)| {
            to_listed_tool(&info, ways.get(home).unwrap_or(&NO_SOURCES), &mut expander)
        });
        listed.collect()
    }

    /// What each executor allows.
    fn file_sources(&self) -> Vec<AllowedSources> {
        let executors = self.executors.iter();
        executors.map(|it| it.allowed_sources()).collect()
    }

    /// What clients are shown of the arguments of a tool, which is read anew for each call that has to be told of them.
    pub(super) fn input_schema(&self, name: &str) -> Option<JsonObject> {
        let found = self.tools.find_tool(name)?;
        let ways = self.find_allowed_sources(name);
        let mut expander = Expander::new("");
        Some(read_input_schema(&found.info, &ways, &mut expander))
    }

    /// The ways to name a file that are open to the arguments of a tool.
    pub(super) fn find_allowed_sources(&self, tool: &str) -> AllowedSources {
        let found = self.tools.find_tool(tool);
        let executor = found.and_then(|found| self.executors.get(found.api_index));
        executor.map(|it| it.allowed_sources()).unwrap_or_default()
    }
}

/// What tools without an executor allow.
const NO_SOURCES: AllowedSources = AllowedSources::none();

/// A tool of a list that is written with `expander`.
pub(super) fn to_listed_tool(
    tool: &ToolInfo,
    ways: &AllowedSources,
    expander: &mut Expander<'_>,
) -> ListedTool {
    let mut listed = to_tool_without_schemas(tool);
    listed.input_schema = read_input_schema(tool, ways, expander).into();
    if let Some(output) = tool.output {
        listed.output_schema = Some(read_output_schema(tool, output).into());
    }
    listed
}

fn to_tool_without_schemas(tool: &ToolInfo) -> ListedTool {
    let listed = ListedTool::new(tool.name, tool.description_or_name(), JsonObject::new())
        .with_annotations(to_tool_annotations(tool.annotations));
    match tool.title {
        "" => listed,
        title => listed.with_title(title),
    }
}

fn read_input_schema(
    tool: &ToolInfo,
    ways: &AllowedSources,
    expander: &mut Expander<'_>,
) -> JsonObject {
    let start = expander.text().len();
    let text = tool.input.portable();
    let text = match tool.schemas.push_client_input(tool.name, text, expander) {
        true => expander.take_text(start),
        false => tool.input.client_text(tool.schemas, tool.name),
    };
    let mut input = parse_schema(tool, &text);
    ways.add_to(&mut input);
    input
}

fn read_output_schema(tool: &ToolInfo, output: &OutputSchema) -> JsonObject {
    let mut schema = parse_schema(tool, &output.client_text(tool.schemas, tool.name));
    relax_output_schema(tool, output, &mut schema);
    schema
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
