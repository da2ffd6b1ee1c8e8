//! Compares `type` and `format`. `number` is taken as integers and fractions, so that `number` to `integer` is a
//! narrower type and not another one.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{SchemaPair, UnitComparison, describe_schema};
use crate::diff::change_rules::{
    FORMAT_CHANGED, FORMAT_NARROWED, FORMAT_WIDENED, TYPE_CHANGED, TYPE_NARROWED, TYPE_WIDENED,
};
use crate::diff::entry::ChangeText;
use crate::schema::keyword::{Object, declared_types};

/// The kinds of values, `number` being whole numbers and others.
const KINDS: [&str; 7] = [
    "null", "boolean", "object", "array", "string", "integer", "fraction",
];

impl UnitComparison<'_, '_> {
    /// Compares `type` and `format`; whether there is a type in common, so that other keywords are
    /// worth comparing.
    pub(super) fn compare_types(
        &mut self,
        pair: SchemaPair<'_>,
        old: &Object,
        new: &Object,
    ) -> bool {
        let (was, is) = (admitted_types(old), admitted_types(new));
        if was != is {
            let rule = match (was.is_subset(&is), is.is_subset(&was)) {
                (true, _) => &TYPE_WIDENED,
                (_, true) => &TYPE_NARROWED,
                _ => &TYPE_CHANGED,
            };
            let text = ChangeText::replaced(describe_schema(pair.old), describe_schema(pair.new));
            self.note_keyword_change(rule, pair, "type", text);
            if rule == &TYPE_CHANGED && was.is_disjoint(&is) {
                return false;
            }
            // A type that goes takes its format along.
            let without_null = |kinds: &BTreeSet<&'static str>| -> Vec<&'static str> {
                kinds
                    .iter()
                    .copied()
                    .filter(|kind| *kind != "null")
                    .collect()
            };
            if without_null(&was) != without_null(&is) {
                return true;
            }
        }
        self.compare_formats(pair, old, new);
        true
    }

    fn compare_formats(&mut self, pair: SchemaPair<'_>, old: &Object, new: &Object) {
        let (was, is) = (meaningful_format(old), meaningful_format(new));
        if was == is {
            return;
        }
        let rule = match (was, is) {
            (None, Some(_)) | (Some("int64"), Some("int32")) | (Some("double"), Some("float")) => {
                &FORMAT_NARROWED
            }
            (Some(_), None) | (Some("int32"), Some("int64")) | (Some("float"), Some("double")) => {
                &FORMAT_WIDENED
            }
            _ => &FORMAT_CHANGED,
        };
        let text = ChangeText {
            was: was.map(str::to_owned),
            is: is.map(str::to_owned),
        };
        self.note_keyword_change(rule, pair, "format", text);
    }
}

/// The kinds of values that a schema admits, all where it is silent.
fn admitted_types(schema: &Object) -> BTreeSet<&'static str> {
    let named = declared_types(schema);
    let kind = |name: &str| KINDS.into_iter().find(|kind| *kind == name);
    if !named.is_empty() {
        let expanded = named.iter().flat_map(|name| match *name {
            "number" => vec!["integer", "fraction"],
            other => vec![other],
        });
        return expanded.filter_map(kind).collect();
    }
    let values: Vec<&Value> = match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => vec![value],
        (_, Some(Value::Array(values))) => values.iter().collect(),
        _ => return KINDS.into_iter().collect(),
    };
    values.into_iter().map(json_type_of).collect()
}

fn json_type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Object(_) => "object",
        Value::Array(_) => "array",
        Value::String(_) => "string",
        Value::Number(number) if number.is_f64() => "fraction",
        Value::Number(_) => "integer",
    }
}

/// The format, where it says more than the type does.
fn meaningful_format(schema: &Object) -> Option<&str> {
    let format = schema.get("format")?.as_str()?;
    let named = declared_types(schema);
    // These formats are what the type is read as anyway, so adding or removing them changes nothing.
    let says_nothing = match format {
        "password" => true,
        "int64" => named.contains(&"integer"),
        "double" => named.contains(&"number"),
        _ => false,
    };
    let is_wide = says_nothing && named.iter().any(|name| matches!(*name, "string"));
    (!says_nothing && !is_wide).then_some(format)
}
