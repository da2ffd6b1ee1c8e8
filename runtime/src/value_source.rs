//! Which tools return values for the arguments of a tool: the compiler's table, as the document beside generated code has
//! it. It is read when tools are listed and when a call has failed, never for a call that succeeds.

use crate::json::Json;
use crate::tool_info::ToolInfo;

/// A tool that returns a value for an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValueSource {
    pub(crate) argument: String,
    /// The name of the tool.
    pub(crate) tool: String,
    /// Where its response has the value, if that is known: `results[].id`.
    pub(crate) place: String,
}

impl ValueSource {
    /// Where to get a value, for models.
    pub(crate) fn to_sentence(&self) -> String {
        describe_source(&self.argument, &self.tool, &self.place)
    }
}

/// Where to get the value of an argument, for models.
pub(crate) fn describe_source(argument: &str, tool: &str, place: &str) -> String {
    match place {
        "" => format!("`{argument}` is returned by {tool}."),
        place => format!("`{argument}` is returned by {tool} as {place}."),
    }
}

impl ToolInfo {
    /// The tools that return values for its arguments, whether this server has them or not: argument by argument, the
    /// likeliest first.
    pub(crate) fn value_sources(&self) -> Vec<ValueSource> {
        let needs = self.schemas.needs_of_tool(self.name);
        let needs: Option<Json> = needs.and_then(|text| serde_json::from_str(&text).ok());
        let arguments = needs.as_ref().and_then(Json::as_object);
        let mut sources = Vec::new();
        for (argument, tools) in arguments.into_iter().flatten() {
            let tools = tools.as_array().into_iter().flatten();
            for written in tools.filter_map(Json::as_str) {
                let (tool, place) = written.split_once(' ').unwrap_or((written, ""));
                sources.push(ValueSource {
                    argument: argument.clone(),
                    tool: tool.to_owned(),
                    place: place.to_owned(),
                });
            }
        }
        sources
    }
}
