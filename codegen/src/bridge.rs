//! What the REST bridge of a server says of each operation, in the words of OpenAPI 3.0.
//!
//! From the model and the listed schemas, before `emit` writes it. The words are those of `toolwright-inspect`, which a
//! server uses as well for tools that no compiler has seen.

use serde_json::{Map, Value};
use toolwright_inspect::openapi::{DocumentedTool, ToolTexts};

use crate::history::ListVersion;
use crate::model::{Api, Operation, TagDescription};
use crate::schema_texts::SchemaTexts;

/// What the bridge says of an API; mirrors the runtime's `Bridge`.
///
/// ```
/// # use toolwright_codegen::Builder;
/// use toolwright_codegen::bridge::describe_for_bridge;
/// # use toolwright_codegen::schema_texts::{TextSettings, plan};
///
/// # let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// # let texts = plan(modelled.api(), &TextSettings::default());
/// let bridge = describe_for_bridge(modelled.api(), &texts);
/// assert_eq!(bridge.tools.len(), modelled.api().operations.len());
/// assert!(bridge.contact.is_empty());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bridge {
    /// The Contact Object of the spec as JSON; empty if there is none.
    pub contact: String,
    /// The tags of the spec.
    pub tags: Vec<TagDescription>,
    /// One for each operation, sorted by the names of tools.
    pub tools: Vec<ToolTexts>,
    /// The versions of the list of tools, the oldest first.
    pub history: Vec<ListVersion>,
}

/// Describes the operations of an API, without a history.
///
/// ```
/// # use toolwright_codegen::Builder;
/// # use toolwright_codegen::bridge::describe_for_bridge;
/// # use toolwright_codegen::schema_texts::{TextSettings, plan};
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let texts = plan(modelled.api(), &TextSettings::default());
/// let described = describe_for_bridge(modelled.api(), &texts);
/// assert!(described.tools[0].path.contains("requestBody"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
pub fn describe_for_bridge(api: &Api, texts: &SchemaTexts) -> Bridge {
    let operations = api.operations_by_tool().into_iter();
    let tools = operations.map(|(index, operation)| {
        let text = texts.portable_input_text(index);
        let schema = serde_json::from_str(&text).unwrap_or_else(|_| Value::Object(Map::new()));
        describe_tool(operation, &schema)
    });
    Bridge {
        contact: api
            .contact
            .as_ref()
            .map(Value::to_string)
            .unwrap_or_default(),
        tags: api.tags.clone(),
        tools: tools.collect(),
        history: Vec::new(),
    }
}

fn describe_tool(operation: &Operation, schema: &Value) -> ToolTexts {
    let tags: Vec<&str> = operation.tags.iter().map(String::as_str).collect();
    let tool = DocumentedTool {
        name: &operation.tool,
        title: &operation.title,
        description: match (operation.description.as_str(), operation.title.as_str()) {
            ("", "") => &operation.path,
            (description, _) => description,
        },
        tags: &tags,
        schema,
    };
    tool.describe()
}
