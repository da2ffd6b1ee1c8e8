//! Makes the root of an input or output schema a plain object, since MCP requires `type: object` there and
//! clients reject compositions at the root. Properties of all alternatives are joined, so the result may accept more
//! than the spec does; validation uses the full schema.

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::Simplifier;
use crate::model::Definition;
use crate::schema::keyword::{Object, is_annotation_keyword, referenced_key, string_list};
use crate::schema::merge::merge_compositions;
use crate::schema::resolve_reference::DefinitionLookup;

/// How many schemas and properties of them are looked into to find the properties of one root. A schema that
/// refers to another one twice, forty levels deep, would ask for a million millions.
const MAX_FLATTENED_SCHEMAS: usize = 30_000;

/// The names that an object schema requires and has no property of.
pub(crate) fn undeclared_required_names(
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> Vec<String> {
    let folded = Simplifier::new(definitions).flatten_root(schema);
    let required = folded.required.into_iter();
    required
        .filter(|name| !folded.properties.contains_key(name))
        .collect()
}

/// Whether a root consists of so many schemas that clients are shown some of its properties only.
pub(crate) fn is_truncated_for_clients(
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> bool {
    let simplifier = Simplifier::new(definitions);
    simplifier.flatten_root(schema);
    simplifier.is_budget_spent()
}

impl Simplifier<'_> {
    /// An input schema: an object without a choice at its root.
    pub(crate) fn simplify_input(&mut self, schema: &Value) -> Value {
        let mut folded = self.flatten_root(schema);
        // What was not looked into may have properties.
        if folded.properties.is_empty() && folded.others.is_empty() && !self.is_budget_spent() {
            folded
                .others
                .insert("additionalProperties".to_owned(), Value::Bool(false));
        }
        Value::Object(self.build_root(folded))
    }

    /// An output schema and whether results have to be wrapped because it is no object.
    pub(crate) fn simplify_output(&mut self, schema: &Value) -> (Value, bool) {
        self.unfolded.set(MAX_FLATTENED_SCHEMAS);
        if self.is_object_schema(schema, &mut Vec::new()) {
            let folded = self.flatten_root(schema);
            return (Value::Object(self.build_root(folded)), false);
        }
        // MCP requires an object as structured content, so that any other result is wrapped.
        let result = self.simplify_schema(schema, "result");
        let wrapped =
            json!({"type": "object", "properties": {"result": result}, "required": ["result"]});
        (wrapped, true)
    }

    fn flatten_root(&self, schema: &Value) -> FlatObject {
        self.unfolded.set(MAX_FLATTENED_SCHEMAS);
        self.flatten_schema(schema, &mut Vec::new())
    }

    /// Whether the last root had more schemas than are looked into.
    fn is_budget_spent(&self) -> bool {
        self.unfolded.get() == 0
    }

    /// Notes that so many schemas or properties are looked into; whether that is too many.
    fn spend_budget(&self, count: usize) -> bool {
        let left = self.unfolded.get().saturating_sub(count);
        self.unfolded.set(left);
        left == 0
    }

    fn build_root(&mut self, folded: FlatObject) -> Object {
        let mut properties = Object::new();
        for (name, schema) in &folded.properties {
            // A property whose schema is `false` must not be given, and clients do not accept
            // `false` as a schema.
            if schema != &Value::Bool(false) {
                properties.insert(name.clone(), self.simplify_schema(schema, name));
            }
        }
        for name in &folded.required {
            if !folded.properties.contains_key(name) {
                // Clients reject a required name that is not a property.
                properties.insert(name.clone(), json!({}));
            }
        }
        let mut root = Object::new();
        root.insert("type".to_owned(), json!("object"));
        root.insert("properties".to_owned(), Value::Object(properties));
        if !folded.required.is_empty() {
            root.insert("required".to_owned(), json!(folded.required));
        }
        root.extend(self.simplify_keywords(&folded.others, ""));
        root
    }

    fn is_object_schema(&self, schema: &Value, seen: &mut Vec<String>) -> bool {
        let Some(object) = schema.as_object().filter(|_| !self.spend_budget(1)) else {
            return false;
        };
        if let Some(name) = object.get("type") {
            return name == "object" || name == &json!(["object"]);
        }
        if object.contains_key("properties") {
            return true;
        }
        let target = referenced_key(schema).filter(|key| !seen.iter().any(|other| other == key));
        if let Some(target) = target.and_then(|key| {
            seen.push(key.to_owned());
            self.definitions.schema(key)
        }) && self.is_object_schema(target, seen)
        {
            return true;
        }
        let list = |keyword: &str| object.get(keyword).and_then(Value::as_array);
        if let Some(members) = list("allOf")
            && members
                .iter()
                .any(|member| self.is_object_schema(member, &mut seen.clone()))
        {
            return true;
        }
        ["anyOf", "oneOf"].iter().any(|keyword| {
            list(keyword).is_some_and(|members| {
                !members.is_empty()
                    && members
                        .iter()
                        .all(|member| self.is_object_schema(member, &mut seen.clone()))
            })
        })
    }

    fn flatten_schema(&self, schema: &Value, open: &mut Vec<String>) -> FlatObject {
        let mut folded = FlatObject::default();
        let Some(object) = schema.as_object() else {
            return folded;
        };
        let properties = object.get("properties").and_then(Value::as_object);
        if self.spend_budget(1 + properties.map_or(0, Object::len)) {
            return folded;
        }
        for (name, property) in properties.into_iter().flatten() {
            folded.properties.insert(name.clone(), property.clone());
        }
        folded.add_required(string_list(object, "required"));
        for keyword in [
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
        ] {
            if let Some(value) = object.get(keyword) {
                folded.others.insert(keyword.to_owned(), value.clone());
            }
        }
        if let Some(key) = referenced_key(schema)
            && !open.iter().any(|other| other == key)
            && let Some(target) = self.definitions.schema(key)
        {
            open.push(key.to_owned());
            let target = self.flatten_schema(target, open);
            open.pop();
            self.add_all_of_member(&mut folded, target, object.len() == 1);
        }
        for member in keyword_members(object, "allOf") {
            let member = self.flatten_schema(member, open);
            self.add_all_of_member(&mut folded, member, false);
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches: Vec<FlatObject> = keyword_members(object, keyword)
                .iter()
                // An argument object is never null, so an alternative of null adds nothing.
                .filter(|branch| can_be_object(branch))
                .map(|branch| self.flatten_schema(branch, open))
                .collect();
            folded.add_alternatives(branches);
        }
        folded
    }

    /// Adds what an `allOf` member says; `alone` if there is nothing else.
    fn add_all_of_member(&self, folded: &mut FlatObject, member: FlatObject, alone: bool) {
        for (name, property) in member.properties {
            let both = folded
                .properties
                .get(&name)
                .map(|known| json!({"allOf": [known, property]}));
            let property = match both {
                None => property,
                Some(both) => match merge_compositions(&both, self.definitions) {
                    Some(merged) => merged.schema,
                    None => continue,
                },
            };
            folded.properties.insert(name, property);
        }
        folded.add_required(member.required.iter().map(String::as_str));
        // Bounds of a single member hold for the whole. Those of one of several members cannot be
        // combined in general, and are left to validation.
        if alone {
            folded.others = member.others;
        }
    }
}

/// An object schema without compositions.
#[derive(Default)]
struct FlatObject {
    properties: IndexMap<String, Value>,
    required: Vec<String>,
    others: Object,
}

impl FlatObject {
    fn add_required<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            if !self.required.iter().any(|known| known == name) {
                self.required.push(name.to_owned());
            }
        }
    }

    /// Adds the properties of all alternatives, and requires what all of them require.
    fn add_alternatives(&mut self, branches: Vec<Self>) {
        let Some(first) = branches.first() else {
            return;
        };
        let common: Vec<String> = first
            .required
            .iter()
            .filter(|name| {
                branches
                    .iter()
                    .all(|branch| branch.required.contains(*name))
            })
            .cloned()
            .collect();
        self.add_required(common.iter().map(String::as_str));
        let mut found: IndexMap<String, Vec<Value>> = IndexMap::new();
        for (name, property) in branches.into_iter().flat_map(|branch| branch.properties) {
            found.entry(name).or_default().push(property);
        }
        for (name, properties) in found {
            let own = self.properties.get(&name);
            if own.is_none_or(|own| own == &json!({}) || own == &json!(true)) {
                self.properties
                    .insert(name, join_alternative_schemas(properties));
            }
        }
    }
}

fn keyword_members<'a>(object: &'a Object, keyword: &str) -> &'a [Value] {
    object
        .get(keyword)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn can_be_object(branch: &Value) -> bool {
    branch != &Value::Bool(false) && branch.get("type") != Some(&json!("null"))
}

/// One schema for a property that alternatives describe differently.
fn join_alternative_schemas(properties: Vec<Value>) -> Value {
    let mut distinct: Vec<Value> = Vec::new();
    for property in properties {
        if !distinct
            .iter()
            .any(|known| without_annotations(known) == without_annotations(&property))
        {
            distinct.push(property);
        }
    }
    if distinct.len() == 1 {
        return distinct.remove(0);
    }
    join_constants(&distinct).unwrap_or_else(|| json!({ "anyOf": distinct }))
}

fn without_annotations(schema: &Value) -> Value {
    let Some(object) = schema.as_object() else {
        return schema.clone();
    };
    object
        .iter()
        .filter(|(keyword, _)| !is_annotation_keyword(keyword))
        .map(|(keyword, value)| (keyword.clone(), value.clone()))
        .collect::<Object>()
        .into()
}

/// One `enum` of the constants of all.
fn join_constants(schemas: &[Value]) -> Option<Value> {
    let mut values: Vec<Value> = Vec::new();
    let mut kind: Option<Option<&Value>> = None;
    for schema in schemas {
        let object = schema.as_object()?;
        let known = object.keys().all(|keyword| {
            is_annotation_keyword(keyword) || matches!(keyword.as_str(), "type" | "enum" | "const")
        });
        let own = object.get("type");
        if !known || *kind.get_or_insert(own) != own {
            return None;
        }
        match (object.get("enum"), object.get("const")) {
            (Some(Value::Array(list)), None) => values.extend(list.iter().cloned()),
            (None, Some(constant)) => values.push(constant.clone()),
            _ => return None,
        }
    }
    let mut schema = Object::new();
    if let Some(Some(kind)) = kind {
        schema.insert("type".to_owned(), kind.clone());
    }
    schema.insert("enum".to_owned(), Value::Array(values));
    Some(Value::Object(schema))
}
