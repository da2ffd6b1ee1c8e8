//! Bodies of `application/merge-patch+json`: null removes the member that it is given for (RFC 7396, section 2), so
//! every optional member accepts null, whatever the schema of the resource says.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::split_read_write::{
    collect_references, free_key, own_references, reachable_keys, redirect_references,
};
use crate::model::media_type_essence;
use crate::normalize::{Document, MediaType};
use crate::schema::keyword::{
    Object, is_in_place_applicator, schemas_in_keyword, schemas_in_keyword_mut, string_list,
};
use crate::schema::nullable::accept_null;
use crate::schema::{Schema, SchemaId, Schemas};

/// What the key of a definition for patches ends in.
const SUFFIX: &str = "_patch";

/// Lets every optional member of merge patches accept null, at any depth: but not in lists, which a patch
/// replaces as a whole. A definition that is used elsewhere as well gets another one beside it.
pub(super) fn admit_removals(schemas: &mut Schemas, document: &Document) {
    let patches = find_patches(schemas, document);
    if patches.is_empty() {
        return;
    }
    let patched = find_patched_definitions(schemas, &patches);
    // Without this step, a component without optional members would be copied for nothing.
    let patched = find_changed(schemas, patched);
    let used = find_used_elsewhere(schemas, document, &patches, &patched);
    let keys: HashMap<String, String> = patched
        .iter()
        .filter(|key| used.contains(*key))
        .map(|key| (key.clone(), free_key(key, SUFFIX, schemas)))
        .collect();
    for key in &patched {
        if let Some(schema) = schemas.definitions.get(key) {
            let patch = as_patch(schema, &keys);
            let key = keys.get(key).unwrap_or(key).clone();
            schemas.definitions.insert(key, patch);
        }
    }
    for index in patches {
        if let Some(schema) = schemas.lifted.get_mut(index) {
            *schema = as_patch(schema, &keys);
        }
    }
}

/// The lifted schemas of merge patches, and of bodies that differ from one in the media type alone: an
/// argument chooses that, and they have one type.
fn find_patches(schemas: &Schemas, document: &Document) -> BTreeSet<usize> {
    let value = |index: usize| schemas.lifted.get(index).map(|schema| &schema.value);
    let mut found = BTreeSet::new();
    for body in document.operations.iter().filter_map(|it| it.body.as_ref()) {
        let (patches, others): (Vec<_>, Vec<_>) = body
            .content
            .iter()
            .partition(|(name, _)| is_merge_patch(name));
        let schema = |(_, media): &(&String, &MediaType)| media.schema.map(SchemaId::index);
        if let Some(patch) = patches.iter().find_map(schema) {
            let others = others.iter().filter_map(schema);
            found.insert(patch);
            // Two media types with one schema share one Rust type. Admitting null only in one of
            // them would need a second type for the same argument.
            found.extend(others.filter(|other| value(*other) == value(patch)));
        }
    }
    found
}

fn is_merge_patch(media_type: &str) -> bool {
    media_type_essence(media_type) == "application/merge-patch+json"
}

/// The definitions that patches consist of, in the order of the schemas; lists are not looked into.
fn find_patched_definitions(schemas: &Schemas, patches: &BTreeSet<usize>) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let roots = patches.iter().filter_map(|at| schemas.lifted.get(*at));
    for root in roots {
        visit_patched(&root.value, &mut |object| own_references(object, &mut open));
    }
    let mut found = HashSet::new();
    while let Some(key) = open.pop() {
        if found.insert(key)
            && let Some(schema) = schemas.definitions.get(key)
        {
            visit_patched(&schema.value, &mut |object| {
                own_references(object, &mut open);
            });
        }
    }
    let keys = schemas.definitions.keys();
    keys.filter(|key| found.contains(key.as_str()))
        .cloned()
        .collect()
}

/// Those of the definitions that are not the same in a patch, or lead to such.
fn find_changed(schemas: &Schemas, patched: Vec<String>) -> Vec<String> {
    let no_keys = HashMap::new();
    let mut changed: HashSet<&str> = HashSet::new();
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut open: Vec<&str> = Vec::new();
    for key in &patched {
        let Some(schema) = schemas.definitions.get(key) else {
            continue;
        };
        if as_patch(schema, &no_keys).value != schema.value {
            open.push(key);
        }
        let mut referred = Vec::new();
        visit_patched(&schema.value, &mut |object| {
            own_references(object, &mut referred)
        });
        for target in referred {
            users.entry(target).or_default().push(key);
        }
    }
    while let Some(key) = open.pop() {
        if changed.insert(key) {
            open.extend(users.get(key).into_iter().flatten());
        }
    }
    let changed: HashSet<String> = changed.into_iter().map(str::to_owned).collect();
    patched
        .into_iter()
        .filter(|key| changed.contains(key))
        .collect()
}

/// The definitions that are used as they are: in responses, in other requests, in lists of patches.
fn find_used_elsewhere(
    schemas: &Schemas,
    document: &Document,
    patches: &BTreeSet<usize>,
    patched: &[String],
) -> HashSet<String> {
    let mut open = Vec::new();
    // Only other requests and responses matter; what patches share stays one definition.
    let sent = document.sent_schemas.iter().map(|id| id.index());
    let others = sent.filter(|index| !patches.contains(index));
    for schema in others.filter_map(|index| schemas.lifted.get(index)) {
        collect_references(&schema.value, &mut open);
    }
    let definitions = patched
        .iter()
        .filter_map(|key| schemas.definitions.get(key));
    let roots = patches.iter().filter_map(|at| schemas.lifted.get(*at));
    for schema in definitions.chain(roots) {
        visit_patched(&schema.value, &mut |object| {
            let others = object.iter().filter(|(keyword, _)| !is_patched(keyword));
            for schema in others.flat_map(|(keyword, value)| schemas_in_keyword(keyword, value)) {
                collect_references(schema, &mut open);
            }
        });
    }
    let received = document.received_schemas.iter();
    for schema in received.filter_map(|id| id.find_in(&document.schemas.lifted)) {
        collect_references(&schema.value, &mut open);
    }
    reachable_keys(open, schemas)
}

/// Whether a keyword is about the same object or its members, which a patch changes one by one.
fn is_patched(keyword: &str) -> bool {
    // RFC 7396 patches objects recursively and replaces everything else, so `items` and `not` are
    // not among them.
    const KEYWORDS: [&str; 10] = [
        "properties",
        "patternProperties",
        "additionalProperties",
        "unevaluatedProperties",
        "allOf",
        "anyOf",
        "oneOf",
        "then",
        "else",
        "dependentSchemas",
    ];
    KEYWORDS.contains(&keyword)
}

/// Visits the schemas of a patch and of its members, without following references.
fn visit_patched<'s>(schema: &'s Value, visit: &mut impl FnMut(&'s Object)) {
    let Value::Object(object) = schema else {
        return;
    };
    visit(object);
    for (keyword, value) in object.iter().filter(|(keyword, _)| is_patched(keyword)) {
        for inner in schemas_in_keyword(keyword, value) {
            visit_patched(inner, visit);
        }
    }
}

fn as_patch(schema: &Schema, keys: &HashMap<String, String>) -> Schema {
    let mut patch = schema.clone();
    widen_members(&mut patch.value, keys, &HashSet::new());
    patch
}

/// Lets the members of a patch accept null, but for those that are `kept`.
fn widen_members(schema: &mut Value, keys: &HashMap<String, String>, kept: &HashSet<String>) {
    let Value::Object(object) = schema else {
        return;
    };
    redirect_references(object, keys);
    let tag = object
        .get("discriminator")
        .and_then(|it| it.get("propertyName")?.as_str());
    let own = string_list(object, "required").into_iter().chain(tag);
    let mut kept = kept.clone();
    kept.extend(own.map(str::to_owned));
    let none = HashSet::new();
    for (keyword, value) in object.iter_mut().filter(|(keyword, _)| is_patched(keyword)) {
        // What the object keeps, its parts and alternatives keep as well: they are about the same object.
        let kept = match is_in_place_applicator(keyword) {
            true => &kept,
            false => &none,
        };
        for inner in schemas_in_keyword_mut(keyword, value) {
            widen_members(inner, keys, kept);
        }
    }
    let properties = object.get_mut("properties").and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        // A required member cannot be removed, and the tag tells which alternative the value is.
        if !kept.contains(name) && property.get("const").is_none() {
            admit_removal(property);
        }
    }
    for keyword in [
        "patternProperties",
        "additionalProperties",
        "unevaluatedProperties",
    ] {
        if let Some(value) = object.get_mut(keyword) {
            schemas_in_keyword_mut(keyword, value)
                .into_iter()
                .for_each(admit_removal);
        }
    }
}

/// Lets the schema of a member accept null. A constant stays one: it tells which alternative a value is.
fn admit_removal(schema: &mut Value) {
    let has_null = ["anyOf", "oneOf"].iter().any(|keyword| {
        let branches = schema.get(keyword).and_then(Value::as_array);
        let mut branches = branches.into_iter().flatten();
        branches.any(|branch| branch.get("type") == Some(&Value::from("null")))
    });
    if !has_null && let Value::Object(object) = schema {
        *schema = accept_null(std::mem::take(object));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::diagnostics::Diagnostics;
    use crate::normalize::normalize;

    /// The schemas of a spec in which a patch and, of these media types, a `PUT` are of the component `Item`.
    fn patched(components: Value, put: &[&str]) -> Schemas {
        let item = json!({"schema": {"$ref": "#/components/schemas/Item"}});
        let put: Object = put
            .iter()
            .map(|name| ((*name).to_owned(), item.clone()))
            .collect();
        let spec = json!({
            "openapi": "3.1.0",
            "info": {"title": "Items", "version": "1"},
            "paths": {"/items": {
                "patch": {"requestBody": {"content": {"application/merge-patch+json": item}}, "responses": {}},
                "put": {"requestBody": {"content": put}, "responses": {}},
            }},
            "components": {"schemas": components},
        });
        let document = normalize(&spec, &mut Diagnostics::new()).unwrap();
        let mut schemas = document.schemas.clone();
        admit_removals(&mut schemas, &document);
        schemas
    }

    fn definition<'s>(schemas: &'s Schemas, key: &str) -> Option<&'s Value> {
        schemas.definitions.get(key).map(|schema| &schema.value)
    }

    #[test]
    fn optional_members_accept_null_at_any_depth() {
        let schemas = patched(
            json!({
                "Item": {
                    "type": "object",
                    "required": ["id"],
                    "properties": {
                        "id": {"type": "string"},
                        "kind": {"const": "item"},
                        "name": {"type": "string"},
                        "owner": {"$ref": "#/components/schemas/Owner"},
                        "tags": {"type": "array", "items": {"$ref": "#/components/schemas/Tag"}},
                    },
                    "additionalProperties": {"type": "integer"},
                },
                "Owner": {"properties": {"age": {"type": ["integer", "null"]}, "mood": {"enum": ["sad"]}}},
                "Tag": {"properties": {"text": {"type": "string"}}},
            }),
            &[],
        );
        assert_eq!(
            definition(&schemas, "Item"),
            Some(&json!({
                "type": "object",
                "required": ["id"],
                "properties": {
                    "id": {"type": "string"},
                    "kind": {"const": "item"},
                    "name": {"type": ["string", "null"]},
                    "owner": {"anyOf": [{"$ref": "#/$defs/Owner"}, {"type": "null"}]},
                    "tags": {"type": ["array", "null"], "items": {"$ref": "#/$defs/Tag"}},
                },
                "additionalProperties": {"type": ["integer", "null"]},
            }))
        );
        let owner = json!({"properties": {"age": {"type": ["integer", "null"]}, "mood": {"enum": ["sad", null]}}});
        assert_eq!(definition(&schemas, "Owner"), Some(&owner));
        // A list is replaced as a whole.
        let tag = json!({"properties": {"text": {"type": "string"}}});
        assert_eq!(definition(&schemas, "Tag"), Some(&tag));
    }

    #[test]
    fn alternatives_keep_what_tells_them_apart() {
        let schemas = patched(
            json!({
                "Item": {
                    "anyOf": [
                        {"properties": {"kind": {"enum": ["a"]}, "name": {"type": "string"}}},
                        {"properties": {"kind": {"not": {"enum": ["a"]}}}},
                    ],
                    "discriminator": {"propertyName": "kind"},
                },
            }),
            &[],
        );
        let alternatives = definition(&schemas, "Item").map(|item| item["anyOf"].clone());
        assert_eq!(
            alternatives,
            Some(json!([
                {"properties": {"kind": {"enum": ["a"]}, "name": {"type": ["string", "null"]}}},
                {"properties": {"kind": {"not": {"enum": ["a"]}}}},
            ]))
        );
    }

    #[test]
    fn what_is_used_elsewhere_stays_beside_what_a_patch_is() {
        let components = json!({
            "Item": {"properties": {
                "next": {"$ref": "#/components/schemas/Item"},
                "mood": {"$ref": "#/components/schemas/Mood"},
            }, "required": ["mood"]},
            "Mood": {"type": "string"},
            "Item_patch": {},
        });
        let schemas = patched(components, &["application/json"]);
        let reference = |key: &str| json!({"$ref": format!("#/$defs/{key}")});
        let removable = json!({"anyOf": [reference("Item_patch_"), {"type": "null"}]});
        // What is the same in a patch is no other definition.
        let mood = reference("Mood");
        let required = json!(["mood"]);
        let expected =
            json!({"properties": {"next": removable, "mood": mood}, "required": required});
        assert_eq!(definition(&schemas, "Item_patch_"), Some(&expected));
        let unchanged =
            json!({"properties": {"next": reference("Item"), "mood": mood}, "required": required});
        assert_eq!(definition(&schemas, "Item"), Some(&unchanged));
        assert_eq!(schemas.lifted[0].value, reference("Item_patch_"));
        assert_eq!(schemas.lifted[1].value, reference("Item"));
    }
}
