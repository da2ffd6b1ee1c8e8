//! Schemas of all drafts are bundled, and copies for dynamic references are merged.

use serde_json::json;

use super::*;

fn definition_schema(bundle: &Bundle, key: &str) -> Value {
    bundle.definitions[key].schema.clone()
}

#[test]
fn a_schema_is_copied_where_dynamic_references_lead_elsewhere() {
    let list = json!({
        "$id": "list",
        "items": {"$dynamicRef": "#item"},
        "$defs": {"item": {"$dynamicAnchor": "item"}},
    });
    let of = |id: &str, kind: &str| {
        json!({
            "$id": id,
            "$ref": "list",
            "$defs": {"item": {"$dynamicAnchor": "item", "type": kind}},
        })
    };
    let root = json!({
        "prefixItems": [{"$ref": "texts"}, {"$ref": "numbers"}, {"$ref": "list"}, {"$ref": "texts"}],
        "$defs": {"a": list, "b": of("texts", "string"), "c": of("numbers", "number")},
    });
    let bundle = Resources::default().bundle("", &root);
    let expected = ["d0", "d1", "d2", "d0"].map(|key| json!({"$ref": format!("#/$defs/{key}")}));
    assert_eq!(bundle.schema, json!({"prefixItems": expected}));
    assert_eq!(
        definition_schema(&bundle, "d0"),
        json!({"$ref": "#/$defs/d3"})
    );
    assert_eq!(
        definition_schema(&bundle, "d3"),
        json!({"items": {"$ref": "#/$defs/d6"}})
    );
    assert_eq!(definition_schema(&bundle, "d6"), json!({"type": "string"}));
    assert_eq!(bundle.definitions["d6"].uri, "#/$defs/b/$defs/item");
    assert_eq!(bundle.definitions.len(), 8);
}

#[test]
fn copies_that_make_no_difference_are_one() {
    let root = json!({
        "$dynamicAnchor": "node",
        "$id": "https://example.com/strict",
        "properties": {"name": {"$ref": "name"}, "other": {"$ref": "other"}},
        "$defs": {
            "name": {"$id": "name", "$dynamicAnchor": "unused", "type": "string"},
            "other": {"$id": "other", "$dynamicAnchor": "here", "properties": {"name": {"$ref": "name"}}},
        },
    });
    let bundle = Resources::default().bundle("", &root);
    assert_eq!(bundle.definitions.len(), 2);
    assert_eq!(
        definition_schema(&bundle, "d1"),
        json!({"properties": {"name": {"$ref": "#/$defs/d0"}}})
    );
}

#[test]
fn older_drafts_are_understood() {
    let mut resources = Resources::new(Draft::Four);
    resources.add_schema(
        "old.json",
        json!({
            "items": [{"minimum": 1, "exclusiveMinimum": true}],
            "additionalItems": false,
            "dependencies": {"a": ["b"], "c": {"minProperties": 3}},
            "const": 1,
            "properties": {"a": {"$ref": "#/items/0", "type": "string"}},
        }),
    );
    let bundle = resources.bundle("", &json!({"$ref": "old.json"}));
    assert_eq!(
        definition_schema(&bundle, "d0"),
        json!({
            "prefixItems": [{"exclusiveMinimum": 1}],
            "items": false,
            "dependentRequired": {"a": ["b"]},
            "dependentSchemas": {"c": {"minProperties": 3}},
            "properties": {"a": {"$ref": "#/$defs/d1"}},
        })
    );
    assert_eq!(
        definition_schema(&bundle, "d1"),
        json!({"exclusiveMinimum": 1})
    );
}

#[test]
fn what_leads_nowhere_is_told() {
    let bundle = Resources::default().bundle("", &json!({"$ref": "#/absent", "minLength": 1}));
    assert_eq!(bundle.schema, json!({"minLength": 1}));
    assert_eq!(bundle.unresolved, ["#/absent"]);
}

#[test]
fn schemas_of_a_document_have_uris_and_anchors() {
    let spec = json!({
        "info": {"$anchor": "tree", "$id": "https://example.com/none"},
        "components": {"schemas": {
            "Tree": {
                "$id": "https://example.com/tree",
                "$dynamicAnchor": "node",
                "properties": {"children": {"items": {"$dynamicRef": "#node"}}},
            },
            "Strict": {
                "$id": "https://example.com/strict",
                "$dynamicAnchor": "node",
                "$ref": "tree",
                "unevaluatedProperties": false,
            },
        }},
    });
    let mut resources = Resources::default();
    let places = ["Tree", "Strict"].map(|name| format!("/components/schemas/{name}"));
    resources.add_document("https://example.com/api", spec, places);
    let root = json!({"anyOf": [
        {"$ref": "https://example.com/api#/components/schemas/Strict"},
        {"$ref": "https://example.com/api#/components/schemas/Tree"},
        {"$ref": "https://example.com/none"},
    ]});
    let bundle = resources.bundle("", &root);
    assert_eq!(bundle.unresolved, ["https://example.com/none"]);
    let children = |key: &str| json!({"properties": {"children": {"items": {"$ref": format!("#/$defs/{key}")}}}});
    assert_eq!(
        definition_schema(&bundle, "d0"),
        json!({"unevaluatedProperties": false, "$ref": "#/$defs/d2"})
    );
    assert_eq!(definition_schema(&bundle, "d1"), children("d1"));
    assert_eq!(definition_schema(&bundle, "d2"), children("d0"));
    assert_eq!(bundle.definitions.len(), 3);
}
