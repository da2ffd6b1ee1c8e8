use serde_json::json;
use toolwright_inspect::ToolSchema;

use super::{of, read_file};

#[test]
fn r3_a_tool_has_its_parameters_and_the_schema_as_it_was() {
    let tool = ToolSchema::parse("read_file", "Read contents of a file", &read_file());
    assert_eq!(tool.tool_name, "read_file");
    assert_eq!(tool.description, "Read contents of a file");
    assert_eq!(tool.required_params, ["path"]);
    assert_eq!(tool.raw_schema, read_file());
    let [path, encoding] = tool.parameters.as_slice() else {
        panic!("{:?}", tool.parameters);
    };
    assert_eq!((path.name.as_str(), path.kind.as_str()), ("path", "string"));
    assert_eq!(path.description, "File path to read");
    assert!(path.required && !encoding.required);
    assert_eq!((&path.default, &path.values), (&None, &None));
    assert_eq!(encoding.default, Some(json!("utf-8")));
    let values = ["utf-8", "ascii", "latin-1"].map(|it| json!(it)).to_vec();
    assert_eq!(encoding.values, Some(values));
}

#[test]
fn r4_every_type_is_read() {
    for kind in ["string", "number", "integer", "boolean", "object", "array"] {
        let tool = of(json!({"it": {"type": kind}}));
        assert_eq!(tool.parameters[0].kind, kind);
    }
}

#[test]
fn r4_the_first_type_that_is_not_null_stands_for_several() {
    let kind = |schema| of(json!({"it": schema})).parameters[0].kind.clone();
    assert_eq!(
        kind(json!({"type": ["null", "integer", "string"]})),
        "integer"
    );
    assert_eq!(kind(json!({"type": ["null"]})), "null");
    assert_eq!(kind(json!({})), "any");
    assert_eq!(kind(json!({"type": []})), "any");
    assert_eq!(kind(json!(true)), "any");
}

#[test]
fn r4_r13_arrays_and_objects_have_what_is_in_them() {
    let tool = of(json!({
        "filters": {"type": "array", "items": {
            "type": "object",
            "properties": {
                "field": {"type": "string", "enum": ["name", "age"]},
                "range": {"type": "object", "properties": {"from": {"type": "number", "default": 0}}},
            },
            "required": ["field"],
        }},
    }));
    let items = tool.parameters[0].items.as_deref().expect("are there");
    assert_eq!((items.name.as_str(), items.kind.as_str()), ("", "object"));
    let [field, range] = items.properties.as_slice() else {
        panic!("{items:?}");
    };
    assert!(field.required && !range.required);
    assert_eq!(field.values, Some(vec![json!("name"), json!("age")]));
    assert_eq!(range.properties[0].default, Some(json!(0)));
}

#[test]
fn r4_references_are_followed() {
    let schema = json!({
        "type": "object",
        "properties": {
            "home": {"$ref": "#/$defs/Address", "description": "Where it lives"},
            "tree": {"$ref": "#/$defs/Tree"},
            "elsewhere": {"$ref": "https://example.com/a.json"},
        },
        "$defs": {
            "Address": {"$ref": "#/$defs/Place"},
            "Place": {"type": "object", "description": "A place", "properties": {"city": {"type": "string"}}},
            "Tree": {"type": "object", "properties": {
                "size": {"type": "integer"},
                "below": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
            }},
        },
    });
    let tool = ToolSchema::parse("plant", "", &schema);
    let [home, tree, elsewhere] = tool.parameters.as_slice() else {
        panic!("{:?}", tool.parameters);
    };
    assert_eq!(home.kind, "object");
    assert_eq!(home.description, "Where it lives");
    assert_eq!(home.properties[0].name, "city");
    let below = &tree.properties[1];
    let again = below.items.as_deref().expect("are there");
    assert_eq!(again.kind, "object");
    assert!(again.properties.is_empty());
    assert_eq!(elsewhere.kind, "any");
}

#[test]
fn r4_what_is_no_schema_of_an_object_has_no_parameters() {
    for schema in [
        json!(null),
        json!(true),
        json!([]),
        json!({"properties": 1, "required": "a"}),
    ] {
        let tool = ToolSchema::parse("tool", "", &schema);
        assert!(tool.parameters.is_empty() && tool.required_params.is_empty());
    }
}
