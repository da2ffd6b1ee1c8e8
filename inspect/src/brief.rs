//! An operation in as few words as a model can call it by: what it does, each parameter in one line, where its values
//! come from, and how it is called. Takes a parsed `ToolSchema` and gives JSON. What does not fit into the length that
//! is allowed is left out in a fixed order, and the answer then says what, and how to get it.

use serde_json::{Map, Value, json};

use crate::format::{nested_kind, parameter_facts, parameter_line};
use crate::parameter::Parameter;
use crate::told;
use crate::tool_schema::ToolSchema;

/// So many characters of a parameter's description are shown: the first sentences, in nearly all specs.
const LONGEST_DESCRIPTION: usize = 200;

/// Fewer members are shorter than a reference to where they were listed.
const FEWEST_REFERENCED: usize = 3;

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

/// How much is left out, from nothing on. Each level leaves out what those before it do.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Omission {
    Nothing,
    Output,
    OptionalDescriptions,
    /// Members, values and bounds of optional parameters: these have a name and a type.
    OptionalDetails,
    Optional,
    /// Members and descriptions of required parameters, whose names and types are always there.
    RequiredDetails,
}

impl Omission {
    const ALL: [Self; 6] = [
        Self::Nothing,
        Self::Output,
        Self::OptionalDescriptions,
        Self::OptionalDetails,
        Self::Optional,
        Self::RequiredDetails,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Output => "the output schema",
            Self::OptionalDescriptions => "descriptions of optional parameters",
            Self::OptionalDetails => "details of optional parameters",
            Self::Optional => "optional parameters",
            Self::RequiredDetails => "optional parameters, and details of required ones",
        }
    }
}

impl BriefOperation<'_> {
    /// The operation with a line for each parameter and, indented below it, for each of its members. Members that were
    /// listed before are referred to by where they were listed.
    ///
    /// A text of more than `max_bytes` is shortened: first the output schema is left out, then the descriptions of
    /// optional parameters, their details, these parameters, and last the details of required ones. Required
    /// parameters always have their names and types, so that the text may be longer still.
    pub fn write_nested(&self, max_bytes: usize) -> String {
        let is_asked = |omission: &Omission| *omission != Omission::Output || self.output.is_some();
        let mut text = String::new();
        for omission in Omission::ALL.into_iter().filter(is_asked) {
            text = self.answer_without(omission).to_string();
            if text.len() <= max_bytes {
                break;
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
        let left_out = format!("{}: ask with a larger max_tokens", Omission::Output.name());
        answer.insert("left_out".to_owned(), left_out.into());
        Value::Object(answer).to_string()
    }

    fn answer_without(&self, omission: Omission) -> Value {
        let mut answer = self.begin_answer();
        answer.insert(
            "parameters".to_owned(),
            self.parameter_lines(omission).into(),
        );
        self.finish_answer(&mut answer);
        if let Some(output) = self
            .output
            .as_ref()
            .filter(|_| omission == Omission::Nothing)
        {
            answer.insert("output_schema".to_owned(), output.clone());
        }
        if omission != Omission::Nothing {
            let output = match self.output {
                Some(_) if omission > Omission::Output => "the output schema, ",
                _ => "",
            };
            let pointer = match omission {
                Omission::Output => "",
                _ => ", or with schema_pointer for a part, such as /properties/NAME",
            };
            let left_out = format!(
                "{output}{}: ask with a larger max_tokens{pointer}",
                omission.name()
            );
            answer.insert("left_out".to_owned(), left_out.into());
        }
        Value::Object(answer)
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
        let mut lines = ParameterLines {
            omission,
            lines: Vec::new(),
            listed: Vec::new(),
        };
        let place = Place {
            indent: "",
            path: "",
            is_required: true,
        };
        lines.add_parameters(&self.schema.parameters, &place);
        // A schema may require what it does not describe, which must be given all the same.
        let required = self.schema.required_params.iter();
        let undescribed = required.filter(|name| self.schema.parameter(name).is_none());
        let undescribed = undescribed.map(|name| format!("- {name} (any, required)"));
        lines.lines.extend(undescribed);
        lines.lines
    }
}

/// Where parameters are listed.
struct Place<'p> {
    indent: &'p str,
    /// The names of the parameters that they are in, each with a dot.
    path: &'p str,
    /// Whether all of these are required.
    is_required: bool,
}

/// The lines of parameters, and what they list so far.
struct ParameterLines<'s> {
    omission: Omission,
    lines: Vec<String>,
    /// Members that were listed, with the name of what they are in.
    listed: Vec<(&'s [Parameter], String)>,
}

impl<'s> ParameterLines<'s> {
    fn add_parameters(&mut self, parameters: &'s [Parameter], place: &Place<'_>) {
        for parameter in parameters {
            let is_required = place.is_required && parameter.required;
            if is_required || self.omission < Omission::Optional {
                self.add_parameter(parameter, place, is_required);
            }
        }
    }

    fn add_parameter(&mut self, parameter: &'s Parameter, place: &Place<'_>, is_required: bool) {
        let indent = place.indent;
        let head = format!(
            "{indent}{}",
            parameter_line(parameter, &nested_kind(parameter))
        );
        let has_description = match is_required {
            true => self.omission < Omission::RequiredDetails,
            false => self.omission < Omission::OptionalDescriptions,
        };
        let has_members = match is_required {
            true => self.omission < Omission::RequiredDetails,
            false => self.omission < Omission::OptionalDetails,
        };
        let description = match has_description {
            true => shorten_description(&parameter.description),
            false => String::new(),
        };
        // Which values a required parameter may have decides whether a call is correct.
        let facts = match is_required || has_members {
            true => list_facts(parameter),
            false => String::new(),
        };
        self.lines
            .extend(told::append_facts(head, &description, &facts));
        if has_members {
            self.add_members(parameter, place, is_required);
        }
    }

    fn add_members(&mut self, parameter: &'s Parameter, place: &Place<'_>, is_required: bool) {
        let path = format!("{}{}", place.path, parameter.name);
        // Alternatives may be an object and a list of objects.
        let mut level = Some(parameter);
        let indent = format!("{}  ", place.indent);
        while let Some(parameter) = level {
            let members = parameter.properties.as_slice();
            let is_long = members.len() >= FEWEST_REFERENCED;
            let mut listed = self.listed.iter();
            let before = listed.find(|(listed, _)| is_long && *listed == members);
            match before {
                Some((_, before)) => self.lines.push(format!("{indent}(as in {before})")),
                None => {
                    if is_long {
                        self.listed.push((members, path.clone()));
                    }
                    let place = Place {
                        indent: &indent,
                        path: &format!("{path}."),
                        is_required,
                    };
                    self.add_parameters(members, &place);
                }
            }
            level = parameter.items.as_deref();
        }
    }
}

/// Default, values and bounds, after the format of a text. That of a number only says how many bits it has.
fn list_facts(parameter: &Parameter) -> String {
    let facts = parameter_facts(parameter);
    match parameter.format.as_deref() {
        Some(format) if parameter.kind == "string" && facts.is_empty() => {
            format!("Format: {format}")
        }
        Some(format) if parameter.kind == "string" => format!("Format: {format}. {facts}"),
        _ => facts,
    }
}

/// The first paragraph in one line, with `…` if there is more.
fn shorten_description(description: &str) -> String {
    let lines = description.trim().lines().map(str::trim);
    let paragraph = lines.take_while(|line| !line.is_empty());
    let text = paragraph.collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST_DESCRIPTION) {
        None => text,
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
    }
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

    fn pet() -> Value {
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
        let answer = write(&pet(), None, 10_000);
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
    fn what_is_left_out_is_said_and_names_of_required_parameters_stay() {
        let output = || Some(json!({"type": "object", "description": "x".repeat(200)}));
        let whole = write(&pet(), output(), 10_000);
        assert!(whole["left_out"].is_null() && whole["output_schema"].is_object());
        let mut before = whole.to_string().len();
        for left_out in [
            "the output schema: ask with a larger max_tokens",
            "the output schema, descriptions of optional parameters: ask",
            "the output schema, details of optional parameters: ask",
            "the output schema, optional parameters: ask",
        ] {
            let answer = write(&pet(), output(), before - 1);
            let said = answer["left_out"].as_str().expect("is said");
            assert!(said.starts_with(left_out), "{said}");
            before = answer.to_string().len();
        }
        let least = write(&pet(), output(), 1);
        assert_eq!(
            least["parameters"],
            json!([
                "- name (string, required). Values: Rex, Cleo",
                "- code (any, required)"
            ])
        );
    }
}
