//! An enum that names the values known today and accepts others: `anyOf` of the enum and its type, as
//! `normalize/schema/known_values` and specs without the extension write it.

use serde_json::{Value, json};

use super::keyword::{Object, is_annotation_keyword};

/// The alternatives of an open enum.
pub(crate) struct OpenEnum {
    /// The alternative with `enum`.
    pub(crate) known: Object,
    /// The alternative that accepts any value of the type.
    pub(crate) any_value: Object,
    pub(crate) has_null: bool,
}

impl OpenEnum {
    pub(crate) fn from_schema(schema: &Object) -> Option<Self> {
        let (nulls, others): (Vec<&Value>, Vec<&Value>) = schema
            .get("anyOf")?
            .as_array()?
            .iter()
            .partition(|alternative| **alternative == json!({"type": "null"}));
        let [known, any_value] = others.as_slice() else {
            return None;
        };
        let (known, any_value) = (known.as_object()?, any_value.as_object()?);
        let has_only = |object: &Object, keyword: &str| {
            let is_known = |key: &String| key == "type" || key == keyword;
            let mut keys = object.keys();
            keys.all(|key| is_known(key) || is_annotation_keyword(key))
        };
        let is_open = known.contains_key("enum")
            && known.get("type")?.is_string()
            && known.get("type") == any_value.get("type")
            && has_only(known, "enum")
            && has_only(any_value, "type");
        is_open.then(|| Self {
            known: known.clone(),
            any_value: any_value.clone(),
            has_null: !nulls.is_empty(),
        })
    }

    /// The values known today.
    pub(crate) fn known_values(&self) -> &[Value] {
        let values = self.known.get("enum").and_then(Value::as_array);
        values.map(Vec::as_slice).unwrap_or_default()
    }
}
