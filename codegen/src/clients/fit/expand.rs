//! Puts definitions in the place of references, for clients that do not follow `$ref`. Recursive
//! definitions, and whatever makes a schema too large, become a plain object whose description
//! outlines its properties. Fewer and fewer levels are tried until the schema fits.

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::notes::Notes;
use crate::schema::keyword::{
    KeywordContent, Object, is_annotation_keyword, keyword_content, referenced_key,
};
use crate::schema::overlay_annotations;

/// Bytes of a schema above which fewer levels of definitions are put in place: about 16,000 tokens. That is half
/// of the smallest context that models for tools have today, for a single tool, and no model fills such a schema
/// in reliably.
pub(crate) const LARGEST: usize = 64 * 1024;

/// How many definitions are put in place within each other, tried in turn until the schema is not
/// too large.
const LEVELS: [usize; 8] = [usize::MAX, 8, 6, 4, 3, 2, 1, 0];

/// Properties that the outline of an object names.
const NAMED: usize = 12;

/// The schema with its definitions in place. A definition within itself, and what makes the schema
/// too large, becomes a plain object whose description says what goes there. So do objects below so many
/// levels of properties.
pub(super) fn expand_references(
    schema: &Value,
    definitions: &IndexMap<String, Value>,
    depth: Depth,
) -> Value {
    let mut smallest = Value::Null;
    for levels in LEVELS {
        // The last attempt must succeed. Without any definition in place, the schema is no
        // larger than the spec's own.
        let room = if levels == 0 { usize::MAX } else { LARGEST };
        let mut expander = Expander::new(definitions, levels, depth, room);
        smallest = expander.expand_schema(schema);
        if expander.room > 0 {
            break;
        }
    }
    smallest
}

/// The schema with its definitions in place, if it has at most about `budget` bytes then. A definition within itself
/// becomes a plain object whose description says what goes there; nothing else is left out.
pub(crate) fn unroll_recursion(
    schema: &Value,
    definitions: &IndexMap<String, Value>,
    budget: usize,
) -> Option<Value> {
    let mut expander = Expander::new(definitions, usize::MAX, Depth::UNLIMITED, budget);
    let unrolled = expander.expand_schema(schema);
    (expander.room > 0).then_some(unrolled)
}

/// How much of a schema is listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    /// Levels of properties that may still be listed.
    pub(super) levels: usize,
    /// How to ask for what is below, if there is a way.
    pub(super) hint: Option<&'static str>,
}

impl Depth {
    /// Everything is listed.
    pub(super) const UNLIMITED: Self = Self {
        levels: usize::MAX,
        hint: None,
    };
}

struct Expander<'a> {
    definitions: &'a IndexMap<String, Value>,
    levels: usize,
    depth: Depth,
    /// The definitions that are being put in place.
    open: Vec<&'a str>,
    /// Bytes that may still be written.
    room: usize,
}

impl<'a> Expander<'a> {
    fn new(
        definitions: &'a IndexMap<String, Value>,
        levels: usize,
        depth: Depth,
        room: usize,
    ) -> Self {
        Self {
            definitions,
            levels,
            depth,
            open: Vec::new(),
            room,
        }
    }

    fn expand_schema(&mut self, schema: &Value) -> Value {
        match schema {
            Value::Object(object) if self.room > 0 => match referenced_key(schema) {
                Some(key) => Value::Object(self.expand_reference(object, key)),
                None => Value::Object(self.expand_object(object)),
            },
            // The budget is spent and this attempt will be thrown away. Stopping here keeps the
            // work bounded for definitions that multiply.
            Value::Object(_) => json!({}),
            other => other.clone(),
        }
    }

    fn expand_object(&mut self, object: &Object) -> Object {
        if let Some(Value::Object(properties)) = object.get("properties")
            && self.depth.levels == 0
        {
            return self.describe_omitted(object, properties);
        }
        let mut written = Object::new();
        for (keyword, value) in object {
            let value = match (keyword_content(keyword), value) {
                (KeywordContent::Schema, schema) => self.expand_schema(schema),
                (KeywordContent::List, Value::Array(list)) => list
                    .iter()
                    .map(|schema| self.expand_schema(schema))
                    .collect(),
                (KeywordContent::Map, Value::Object(map)) if keyword == "properties" => {
                    self.depth.levels -= 1;
                    let properties = self.expand_map(map);
                    self.depth.levels += 1;
                    properties
                }
                (KeywordContent::Map, Value::Object(map)) => self.expand_map(map),
                (_, data) => {
                    self.take_budget(data.to_string().len());
                    data.clone()
                }
            };
            // Two quotes, a colon, a comma and two braces: close enough to the length of the JSON,
            // without serializing it.
            self.take_budget(keyword.len() + 6);
            written.insert(keyword.clone(), value);
        }
        written
    }

    fn expand_map(&mut self, map: &Object) -> Value {
        let mut written = Object::new();
        for (name, schema) in map {
            self.take_budget(name.len() + 6);
            written.insert(name.clone(), self.expand_schema(schema));
        }
        Value::Object(written)
    }

    fn take_budget(&mut self, bytes: usize) {
        self.room = self.room.saturating_sub(bytes);
    }

    /// An object below the levels that are listed: its type and annotations, and what its properties are called.
    fn describe_omitted(&mut self, object: &Object, properties: &Object) -> Object {
        let kept = object
            .iter()
            .filter(|(keyword, _)| *keyword == "type" || is_annotation_keyword(keyword));
        let mut described: Object = kept
            .map(|(keyword, value)| (keyword.clone(), value.clone()))
            .collect();
        let mut notes = Notes::default();
        notes.add_note(outline_properties(properties));
        if let Some(hint) = self.depth.hint {
            notes.add_note(hint);
        }
        notes.write_to(&mut described);
        let bytes = described.values().map(|value| value.to_string().len());
        self.take_budget(bytes.sum());
        described
    }

    /// A definition under the annotations of its place.
    fn expand_reference(&mut self, place: &Object, key: &str) -> Object {
        let mut above = place.clone();
        above.shift_remove("$ref");
        let Some((key, target)) = self.definitions.get_key_value(key) else {
            return above;
        };
        let Some(target) = target.as_object() else {
            return above;
        };
        // The description says what the annotations beside the reference do, so these go in first.
        if let Some(Value::Object(properties)) = target.get("properties")
            && self.depth.levels == 0
        {
            let mut whole = target.clone();
            overlay_annotations(&mut whole, &above);
            return self.describe_omitted(&whole, properties);
        }
        let is_cut = self.open.contains(&key.as_str()) || self.open.len() >= self.levels;
        let mut written = if is_cut {
            outline_target(target)
        } else {
            self.open.push(key);
            let schema = Value::Object(target.clone());
            let written = self.expand_schema(&schema);
            self.open.pop();
            written.as_object().cloned().unwrap_or_default()
        };
        // The place describes itself, so the title of the definition behind the reference is only
        // the type's name once more.
        if above.contains_key("description") && !written.contains_key("description") {
            written.shift_remove("title");
        }
        if is_cut {
            keep_outline(&mut above, &written);
        }
        overlay_annotations(&mut written, &above);
        written
    }
}

/// A schema of the same type that holds nothing, and says what goes there.
fn outline_target(target: &Object) -> Object {
    let mut plain = Object::new();
    let kind = target.get("type").cloned();
    let is_array = kind == Some(json!("array"));
    plain.insert("type".to_owned(), kind.unwrap_or_else(|| json!("object")));
    if is_array {
        plain.insert("items".to_owned(), json!({}));
    }
    if let Some(values) = target.get("enum") {
        plain.insert("enum".to_owned(), values.clone());
    }
    let described = ["description", "title"]
        .iter()
        .find_map(|keyword| target.get(*keyword)?.as_str());
    let properties = target.get("properties").and_then(Value::as_object);
    let text = match (described, properties.map(outline_properties)) {
        (Some(text), Some(outline)) => Some(format!("{} ({outline})", text.trim_end_matches('.'))),
        (Some(text), None) => Some(text.to_owned()),
        (None, outline) => outline,
    };
    if let Some(text) = text {
        plain.insert("description".to_owned(), text.into());
    }
    plain
}

/// Keeps the outline where the place has a description of its own.
fn keep_outline(above: &mut Object, outlined: &Object) {
    let own = above.get("description").and_then(Value::as_str);
    let outline = outlined.get("description").and_then(Value::as_str);
    if let (Some(own), Some(outline)) = (own, outline) {
        let both = format!("{} ({outline})", own.trim_end_matches('.'));
        above.insert("description".to_owned(), both.into());
    }
}

/// The properties of an object, by their names.
pub(super) fn outline_properties(properties: &Object) -> String {
    let mut names: Vec<&str> = properties.keys().take(NAMED).map(String::as_str).collect();
    if properties.len() > NAMED {
        names.push("…");
    }
    format!("an object with {}", names.join(", "))
}
