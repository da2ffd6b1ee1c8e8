//! Example values for the parameters of one operation, which the schema provider shows. An example
//! must be one that the executor accepts, so each is validated, and a made one replaces it if the
//! spec's own is wrong.

use std::cell::RefCell;
use std::collections::HashMap;

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::parameters::{Parameter, Parameters};
use crate::model::{Api, Definition, Operation};
use crate::schema::file_argument;
use crate::schema::keyword::string_list;
use crate::schema::{conforms_to_schema, make_example, resolve_reference};

/// Values for the parameters of one operation, which its executor accepts.
pub(super) struct Examples<'a> {
    operation: &'a Operation,
    parameters: &'a Parameters<'a>,
    definitions: &'a IndexMap<String, Definition>,
    /// Whether arguments must have the `format` of their schema.
    assert_formats: bool,
    /// Values that were made, by parameter: guidance shows each, and the example call has some of them again.
    known: RefCell<HashMap<String, Value>>,
}

impl<'a> Examples<'a> {
    pub(super) fn new(
        api: &'a Api,
        operation: &'a Operation,
        parameters: &'a Parameters<'a>,
        assert_formats: bool,
    ) -> Self {
        Self {
            operation,
            parameters,
            definitions: &api.definitions,
            assert_formats,
            known: RefCell::default(),
        }
    }

    /// A value for a parameter: the usual one of its type, or the spec's own; one that is made where the
    /// spec does not allow that.
    pub(super) fn parameter_value(&self, parameter: &Parameter<'_>) -> Value {
        let schema = self.stated_schema(parameter);
        let usual = self.usual(parameter, schema);
        match self.is_allowed(&usual, parameter, schema) {
            true => usual,
            false => self.make_value_of(parameter),
        }
    }

    /// The arguments of a call: all that are required, and the first optional one with those that it needs.
    /// Without that one, or of other values, where the schema does not allow it.
    pub(super) fn arguments(&self) -> Map<String, Value> {
        let required = self.parameters.required.as_slice();
        let first = &self.parameters.optional[..self.parameters.optional.len().min(1)];
        let needed = self.needed(first);
        let usual: &dyn Fn(&Parameter<'_>) -> Value = &|parameter| self.parameter_value(parameter);
        let made: &dyn Fn(&Parameter<'_>) -> Value = &|parameter| self.make_value_of(parameter);
        // From the most instructive call to the plainest one: with an optional parameter first,
        // then without, each with common values before made ones.
        let ways = [[required, first, &needed], [required, &[], &[]]];
        let mut ways = ways.iter().flat_map(|groups| {
            let each = [usual, made].into_iter();
            each.map(|value| object(groups, value))
        });
        ways.find(|arguments| self.is_valid(arguments))
            .or_else(|| self.whole_example())
            .unwrap_or_else(|| object(&[required, first], usual))
    }

    /// The optional parameters that a call with `first` has to have, too.
    fn needed(&self, first: &[Parameter<'a>]) -> Vec<Parameter<'a>> {
        let needs = self.operation.input.get("dependentRequired");
        let needs = needs.and_then(Value::as_object);
        let names = needs.zip(first.first());
        let names = names.map_or(Vec::new(), |(needs, first)| string_list(needs, first.name));
        let optional = self.parameters.optional.iter().copied();
        optional.filter(|it| names.contains(&it.name)).collect()
    }

    /// Arguments that are made of the schema as a whole.
    fn whole_example(&self) -> Option<Map<String, Value>> {
        match make_example(&self.operation.input, self.definitions) {
            Value::Object(whole) => Some(whole).filter(|whole| self.is_valid(whole)),
            _ => None,
        }
    }

    fn is_valid(&self, arguments: &Map<String, Value>) -> bool {
        let arguments = Value::Object(arguments.clone());
        conforms_to_schema(&arguments, &self.operation.input, self.definitions)
    }

    /// The spec's own schema of a parameter, where that is in one place.
    fn stated_schema<'s>(&'s self, parameter: &Parameter<'s>) -> &'s Value {
        let properties = self.operation.input.get("properties");
        let stated = properties.and_then(|properties| properties.get(parameter.name));
        stated.unwrap_or(parameter.schema.schema)
    }

    fn usual(&self, parameter: &Parameter<'_>, schema: &Value) -> Value {
        let kind = parameter.schema.kind();
        let kind = kind.as_deref().unwrap_or("string");
        let format = parameter.schema.text("format");
        if self.is_file(schema) {
            return json!({"text": "example_value"});
        }
        match (kind, format) {
            ("string", Some("date")) => return json!("2024-01-15"),
            ("string", Some("email")) => return json!("user@example.com"),
            _ => {}
        }
        let usual = match kind {
            "string" => json!("example_value"),
            "number" | "integer" => json!(42),
            "boolean" => json!(true),
            "array" => json!(["item1", "item2"]),
            "object" => json!({}),
            _ => return json!("value"),
        };
        let own = self
            .own(schema)
            .or_else(|| self.own(parameter.schema.schema));
        own.cloned().unwrap_or(usual)
    }

    /// The spec's own example.
    fn own<'s>(&'s self, schema: &'s Value) -> Option<&'s Value> {
        let resolved = resolve_reference(schema, self.definitions);
        let mut places = [schema, resolved].into_iter();
        places.find_map(|place| place.get("examples")?.as_array()?.first())
    }

    fn is_allowed(&self, value: &Value, parameter: &Parameter<'_>, schema: &Value) -> bool {
        let is_own = self.own(schema) == Some(value);
        // `format` annotates by default (JSON Schema Validation 2020-12, section 7.2.1), so the
        // spec's own example need not have it.
        let is_formatted = match is_own && !self.assert_formats {
            true => true,
            false => self.is_of_its_format(value, schema),
        };
        let is_empty = matches!(value, Value::String(text) if text.is_empty())
            || value.as_array().is_some_and(Vec::is_empty)
            || value.as_object().is_some_and(Map::is_empty);
        // An empty value in a path would lead to another endpoint, `/pets/` instead of
        // `/pets/{id}`.
        let leaves_no_hole = !is_empty || !self.parameters.is_in_path(parameter.name);
        is_formatted && leaves_no_hole && conforms_to_schema(value, schema, self.definitions)
    }

    /// Whether a text stands for itself: none of a format that it may not have, and no bytes.
    fn is_of_its_format(&self, value: &Value, schema: &Value) -> bool {
        let resolved = resolve_reference(schema, self.definitions);
        match value {
            Value::String(text) => {
                let format = resolved.get("format").and_then(Value::as_str);
                let is_encoded = resolved.get("contentEncoding").is_some();
                let fixed = ["2024-01-15", "user@example.com"].contains(&text.as_str());
                fixed || !is_encoded && format.is_none_or(|format| !FORMS.contains(&format))
            }
            Value::Array(items) => {
                let schema = resolved.get("items").unwrap_or(&Value::Null);
                let mut items = items.iter();
                items.all(|item| self.is_of_its_format(item, schema))
            }
            _ => true,
        }
    }

    fn is_file(&self, schema: &Value) -> bool {
        let resolved = resolve_reference(schema, self.definitions).as_object();
        resolved.is_some_and(file_argument::is_file_argument)
    }

    fn make_value_of(&self, parameter: &Parameter<'_>) -> Value {
        if let Some(known) = self.known.borrow().get(parameter.name) {
            return known.clone();
        }
        let made = self.make_value_for_schema(self.stated_schema(parameter));
        let mut known = self.known.borrow_mut();
        known.insert(parameter.name.to_owned(), made.clone());
        made
    }

    fn make_value_for_schema(&self, schema: &Value) -> Value {
        if self.is_file(schema) {
            return json!({"text": "example_value"});
        }
        let resolved = resolve_reference(schema, self.definitions);
        let format = resolved.get("format").and_then(Value::as_str);
        let is_held = self.assert_formats && format.is_some_and(|format| FORMS.contains(&format));
        let Some(resolved) = resolved.as_object().filter(|_| is_held) else {
            return make_example(schema, self.definitions);
        };
        // The spec's own examples break their formats more often than those that are made.
        let mut bare = resolved.clone();
        bare.retain(|keyword, _| !matches!(keyword.as_str(), "examples" | "default"));
        make_example(&bare.into(), self.definitions)
    }
}

/// Formats that not any text has.
const FORMS: [&str; 20] = [
    "date",
    "date-time",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "uuid",
    "uri",
    "url",
    "iri",
    "uri-reference",
    "iri-reference",
    "uri-template",
    "ipv4",
    "ipv6",
    "json-pointer",
    "regex",
    "byte",
];

fn object(
    groups: &[&[Parameter<'_>]],
    value: &dyn Fn(&Parameter<'_>) -> Value,
) -> Map<String, Value> {
    let parameters = groups.iter().copied().flatten();
    parameters
        .map(|parameter| (parameter.name.to_owned(), value(parameter)))
        .collect()
}
