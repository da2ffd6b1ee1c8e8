//! The JSON Schema of a Rust type, as far as its name says what it is.

use serde_json::{Value, json};

use super::{SchemaBuilder, SchemaForm};
use crate::rust_types::rust_kind::RustKind;

impl SchemaBuilder<'_> {
    /// The schema of a kind, with keywords that its values are held to beside.
    pub(super) fn schema_with_keywords(
        &mut self,
        kind: &RustKind,
        keywords: &[(&'static str, Value)],
    ) -> Value {
        let mut schema = match kind {
            RustKind::Option(inner) | RustKind::Nullable(inner) => {
                return nullable_schema(self.schema_with_keywords(inner, keywords));
            }
            other => self.kind_schema(other),
        };
        if let Value::Object(object) = &mut schema {
            for (keyword, value) in keywords {
                object.insert((*keyword).to_owned(), value.clone());
            }
        }
        schema
    }

    fn kind_schema(&mut self, kind: &RustKind) -> Value {
        match kind {
            RustKind::Unit => json!({"type": "null"}),
            RustKind::Bool => json!({"type": "boolean"}),
            RustKind::Integer(min, max) => self.integer_schema(*min, *max),
            RustKind::F32 if self.purpose != SchemaForm::Listed => {
                json!({"type": "number", "minimum": f64::from(f32::MIN), "maximum": f64::from(f32::MAX)})
            }
            RustKind::F32 | RustKind::F64 => json!({"type": "number"}),
            RustKind::String => json!({"type": "string"}),
            // JSON Schema counts characters as Unicode code points, as `char` does.
            RustKind::Char => json!({"type": "string", "minLength": 1, "maxLength": 1}),
            RustKind::Option(inner) | RustKind::Nullable(inner) => {
                nullable_schema(self.kind_schema(inner))
            }
            RustKind::List(item) => json!({"type": "array", "items": self.kind_schema(item)}),
            RustKind::Set(item) => {
                json!({"type": "array", "items": self.kind_schema(item), "uniqueItems": true})
            }
            RustKind::Array(item, length) => {
                json!({"type": "array", "items": self.kind_schema(item), "minItems": length, "maxItems": length})
            }
            RustKind::Row(items) => {
                let items: Vec<Value> = items.iter().map(|item| self.kind_schema(item)).collect();
                tuple_schema(items)
            }
            RustKind::Map(value) => {
                json!({"type": "object", "additionalProperties": self.kind_schema(value)})
            }
            RustKind::Other(ty) => self.reference_to_type(ty),
        }
    }

    /// What is shown does without bounds of 64 bits, which no model needs and JavaScript cannot read.
    fn integer_schema(&self, min: i128, max: i128) -> Value {
        let is_wide = max >= i128::from(i64::MAX);
        let bound = |bound: i128| match i64::try_from(bound) {
            Ok(signed) => json!(signed),
            Err(_) => json!(u64::try_from(bound).unwrap_or(u64::MAX)),
        };
        match (is_wide && self.purpose == SchemaForm::Listed, min) {
            (true, 0) => json!({"type": "integer", "minimum": 0}),
            (true, _) => json!({"type": "integer"}),
            (false, _) => json!({"type": "integer", "minimum": bound(min), "maximum": bound(max)}),
        }
    }
}

/// Items of one schema each.
pub(super) fn tuple_schema(items: Vec<Value>) -> Value {
    let length = items.len();
    match items.is_empty() {
        true => json!({"type": "array", "maxItems": 0}),
        false => {
            json!({"type": "array", "prefixItems": items, "minItems": length, "maxItems": length})
        }
    }
}

/// The schema, or null.
pub(super) fn nullable_schema(schema: Value) -> Value {
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
