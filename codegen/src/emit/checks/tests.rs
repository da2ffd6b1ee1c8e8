use serde_json::json;

use super::*;

fn definitions(all: Value) -> IndexMap<String, Definition> {
    let Value::Object(all) = all else {
        panic!("no object")
    };
    all.into_iter()
        .map(|(key, schema)| {
            let definition = Definition {
                constant: key.to_ascii_uppercase(),
                pointer: format!("/components/schemas/{key}"),
                schema,
            };
            (key, definition)
        })
        .collect()
}

fn text(tokens: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(tokens).unwrap())
}

fn module(all: Value, inputs: &[(&str, Value)]) -> String {
    let mut checks = Checks::new(&definitions(all));
    for (constant, schema) in inputs {
        checks.declare_schema(constant, schema);
    }
    text(checks.into_module())
}

#[test]
fn nothing_is_written_for_nothing() {
    assert_eq!(module(json!({"Pet": {"minLength": 1}}), &[]), "");
}

#[test]
fn an_input_is_a_static_of_its_own() {
    let schema = json!({
        "type": "object",
        "properties": {
            "limit": {"type": "integer", "maximum": 100, "description": "How many."},
            "status": {"type": "string", "enum": ["new", "old"]},
            "note": {"type": ["string", "null"], "format": "date"},
        },
        "required": ["status", "token"],
    });
    let text = module(
        json!({}),
        &[("LIST_PETS", schema), ("PING", json!({"type": "object"}))],
    );
    insta::assert_snapshot!(text, @r#"
use toolwright::schema::*;
pub static LIST_PETS: Schema = Schema(
    Types::OBJECT,
    &[
        Keyword::Required(&["token"]),
        Keyword::Object(
            &[
                Optional(
                    "limit",
                    &Schema(Types::INTEGER, &[Keyword::Maximum(Number::Int(100))]),
                ),
                Required(
                    "status",
                    &Schema(Types::STRING, &[Keyword::EnumOfStrings(&["new", "old"])]),
                ),
                Optional("note", Schema::NULLABLE_STRING),
            ],
        ),
    ],
);
pub static PING: Schema = Schema(Types::OBJECT, &[]);
"#);
}

#[test]
fn what_is_used_twice_is_shared_and_what_is_used_once_is_inlined() {
    let name = json!({"type": "string", "maxLength": 255});
    let all = json!({
        "Pet": {
            "type": "object",
            "properties": {
                "name": name,
                "code": {"type": "string", "pattern": "^\\d$"},
                "parent": {"$ref": "#/$defs/Pet"},
                "owner": {"$ref": "#/$defs/Alias"},
            },
            "additionalProperties": false,
        },
        "Alias": {"$ref": "#/$defs/Owner", "description": "The same."},
        "Owner": {"type": "object", "additionalProperties": name},
        "Unused": {"type": "object", "properties": {"a": name}},
    });
    let input = json!({"type": "object", "properties": {"body": {"$ref": "#/$defs/Pet"}}});
    let text = module(all, &[("PET", input)]);
    insta::assert_snapshot!(text, @r#"
use toolwright::schema::*;
pub static PET: Schema = Schema(
    Types::OBJECT,
    &[Keyword::Object(&[Optional("body", &shared::PET)])],
);
/// Schemas that several operations or types have in common.
pub mod shared {
    use toolwright::schema::*;
    pub static PET: Schema = Schema(
        Types::OBJECT,
        &[
            Keyword::ClosedObject(
                &[
                    Optional("name", &STRING_MAX_255),
                    Optional(
                        "code",
                        &Schema(Types::STRING, &[Keyword::Pattern(&PATTERN)]),
                    ),
                    Optional("parent", &PET),
                    Optional("owner", &OWNER),
                ],
            ),
        ],
    );
    pub static OWNER: Schema = Schema(Types::OBJECT, &[Keyword::Map(&STRING_MAX_255)]);
    pub static STRING_MAX_255: Schema = Schema(
        Types::STRING,
        &[Keyword::MaxLength(255)],
    );
    pub static PATTERN: Pattern = Pattern::translated("^\\d$", "^[0-9]$");
}
"#);
}

#[test]
fn expressions_are_paths() {
    let mut checks = Checks::new(&definitions(
        json!({"Pet": {"minLength": 1}, "Name": {"type": "string"}}),
    ));
    let mut path = |schema: Value| checks.expression(&schema).to_string().replace(' ', "");
    assert_eq!(path(json!({"$ref": "#/$defs/Pet"})), "&checks::shared::PET");
    assert_eq!(
        path(json!({"$ref": "#/$defs/Name"})),
        "::toolwright::schema::Schema::STRING"
    );
    assert_eq!(
        path(json!({"type": "array", "items": {"type": "string"}})),
        "::toolwright::schema::Schema::STRINGS"
    );
    assert_eq!(
        path(json!({"type": "string", "minLength": 2})),
        "&checks::shared::STRING_MIN_2"
    );
    assert_eq!(
        path(json!({"minLength": 2, "type": "string"})),
        "&checks::shared::STRING_MIN_2"
    );
    let text = text(checks.into_module());
    assert!(text.contains("pub static PET: Schema"), "{text}");
    assert!(text.contains("pub static STRING_MIN_2: Schema"), "{text}");
    assert!(!text.contains("NAME"), "{text}");
}

#[test]
fn names_do_not_clash() {
    let all = json!({
        "Pattern": {"type": "string", "pattern": "^a$"},
        "String_Min_2": {"minLength": 1},
        "Ü": {"type": "array", "items": {"$ref": "#/$defs/String_Min_2"}, "minItems": 1},
    });
    let mut checks = Checks::new(&definitions(all));
    checks.declare_schema("PATTERN", &json!({"$ref": "#/$defs/Pattern"}));
    checks.declare_schema("PATTERN_2", &json!({"$ref": "#/$defs/String_Min_2"}));
    checks.declare_schema(
        "X",
        &json!({"type": "array", "items": {"$ref": "#/$defs/Ü"}}),
    );
    let expression = checks.expression(&json!({"type": "string", "minLength": 2}));
    assert_eq!(
        expression.to_string().replace(' ', ""),
        "&checks::shared::STRING_MIN_2_2"
    );
    let text = text(checks.into_module());
    for once in [
        "static PATTERN_2: Pattern",
        "shared::PATTERN)",
        "static STRING_MIN_2_2: Schema",
    ] {
        assert_eq!(text.matches(once).count(), 1, "{once}\n{text}");
    }
}

#[test]
fn a_pattern_that_does_not_compile_is_left_out_and_reported() {
    let mut checks = Checks::new(&definitions(
        json!({"Pet": {"properties": {"a/b": {"pattern": "*"}}}}),
    ));
    checks.declare_schema("LIST", &json!({"$ref": "#/$defs/Pet"}));
    let [problem] = checks.problems() else {
        panic!("{:?}", checks.problems())
    };
    assert_eq!(problem.constant, "PET");
    assert_eq!(
        problem.pointer,
        "/components/schemas/Pet/properties/a~1b/pattern"
    );
    assert!(
        problem.message.starts_with("the pattern `*` is ignored: "),
        "{problem:?}"
    );
    assert!(!text(checks.into_module()).contains("Pattern"));
}

#[test]
fn a_reference_that_consumes_nothing_is_cut() {
    let all = json!({
        "A": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/B"}]},
        "B": {"allOf": [{"$ref": "#/$defs/A"}, {"minLength": 1}]},
        "Loop": {"$ref": "#/$defs/Pool"},
        "Pool": {"$ref": "#/$defs/Loop"},
        "Tree": {"items": {"$ref": "#/$defs/Tree"}},
    });
    let inputs = ["A", "Loop", "Tree"].map(|key| json!({"$ref": format!("#/$defs/{key}")}));
    let [a, cycle, tree] = inputs;
    let text = module(all, &[("FIRST", a), ("SECOND", cycle), ("THIRD", tree)]);
    insta::assert_snapshot!(text, @r#"
use toolwright::schema::*;
pub static FIRST: Schema = Schema(Types::ANY, &[Keyword::Ref(&shared::A)]);
pub static SECOND: Schema = Schema(Types::ANY, &[]);
pub static THIRD: Schema = Schema(Types::ANY, &[Keyword::Ref(&shared::TREE)]);
/// Schemas that several operations or types have in common.
pub mod shared {
    use toolwright::schema::*;
    pub static A: Schema = Schema(Types::ANY, &[Keyword::AnyOf(&[Schema::STRING, &B])]);
    pub static B: Schema = Schema(
        Types::ANY,
        &[Keyword::AllOf(&[Schema::ANY, &Schema(Types::ANY, &[Keyword::MinLength(1)])])],
    );
    pub static TREE: Schema = Schema(Types::ANY, &[Keyword::Items(&TREE)]);
}
"#);
}

#[test]
fn keywords_of_the_wrong_type_are_ignored() {
    let schema = json!({
        "type": "file", "minimum": "5", "required": true, "properties": [], "items": 3, "enum": "a",
        "pattern": 1, "maxLength": -1, "allOf": {}, "not": [], "if": 1, "$ref": 5, "multipleOf": 0,
        "additionalProperties": "x", "dependentRequired": [], "uniqueItems": "yes", "minItems": 1.5,
    });
    assert_eq!(
        module(json!({}), &[("X", schema)]),
        "use toolwright::schema::*;\npub static X: Schema = Schema(Types::ANY, &[]);\n"
    );
}

#[test]
fn text_of_a_spec_stays_within_its_literals() {
    let hostile = "\"), */ } fn x() {} \n\\ {}";
    let schema = json!({
        "properties": {hostile: {"enum": [hostile, {hostile: [1.5, -1, u64::MAX, null, true]}]}},
        "patternProperties": {hostile: {"const": hostile}},
        "required": [hostile, "other"],
        "dependentRequired": {hostile: [hostile]},
    });
    let text = module(json!({}), &[("X", schema)]);
    assert!(!text.contains("fn x() {}\n"), "{text}");
    assert!(
        text.contains("Literal::Uint(18446744073709551615)"),
        "{text}"
    );
    assert!(text.contains("Literal::Int(-1)"), "{text}");
}

#[test]
fn what_is_evaluated_is_noted_only_where_it_matters() {
    let all = json!({
        "Open": {"type": "object", "additionalProperties": true},
        "Part": {"if": {"required": ["a"]}, "items": true},
        "Whole": {
            "allOf": [{"$ref": "#/$defs/Part"}],
            "properties": {"open": {"$ref": "#/$defs/Open"}},
            "unevaluatedProperties": false,
            "unevaluatedItems": true,
        },
    });
    let part = json!({"type": "array", "items": {"$ref": "#/$defs/Part"}});
    let whole = json!({"$ref": "#/$defs/Whole"});
    let text = module(all, &[("PARTS", part), ("WHOLE", whole)]);
    insta::assert_snapshot!(text, @r#"
use toolwright::schema::*;
pub static PARTS: Schema = Schema(Types::ARRAY, &[Keyword::Items(&shared::PART)]);
pub static WHOLE: Schema = Schema(Types::ANY, &[Keyword::Ref(&shared::WHOLE)]);
/// Schemas that several operations or types have in common.
pub mod shared {
    use toolwright::schema::*;
    pub static PART: Schema = Schema(
        Types::ANY,
        &[
            Keyword::Items(Schema::ANY),
            Keyword::If(
                &Branches {
                    condition: &Schema(Types::ANY, &[Keyword::Required(&["a"])]),
                    then: Schema::ANY,
                    otherwise: Schema::ANY,
                },
            ),
        ],
    );
    pub static WHOLE: Schema = Schema(
        Types::ANY,
        &[
            Keyword::UnevaluatedProperties(
                &Unevaluated {
                    beside: &Schema(
                        Types::ANY,
                        &[
                            Keyword::UnevaluatedItems(
                                &Unevaluated {
                                    beside: &Schema(
                                        Types::ANY,
                                        &[
                                            Keyword::Object(&[Optional("open", Schema::OBJECT)]),
                                            Keyword::Ref(&PART),
                                        ],
                                    ),
                                    schema: Schema::ANY,
                                },
                            ),
                        ],
                    ),
                    schema: Schema::NEVER,
                },
            ),
        ],
    );
}
"#);
}

#[test]
fn formats_are_asserted_where_that_is_asked_for() {
    let schema =
        json!({"items": {"type": "string", "format": "date"}, "contains": {"format": "int32"}});
    let mut checks = Checks::new(&IndexMap::new()).asserting_formats(true);
    checks.declare_schema("DAYS", &schema);
    insta::assert_snapshot!(text(checks.into_module()), @r#"
use toolwright::schema::*;
pub static DAYS: Schema = Schema(
    Types::ANY,
    &[
        Keyword::Items(&Schema(Types::STRING, &[Keyword::Format(Format::DATE)])),
        Keyword::Contains(
            &Contains {
                schema: Schema::ANY,
                min: 1,
                max: u64::MAX,
            },
        ),
    ],
);
"#);
}
