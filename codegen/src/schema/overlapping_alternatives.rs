//! Alternatives that no value can be told to be.

use std::collections::HashMap;

use serde_json::Value;

use super::DiscriminatedUnion;
use super::keyword::{Object, is_annotation_keyword, referenced_key, schemas_in_keyword_mut};
use crate::schema::Schemas;

/// How many references are followed to see what an alternative says.
const MAX_REFERENCE_DEPTH: usize = 4;

/// How many schemas the alternatives of one `oneOf` may consist of to be compared.
const MAX_COMPARED_SCHEMAS: usize = 20_000;

/// Reads `oneOf` as `anyOf` where two alternatives say the same but for annotations (a range of
/// IPv4 and one of IPv6 addresses, told apart by `format` alone): every value of the one is a value
/// of the other, so that `oneOf` would refuse them all. Gives the pointers of such schemas.
///
/// So it is read where alternatives leave the property of their discriminator open, and it has no
/// tags for them that leave no value to two; that is what discriminators are for, and no pointer is
/// given.
///
/// With `formats` values are held to `format`, so that it tells alternatives apart.
///
/// Alternatives that are the same in every word stay: there is nothing to misunderstand. What
/// references mean is looked up in `known`.
pub(crate) fn widen_alternatives(
    schemas: &mut Schemas,
    known: &Schemas,
    formats: bool,
) -> Vec<String> {
    let all = schemas
        .definitions
        .values_mut()
        .chain(schemas.lifted.iter_mut());
    let mut widened = Vec::new();
    for schema in all {
        if widen_one_of(&mut schema.value, known, formats) {
            widened.push(schema.pointer.clone());
        }
    }
    widened
}

fn widen_one_of(schema: &mut Value, known: &Schemas, formats: bool) -> bool {
    let Some(object) = schema.as_object_mut() else {
        return false;
    };
    let mut widened = false;
    for (keyword, value) in object.iter_mut() {
        for inner in schemas_in_keyword_mut(keyword, value) {
            widened |= widen_one_of(inner, known, formats);
        }
    }
    // `anyOf` beside `oneOf` is a condition of its own, so that `oneOf` cannot take its name.
    if !object.contains_key("oneOf") || object.contains_key("anyOf") {
        return widened;
    }
    let tagged = DiscriminatedUnion::from_schema(object, &known.definitions);
    if tagged
        .as_ref()
        .is_some_and(DiscriminatedUnion::has_disjoint_values)
    {
        return widened;
    }
    let is_told_apart = tagged.is_some_and(|tagged| tagged.leaves_property_open());
    if !is_told_apart && (formats || !has_overlapping_alternatives(object, known)) {
        return widened;
    }
    let renamed = std::mem::take(object).into_iter().map(|(keyword, value)| {
        let keyword = if keyword == "oneOf" {
            "anyOf".to_owned()
        } else {
            keyword
        };
        (keyword, value)
    });
    *object = renamed.collect();
    widened || !is_told_apart
}

fn has_overlapping_alternatives(object: &Object, known: &Schemas) -> bool {
    let Some(Value::Array(alternatives)) = object.get("oneOf") else {
        return false;
    };
    let mut budget = MAX_COMPARED_SCHEMAS;
    let meanings: Option<Vec<Value>> = alternatives
        .iter()
        .map(|alternative| {
            expand_without_annotations(alternative, known, MAX_REFERENCE_DEPTH, &mut budget)
        })
        .collect();
    let mut by_meaning: HashMap<Value, &Value> = HashMap::new();
    let pairs = alternatives.iter().zip(meanings.into_iter().flatten());
    for (alternative, meaning) in pairs {
        let first = by_meaning.entry(meaning).or_insert(alternative);
        if *first != alternative {
            return true;
        }
    }
    false
}

/// A schema without annotations and with what it refers to in place; `None` where that would be
/// more schemas than the budget has.
fn expand_without_annotations(
    schema: &Value,
    known: &Schemas,
    depth: usize,
    budget: &mut usize,
) -> Option<Value> {
    *budget = budget.checked_sub(1)?;
    let target = referenced_key(schema).and_then(|key| known.definitions.get(key));
    let mut meaning = match (schema, target) {
        (Value::Object(object), Some(target)) if depth > 0 => {
            let mut others = object.clone();
            others.shift_remove("$ref");
            others.retain(|keyword, _| !is_annotation_keyword(keyword));
            let target = self::expand_without_annotations(&target.value, known, depth - 1, budget)?;
            if others.is_empty() {
                return Some(target);
            }
            // Keywords beside `$ref` hold as well (JSON Schema Core 2020-12, section 8.2.3.1).
            others.insert("allOf".to_owned(), Value::Array(vec![target]));
            Value::Object(others)
        }
        (schema, _) => schema.clone(),
    };
    if let Value::Object(object) = &mut meaning {
        object.retain(|keyword, _| !is_annotation_keyword(keyword));
        for (keyword, value) in object.iter_mut() {
            for inner in schemas_in_keyword_mut(keyword, value) {
                *inner = self::expand_without_annotations(inner, known, depth, budget)?;
            }
        }
        if let (1, Some(Value::Array(all))) = (object.len(), object.get("allOf"))
            && let [only] = all.as_slice()
        {
            return Some(only.clone());
        }
    }
    Some(meaning)
}

#[cfg(test)]
mod tests {
    use indexmap::IndexMap;
    use serde_json::json;

    use super::*;
    use crate::schema::Schema;

    fn schemas_with_root(root: Value) -> Schemas {
        let of = |value: Value| Schema {
            value,
            pointer: "/x".to_owned(),
        };
        let range = |format: &str| {
            let address = json!({"type": "string", "format": format});
            of(json!({"type": "object", "properties": {"first": address}}))
        };
        Schemas {
            definitions: IndexMap::from([
                ("V4".to_owned(), range("ipv4")),
                ("V6".to_owned(), range("ipv6")),
                ("Name".to_owned(), of(json!({"type": "string"}))),
            ]),
            lifted: vec![of(root)],
        }
    }

    fn widen_root(root: Value) -> Value {
        let known = schemas_with_root(root);
        let mut schemas = known.clone();
        widen_alternatives(&mut schemas, &known, false);
        schemas.lifted[0].value.clone()
    }

    #[test]
    fn a_discriminator_tells_alternatives_apart_that_leave_its_property_open() {
        let pet = |kind: Value| json!({"type": "object", "properties": {"kind": kind, "name": {}}});
        let read = |cat: Value, dog: Value| {
            let root =
                json!({"oneOf": [pet(cat), pet(dog)], "discriminator": {"propertyName": "kind"}});
            widen_root(root).get("anyOf").is_some()
        };
        let open = || json!({"type": "string"});
        assert!(read(open(), json!({"type": "string", "description": "x"})));
        assert!(read(json!({"const": "cat"}), open()));
        assert!(!read(json!({"const": "cat"}), json!({"enum": ["dog"]})));
    }

    #[test]
    fn tags_that_leave_no_value_to_two_keep_one_of() {
        let keeps = |required: Value, mapping: Value, formats: bool| {
            let pet = json!({"properties": {"kind": {"type": "string"}}, "required": required});
            let root = json!({"oneOf": [{"$ref": "#/$defs/V4"}, {"$ref": "#/$defs/V6"}],
                "discriminator": {"propertyName": "kind", "mapping": mapping}});
            let mut known = schemas_with_root(root);
            for key in ["V4", "V6"] {
                known.definitions[key].value = pet.clone();
            }
            let mut schemas = known.clone();
            widen_alternatives(&mut schemas, &known, formats);
            schemas.lifted[0].value.get("oneOf").is_some()
        };
        let both = json!({"a": "#/$defs/V4", "b": "#/$defs/V6"});
        for formats in [false, true] {
            assert!(keeps(json!(["kind"]), both.clone(), formats));
            assert!(!keeps(json!([]), both.clone(), formats));
            assert!(!keeps(json!(["kind"]), json!({"a": "#/$defs/V4"}), formats));
        }
    }

    #[test]
    fn alternatives_told_apart_by_format_alone_overlap() {
        let v4 = json!({"title": "v4", "allOf": [{"$ref": "#/$defs/V4"}]});
        let v6 = json!({"title": "v6", "allOf": [{"$ref": "#/$defs/V6"}]});
        let root = json!({"properties": {"range": {"description": "A range", "oneOf": [v4, v6]}}});
        let expected =
            json!({"properties": {"range": {"description": "A range", "anyOf": [v4, v6]}}});
        assert_eq!(widen_root(root), expected);
    }

    #[test]
    fn alternatives_that_differ_or_are_the_same_in_every_word_stay() {
        for root in [
            json!({"oneOf": [{"$ref": "#/$defs/V4"}, {"$ref": "#/$defs/Name"}]}),
            json!({"oneOf": [{"type": "string"}, {"type": "string"}]}),
            json!({"oneOf": [{"minLength": 1}, {"minLength": 2}]}),
        ] {
            assert_eq!(widen_root(root.clone()), root);
        }
    }
}
