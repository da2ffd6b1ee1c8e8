use serde_json::{Value, json};

use super::{Purpose, Writer};
use crate::rust_types::kind::Kind;

impl Writer<'_> {
    /// The schema of a kind, with keywords that its values are held to beside.
    pub(super) fn held(&mut self, kind: &Kind, keywords: &[(&'static str, Value)]) -> Value {
        let mut schema = match kind {
            Kind::Option(inner) | Kind::Nullable(inner) => {
                return nullable(self.held(inner, keywords));
            }
            other => self.kind(other),
        };
        if let Value::Object(object) = &mut schema {
            for (keyword, value) in keywords {
                object.insert((*keyword).to_owned(), value.clone());
            }
        }
        schema
    }

    fn kind(&mut self, kind: &Kind) -> Value {
        match kind {
            Kind::Unit => json!({"type": "null"}),
            Kind::Bool => json!({"type": "boolean"}),
            Kind::Integer(min, max) => self.integer(*min, *max),
            Kind::F32 if self.purpose != Purpose::Listed => {
                json!({"type": "number", "minimum": f64::from(f32::MIN), "maximum": f64::from(f32::MAX)})
            }
            Kind::F32 | Kind::F64 => json!({"type": "number"}),
            Kind::String => json!({"type": "string"}),
            Kind::Char => json!({"type": "string", "minLength": 1, "maxLength": 1}),
            Kind::Option(inner) | Kind::Nullable(inner) => nullable(self.kind(inner)),
            Kind::List(item) => json!({"type": "array", "items": self.kind(item)}),
            Kind::Set(item) => {
                json!({"type": "array", "items": self.kind(item), "uniqueItems": true})
            }
            Kind::Array(item, length) => {
                json!({"type": "array", "items": self.kind(item), "minItems": length, "maxItems": length})
            }
            Kind::Row(items) => {
                let items: Vec<Value> = items.iter().map(|item| self.kind(item)).collect();
                row(items)
            }
            Kind::Map(value) => json!({"type": "object", "additionalProperties": self.kind(value)}),
            Kind::Other(ty) => self.reference(ty),
        }
    }

    /// What is shown does without bounds of 64 bits, which no model needs and JavaScript cannot read.
    fn integer(&self, min: i128, max: i128) -> Value {
        let is_wide = max >= i128::from(i64::MAX);
        let bound = |bound: i128| match i64::try_from(bound) {
            Ok(signed) => json!(signed),
            Err(_) => json!(u64::try_from(bound).unwrap_or(u64::MAX)),
        };
        match (is_wide && self.purpose == Purpose::Listed, min) {
            (true, 0) => json!({"type": "integer", "minimum": 0}),
            (true, _) => json!({"type": "integer"}),
            (false, _) => json!({"type": "integer", "minimum": bound(min), "maximum": bound(max)}),
        }
    }
}

/// Items of one schema each.
pub(super) fn row(items: Vec<Value>) -> Value {
    let length = items.len();
    match items.is_empty() {
        true => json!({"type": "array", "maxItems": 0}),
        false => {
            json!({"type": "array", "prefixItems": items, "minItems": length, "maxItems": length})
        }
    }
}

/// The schema, or null.
pub(super) fn nullable(schema: Value) -> Value {
    let types = schema.get("type").cloned();
    match types {
        Some(Value::Array(types)) if types.contains(&json!("null")) => schema,
        Some(types) if types == json!("null") => schema,
        Some(Value::String(name)) => {
            let mut schema = schema;
            schema["type"] = json!([name, "null"]);
            schema
        }
        None if schema == json!({}) => schema,
        _ => json!({"anyOf": [schema, {"type": "null"}]}),
    }
}
