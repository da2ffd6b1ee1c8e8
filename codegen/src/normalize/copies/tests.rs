use serde_json::{Value, json};

use super::super::testing::{normalized, warnings};

/// The definitions of a document with these component schemas, and the warnings.
fn read(schemas: Value) -> (Value, Vec<String>) {
    read_as(json!({"openapi": "3.1.0"}), schemas)
}

fn read_as(mut root: Value, schemas: Value) -> (Value, Vec<String>) {
    root["components"] = json!({"schemas": schemas});
    let (document, diagnostics) = normalized(root);
    let definitions = document.schemas.definitions.into_iter();
    let definitions = definitions.map(|(key, schema)| (key, schema.value));
    (definitions.collect(), warnings(&diagnostics))
}

#[test]
fn generic_types_are_copied_for_what_they_are_of() {
    let page = json!({
        "$id": "page",
        "type": "object",
        "properties": {"items": {"type": "array", "items": {"$dynamicRef": "#item"}}},
        "$defs": {"item": {"$dynamicAnchor": "item"}},
    });
    let of = |id: &str, target: &str| {
        json!({
            "$id": id,
            "description": id,
            "$ref": "page",
            "$defs": {"item": {"$dynamicAnchor": "item", "$ref": target}},
        })
    };
    let (definitions, warnings) = read(json!({
        "Page": page,
        "PageOfPets": of("pets", "#/components/schemas/Pet"),
        "PageOfNames": of("names", "#/components/schemas/Name"),
        "Pet": {"type": "object"},
        "Name": {"type": "string"},
    }));
    assert_eq!(warnings, Vec::<String>::new());
    let page_of = |key: &str| {
        let items = json!({"type": "array", "items": {"$ref": format!("#/$defs/{key}")}});
        json!({"type": "object", "properties": {"items": items}})
    };
    let described = |mut schema: Value, text: &str| {
        schema["description"] = text.into();
        schema
    };
    assert_eq!(
        definitions,
        json!({
            "Page": page_of("Page_item"),
            "PageOfPets": described(page_of("PageOfPets_item"), "pets"),
            "PageOfNames": described(page_of("PageOfNames_item"), "names"),
            "Pet": {"type": "object"},
            "Name": {"type": "string"},
            "Page_item": {},
            "PageOfPets_item": {"$ref": "#/$defs/Pet"},
            "PageOfNames_item": {"$ref": "#/$defs/Name"},
        })
    );
}

#[test]
fn a_strict_tree_has_strict_children() {
    let (definitions, warnings) = read(json!({
        "Tree": {
            "$id": "https://example.com/tree",
            "$dynamicAnchor": "node",
            "type": "object",
            "properties": {
                "data": true,
                "children": {"type": "array", "items": {"$dynamicRef": "#node"}},
            },
        },
        "Strict": {
            "$id": "https://example.com/strict-tree",
            "$dynamicAnchor": "node",
            "$ref": "tree",
            "unevaluatedProperties": false,
        },
    }));
    assert_eq!(warnings, Vec::<String>::new());
    let tree = |key: &str| {
        let children = json!({"type": "array", "items": {"$ref": format!("#/$defs/{key}")}});
        json!({"type": "object", "properties": {"data": true, "children": children}})
    };
    assert_eq!(
        definitions,
        json!({
            "Tree": tree("Tree"),
            "Strict": {"$ref": "#/$defs/Strict_Tree", "unevaluatedProperties": false},
            "Strict_Tree": tree("Strict"),
        })
    );
}

#[test]
fn recursive_references_of_2019_are_dynamic_where_their_schema_says_so() {
    let tree = |anchor: bool| {
        json!({
            "$schema": "https://json-schema.org/draft/2019-09/schema",
            "$id": "tree",
            "$recursiveAnchor": anchor,
            "properties": {"next": {"$recursiveRef": "#"}},
        })
    };
    let strict = json!({
        "$schema": "https://json-schema.org/draft/2019-09/schema",
        "$id": "strict",
        "$recursiveAnchor": true,
        "$ref": "tree",
        "unevaluatedProperties": false,
    });
    let (definitions, warnings) = read(json!({"Tree": tree(true), "Strict": strict}));
    assert_eq!(warnings, Vec::<String>::new());
    let next = |key: &str| json!({"properties": {"next": {"$ref": format!("#/$defs/{key}")}}});
    assert_eq!(definitions["Tree"], next("Tree"));
    assert_eq!(definitions["Strict"]["$ref"], "#/$defs/Strict_Tree");
    assert_eq!(definitions["Strict_Tree"], next("Strict"));
    let (definitions, _) = read(json!({"Tree": tree(false), "Strict": strict}));
    assert_eq!(definitions["Strict"]["$ref"], "#/$defs/Tree");
}

#[test]
fn copies_that_make_no_difference_are_one() {
    let (definitions, warnings) = read(json!({
        "Outer": {
            "$id": "outer",
            "$dynamicAnchor": "unused",
            "properties": {"name": {"$ref": "#/components/schemas/Name"}},
        },
        "Name": {"$id": "name", "properties": {"first": {"$ref": "text"}}},
        "Text": {"$id": "text", "$dynamicAnchor": "other", "type": "string"},
    }));
    assert_eq!(warnings, Vec::<String>::new());
    let keys: Vec<&String> = definitions.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["Outer", "Name", "Text"]);
}

#[test]
fn the_alternatives_of_a_copy_are_copies_too() {
    let (definitions, warnings) = read(json!({
        "Shape": {
            "$id": "shape",
            "oneOf": [{"$ref": "#/$defs/box"}],
            "discriminator": {"propertyName": "kind", "mapping": {"box": "#/$defs/box"}},
            "$defs": {
                "box": {"properties": {"in": {"$dynamicRef": "#in"}}},
                "in": {"$dynamicAnchor": "in"},
            },
        },
        "Texts": {
            "$id": "texts",
            "$ref": "shape",
            "$defs": {"in": {"$dynamicAnchor": "in", "type": "string"}},
        },
    }));
    assert_eq!(warnings, Vec::<String>::new());
    let alternative = &definitions["Texts"]["oneOf"][0]["$ref"];
    assert_eq!(alternative, "#/$defs/Texts_Shape_box");
    assert_eq!(
        &definitions["Texts"]["discriminator"]["mapping"]["box"],
        alternative
    );
    assert_eq!(definitions["Texts_in"], json!({"type": "string"}));
    let input = &definitions["Texts_Shape_box"]["properties"]["in"];
    assert_eq!(input, &json!({"$ref": "#/$defs/Texts_in"}));
}

#[test]
fn beside_a_reference_a_dynamic_one_counts_as_well() {
    let (definitions, _) = read(json!({
        "A": {"$ref": "#b", "allOf": [{"minProperties": 1}], "$dynamicRef": "#c"},
        "B": {"$anchor": "b"},
        "C": {"$dynamicAnchor": "c", "$defs": {"d": {"$anchor": "d"}}},
    }));
    let all = json!([{"minProperties": 1}, {"$ref": "#/$defs/C"}]);
    assert_eq!(definitions["A"], json!({"$ref": "#/$defs/B", "allOf": all}));
}

#[test]
fn what_leads_nowhere_is_any_value() {
    let (definitions, warnings) = read(json!({
        "A": {"items": {"$dynamicRef": "#item", "minLength": 1}},
        "B": {"items": {"$dynamicRef": 1}},
        "C": {"$defs": {"a": {"$dynamicAnchor": "x"}}, "not": {"$dynamicAnchor": "x"}},
    }));
    assert_eq!(definitions["A"], json!({"items": {"minLength": 1}}));
    assert_eq!(
        warnings,
        [
            "/components/schemas/A/items/$dynamicRef: `$dynamicRef` refers to `#item`, which is not a \
             `$dynamicAnchor` or `$anchor` of an enclosing schema; it is read as any value",
            "/components/schemas/B/items/$dynamicRef: `$dynamicRef` must be a string; it is read \
             as any value",
            "/components/schemas/C/not/$dynamicAnchor: the dynamic anchor `x` is declared twice; it is \
             ignored, unless its schema gets its own `$id`",
        ]
    );
}

#[test]
fn a_dialect_says_how_references_and_tuples_are_read() {
    let seven = "http://json-schema.org/draft-07/schema#";
    let schemas = json!({
        "A": {"$ref": "#/components/schemas/B", "minLength": 1, "description": "a"},
        "B": {"items": [{}], "additionalItems": false},
    });
    let root = json!({"openapi": "3.1.0", "jsonSchemaDialect": seven});
    let (definitions, warnings) = read_as(root, schemas.clone());
    assert_eq!(
        definitions["A"],
        json!({"$ref": "#/$defs/B", "description": "a"})
    );
    assert_eq!(
        definitions["B"],
        json!({"prefixItems": [{}], "items": false})
    );
    assert_eq!(
        warnings,
        ["/components/schemas/A: beside `$ref`, draft 7 of JSON Schema ignores `minLength`"]
    );
    let oas = "https://spec.openapis.org/oas/3.1/dialect/base";
    let root = json!({"openapi": "3.1.0", "jsonSchemaDialect": oas});
    let mut own = schemas;
    own["B"]["$schema"] = "https://json-schema.org/draft/2019-09/schema".into();
    let (definitions, warnings) = read_as(root, own);
    assert_eq!(definitions["A"]["minLength"], 1);
    assert_eq!(warnings, Vec::<String>::new());
    let root = json!({"openapi": "3.1.0", "jsonSchemaDialect": "https://example.com/own"});
    let (_, warnings) = read_as(root, json!({"A": {"$schema": 1}}));
    assert_eq!(
        warnings,
        [
            "/jsonSchemaDialect: the dialect \"https://example.com/own\" is not supported; schemas are \
             read as JSON Schema 2020-12",
            "/components/schemas/A/$schema: the dialect 1 is not supported; schemas are read as JSON \
             Schema 2020-12",
        ]
    );
}
