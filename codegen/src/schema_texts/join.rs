//! Joins the parts of a schema to its text and its value. The document beside generated code, reports and tests take
//! schemas from here. The runtime joins nothing: it has the values of the document.

use indexmap::IndexMap;
use serde_json::Value;

use super::{PartPlan, SchemaTexts, TextPlan};

impl SchemaTexts {
    /// The portable input schema of the operation of that index, `null` where there is none.
    pub fn portable_input(&self, index: usize) -> Value {
        parse_schema_text(&self.portable_input_text(index))
    }

    /// The text of the portable input schema, as clients are shown it.
    pub fn portable_input_text(&self, index: usize) -> String {
        self.inputs
            .get(index)
            .map(|input| self.join(&input.portable, &self.portable_definitions))
            .unwrap_or_default()
    }

    /// The faithful input schema of the operation of that index, `null` where there is none.
    pub fn faithful_input(&self, index: usize) -> Value {
        let input = self.inputs.get(index);
        let text = input.map(|input| self.join(&input.faithful, &self.faithful_definitions));
        parse_schema_text(&text.unwrap_or_default())
    }

    /// The text of the faithful input schema of the operation of that index, whose definitions are elsewhere.
    pub(crate) fn faithful_root_text(&self, index: usize) -> String {
        let input = self.inputs.get(index);
        let text = input.map(|input| self.with_references(&input.faithful.parts));
        text.unwrap_or_default()
    }

    /// The definition that faithful schemas refer to by that key.
    pub(crate) fn faithful_definition(&self, key: &str) -> Option<Value> {
        let parts = self.faithful_definitions.get(key)?;
        Some(parse_schema_text(&self.with_references(parts)))
    }

    /// Parts as one text, in which each definition is a reference.
    fn with_references(&self, parts: &[PartPlan]) -> String {
        let mut text = String::new();
        for part in parts {
            match part {
                PartPlan::Text(piece) => text.push_str(piece),
                PartPlan::Inline(key) => {
                    text.push_str(&format!("{{\"$ref\":\"#/$defs/{key}\"}}"));
                }
                PartPlan::Annotated(opening, key) => {
                    text.push_str(&format!("{opening}\"$ref\":\"#/$defs/{key}\"}}"));
                }
            }
        }
        text
    }

    /// The portable output schema of the operation of that index, `null` where there is none.
    pub fn portable_output(&self, index: usize) -> Value {
        let output = self.outputs.get(index).and_then(Option::as_ref);
        let text = output.map(|output| self.join(&output.portable, &self.portable_definitions));
        parse_schema_text(&text.unwrap_or_default())
    }

    /// Parts as one text, with the definitions of the plan under `$defs` and the others in their places.
    fn join(&self, plan: &TextPlan, definitions: &IndexMap<String, Vec<PartPlan>>) -> String {
        let joiner = Joiner { plan, definitions };
        joiner.join()
    }
}

/// Reads the text of a schema, `null` where there is none.
pub(crate) fn parse_schema_text(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

struct Joiner<'a> {
    plan: &'a TextPlan,
    definitions: &'a IndexMap<String, Vec<PartPlan>>,
}

impl Joiner<'_> {
    fn join(&self) -> String {
        let mut text = String::new();
        self.push(&mut text, &self.plan.parts);
        if self.plan.definitions.is_empty() {
            return text;
        }
        // The brace that closes the schema, which comes back behind the definitions.
        text.pop();
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str("\"$defs\":{");
        for (index, key) in self.plan.definitions.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            text.push_str(&format!("\"{key}\":"));
            self.push(&mut text, self.parts(key));
        }
        text.push_str("}}");
        text
    }

    fn push(&self, text: &mut String, parts: &[PartPlan]) {
        for part in parts {
            match part {
                PartPlan::Text(piece) => text.push_str(piece),
                PartPlan::Inline(key) if self.plan.definitions.contains(key) => {
                    text.push_str(&format!("{{\"$ref\":\"#/$defs/{key}\"}}"));
                }
                PartPlan::Inline(key) => self.push(text, self.parts(key)),
                PartPlan::Annotated(opening, key) => {
                    text.push_str(opening);
                    if self.plan.definitions.contains(key) {
                        text.push_str(&format!("\"$ref\":\"#/$defs/{key}\"}}"));
                    } else {
                        self.push(text, self.parts(key).get(1..).unwrap_or_default());
                    }
                }
            }
        }
    }

    fn parts(&self, key: &str) -> &[PartPlan] {
        self.definitions.get(key).map_or(&[], Vec::as_slice)
    }
}
