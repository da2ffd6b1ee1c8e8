use indexmap::IndexMap;
use serde_json::Value;

use super::{PartPlan, SchemaTexts, TextPlan};

type Definitions = IndexMap<String, Vec<PartPlan>>;

impl SchemaTexts {
    /// The portable input schema of the operation of that index, `null` where there is none.
    pub fn portable_input(&self, index: usize) -> Value {
        parsed(&self.portable_input_text(index))
    }

    /// The text of the portable input schema, as the server joins it.
    pub fn portable_input_text(&self, index: usize) -> String {
        self.inputs
            .get(index)
            .map(|input| join(&input.portable, &self.portable_definitions))
            .unwrap_or_default()
    }

    /// The faithful input schema of the operation of that index, `null` where there is none.
    pub fn faithful_input(&self, index: usize) -> Value {
        let input = self.inputs.get(index);
        let text = input.map(|input| join(&input.faithful, &self.faithful_definitions));
        parsed(&text.unwrap_or_default())
    }

    /// The portable output schema of the operation of that index, `null` where there is none.
    pub fn portable_output(&self, index: usize) -> Value {
        let output = self.outputs.get(index).and_then(Option::as_ref);
        let text = output.map(|output| join(&output.portable, &self.portable_definitions));
        parsed(&text.unwrap_or_default())
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// What the runtime's `SchemaText::join` does.
fn join(plan: &TextPlan, known: &Definitions) -> String {
    let mut text = String::new();
    push(&mut text, &plan.parts, plan, known);
    if plan.definitions.is_empty() {
        return text;
    }
    text.pop();
    if text.len() > 1 {
        text.push(',');
    }
    text.push_str("\"$defs\":{");
    for (index, key) in plan.definitions.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&format!("\"{key}\":"));
        push(&mut text, parts(key, known), plan, known);
    }
    text.push_str("}}");
    text
}

fn push(text: &mut String, pieces: &[PartPlan], plan: &TextPlan, known: &Definitions) {
    for piece in pieces {
        match piece {
            PartPlan::Text(piece) => text.push_str(piece),
            PartPlan::Inline(key) if plan.definitions.contains(key) => {
                text.push_str(&format!("{{\"$ref\":\"#/$defs/{key}\"}}"));
            }
            PartPlan::Inline(key) => push(text, parts(key, known), plan, known),
            PartPlan::Annotated(opening, key) => {
                text.push_str(opening);
                if plan.definitions.contains(key) {
                    text.push_str(&format!("\"$ref\":\"#/$defs/{key}\"}}"));
                } else {
                    let rest = parts(key, known).get(1..).unwrap_or_default();
                    push(text, rest, plan, known);
                }
            }
        }
    }
}

fn parts<'a>(key: &str, known: &'a Definitions) -> &'a [PartPlan] {
    known.get(key).map_or(&[], Vec::as_slice)
}
