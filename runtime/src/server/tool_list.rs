//! The tools of a server as a text that people review.

use std::sync::Arc;

use rmcp::model::JsonObject;
use serde_json::{Map, Value};
use toolwright_inspect::ReviewedTool;

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
/// in which a change is a few lines. In the order of
/// their names; without ways to name files, which the operator opens. The compiler's
/// `Report::tool_list` is the same text.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// let listed = toolwright::tool_list(&pets::API);
/// assert!(listed.contains("get_pet") && listed.contains("Show one pet"));
/// ```
pub fn tool_list(tools: impl Into<ListedTools>) -> String {
    write_tools(tools.into(), |tool| tool.to_text())
}

/// What [`assert_tools!`](crate::assert_tools) keeps: the [`tool_list`], or of more than 3,000 tools a line each, with a number
/// that changes when its part of the list does. The whole list would have hundreds of megabytes, which few servers of git accept.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// assert_eq!(toolwright::tool_snapshot(&pets::API), toolwright::tool_list(&pets::API));
/// ```
pub fn tool_snapshot(tools: impl Into<ListedTools>) -> String {
    let tools = tools.into();
    let write = ReviewedTool::snapshot_form(tools.0.len());
    write_tools(tools, write)
}

fn write_tools(
    ListedTools(mut tools): ListedTools,
    write: impl Fn(ReviewedTool<'_>) -> String,
) -> String {
    let ways = AllowedSources::default();
    tools.sort_by_key(|tool| tool.name);
    let mut expander = Expander::for_list();
    let texts = tools.into_iter().map(|tool| {
        let place = match tool.upstream_operation {
            Some((method, path)) => format!("{} {path}", method.as_str()),
            None => "by hand".to_owned(),
        };
        let listed = to_listed_tool(&tool, &ways, &mut expander);
        let hints = listed.annotations.as_ref();
        let hints = hints.and_then(|hints| serde_json::to_value(hints).ok());
        write(ReviewedTool {
            name: &listed.name,
            place: &place,
            title: listed.title.as_deref(),
            hints: hints
                .as_ref()
                .and_then(Value::as_object)
                .unwrap_or(&Map::new()),
            description: listed.description.as_deref().unwrap_or_default(),
            input: into_value(listed.input_schema),
            output: listed.output_schema.map(into_value),
        })
    });
    texts.collect()
}

fn into_value(schema: Arc<JsonObject>) -> Value {
    Value::Object(Arc::unwrap_or_clone(schema))
}
