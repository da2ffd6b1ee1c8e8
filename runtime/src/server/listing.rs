use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use rmcp::model::{JsonObject, Tool as ListedTool, ToolAnnotations};

use crate::api::Api;
use crate::text::SchemaText;
use crate::tool::{Annotations, Tool};

/// The tools in rmcp's form, made when they are first asked for and kept.
#[derive(Debug, Default)]
pub(super) struct Listing(OnceLock<Vec<ListedTool>>);

impl Listing {
    /// The tools of `api`, in its order.
    pub(super) fn of(&self, api: &'static Api) -> &[ListedTool] {
        self.0
            .get_or_init(|| api.tools.iter().map(|tool| listed(tool)).collect())
    }
}

fn listed(tool: &'static Tool) -> ListedTool {
    let description = (!tool.description.is_empty()).then_some(Cow::Borrowed(tool.description));
    let input = schema(tool, &tool.input.portable);
    let mut listed = ListedTool::new_with_raw(tool.name, description, input)
        .with_annotations(hints(tool.annotations));
    if !tool.title.is_empty() {
        listed = listed.with_title(tool.title);
    }
    if let Some(output) = &tool.output {
        listed = listed.with_raw_output_schema(schema(tool, &output.portable));
    }
    listed
}

fn hints(annotations: Annotations) -> ToolAnnotations {
    ToolAnnotations::new()
        .read_only(annotations.read_only)
        .destructive(annotations.destructive)
        .idempotent(annotations.idempotent)
        .open_world(annotations.open_world)
}

/// The schema as a JSON object. One that isn't JSON (the tables may be hand-written) becomes the
/// schema of any object, so that the other tools can still be listed.
fn schema(tool: &Tool, text: &SchemaText) -> Arc<JsonObject> {
    let parsed = serde_json::from_str(&text.join()).unwrap_or_else(|error| {
        tracing::error!(tool = tool.name, %error, "the schema is no JSON object");
        JsonObject::from_iter([("type".to_owned(), "object".into())])
    });
    Arc::new(parsed)
}
