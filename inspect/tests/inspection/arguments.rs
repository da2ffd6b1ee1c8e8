use serde_json::{Value, json};
use toolwright_inspect::ToolSchema;

use super::{of, read_file};

fn faults(properties: Value, arguments: Value) -> Vec<String> {
    of(properties).validate_arguments(&arguments)
}

#[test]
fn r9_good_arguments_have_no_faults() {
    let tool = ToolSchema::parse("read_file", "", &read_file());
    let good = [
        json!({"path": "a"}),
        json!({"path": "a", "encoding": "ascii"}),
    ];
    for arguments in good {
        assert_eq!(tool.validate_arguments(&arguments), [""; 0]);
    }
}

#[test]
fn r9_every_fault_is_listed_in_order() {
    let schema = json!({
        "properties": {
            "mode": {"type": "string", "enum": ["r", "w"]},
            "path": {"type": "string"},
            "size": {"type": "integer"},
            "lines": {"type": "array"},
        },
        "required": ["path", "token"],
    });
    let tool = ToolSchema::parse("read", "", &schema);
    let arguments = json!({"size": "1", "depth": 1, "mode": "x", "colour": 2, "lines": {}});
    assert_eq!(
        tool.validate_arguments(&arguments),
        [
            "Missing required parameter: path",
            "Missing required parameter: token",
            "Unknown parameter: depth",
            "Unknown parameter: colour",
            "Parameter 'mode' must be one of: r, w",
            "Parameter 'size' expected integer, got string",
            "Parameter 'lines' expected array, got object",
        ]
    );
}

#[test]
fn r9_types_are_those_of_json_schema() {
    let good = [
        ("integer", json!(5.0)),
        ("integer", json!(-3)),
        ("integer", json!(u64::MAX)),
        ("number", json!(5)),
        ("number", json!(5.5)),
        ("null", json!(null)),
        ("file", json!("of a dialect")),
    ];
    for (kind, value) in good {
        let said = faults(json!({"it": {"type": kind}}), json!({"it": value}));
        assert_eq!(said, [""; 0], "{kind}");
    }
    let bad = [
        ("integer", json!(true), "boolean"),
        ("integer", json!(1.5), "number"),
        ("number", json!(false), "boolean"),
        ("boolean", json!(1), "integer"),
        ("string", json!(null), "null"),
        ("object", json!([]), "array"),
        ("array", json!({}), "object"),
    ];
    for (kind, value, got) in bad {
        let said = faults(json!({"it": {"type": kind}}), json!({"it": value}));
        assert_eq!(said, [format!("Parameter 'it' expected {kind}, got {got}")]);
    }
}

#[test]
fn r9_any_of_several_types_will_do() {
    let either = json!({"it": {"type": ["null", "string", "integer"]}});
    for value in [json!(null), json!("a"), json!(1)] {
        assert_eq!(faults(either.clone(), json!({"it": value})), [""; 0]);
    }
    assert_eq!(
        faults(either, json!({"it": []})),
        ["Parameter 'it' expected string or integer, got array"]
    );
    assert_eq!(faults(json!({"it": {}}), json!({"it": []})), [""; 0]);
}

#[test]
fn r9_values_are_equal_as_in_json_schema() {
    let one_of =
        |values: Value, value: Value| faults(json!({"it": {"enum": values}}), json!({"it": value}));
    assert_eq!(one_of(json!([1, "a"]), json!(1.0)), [""; 0]);
    assert_eq!(
        one_of(json!([{"a": [1], "b": 2}]), json!({"b": 2, "a": [1.0]})),
        [""; 0]
    );
    assert_eq!(
        one_of(json!([9007199254740993_u64]), json!(9007199254740992_u64)).len(),
        1
    );
    assert_eq!(
        one_of(json!([1, "a", null]), json!(true)),
        ["Parameter 'it' must be one of: 1, a, null"]
    );
}

#[test]
fn r9_other_names_are_known_where_the_schema_has_a_place_for_them() {
    let said = |others: Value| {
        let mut schema = json!({"properties": {"id": {}}});
        for (name, value) in others.as_object().into_iter().flatten() {
            schema[name] = value.clone();
        }
        let tool = ToolSchema::parse("tool", "", &schema);
        tool.validate_arguments(&json!({"other": 1}))
    };
    for others in [
        json!({"additionalProperties": true}),
        json!({"additionalProperties": {"type": "string"}}),
        json!({"patternProperties": {"^o": {}}}),
    ] {
        assert_eq!(said(others), [""; 0]);
    }
    for others in [json!({}), json!({"additionalProperties": false})] {
        assert_eq!(said(others), ["Unknown parameter: other"]);
    }
}

#[test]
fn r9_arguments_are_an_object() {
    assert_eq!(
        faults(json!({}), json!([1])),
        ["Arguments expected object, got array"]
    );
}
