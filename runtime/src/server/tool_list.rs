//! The tools of a server as a text that people review.

use std::fmt::Write as _;

use rmcp::model::{JsonObject, Tool as ListedTool};
use serde_json::Value;

use super::listing::to_listed_tool;
use crate::api::Api;
use crate::document::Expander;
use crate::file::AllowedSources;
use crate::tool_info::ToolInfo;
use crate::tools::{ManualApi, Tools};

/// Tools that [`tool_list`] can list: those of a generated `API`, whether or not some of them are run
/// by hand, or all of a server.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::{ListedTools, Tools};
///
/// let of_an_api = ListedTools::from(&pets::API);
/// let of_a_server = ListedTools::from(Tools::from_api(&pets::API));
/// assert_eq!(toolwright::tool_list(of_an_api), toolwright::tool_list(of_a_server));
/// ```
#[derive(Debug)]
pub struct ListedTools(Vec<ToolInfo>);

impl From<&'static Api> for ListedTools {
    fn from(api: &'static Api) -> Self {
        let tools = api.tools.iter();
        Self(tools.map(|tool| tool.tool_info(api.schemas)).collect())
    }
}

impl From<&'static ManualApi> for ListedTools {
    fn from(manual: &'static ManualApi) -> Self {
        manual.api().into()
    }
}

impl From<Tools> for ListedTools {
    fn from(tools: Tools) -> Self {
        Self(tools.tool_infos().map(|(_, info)| info).collect())
    }
}

/// The tools as clients see them (name, title, hints, description, input and output schema), as a text
/// in which a change is a few lines: what [`assert_tools!`](crate::assert_tools) keeps. In the order of
/// their names; without ways to name files, which the operator opens. The compiler's
/// `Report::tool_list` is the same text.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// let listed = toolwright::tool_list(&pets::API);
/// assert!(listed.contains("get_pet") && listed.contains("Show one pet"));
/// ```
pub fn tool_list(tools: impl Into<ListedTools>) -> String {
    let ways = AllowedSources::default();
    let ListedTools(mut tools) = tools.into();
    tools.sort_by_key(|tool| tool.name);
    let mut text = String::new();
    let mut expander = Expander::for_list();
    for tool in tools {
        let place = match tool.upstream_operation {
            Some((method, path)) => format!("{} {path}", method.as_str()),
            None => "by hand".to_owned(),
        };
        push_tool(
            &mut text,
            &to_listed_tool(&tool, &ways, &mut expander),
            &place,
        );
    }
    text
}

fn push_tool(text: &mut String, tool: &ListedTool, place: &str) {
    let name = &tool.name;
    // Writing to a string does not fail.
    let _ = writeln!(text, "{name} ({place})");
    if let Some(title) = &tool.title {
        let _ = writeln!(text, "  title: {title}");
    }
    let hints = tool.annotations.as_ref();
    let hints = hints.and_then(|hints| serde_json::to_value(hints).ok());
    for (hint, value) in hints
        .as_ref()
        .and_then(|hints| hints.as_object())
        .into_iter()
        .flatten()
    {
        let _ = writeln!(text, "  {hint}: {value}");
    }
    push_indented(text, tool.description.as_deref().unwrap_or_default());
    push_schema(text, "input", &tool.input_schema);
    if let Some(output) = &tool.output_schema {
        push_schema(text, "output", output);
    }
    text.push('\n');
}

fn push_schema(text: &mut String, what: &str, schema: &JsonObject) {
    let mut schema = schema.clone();
    // The order of definitions means nothing, and depends on who came upon them first.
    if let Some(Value::Object(definitions)) = schema.get_mut("$defs") {
        definitions.sort_keys();
    }
    let schema = serde_json::to_string_pretty(&schema).unwrap_or_default();
    let _ = writeln!(text, "  {what}:");
    push_indented(text, &schema);
}

fn push_indented(text: &mut String, lines: &str) {
    for line in lines.lines() {
        let _ = writeln!(text, "{}", format!("    {line}").trim_end());
    }
}
