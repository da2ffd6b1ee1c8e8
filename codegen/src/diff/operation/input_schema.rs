//! Takes the input schema of a tool apart again into the schemas of its parameters and of its body, so that both
//! can be compared where they stand in the spec.

use crate::model::{BodyPlace, Operation};
use serde_json::Value;

/// The input schema of a tool, taken apart again.
pub(super) struct InputSchema<'a> {
    pub(super) operation: &'a Operation,
    /// The names of the arguments that are neither parameters nor of the body.
    pub(super) extra: Vec<String>,
}

impl<'a> InputSchema<'a> {
    pub(super) fn from_operation(operation: &'a Operation) -> Self {
        let kind = operation.body.as_ref().and_then(|body| body.format.field());
        let extra = kind.map(|field| field.wire.clone());
        let extra = extra.into_iter().chain(operation.call.fields.clone());
        Self {
            operation,
            extra: extra.collect(),
        }
    }

    pub(super) fn property_schema(&self, name: &str) -> &'a Value {
        static ANYTHING: Value = Value::Bool(true);
        let properties = self.operation.input.get("properties");
        properties
            .and_then(|all| all.get(name))
            .unwrap_or(&ANYTHING)
    }

    /// Whether callers see an argument of that name.
    pub(super) fn has_argument(&self, name: &str) -> bool {
        let properties = self.operation.input.get("properties");
        properties.is_some_and(|all| all.get(name).is_some())
    }

    /// The schema of the body; where its properties stand beside the parameters, without these.
    pub(super) fn body_schema(&self) -> Option<Value> {
        let body = self.operation.body.as_ref()?;
        if body.place == BodyPlace::Property {
            return Some(self.property_schema(&body.field.wire).clone());
        }
        let parameters = &self.operation.parameters;
        let is_other = |name: &str| {
            self.extra.iter().any(|extra| extra == name)
                || parameters
                    .iter()
                    .any(|parameter| parameter.field.wire == name)
        };
        let mut schema = self.operation.input.as_object()?.clone();
        let mut required: Vec<Value> = Vec::new();
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.retain(|name, _| !is_other(name));
        }
        if let Some(Value::Array(names)) = schema.shift_remove("required") {
            required.extend(
                names
                    .into_iter()
                    .filter(|name| !name.as_str().is_some_and(is_other)),
            );
        }
        if !body.field.required
            && let Some(Value::Object(needs)) = schema.shift_remove("dependentRequired")
        {
            for name in needs.values().filter_map(Value::as_array).flatten() {
                if !required.contains(name) {
                    required.push(name.clone());
                }
            }
        }
        if !required.is_empty() {
            schema.insert("required".to_owned(), Value::Array(required));
        }
        Some(Value::Object(schema))
    }
}
