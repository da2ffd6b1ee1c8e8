//! What tools cost in the context of a model, estimated from the bytes of the JSON that
//! `tools/list` shows. Nothing is tokenized: the tokenizers of most models are not public, and the
//! estimate has to be the same on every machine.

use std::iter::Sum;

use serde_json::{Map, Value, json};

use super::{ListedTool, Report};
use crate::model::ListedAnnotations;

/// Bytes of compact JSON that make a token.
///
/// Held against the tokenizer `o200k_base` over the lists of 44 specs (5,000 tools, 17.8 MB): 4.5
/// bytes a token in all, 3.3 to 5.0 for single specs, so the estimate is some 13 % high and in the
/// worst case 17 % low. Other models' tokenizers are not public; all of them are in that range.
const BYTES_PER_TOKEN: usize = 4;

/// What tools cost in a model's context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// Bytes of the JSON that `tools/list` shows.
    pub bytes: usize,
}

impl Cost {
    /// Tokens, estimated as a fourth of the bytes.
    ///
    /// ```
    /// use toolwright_codegen::report::Cost;
    ///
    /// assert_eq!(Cost { bytes: 401 }.tokens(), 101);
    /// ```
    pub fn tokens(self) -> usize {
        self.bytes.div_ceil(BYTES_PER_TOKEN)
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        let bytes = costs.map(|cost| cost.bytes).sum();
        Self { bytes }
    }
}

impl Report {
    /// What all tools cost.
    pub fn cost(&self) -> Cost {
        self.tools.iter().map(ListedTool::cost).sum()
    }
}

impl ListedTool {
    /// What the tool costs.
    pub fn cost(&self) -> Cost {
        // Measured on the JSON that is listed, not on the spec: descriptions are truncated and
        // schemas fitted by now.
        let bytes = self.listed_json().to_string().len();
        Cost { bytes }
    }

    /// The tool as the server lists it.
    fn listed_json(&self) -> Value {
        let mut listed = Map::new();
        listed.insert("name".to_owned(), json!(self.name));
        if !self.title.is_empty() {
            listed.insert("title".to_owned(), json!(self.title));
        }
        listed.insert("description".to_owned(), json!(self.shown_description()));
        listed.insert("inputSchema".to_owned(), self.input_schema.clone());
        if let Some(output) = &self.output_schema {
            listed.insert("outputSchema".to_owned(), output.clone());
        }
        listed.insert(
            "annotations".to_owned(),
            Value::Object(self.annotations.hints_json()),
        );
        Value::Object(listed)
    }

    /// The description that the server lists: some clients refuse a tool without one.
    pub fn shown_description(&self) -> &str {
        [&self.description, &self.title]
            .into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or(&self.path)
    }
}

impl ListedAnnotations {
    /// All hints, as the runtime lists them: app directories reject tools that leave one to MCP's defaults.
    pub(super) fn hints_json(self) -> Map<String, Value> {
        let hints = [
            ("readOnlyHint", self.read_only),
            ("destructiveHint", self.may_destroy()),
            ("idempotentHint", self.idempotent),
            ("openWorldHint", self.open_world),
        ];
        let hints = hints.into_iter();
        hints
            .map(|(name, hint)| (name.to_owned(), json!(hint)))
            .collect()
    }
}
