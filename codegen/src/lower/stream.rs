//! Responses that come item by item: server-sent events and sequences of JSON texts.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use crate::model::{Definition, media_type_essence};
use crate::normalize::MediaType;
use crate::schema::Schema;
use crate::schema::{make_example, resolve_reference};

/// How many alternatives of an event are looked into: they may fan out.
const MOST_ALTERNATIVES: usize = 200;

/// How the items of a stream are told apart; as the runtime reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Server-sent events.
    Events,
    /// A JSON text in each line.
    Lines,
    /// JSON texts behind record separators.
    Records,
}

impl Form {
    /// The form of a content type; none where it is no stream.
    pub(super) fn from_content_type(content_type: &str) -> Option<Self> {
        Some(match media_type_essence(content_type).as_str() {
            "text/event-stream" => Self::Events,
            "application/jsonl"
            | "application/x-jsonl"
            | "application/jsonlines"
            | "application/x-jsonlines"
            | "application/ndjson"
            | "application/x-ndjson" => Self::Lines,
            "application/json-seq" => Self::Records,
            other if other.ends_with("+json-seq") => Self::Records,
            _ => return None,
        })
    }

    /// The schema of what a stream is collected to.
    pub(super) fn list_schema(
        self,
        media: &MediaType,
        schemas: &[Schema],
        definitions: &IndexMap<String, Definition>,
    ) -> Value {
        let stated = media.item_schema.and_then(|id| id.find_in(schemas));
        let item = match (self, stated) {
            (Self::Events, Some(stated)) => full_event_schema(&stated.value, definitions),
            (Self::Events, None) => any_event(),
            (_, Some(stated)) => stated.value.clone(),
            (_, None) => json!({}),
        };
        json!({"type": "array", "items": item})
    }

    /// The schema of an item and its pointer, where the spec has one for items.
    pub(super) fn item_schema(
        self,
        media: &MediaType,
        schemas: &[Schema],
        definitions: &IndexMap<String, Definition>,
    ) -> Option<(Value, String)> {
        let stated = media.item_schema?.find_in(schemas)?;
        let schema = match self {
            Self::Events => full_event_schema(&stated.value, definitions),
            Self::Lines | Self::Records => stated.value.clone(),
        };
        Some((schema, stated.pointer.clone()))
    }

    /// A stream of an example of its items, as far as they are described as items.
    pub(super) fn example_stream(
        self,
        media: &MediaType,
        schemas: &[Schema],
        definitions: &IndexMap<String, Definition>,
    ) -> Option<String> {
        let stated = &media.item_schema?.find_in(schemas)?.value;
        if self != Self::Events {
            return Some(self.single_item(&make_example(stated, definitions).to_string()));
        }
        let event = make_example(&full_event_schema(stated, definitions), definitions);
        let name = event.get("event").and_then(Value::as_str);
        let name = name.map(|name| format!("event: {name}\n"));
        let data = self.single_item(&event.get("data").unwrap_or(&Value::Null).to_string());
        Some(name.unwrap_or_default() + &data)
    }

    /// A stream of one JSON text.
    pub(super) fn single_item(self, item: &str) -> String {
        match self {
            Self::Events => format!("data: {item}\n\n"),
            Self::Lines => format!("{item}\n"),
            Self::Records => format!("\u{1e}{item}\n"),
        }
    }
}

fn full_event_schema(schema: &Value, definitions: &IndexMap<String, Definition>) -> Value {
    // Alternatives within alternatives can double with each level.
    let mut left = MOST_ALTERNATIVES;
    event_schema(schema, definitions, &mut left)
}

/// What the runtime makes of an event. OpenAPI describes its `data` as a string, with the schema of
/// what is in it beside that (3.2, "Server-Sent Events"); it is parsed.
fn event_schema(
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
    left: &mut usize,
) -> Value {
    let resolved = resolve_reference(schema, definitions);
    let Some(object) = resolved.as_object().filter(|_| *left > 0) else {
        return any_event();
    };
    *left -= 1;
    let mut event = Map::new();
    for (keyword, value) in object {
        let value = match (keyword.as_str(), value) {
            ("allOf" | "anyOf" | "oneOf", Value::Array(members)) => members
                .iter()
                .map(|member| self::event_schema(member, definitions, left))
                .collect(),
            ("properties", Value::Object(properties)) => {
                let mut properties = properties.clone();
                if let Some(stated) = properties.get_mut("data") {
                    *stated = data_schema(resolve_reference(stated, definitions));
                }
                // It tells the client when to connect again, and is not handed on.
                properties.shift_remove("retry");
                Value::Object(properties)
            }
            ("required", Value::Array(names)) => {
                let kept = names.iter().filter(|name| *name != "retry");
                kept.cloned().collect()
            }
            _ => value.clone(),
        };
        // Alternatives that their data told apart may not be any more.
        let keyword = match keyword.as_str() {
            "oneOf" if !object.contains_key("anyOf") => "anyOf",
            keyword => keyword,
        };
        event.insert(keyword.to_owned(), value);
    }
    Value::Object(event)
}

/// The schema of what an event's data is parsed to.
fn data_schema(stated: &Value) -> Value {
    let mut data = match stated.get("contentSchema") {
        Some(Value::Object(content)) => content.clone(),
        _ => Map::new(),
    };
    for annotation in ["title", "description"] {
        if let Some(text) = stated.get(annotation) {
            let slot = data.entry(annotation.to_owned());
            slot.or_insert_with(|| text.clone());
        }
    }
    Value::Object(data)
}

fn any_event() -> Value {
    json!({
        "type": "object",
        "properties": {"event": {"type": "string"}, "id": {"type": "string"}, "data": {}},
        "required": ["data"],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_of_an_event_is_what_it_is_parsed_to() {
        let content = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
        let stated = json!({
            "type": "object",
            "required": ["event", "retry"],
            "properties": {"event": {"type": "string"}, "retry": {"type": "integer"}},
            "oneOf": [
                {"properties": {"event": {"const": "add"}, "data": {
                    "type": "string", "description": "What was added.",
                    "contentMediaType": "application/json", "contentSchema": content,
                }}},
                {"properties": {"data": {"type": "string"}}},
            ],
        });
        let mut parsed = content.clone();
        parsed["description"] = json!("What was added.");
        assert_eq!(
            event_schema(&stated, &IndexMap::new(), &mut 9),
            json!({
                "type": "object",
                "required": ["event"],
                "properties": {"event": {"type": "string"}},
                "anyOf": [
                    {"properties": {"event": {"const": "add"}, "data": parsed}},
                    {"properties": {"data": {}}},
                ],
            })
        );
        assert_eq!(
            event_schema(&json!(true), &IndexMap::new(), &mut 9),
            any_event()
        );
    }
}
