//! Writes a tool for a model or a terminal: a signature in one line, or a block with a line for
//! each parameter, with or without nested properties. Takes a parsed `ToolSchema` and returns plain
//! text. The text follows the input schema's order and does not depend on who prints it.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

use crate::facts;
use crate::object_forms::describe_object_forms;
use crate::parameter::Parameter;
use crate::reader::Reader;
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
    let required: HashSet<&str> = schema.required().into_iter().collect();
    let parameters = schema.property_names(usize::MAX).into_iter();
    let parameters = parameters.filter_map(|name| {
        let mark = match required.contains(name) {
            true => "",
            false => "?",
        };
        let kind = schema.property(name)?.type_labels().join("|");
        Some(format!("{name}{mark}: {kind}"))
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
        // Only the nested form says what an array is of. Without the lines below it, `array of
        // object` would name a type whose properties are not shown.
        let kind = match members {
            Members::Hidden => alternative_kinds(parameter),
            Members::Shown => nested_kind(parameter),
        };
        let head = format!("{indent}{}", parameter_line(parameter, &kind));
        lines.extend(facts::append_facts(
            head,
            &parameter.description,
            &parameter_facts(parameter),
        ));
        if members == Members::Shown {
            // Alternatives may be an object and a list of objects.
            let mut level = Some(parameter);
            while let Some(parameter) = level {
                let indent = format!("{indent}  ");
                lines.extend(object_forms_line(parameter, &indent));
                add_parameter_lines(lines, &parameter.properties, members, &indent);
                level = parameter.items.as_deref();
            }
        }
    }
}

/// Which members belong together, of an object that has several forms.
pub(crate) fn object_forms_line(parameter: &Parameter, indent: &str) -> Option<String> {
    let forms = parameter.object_forms.as_slice();
    let has_several = !forms.is_empty();
    has_several.then(|| {
        format!(
            "{indent}(one of these forms: {})",
            describe_object_forms(forms)
        )
    })
}

pub(crate) fn parameter_line(parameter: &Parameter, kind: &str) -> String {
    let needed = match parameter.required {
        true => "required",
        false => "optional",
    };
    format!("- {} ({kind}, {needed})", parameter.name)
}

/// What its schema says of a parameter beside its description, and of the items of a list.
pub(crate) fn parameter_facts(parameter: &Parameter) -> String {
    // A default of null says no more than that the parameter may be left out.
    let default = parameter.default.as_ref().filter(|it| !it.is_null());
    let default = default.map(|default| format!("Default: {}", value_text(default)));
    let mut facts: Vec<String> = default.into_iter().collect();
    facts.extend(value_facts(parameter, ""));
    let items = innermost_item(parameter);
    if !std::ptr::eq(items, parameter) {
        facts.extend(value_facts(items, " of items"));
    }
    facts.join(". ")
}

/// The values and bounds of a parameter, or of its items.
pub(crate) fn value_facts(parameter: &Parameter, of: &str) -> Vec<String> {
    let values = parameter.values.as_ref().filter(|it| !it.is_empty());
    let values = values.map(|values| format!("Values{of}: {}", list_values(values)));
    let bounds = parameter.bounds.iter();
    let bounds = bounds.map(|bound| format!("{}{of}: {}", bound.of, bound.text));
    values.into_iter().chain(bounds).collect()
}

/// What the lists of lists are in the end lists of.
fn innermost_item(mut parameter: &Parameter) -> &Parameter {
    while let Some(items) = parameter.items.as_deref() {
        parameter = items;
    }
    parameter
}

/// The type, or those of the alternatives.
fn alternative_kinds(parameter: &Parameter) -> Cow<'_, str> {
    match parameter.alternatives.as_slice() {
        [] | [_] => parameter.kind.as_str().into(),
        several => several.join(" or ").into(),
    }
}

pub(crate) fn nested_kind(parameter: &Parameter) -> Cow<'_, str> {
    let kind = alternative_kinds(parameter);
    match parameter.items.as_deref() {
        // Of alternatives, only the list has items.
        Some(items) => {
            let list = format!("array of {}", nested_kind(items));
            kind.replacen("array", &list, 1).into()
        }
        None => kind,
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
