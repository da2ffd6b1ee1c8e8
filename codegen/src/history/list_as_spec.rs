//! A recorded list as a spec, for the comparison of specs.

use serde_json::{Map, Value, json};

use super::recorded_list::{RecordedHints, RecordedList, RecordedTool};

/// A spec with an operation for each tool, which takes its arguments as a body.
pub(super) fn write_document(list: &RecordedList) -> Value {
    let mut paths = Map::new();
    let mut components = Components::default();
    for tool in &list.tools {
        let mut path = synthetic_path(tool);
        // A list that was not written by us may have an operation twice.
        if paths.contains_key(&path) {
            path = format!("{path}/{}", tool.name);
        }
        let method = method_for_hints(&tool.annotations);
        paths.insert(
            path,
            json!({method: write_operation(tool, &mut components)}),
        );
    }
    json!({
        // 3.2 is the first version that has the method QUERY, which is read-only and takes a body.
        "openapi": "3.2.0",
        "info": {"title": "tools", "version": list.version},
        "paths": paths,
        "components": {"schemas": components.schemas},
    })
}

/// The same for a tool whatever it is called. Nothing in it is a parameter.
fn synthetic_path(tool: &RecordedTool) -> String {
    let path = tool.path.replace(['{', '}', '?', '#'], ":");
    format!("/{}{path}", tool.method)
}

/// A method that has the same hints, or nearly: `x-mcp` states them all.
fn method_for_hints(hints: &RecordedHints) -> &'static str {
    match hints.read_only_hint {
        true => "query",
        false => "post",
    }
}

fn write_operation(tool: &RecordedTool, components: &mut Components) -> Value {
    let mut content = |schema: &Value| json!({"application/json": {"schema": components.move_definitions(&tool.name, schema)}});
    let arguments = content(&tool.input_schema);
    let mut response = json!({"description": "The result."});
    if let Some(schema) = &tool.output_schema {
        response["content"] = content(schema);
    }
    let hints = &tool.annotations;
    json!({
        "operationId": tool.name,
        "x-mcp": {
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "handler": "manual",
            "read_only": hints.read_only_hint,
            // What an older list does not state is MCP's default.
            "destructive": !hints.read_only_hint && hints.destructive_hint.unwrap_or(true),
            "idempotent": hints.read_only_hint || hints.idempotent_hint,
        },
        "requestBody": {"required": true, "content": arguments},
        "responses": {"200": response},
    })
}

/// The definitions of all schemas: those that tools share are there once, under the name that people know.
#[derive(Default)]
struct Components {
    schemas: Map<String, Value>,
}

impl Components {
    /// Moves the definitions of a schema here.
    fn move_definitions(&mut self, tool: &str, schema: &Value) -> Value {
        let mut schema = schema.clone();
        let members = schema.as_object_mut();
        let Some(Value::Object(definitions)) = members.and_then(|it| it.shift_remove("$defs"))
        else {
            return schema;
        };
        let mut ending = String::new();
        // Tools may mean different things by a name.
        for number in 0.. {
            let moved = |(name, value): (&String, &Value)| {
                (
                    format!("{name}{ending}"),
                    with_reference_suffix(value, &ending),
                )
            };
            let moved: Vec<_> = definitions.iter().map(moved).collect();
            let is_other = |(name, value): &(String, Value)| {
                self.schemas.get(name).is_some_and(|known| known != value)
            };
            if !moved.iter().any(is_other) {
                self.schemas.extend(moved);
                break;
            }
            ending = match number {
                0 => format!("_{tool}"),
                number => format!("_{tool}_{number}"),
            };
        }
        with_reference_suffix(&schema, &ending)
    }
}

/// A schema whose references lead to [`Components`], where names have an ending.
fn with_reference_suffix(schema: &Value, ending: &str) -> Value {
    match schema {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let definition = value.as_str().and_then(|to| to.strip_prefix("#/$defs/"));
                let value = match (name.as_str(), definition) {
                    ("$ref", Some(definition)) => {
                        // A reference may lead into a definition.
                        let (definition, inner) = match definition.split_once('/') {
                            Some((definition, inner)) => (definition, format!("/{inner}")),
                            None => (definition, String::new()),
                        };
                        json!(format!("#/components/schemas/{definition}{ending}{inner}"))
                    }
                    _ => with_reference_suffix(value, ending),
                };
                (name.clone(), value)
            });
            Value::Object(members.collect())
        }
        Value::Array(items) => items
            .iter()
            .map(|item| with_reference_suffix(item, ending))
            .collect(),
        other => other.clone(),
    }
}
