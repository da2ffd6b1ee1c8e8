//! An operation in as few words as a model can call it by: what it does, each parameter in one line, where its values
//! come from, and how it is called. Takes a parsed `ToolSchema` and gives JSON. What does not fit into the length that
//! is allowed is left out in a fixed order, and the answer then says what, and how to get it.

use serde_json::{Map, Value, json};

use crate::parameter_lines::{Omission, list_parameters};
use crate::tool_schema::ToolSchema;

/// An operation of an API, in brief.
///
/// ```
/// use serde_json::json;
/// use toolwright_inspect::{BriefOperation, ToolSchema};
///
/// let schema = json!({
///     "type": "object",
///     "properties": {
///         "petId": {"type": "integer", "description": "Number of the pet"},
///         "fields": {"type": "string", "default": "all", "enum": ["all", "name"]},
///     },
///     "required": ["petId"],
/// });
/// let operation = BriefOperation {
///     schema: &ToolSchema::parse("get_pet", "", &schema),
///     method: "GET",
///     path: "/pets/{petId}",
///     summary: "Returns a pet",
///     needs: vec![("petId", "list_pets")],
///     call: "shop_endpoint_executor",
///     output: None,
/// };
/// assert_eq!(operation.write_nested(1000), concat!(
///     r#"{"success":true,"tool_name":"get_pet","method":"GET","endpoint_path":"/pets/{petId}","#,
///     r#""summary":"Returns a pet","parameters":["#,
///     r#""- petId (integer, required): Number of the pet","#,
///     r#""- fields (string, optional). Default: all. Values: all, name"],"#,
///     r#""needs":{"petId":"list_pets"},"call":"shop_endpoint_executor"}"#,
/// ));
/// ```
#[derive(Clone, Debug)]
pub struct BriefOperation<'a> {
    /// Its tool, with the schema of its arguments.
    pub schema: &'a ToolSchema,
    /// Its method.
    pub method: &'a str,
    /// Its path, with placeholders.
    pub path: &'a str,
    /// What it does, in one line.
    pub summary: &'a str,
    /// The names of parameters, each with the tool that returns a value for it.
    pub needs: Vec<(&'a str, &'a str)>,
    /// How it is called, in one line.
    pub call: &'a str,
    /// The schema of its result, if that is asked for.
    pub output: Option<Value>,
}

impl BriefOperation<'_> {
    /// The operation with a line for each parameter and, indented below it, for each of its members. Members that were
    /// listed before are referred to by where they were listed.
    ///
    /// A text of more than `max_bytes` is shortened: first the output schema is left out, then the descriptions of
    /// optional parameters, their details, these parameters, and last the details of required ones. Required
    /// parameters always have their names and types, so that the text may be longer still.
    pub fn write_nested(&self, max_bytes: usize) -> String {
        let mut lines = self.parameter_lines(Omission::Nothing);
        let mut left_out = Vec::new();
        let mut text = self.write_answer(&lines, &left_out);
        for omission in Omission::STEPS {
            if text.len() <= max_bytes {
                break;
            }
            let shorter = self.parameter_lines(omission);
            let is_shorter = match omission {
                Omission::Output => self.output.is_some(),
                _ => shorter != lines,
            };
            // Nothing is said to be left out that the operation does not have.
            if is_shorter {
                lines = shorter;
                add_omission(&mut left_out, omission);
                text = self.write_answer(&lines, &left_out);
            }
        }
        text
    }

    /// The operation with its parameters as a signature. If that is longer than `max_bytes`, the output schema is left
    /// out.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::{BriefOperation, ToolSchema};
    /// let operation = BriefOperation {
    ///     schema: &ToolSchema::parse("get_pet", "", &json!({"properties": {"id": {"type": "integer"}}})),
    ///     method: "GET",
    ///     path: "/pet",
    ///     summary: "",
    ///     needs: Vec::new(),
    ///     call: "get_pet",
    ///     output: None,
    /// };
    /// assert!(operation.write_compact(1000).contains(r#""signature":"get_pet(id?: integer)""#));
    /// ```
    pub fn write_compact(&self, max_bytes: usize) -> String {
        let mut answer = self.begin_answer();
        answer.insert("signature".to_owned(), self.schema.format_compact().into());
        self.finish_answer(&mut answer);
        let mut whole = answer.clone();
        match &self.output {
            None => return Value::Object(answer).to_string(),
            Some(output) => whole.insert("output_schema".to_owned(), output.clone()),
        };
        let text = Value::Object(whole).to_string();
        if text.len() <= max_bytes {
            return text;
        }
        let left_out = format!(
            "{}: ask with a larger max_tokens",
            Omission::Output.description()
        );
        answer.insert("left_out".to_owned(), left_out.into());
        Value::Object(answer).to_string()
    }

    fn write_answer(&self, lines: &[String], left_out: &[Omission]) -> String {
        let mut answer = self.begin_answer();
        answer.insert("parameters".to_owned(), lines.into());
        self.finish_answer(&mut answer);
        if let Some(output) = &self.output
            && !left_out.contains(&Omission::Output)
        {
            answer.insert("output_schema".to_owned(), output.clone());
        }
        if let Some(last) = left_out.last() {
            let parts: Vec<&str> = left_out
                .iter()
                .map(|omission| omission.description())
                .collect();
            let pointer = match last {
                Omission::Output => "",
                _ => ", or with schema_pointer for a part, such as /properties/NAME",
            };
            let left_out = format!(
                "{}: ask with a larger max_tokens{pointer}",
                parts.join(", ")
            );
            answer.insert("left_out".to_owned(), left_out.into());
        }
        Value::Object(answer).to_string()
    }

    fn begin_answer(&self) -> Map<String, Value> {
        let identification = json!({
            "success": true,
            "tool_name": self.schema.tool_name,
            "method": self.method,
            "endpoint_path": self.path,
            "summary": self.summary,
        });
        match identification {
            Value::Object(answer) => answer,
            _ => Map::new(),
        }
    }

    fn finish_answer(&self, answer: &mut Map<String, Value>) {
        let needs = self.needs.iter();
        let needs = needs.map(|(argument, tool)| ((*argument).to_owned(), Value::from(*tool)));
        let needs: Map<String, Value> = needs.collect();
        if !needs.is_empty() {
            answer.insert("needs".to_owned(), needs.into());
        }
        answer.insert("call".to_owned(), self.call.into());
    }

    fn parameter_lines(&self, omission: Omission) -> Vec<String> {
        let mut lines = list_parameters(&self.schema.parameters, omission);
        // A schema may require what it does not describe, which must be given all the same.
        let required = self.schema.required_params.iter();
        let undescribed = required.filter(|name| self.schema.parameter(name).is_none());
        let undescribed = undescribed.map(|name| format!("- {name} (any, required)"));
        lines.extend(undescribed);
        lines
    }
}

/// What optional parameters lose includes what they lost before.
fn add_omission(left_out: &mut Vec<Omission>, omission: Omission) {
    if omission < Omission::RequiredDetails {
        left_out.retain(|before| *before <= Omission::Output);
    }
    left_out.push(omission);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(schema: &Value, output: Option<Value>, max_bytes: usize) -> Value {
        let operation = BriefOperation {
            schema: &ToolSchema::parse("add_pet", "", schema),
            method: "POST",
            path: "/pets",
            summary: "Adds a pet",
            needs: Vec::new(),
            call: "x",
            output,
        };
        serde_json::from_str(&operation.write_nested(max_bytes)).expect("is JSON")
    }

    fn pet_schema() -> Value {
        let owner = json!({"type": "object", "description": "Who has it. ".repeat(9), "properties": {
            "name": {"type": "string"}, "city": {"type": "string"}, "street": {"type": "string"},
        }});
        json!({
            "properties": {
                "name": {"type": "string", "enum": ["Rex", "Cleo"], "description": "What it is called."},
                "owner": owner,
                "keeper": owner,
                "born": {"type": "string", "format": "date"},
                "toys": {"type": "array", "items": {"type": "object", "properties": {"kind": {"type": "string"}}}},
            },
            "required": ["name", "code"],
        })
    }

    #[test]
    fn members_are_listed_once() {
        let answer = write(&pet_schema(), None, 10_000);
        let text = "Who has it. ".repeat(9);
        let text = text.trim();
        assert_eq!(
            answer["parameters"],
            json!([
                "- name (string, required): What it is called. Values: Rex, Cleo",
                format!("- owner (object, optional): {text}"),
                "  - name (string, optional)",
                "  - city (string, optional)",
                "  - street (string, optional)",
                format!("- keeper (object, optional): {text}"),
                "  (as in owner)",
                "- born (string, optional). Format: date",
                "- toys (array of object, optional)",
                "  - kind (string, optional)",
                "- code (any, required)",
            ])
        );
    }

    #[test]
    fn an_answer_says_what_it_leaves_out_and_keeps_names_of_required_parameters() {
        let output = || Some(json!({"type": "object", "description": "x".repeat(200)}));
        let whole = write(&pet_schema(), output(), 10_000);
        assert!(whole["left_out"].is_null() && whole["output_schema"].is_object());
        let mut before = whole.to_string().len();
        for left_out in [
            "the output schema: ask with a larger max_tokens",
            "the output schema, descriptions of optional parameters: ask",
            "the output schema, details of optional parameters: ask",
            "the output schema, optional parameters: ask",
        ] {
            let answer = write(&pet_schema(), output(), before - 1);
            let text = answer["left_out"].as_str().expect("is text");
            assert!(text.starts_with(left_out), "{text}");
            before = answer.to_string().len();
        }
        let least = write(&pet_schema(), output(), 1);
        assert_eq!(
            least["parameters"],
            json!([
                "- name (string, required). Values: Rex, Cleo",
                "- code (any, required)"
            ])
        );
    }

    #[test]
    fn an_answer_does_not_leave_out_what_the_operation_lacks() {
        let text = |text: &str| json!({"type": "string", "description": text});
        let required =
            json!({"properties": {"name": text("What it is called.")}, "required": ["name"]});
        let least = write(&required, None, 1);
        assert_eq!(least["parameters"], json!(["- name (string, required)"]));
        let left_out = least["left_out"].as_str().expect("is text");
        assert!(
            left_out.starts_with("details of required parameters: ask"),
            "{left_out}"
        );
        let nothing = write(&json!({}), None, 1);
        assert!(nothing["left_out"].is_null(), "{nothing}");
        let output = write(&json!({}), Some(json!({"type": "object"})), 1);
        assert_eq!(
            output["left_out"],
            "the output schema: ask with a larger max_tokens"
        );
    }

    #[test]
    fn a_recursive_schema_says_how_to_ask_for_what_is_in_it() {
        let schema = json!({
            "properties": {"tree": {"$ref": "#/$defs/Node"}},
            "$defs": {"Node": {"type": "object", "properties": {
                "name": {"type": "string"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                "parent": {"$ref": "#/$defs/Node"},
            }}},
        });
        assert_eq!(
            write(&schema, None, 10_000)["parameters"],
            json!([
                "- tree (object, optional)",
                "  - name (string, optional)",
                "  - children (array of object, optional)",
                "    (members: ask with schema_pointer)",
                "  - parent (object, optional)",
                "    (members: ask with schema_pointer)",
            ])
        );
    }

    #[test]
    fn values_of_maps_have_types() {
        let schema = json!({"properties": {
            "labels": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 9}},
            "ports": {"type": "object", "additionalProperties": {"type": "array", "items": {
                "type": "object", "properties": {"port": {"type": "integer"}}, "required": ["port"],
            }}},
            "config": {
                "type": "object",
                "properties": {"name": {"type": "string"}},
                "additionalProperties": {"type": "integer"},
            },
            "any": {"type": "object", "additionalProperties": true},
            "tree": {"$ref": "#/$defs/Tree"},
        }, "$defs": {"Tree": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Tree"}}}});
        assert_eq!(
            write(&schema, None, 10_000)["parameters"],
            json!([
                "- labels (map of string, optional). Length of values: at most 9 characters",
                "- ports (map of array of object, optional)",
                "  - port (integer, required)",
                "- config (object, optional)",
                "  - name (string, optional)",
                "  - any other name (integer, optional)",
                "- any (object, optional)",
                "- tree (map of object, optional)",
                "  (members: ask with schema_pointer)",
            ])
        );
    }

    #[test]
    fn alternatives_of_an_object_say_which_members_belong_together() {
        let form = |kind: &str, name: &str| {
            json!({
                "type": "object",
                "properties": {"type": {"const": kind}, name: {"type": "string"}, "note": {"type": "string"}},
                "required": ["type", name],
            })
        };
        let schema = json!({"properties": {
            "payment": {"oneOf": [form("card", "number"), {"$ref": "#/$defs/Account"}, {"type": "null"}]},
            "shops": {"type": "array", "items": {"anyOf": [form("a", "x"), form("b", "y")]}},
            "same": {"oneOf": [form("card", "number"), form("card", "number")]},
        }, "required": ["payment"], "$defs": {"Account": form("account", "iban")}});
        assert_eq!(
            write(&schema, None, 10_000)["parameters"],
            json!([
                "- payment (object or null, required)",
                "  (one of these forms: type: card, number, note? | type: account, iban, note?)",
                "  - type (any, required). Values: card, account",
                "  - number (string, optional)",
                "  - note (string, optional)",
                "  - iban (string, optional)",
                "- shops (array of object, optional)",
                "  (one of these forms: type: a, x, note? | type: b, y, note?)",
                "  - type (any, required). Values: a, b",
                "  - x (string, optional)",
                "  - note (string, optional)",
                "  - y (string, optional)",
                "- same (object, optional)",
                "  - type (any, required). Values: card",
                "  - number (string, required)",
                "  - note (string, optional)",
            ])
        );
    }

    #[test]
    fn parameters_that_may_be_null_or_are_deprecated_say_so() {
        let schema = json!({"properties": {
            "name": {"type": ["string", "null"]},
            "old": {"type": "integer", "deprecated": true},
            "tags": {"type": "array", "items": {"type": ["null", "string"]}},
        }, "required": ["old"]});
        assert_eq!(
            write(&schema, None, 10_000)["parameters"],
            json!([
                "- name (string or null, optional)",
                "- old (integer, required, deprecated)",
                "- tags (array of string or null, optional)",
            ])
        );
    }

    #[test]
    fn required_members_keep_the_descriptions_that_optional_ones_lose() {
        let street = "Where it stands. ".repeat(9);
        let note = json!({"type": "string", "description": "x".repeat(200)});
        let address = json!({"type": "object", "required": ["street"], "properties": {
            "city": {"type": "string"},
            "zip": {"type": "string"},
            "street": {"type": "string", "description": street},
        }});
        let schema = json!({
            "properties": {"old": address, "new": address, "note": note, "remark": note},
            "required": ["new"],
        });
        let whole = write(&schema, None, 10_000);
        assert_eq!(whole["parameters"][5], "  (as in old)");
        let shorter = write(&schema, None, whole.to_string().len() - 1);
        let lines = shorter["parameters"].as_array().expect("is a list");
        let described = format!("  - street (string, required): {}", street.trim());
        assert!(lines.contains(&json!(described)), "{shorter}");
        assert!(!lines.contains(&json!("  (as in old)")), "{shorter}");
    }
}
