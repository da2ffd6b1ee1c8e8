//! The schema texts of an API, planned: what is shared, what stands where.

use indexmap::IndexMap;

use crate::model::Api;

/// How texts are made.
#[derive(Clone, Debug, Default)]
pub struct TextSettings {}

/// The texts of an API.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaTexts {
    /// The spec's own definitions by key.
    pub faithful_definitions: IndexMap<String, Vec<PartPlan>>,
    /// The definitions in the form that every client accepts, by key.
    pub portable_definitions: IndexMap<String, Vec<PartPlan>>,
    /// One for each operation.
    pub inputs: Vec<InputTexts>,
    /// One for each operation.
    pub outputs: Vec<Option<OutputText>>,
}

/// The input schema of an operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputTexts {
    /// The spec's own.
    pub faithful: TextPlan,
    /// What every client accepts.
    pub portable: TextPlan,
}

/// The output schema of an operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputText {
    /// What every client accepts.
    pub portable: TextPlan,
    /// Whether it is wrapped as `{"result": …}`.
    pub wrapped: bool,
}

/// A text in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextPlan {
    /// To be joined in order.
    pub parts: Vec<PartPlan>,
    /// Keys of the definitions it refers to.
    pub definitions: Vec<String>,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartPlan {
    /// JSON text.
    Text(String),
    /// The text of the definition of that key.
    Inline(String),
}

/// Plans the texts of an API.
pub fn plan(api: &Api, _: &TextSettings) -> SchemaTexts {
    let text = |schema: &serde_json::Value| vec![PartPlan::Text(schema.to_string())];
    let definitions: IndexMap<_, _> = api
        .definitions
        .iter()
        .map(|(key, definition)| (key.clone(), text(&definition.schema)))
        .collect();
    let whole = |schema: &serde_json::Value| TextPlan {
        parts: text(schema),
        definitions: definitions.keys().cloned().collect(),
    };
    SchemaTexts {
        inputs: api
            .operations
            .iter()
            .map(|operation| InputTexts {
                faithful: whole(&operation.input),
                portable: whole(&operation.input),
            })
            .collect(),
        outputs: api
            .operations
            .iter()
            .map(|operation| {
                let portable = whole(operation.output.as_ref()?);
                Some(OutputText {
                    portable,
                    wrapped: false,
                })
            })
            .collect(),
        portable_definitions: definitions.clone(),
        faithful_definitions: definitions,
    }
}
