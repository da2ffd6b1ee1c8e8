//! The input schema of a tool while it is put together. Parameters come first; the properties of a body stand beside
//! them if no name and no constraint is in the way. Overrides of arguments are collected for `presets`.

use serde_json::{Map, Value, json};

use super::types::required_names;
use crate::clients::Clients;
use crate::names::{Scope, argument_name, identifier_name};
use crate::normalize::ArgumentOverride;

/// Keywords of a body's object schema that hold as well when parameters stand beside its
/// properties.
const MERGEABLE: [&str; 12] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "discriminator",
    "xml",
    "externalDocs",
];

/// What the argument is called that selects members of the result.
const SELECTION: [&str; 2] = ["fields", "result_fields"];

/// What the argument that chooses the media type of a result is called, by preference.
const ACCEPT: [&str; 2] = ["accept", "result_accept"];

/// Keywords of a body that restrict which of its properties may stand together.
pub(super) const CONSTRAINTS: [&str; 8] = [
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
];

/// The arguments of a tool as they are put together: the input schema in the making.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    names: Scope,
    /// Whether a client accepts nothing but identifiers for names.
    identifiers: bool,
    properties: Map<String, Value>,
    required: Vec<String>,
    constraints: Map<String, Value>,
    additional: Option<Value>,
    overrides: Vec<PlacedOverride>,
}

/// An override of an argument, or of a member of one.
#[derive(Debug)]
pub(super) struct PlacedOverride {
    /// The way to it.
    pub(super) path: Vec<String>,
    pub(super) argument: ArgumentOverride,
}

impl Arguments {
    /// None yet, of a tool for these clients.
    pub(super) fn new(clients: Clients) -> Self {
        Self {
            identifiers: clients.need_identifiers(),
            ..Self::default()
        }
    }

    /// Takes a name for an argument: the wire name where clients accept it and it is free, else
    /// with the place it goes to.
    pub(super) fn claim_name(&mut self, wire: &str, place: &str) -> String {
        let name = match self.identifiers {
            true => identifier_name(wire),
            false => argument_name(wire),
        };
        // Clients accept names of at most 64 characters.
        let placed: String = format!("{name}_{place}").chars().take(64).collect();
        self.names.claim([name, placed])
    }

    /// Adds an argument.
    pub(super) fn add_argument(&mut self, name: &str, schema: Value, required: bool) {
        self.properties.insert(name.to_owned(), schema);
        if required {
            self.required.push(name.to_owned());
        }
    }

    /// Adds an override of an argument, or of a member of one.
    pub(super) fn add_override(&mut self, path: Vec<String>, argument: ArgumentOverride) {
        self.overrides.push(PlacedOverride { path, argument });
    }

    /// The overrides so far, in their order.
    pub(super) fn take_overrides(&mut self) -> Vec<PlacedOverride> {
        std::mem::take(&mut self.overrides)
    }

    /// Whether the properties of a body can stand beside the arguments so far.
    pub(super) fn admits_body(&self, body: &Value, body_required: bool) -> bool {
        let Some(object) = body.as_object() else {
            return false;
        };
        let properties = object.get("properties").and_then(Value::as_object);
        let fits = |name: &str| argument_name(name) == name && !self.names.contains(name);
        // A property without a legal name cannot be an argument, and one called like a parameter would hide it.
        let names_fit = properties
            .into_iter()
            .flatten()
            .all(|(name, schema)| fits(name) && !schema.is_boolean())
            && required_names(body).into_iter().all(fits);
        let keywords_fit = object.iter().all(|(key, value)| {
            key.starts_with("x-")
                || MERGEABLE.contains(&key.as_str())
                // In an optional body a constraint would reject the call that leaves the body out.
                || (body_required && CONSTRAINTS.contains(&key.as_str()) && is_about_names(value))
        });
        names_fit && keywords_fit
    }

    /// Puts the properties of a body beside the arguments so far.
    pub(super) fn merge_body(&mut self, body: &Value, body_required: bool, open: bool) {
        let properties = body.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            self.properties.insert(name.clone(), schema.clone());
        }
        let required = required_names(body);
        if body_required {
            self.required
                .extend(required.iter().map(|name| (*name).to_owned()));
        }
        for keyword in CONSTRAINTS {
            if let Some(value) = body.get(keyword) {
                self.constraints.insert(keyword.to_owned(), value.clone());
            }
        }
        // Flattened into optional arguments, the required properties of an optional body cannot be
        // required: a call without the body is valid. They are required as soon as any property of
        // it is given.
        if !body_required && !required.is_empty() {
            self.constraints.insert(
                "dependentRequired".to_owned(),
                all_or_none(properties, &required),
            );
        }
        self.additional = body
            .get("additionalProperties")
            .cloned()
            .or_else(|| open.then_some(Value::Bool(true)));
    }

    /// Adds the argument that selects members of the result, under a name that the operation has no
    /// argument of. It comes last.
    pub(super) fn add_selection(&mut self) -> String {
        let name = self.claim_about_result(SELECTION);
        let schema = json!({
            "type": "array",
            "items": {"type": "string"},
            "description": "Return only these properties of the result, for example `id` or `owner.name`.",
        });
        self.add_argument(&name, schema, false);
        name
    }

    /// A name for an argument that is about the result and is not sent.
    fn claim_about_result(&self, [preferred, other]: [&str; 2]) -> String {
        let taken = self.properties.keys().chain(&self.required);
        let mut names = Scope::reserving(taken.map(String::as_str));
        // A body that admits any member may have one of the first name.
        let is_closed = matches!(self.additional, None | Some(Value::Bool(false)));
        match is_closed {
            true => names.claim([preferred.to_owned(), other.to_owned()]),
            false => names.claim([other.to_owned()]),
        }
    }

    /// Adds the argument that chooses the media type of the result, and gives its name.
    pub(super) fn add_accept(&mut self, choices: &[String]) -> String {
        let name = self.claim_about_result(ACCEPT);
        let usual = choices.first().map_or("", String::as_str);
        let schema = json!({
            "type": "string",
            "enum": choices,
            "description": format!("Media type of the result; `{usual}` by default."),
        });
        self.add_argument(&name, schema, false);
        name
    }

    /// The input schema.
    pub(super) fn into_schema(self) -> Value {
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(self.properties));
        if !self.required.is_empty() {
            schema.insert("required".to_owned(), json!(self.required));
        }
        schema.extend(self.constraints);
        // Closed by default, so that a misspelt argument is an error and not ignored.
        let additional = self.additional.unwrap_or(Value::Bool(false));
        schema.insert("additionalProperties".to_owned(), additional);
        Value::Object(schema)
    }
}

/// `dependentRequired` of a body that may be left out: with any of its properties it is there, and
/// then all that it requires must be.
fn all_or_none(properties: Option<&Map<String, Value>>, required: &[&str]) -> Value {
    let mut dependents = Map::new();
    for (name, _) in properties.into_iter().flatten() {
        let others: Vec<&str> = required
            .iter()
            .copied()
            .filter(|required| required != name)
            .collect();
        if !others.is_empty() {
            dependents.insert(name.clone(), json!(others));
        }
    }
    Value::Object(dependents)
}

/// Whether a constraint speaks of the presence of single properties only, so that parameters
/// beside them don't matter.
fn is_about_names(constraint: &Value) -> bool {
    const HARMLESS: [&str; 12] = [
        "required",
        "properties",
        "not",
        "anyOf",
        "oneOf",
        "allOf",
        "if",
        "then",
        "else",
        "title",
        "description",
        "type",
    ];
    match constraint {
        Value::Array(branches) => branches.iter().all(is_about_names),
        Value::Object(members) => members.keys().all(|key| HARMLESS.contains(&key.as_str())),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_whose_names_no_client_accepts_stands_apart() {
        let admits = |body: Value| Arguments::default().admits_body(&body, true);
        assert!(admits(
            json!({"type": "object", "properties": {"a": {}}, "required": ["a"]})
        ));
        assert!(!admits(
            json!({"type": "object", "properties": {"a b": {}}})
        ));
        assert!(!admits(json!({"type": "object", "required": ["a b"]})));
    }
}
