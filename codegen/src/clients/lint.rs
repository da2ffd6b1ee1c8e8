//! Finds what at least one of the common clients rejects in a tool's name or schema, whichever
//! client is chosen. Each finding has a pointer and, if a client is known to reject it, the limit
//! with its source. Works on the listed schema after it was fitted.

use std::collections::HashSet;
use std::fmt;

use serde_json::{Map, Value};

use super::{Limit, common};
use crate::schema::keyword::{
    KeywordContent, Object, declared_types, keyword_content, referenced_key, string_list,
};
use crate::source::pointer::join;

/// Keywords that upset clients.
const REFUSED: [&str; 9] = [
    "$schema",
    "$id",
    "$anchor",
    "$dynamicRef",
    "$comment",
    "xml",
    "externalDocs",
    "discriminator",
    "nullable",
];

/// Bytes of an input schema above which a tool costs more than it should.
const LARGEST: usize = 256 * 1024;

/// What known clients refuse in a tool of that name and input schema, each with the JSON pointer of
/// its place; nothing where all is well.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::clients::lint;
///
/// let found = lint("list pets", &json!({"type": "object", "properties": {"filter[x]": {}}}));
/// assert_eq!(found, [
///     "the tool name `list pets` does not match ^[a-zA-Z0-9_-]{1,64}$",
///     "/properties/filter[x]: the name does not match ^[a-zA-Z0-9_.-]{1,64}$",
/// ]);
/// ```
pub fn lint(tool_name: &str, portable: &Value) -> Vec<String> {
    let flaws = find_flaws(tool_name, portable);
    flaws.iter().map(Flaw::to_string).collect()
}

/// Something that known clients refuse.
pub(crate) struct Flaw {
    /// JSON pointer into the schema; `None` where the tool's name is meant.
    pub(crate) pointer: Option<String>,
    pub(crate) message: String,
    /// The limit that is broken, where a client is known to refuse it.
    pub(crate) limit: Option<&'static Limit>,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_deref() {
            None => f.write_str(&self.message),
            Some("") => write!(f, "/: {}", self.message),
            Some(pointer) => write!(f, "{pointer}: {}", self.message),
        }
    }
}

/// What [`lint`] says, in parts.
pub(crate) fn find_flaws(tool_name: &str, portable: &Value) -> Vec<Flaw> {
    let mut linter = Linter::default();
    if !is_name(tool_name, "_-") {
        linter.found.push(Flaw {
            pointer: None,
            message: format!("the tool name `{tool_name}` does not match ^[a-zA-Z0-9_-]{{1,64}}$"),
            limit: Some(&common::TOOL_NAME),
        });
    }
    match portable {
        Value::Object(root) => linter.check_root(root),
        _ => linter.break_limit("", "the schema is not an object", &common::OBJECT_ROOT),
    }
    let size = portable.to_string().len();
    if size > LARGEST {
        linter.add_message(
            "",
            &format!("the schema has {size} bytes, more than {LARGEST}"),
        );
    }
    linter.found
}

#[derive(Default)]
struct Linter {
    found: Vec<Flaw>,
    used: HashSet<String>,
    defined: HashSet<String>,
}

impl Linter {
    fn add_message(&mut self, pointer: &str, message: &str) {
        self.add_flaw(pointer, message, None);
    }

    fn break_limit(&mut self, pointer: &str, message: &str, limit: &'static Limit) {
        self.add_flaw(pointer, message, Some(limit));
    }

    fn add_flaw(&mut self, pointer: &str, message: &str, limit: Option<&'static Limit>) {
        self.found.push(Flaw {
            pointer: Some(pointer.to_owned()),
            message: message.to_owned(),
            limit,
        });
    }

    fn check_root(&mut self, root: &Object) {
        if root.get("type").and_then(Value::as_str) != Some("object") {
            self.break_limit("", "the type is not `object`", &common::OBJECT_ROOT);
        }
        for keyword in ["oneOf", "anyOf", "allOf", "not", "enum", "$ref"] {
            if root.contains_key(keyword) {
                let message = format!("`{keyword}` at the root");
                self.break_limit("", &message, &common::ROOT_COMPOSITION);
            }
        }
        let properties = root.get("properties").and_then(Value::as_object);
        match properties {
            None => self.break_limit("", "no `properties`", &common::OBJECT_ROOT),
            Some(properties) => self.check_names(root, properties),
        }
        let definitions = root.get("$defs").and_then(Value::as_object);
        for key in definitions.into_iter().flat_map(Map::keys) {
            self.defined.insert(key.clone());
        }
        self.check_schema(root, "");
        for (key, schema) in definitions.into_iter().flatten() {
            self.check_child(schema, &format!("/$defs/{key}"));
        }
        // Sorted, because the order of a `HashSet` differs from run to run and the output must not.
        let mut idle: Vec<&String> = self.defined.difference(&self.used).collect();
        idle.sort();
        let idle: Vec<String> = idle.into_iter().cloned().collect();
        for key in idle {
            self.add_message(&format!("/$defs/{key}"), "nothing refers to it");
        }
    }

    fn check_names(&mut self, root: &Object, properties: &Object) {
        for name in properties.keys() {
            if !is_name(name, "_.-") {
                let pointer = join("/properties", name);
                let message = "the name does not match ^[a-zA-Z0-9_.-]{1,64}$";
                self.break_limit(&pointer, message, &common::PROPERTY_NAME);
            }
        }
        for name in string_list(root, "required") {
            if !properties.contains_key(name) {
                self.add_message("/required", &format!("`{name}` is not a property"));
            }
        }
    }

    fn check_child(&mut self, schema: &Value, pointer: &str) {
        match schema {
            Value::Object(object) => self.check_schema(object, pointer),
            Value::Bool(_) => {
                let message = "a boolean where a schema is expected";
                self.break_limit(pointer, message, &common::BOOLEAN_SCHEMA);
            }
            _ => self.add_message(pointer, "no schema"),
        }
    }

    fn check_schema(&mut self, object: &Object, pointer: &str) {
        if declared_types(object).contains(&"array") && !object.contains_key("items") {
            self.break_limit(pointer, "an array without `items`", &common::ITEMS);
        }
        if let Some(target) = object.get("$ref") {
            self.check_reference(target, pointer);
        }
        for (keyword, value) in object {
            if REFUSED.contains(&keyword.as_str()) || keyword.starts_with("x-") {
                let message = format!("`{keyword}`");
                self.break_limit(pointer, &message, &common::FOREIGN_KEYWORD);
            }
            if keyword == "$defs" {
                continue;
            }
            // The only booleans that clients accept as schemas: `additionalProperties: false` is
            // the common way to close an object.
            let closed = keyword == "additionalProperties" || keyword.starts_with("unevaluated");
            let at = format!("{pointer}/{keyword}");
            match (keyword_content(keyword), value) {
                (KeywordContent::Schema, Value::Bool(_)) if closed => {}
                (KeywordContent::Schema, schema) => self.check_child(schema, &at),
                (KeywordContent::List, Value::Array(list)) => {
                    for (index, schema) in list.iter().enumerate() {
                        self.check_child(schema, &format!("{at}/{index}"));
                    }
                }
                (KeywordContent::Map, Value::Object(map)) => {
                    for (name, schema) in map {
                        self.check_child(schema, &join(&at, name));
                    }
                }
                (KeywordContent::Data, _) => {}
                _ => self.add_message(&at, "of the wrong type"),
            }
        }
    }

    fn check_reference(&mut self, target: &Value, pointer: &str) {
        let object = serde_json::json!({ "$ref": target });
        match referenced_key(&object) {
            Some(key) if self.defined.contains(key) => {
                self.used.insert(key.to_owned());
            }
            _ => {
                let message = format!("the reference {target} does not lead to a definition");
                self.break_limit(pointer, &message, &common::REFERENCE);
            }
        }
    }
}

fn is_name(name: &str, others: &str) -> bool {
    // Bytes are characters here, since anything beyond ASCII fails the second test.
    (1..=64).contains(&name.len())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_limit_is_found() {
        let cases = [
            (json!({"properties": {}}), "/: the type is not `object`"),
            (json!({"type": "object"}), "/: no `properties`"),
            (
                json!({"type": "object", "properties": {}, "anyOf": []}),
                "/: `anyOf` at the root",
            ),
            (
                json!({"type": "object", "properties": {}, "$schema": "x"}),
                "/: `$schema`",
            ),
            (
                json!({"type": "object", "properties": {}, "required": ["a"]}),
                "/required: `a` is not a property",
            ),
            (
                json!({"type": "object", "properties": {"a": true}}),
                "/properties/a: a boolean where a schema is expected",
            ),
            (
                json!({"type": "object", "properties": {"a": {"type": ["array", "null"]}}}),
                "/properties/a: an array without `items`",
            ),
            (
                json!({"type": "object", "properties": {"a": {"x-b": 1}}}),
                "/properties/a: `x-b`",
            ),
            (
                json!({"type": "object", "properties": {"a": {"$ref": "pet.json"}}}),
                "/properties/a: the reference \"pet.json\" does not lead to a definition",
            ),
            (
                json!({"type": "object", "properties": {}, "$defs": {"A": {}}}),
                "/$defs/A: nothing refers to it",
            ),
        ];
        for (schema, expected) in cases {
            assert_eq!(lint("tool", &schema), [expected], "{schema}");
        }
    }

    #[test]
    fn names_of_keywords_are_good_names() {
        let fine = json!({"type": "object", "additionalProperties": false, "properties": {
            "xml": {"type": "string"},
            "nullable": {"type": "array", "items": {}},
            "x-trace": {"$ref": "#/$defs/A"},
        }, "$defs": {"A": {"type": "string", "enum": ["$schema"]}}});
        assert_eq!(lint("tool", &fine), Vec::<String>::new());
    }
}
