use std::sync::OnceLock;

use rmcp::model::{JsonObject, Tool as ListedTool, ToolAnnotations};

use super::outputs::relax;
use super::ways::Ways;
use crate::api::Api;
use crate::http::HttpExecutor;
use crate::tool::{Annotations, Tool};

/// The tools in rmcp's form, made when they are first asked for and kept.
#[derive(Debug, Default)]
pub(super) struct Listing(OnceLock<Vec<ListedTool>>);

impl Listing {
    /// The tools of `api`, in its order, as far as `executor` can serve them.
    pub(super) fn of(&self, api: &'static Api, executor: &HttpExecutor) -> &[ListedTool] {
        self.0.get_or_init(|| {
            let ways = Ways::of(executor);
            api.tools
                .iter()
                .map(|tool| listed(api, tool, &ways))
                .collect()
        })
    }

    /// A tool of `api` in rmcp's form.
    pub(super) fn tool(
        &self,
        api: &'static Api,
        executor: &HttpExecutor,
        tool: &Tool,
    ) -> Option<&ListedTool> {
        let index = api.tools.iter().position(|one| one.name == tool.name)?;
        self.of(api, executor).get(index)
    }
}

pub(super) fn listed(api: &'static Api, tool: &'static Tool, ways: &Ways) -> ListedTool {
    let (schemas, input) = (api.schemas, &tool.input);
    let mut input = schema(tool, &schemas.portable(input.portable(), input.referenced));
    ways.add_to(&mut input);
    let mut listed = ListedTool::new(tool.name, description(tool), input)
        .with_annotations(hints(tool.annotations));
    if !tool.title.is_empty() {
        listed = listed.with_title(tool.title);
    }
    if let Some(output) = &tool.output {
        let text = schemas.portable(output.portable, output.referenced);
        let mut schema = schema(tool, &text);
        relax(tool, output, &mut schema);
        listed = listed.with_raw_output_schema(schema.into());
    }
    listed
}

/// Some clients refuse a tool without a description.
fn description(tool: &Tool) -> &'static str {
    [tool.description, tool.title]
        .into_iter()
        .find(|text| !text.is_empty())
        .unwrap_or(tool.path)
}

/// The hints that are not MCP's defaults, and whether a tool that writes destroys, where that is
/// known: tokens count.
fn hints(annotations: Annotations) -> ToolAnnotations {
    let mut hints = ToolAnnotations::new();
    if annotations.read_only {
        hints = hints.read_only(true);
    } else {
        if let Some(destructive) = annotations.destructive {
            hints = hints.destructive(destructive);
        }
        if annotations.idempotent {
            hints = hints.idempotent(true);
        }
    }
    if !annotations.open_world {
        hints = hints.open_world(false);
    }
    hints
}

/// The schema as a JSON object. One that isn't JSON (the tables may be hand-written) becomes the
/// schema of any object, so that the other tools can still be listed.
fn schema(tool: &Tool, text: &str) -> JsonObject {
    serde_json::from_str(text).unwrap_or_else(|error| {
        tracing::error!(tool = tool.name, %error, "the schema is no JSON object");
        JsonObject::from_iter([("type".to_owned(), "object".into())])
    })
}
