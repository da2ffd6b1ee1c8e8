use std::borrow::Cow;

use serde_json::Value;

use crate::parameter::Parameter;
use crate::reader::{Reader, type_label};
use crate::told;
use crate::tool_schema::ToolSchema;

/// Whether a block lists the members of objects and lists.
#[derive(Clone, Copy, PartialEq)]
enum Members {
    Hidden,
    Shown,
}

/// The signature of a tool with that input schema, in one line. Optional parameters have a question
/// mark; they stand in the order of the schema.
///
/// ```
/// use serde_json::json;
/// use toolwright_inspect::format_compact;
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"path": {"type": "string"}, "encoding": {"type": ["null", "string"]}, "to": {}},
///     "required": ["path"],
/// });
/// assert_eq!(
///     format_compact("read_file", &schema),
///     "read_file(path: string, encoding?: string, to?: any)"
/// );
/// assert_eq!(format_compact("ping", &json!({})), "ping()");
/// ```
pub fn format_compact(name: &str, schema: &Value) -> String {
    let schema = Reader::new(schema);
    let required: Vec<&str> = schema.required().collect();
    let parameters = schema.properties().map(|(name, schema)| {
        let mark = match required.contains(&name.as_str()) {
            true => "",
            false => "?",
        };
        format!("{name}{mark}: {}", type_label(&schema.types()))
    });
    format!("{name}({})", parameters.collect::<Vec<_>>().join(", "))
}

impl ToolSchema {
    /// The tool as a block for a model: its description and a line for each parameter.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::ToolSchema;
    /// let schema = json!({"properties": {
    ///     "city": {"type": "string", "description": "Where"},
    ///     "unit": {"type": "string", "default": "C", "enum": ["C", "F"]},
    /// }, "required": ["city"]});
    /// let tool = ToolSchema::parse("weather", "Tomorrow's weather", &schema);
    /// assert_eq!(tool.format_for_llm(), "\
    /// Tool: weather
    /// Description: Tomorrow's weather
    ///
    /// Parameters:
    /// - city (string, required): Where
    /// - unit (string, optional). Default: C. Values: C, F");
    /// ```
    pub fn format_for_llm(&self) -> String {
        format_block(self, Members::Hidden)
    }

    /// The same block with the members of objects and lists, indented below what they are in.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::ToolSchema;
    /// let pet = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    /// let schema = json!({"properties": {"pets": {"type": "array", "items": pet}}});
    /// let tool = ToolSchema::parse("add_pets", "", &schema);
    /// assert_eq!(tool.format_nested(), "\
    /// Tool: add_pets
    ///
    /// Parameters:
    /// - pets (array of object, optional)
    ///   - name (string, required)");
    /// ```
    pub fn format_nested(&self) -> String {
        format_block(self, Members::Shown)
    }

    /// The tool in one line.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_inspect::ToolSchema;
    /// let schema = json!({"properties": {"id": {"type": "integer"}}});
    /// let tool = ToolSchema::parse("get_pet", "One pet", &schema);
    /// assert_eq!(tool.format_compact(), "get_pet(id?: integer)");
    /// ```
    pub fn format_compact(&self) -> String {
        format_compact(&self.tool_name, &self.raw_schema)
    }
}

fn format_block(tool: &ToolSchema, members: Members) -> String {
    let mut lines = vec![format!("Tool: {}", tool.tool_name)];
    if !tool.description.is_empty() {
        lines.push(format!("Description: {}", tool.description));
    }
    lines.push(String::new());
    if tool.parameters.is_empty() {
        lines.push("Parameters: None".to_owned());
    } else {
        lines.push("Parameters:".to_owned());
        add_parameter_lines(&mut lines, &tool.parameters, members, "");
    }
    lines.join("\n")
}

fn add_parameter_lines(
    lines: &mut Vec<String>,
    parameters: &[Parameter],
    members: Members,
    indent: &str,
) {
    for parameter in parameters {
        let kind = match members {
            Members::Hidden => Cow::Borrowed(parameter.kind.as_str()),
            Members::Shown => nested_kind(parameter),
        };
        let head = format!("{indent}{}", parameter_line(parameter, &kind));
        lines.extend(told::append_facts(
            head,
            &parameter.description,
            &parameter_facts(parameter),
        ));
        if members == Members::Shown {
            let inner = innermost_item(parameter);
            add_parameter_lines(lines, &inner.properties, members, &format!("{indent}  "));
        }
    }
}

fn parameter_line(parameter: &Parameter, kind: &str) -> String {
    let needed = match parameter.required {
        true => "required",
        false => "optional",
    };
    format!("- {} ({kind}, {needed})", parameter.name)
}

/// What its schema says of a parameter beside its description.
fn parameter_facts(parameter: &Parameter) -> String {
    // A default of null says no more than that the parameter may be left out.
    let default = parameter.default.as_ref().filter(|it| !it.is_null());
    let values = parameter.values.as_ref().filter(|it| !it.is_empty());
    let facts = [
        default.map(|default| format!("Default: {}", value_text(default))),
        values.map(|values| format!("Values: {}", list_values(values))),
    ];
    facts.into_iter().flatten().collect::<Vec<_>>().join(". ")
}

/// What the lists of lists are in the end lists of.
fn innermost_item(mut parameter: &Parameter) -> &Parameter {
    while let Some(items) = parameter.items.as_deref() {
        parameter = items;
    }
    parameter
}

fn nested_kind(parameter: &Parameter) -> Cow<'_, str> {
    match parameter.items.as_deref() {
        Some(items) => format!("{} of {}", parameter.kind, nested_kind(items)).into(),
        None => parameter.kind.as_str().into(),
    }
}

/// Values one after the other.
pub(crate) fn list_values(values: &[Value]) -> String {
    let texts: Vec<_> = values.iter().map(value_text).collect();
    texts.join(", ")
}

/// A string as it is, anything else as JSON.
fn value_text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => text.into(),
        other => other.to_string().into(),
    }
}
