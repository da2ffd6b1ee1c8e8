//! Tables as rustc sees them: `checks.out` is what the compiler writes for a schema with every
//! keyword.

use indexmap::IndexMap;
use serde_json::{Value, json};
use toolwright_codegen::emit::checks::Checks;
use toolwright_codegen::model::Definition;

#[allow(unreachable_pub)]
mod checks {
    include!("checks.out");
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 20, "pattern": "^\\w+$"},
            "kind": {"type": "string", "enum": ["cat", "dog"]},
            "size": {"enum": [1, 2.5, -3, "big", null, [true], {"cm": 5}]},
            "weight": {"type": "number", "exclusiveMinimum": 0, "maximum": 99.5, "multipleOf": 0.1},
            "age": {"type": ["integer", "string"], "minimum": 0, "exclusiveMaximum": 300},
            "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3, "uniqueItems": true},
            "place": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "items": false},
            "seen": {"contains": {"const": {"by": "me"}}, "minContains": 1, "maxContains": 2},
            "notes": {"type": ["object", "null"], "additionalProperties": {"type": "string"}, "propertyNames": {"maxLength": 5}},
            "labels": {
                "type": "object",
                "properties": {"a": true},
                "patternProperties": {"^x-": {"type": "integer"}},
                "additionalProperties": false,
                "minProperties": 1,
                "maxProperties": 3,
            },
            "children": {"type": "array", "items": {"$ref": "#/$defs/Pet"}},
            "owner": {"oneOf": [{"$ref": "#/$defs/Owner"}, {"type": "string", "minLength": 1, "maxLength": 20, "pattern": "^\\w+$"}]},
            "extra": {"allOf": [{"$ref": "#/$defs/Base"}], "properties": {"a": true}, "unevaluatedProperties": false},
            "rest": {"anyOf": [{"prefixItems": [true]}], "unevaluatedItems": {"type": "string"}},
            "other": {"not": {"type": "null"}, "if": {"type": "string"}, "then": {"minLength": 2}, "else": {"type": "integer"}},
        },
        "required": ["name"],
        "additionalProperties": false,
        "dependentRequired": {"kind": ["size"]},
        "dependentSchemas": {"age": {"required": ["weight"]}},
    })
}

fn module() -> String {
    let definition = |constant: &str, schema: Value| Definition {
        constant: constant.to_owned(),
        pointer: String::new(),
        schema,
    };
    let owner = json!({"type": "object", "anyOf": [{"required": ["id"]}, {"required": ["name"]}], "allOf": [{"maxProperties": 2}, {"minProperties": 1}]});
    let definitions = IndexMap::from([
        ("Pet".to_owned(), definition("PET", schema())),
        ("Owner".to_owned(), definition("OWNER", owner)),
        (
            "Base".to_owned(),
            definition(
                "BASE",
                json!({"patternProperties": {"^b": true}, "if": {"properties": {"c": true}}}),
            ),
        ),
    ]);
    let mut checks = Checks::new(&definitions);
    checks.declare_schema("CREATE_PET", &json!({"type": "object", "properties": {"pet": {"$ref": "#/$defs/Pet"}}, "required": ["pet"]}));
    checks.declare_schema("PING", &json!({"type": "object"}));
    checks.declare_schema("PET", &json!({"$ref": "#/$defs/Pet"}));
    assert_eq!(checks.problems(), []);
    let module = checks.into_module();
    prettyplease::unparse(&syn::parse2(module).unwrap())
}

/// After a change in the compiler, `UPDATE_CHECKS=1 cargo test -p toolwright-tests` writes the file.
#[test]
fn the_compiler_writes_this_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/json_schema/checks.out");
    let module = module();
    if std::env::var_os("UPDATE_CHECKS").is_some() {
        std::fs::write(path, &module).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), module);
    assert_eq!(module, self::module());
}

#[test]
fn compiled_tables_validate() {
    let pet = json!({
        "name": "Rex", "kind": "dog", "size": {"cm": 5.0}, "weight": 19.9, "age": 3,
        "tags": ["a"], "place": [1, 2.5], "seen": [{"by": "me"}], "notes": {"a": "b"},
        "labels": {"x-a": 1}, "children": [{"name": "Pup", "children": []}], "owner": {"id": 1},
        "extra": {"a": 1, "b": 1, "c": 1}, "rest": [1, "a"], "other": "ab",
    });
    let valid = json!({"pet": pet});
    assert_eq!(checks::CREATE_PET.violations(&valid), []);
    assert!(checks::CREATE_PET.is_valid(&valid));
    assert!(checks::PET.is_valid(&pet));
    assert!(checks::PING.is_valid(&json!({})));
    let wrong = json!({"pet": {
        "name": "R x", "kind": "cow", "weight": 0.15, "age": 300, "tags": ["a", "a"], "place": [1, 2, 3],
        "seen": [], "notes": {"a": 1}, "labels": {"y": 1}, "children": [{"name": ""}], "owner": {},
        "extra": {"a": 1, "d": 1}, "rest": [1, "a", 2], "other": null, "more": 1,
    }});
    let violations = checks::CREATE_PET.violations(&wrong);
    let said: Vec<String> = violations.iter().map(ToString::to_string).collect();
    let expected = [
        "/pet: \"size\" is a dependency of \"kind\"",
        "/pet/name: \"R x\" does not match \"^\\\\w+$\"",
        "/pet/kind: \"cow\" is not one of [\"cat\", \"dog\"]",
        "/pet/weight: 0.15 is not a multiple of 0.1",
        "/pet/age: 300 is greater than or equal to the maximum of 300",
        "/pet/tags: [\"a\", \"a\"] has non-unique elements",
        "/pet/place: Expected at most 2 items but found 1 extra: 3",
        "/pet/seen: [] does not contain items matching the given schema",
        "/pet/notes/a: 1 is not of type \"string\"",
        "/pet/labels: \"y\" does not match any of the regexes: \"^x-\"",
        "/pet/children/0/name: \"\" should be non-empty",
        "/pet/children/0/name: \"\" does not match \"^\\\\w+$\"",
        "/pet/owner: {} is not valid under any of the given schemas: {} should be non-empty",
        "/pet/extra: Unevaluated properties are not allowed (\"d\" was unexpected)",
        "/pet/rest: Unevaluated items are not valid under the given schema (2 was unevaluated and invalid)",
        "/pet/other: null should not be valid under the given schema",
        "/pet/other: null is not of type \"integer\"",
        "/pet: Additional properties are not allowed (\"more\" was unexpected)",
    ];
    assert_eq!(said, expected);
}
