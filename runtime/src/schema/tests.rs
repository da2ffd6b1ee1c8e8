//! Keywords of JSON Schema against values, with the messages of python-jsonschema, and the budget of a validation.

use serde_json::json;

use super::*;
use crate::json::Json;

static NODE: Schema = Schema(
    Types::OBJECT,
    &[Keyword::AnyOf(&[
        &Schema(
            Types::ANY,
            &[
                Keyword::Object(&[Optional("child", &NODE)]),
                Keyword::MinProperties(5),
            ],
        ),
        &Schema(
            Types::ANY,
            &[
                Keyword::Object(&[Optional("child", &NODE)]),
                Keyword::MinProperties(6),
            ],
        ),
    ])],
);

#[test]
fn a_value_that_takes_exponential_time_is_refused() {
    let value = (0..100).fold(json!({}), |inner, _| json!({"child": inner}));
    assert!(!NODE.is_valid(&value));
    let violations = NODE.violations(&value);
    let last = violations.last().map(ToString::to_string);
    assert_eq!(last.as_deref(), Some("is too complex to be validated"));
}

#[test]
fn several_alternatives_are_named_and_what_to_do_about_them() {
    static EITHER: Schema = Schema(
        Types::ANY,
        &[Keyword::OneOf(&[
            Schema::INTEGER,
            Schema::STRING,
            &Schema(Types::NUMBER, &[Keyword::Minimum(Number::Int(3))]),
            &Schema(Types::NUMBER, &[Keyword::Minimum(Number::Int(4))]),
        ])],
    );
    assert_eq!(
        EITHER.violations(&json!(5))[0].message,
        "5 matches several alternatives of `oneOf` (number 1, 3, 4), and must match exactly one: give it what \
         only one of them allows, and leave out what belongs to the others"
    );
    // Clients of the REST bridge parse these words.
    assert_eq!(
        EITHER.python_violations(&json!(5))[0].message,
        "5 is valid under each of the given schemas number 0 and 2, 3"
    );
}

static TAGS: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[
        Optional("tags", Schema::STRINGS),
        Optional("limit", Schema::INTEGER),
    ])],
);

fn wrong(arguments: Json) -> Vec<String> {
    let mut arguments = arguments.as_object().cloned().unwrap_or_default();
    let wrong = check_arguments(&TAGS, &mut arguments).expect_err("is wrong");
    wrong.iter().map(ToString::to_string).collect()
}

#[test]
fn the_first_violations_are_listed_and_the_others_counted() {
    let listed = wrong(json!({ "tags": vec![0; 1001] }));
    assert_eq!(listed.len(), 21);
    assert_eq!(listed[19], "/tags/19: 0 is not of type \"string\"");
    assert_eq!(listed[20], "and 981 more");
    // More than are counted, since the budget of the validation ends before.
    let listed = wrong(json!({ "tags": vec![0; 2_000_010] }));
    let last = [
        "and more than 1999978 more",
        "is too complex to be validated",
    ];
    assert_eq!(listed[20..], last);
}

#[test]
fn json_in_strings_is_parsed_only_if_it_has_few_values() {
    let list = |length: usize| json!({"tags": format!("[{}\"a\"]", "\"a\",".repeat(length - 1))});
    let mut few = list(49_999).as_object().cloned().unwrap_or_default();
    assert_eq!(check_arguments(&TAGS, &mut few), Ok(()));
    assert_eq!(wrong(list(50_000)).len(), 1);
}

#[test]
fn a_table_is_small() {
    assert_eq!(size_of::<Keyword>(), 24);
    assert_eq!(size_of::<Schema>(), 24);
    assert_eq!(size_of::<Property>(), 32);
}

#[test]
fn many_members_are_checked_as_few_are() {
    static OPEN: Schema = Schema(
        Types::OBJECT,
        &[Keyword::Object(&[
            Optional("b", Schema::STRING),
            Required("a", Schema::STRING),
        ])],
    );
    static CLOSED: Schema = Schema(
        Types::OBJECT,
        &[Keyword::ClosedObject(&[
            Optional("b", Schema::STRING),
            Required("a", Schema::STRING),
        ])],
    );
    for (value, open, closed) in [
        (json!({"a": "x"}), true, true),
        (json!({"a": "x", "b": "x"}), true, true),
        (json!({"b": "x", "a": "x"}), true, true),
        (json!({"a": 1}), false, false),
        (json!({"b": "x"}), false, false),
        (json!({"a": "x", "c": 1}), true, false),
        (json!({"a": "x", "b": "x", "c": 1}), true, false),
        (json!({"a": "x", "b": 1, "c": 1}), false, false),
    ] {
        assert_eq!(OPEN.is_valid(&value), open, "{value}");
        assert_eq!(CLOSED.is_valid(&value), closed, "{value}");
        assert_eq!(OPEN.violations(&value).is_empty(), open, "{value}");
        assert_eq!(CLOSED.violations(&value).is_empty(), closed, "{value}");
    }
}

static ARGUMENTS: Schema = Schema(
    Types::OBJECT,
    &[Keyword::Object(&[
        Required("id", Schema::INTEGER),
        Optional("name", Schema::STRING),
        Optional("note", Schema::NULLABLE_STRING),
        Optional("flag", Schema::BOOLEAN),
        Optional("tags", Schema::STRINGS),
        Optional(
            "limits",
            &Schema(Types::OBJECT, &[Keyword::Map(Schema::NUMBER)]),
        ),
        Optional("free", Schema::ANY),
        Optional(
            "either",
            &Schema(
                Types::ANY,
                &[Keyword::AnyOf(&[Schema::INTEGER, Schema::INTEGERS])],
            ),
        ),
        Optional("body", &Schema(Types::ANY, &[Keyword::Ref(&ARGUMENTS)])),
        Optional(
            "kind",
            &Schema(Types::ANY, &[Keyword::EnumOfStrings(&["1", "2"])]),
        ),
    ])],
);

fn check(arguments: Json) -> Result<Json, Vec<String>> {
    let Json::Object(mut arguments) = arguments else {
        panic!("{arguments}")
    };
    match check_arguments(&ARGUMENTS, &mut arguments) {
        Ok(()) => Ok(Json::Object(arguments)),
        Err(violations) => Err(violations.iter().map(ToString::to_string).collect()),
    }
}

#[test]
fn json_in_strings_is_parsed_where_no_string_is_expected() {
    let sent = json!({
        "id": "5", "name": "6", "flag": "true", "tags": "[\"a\"]", "limits": "{\"a\": \"1.5\"}",
        "free": "7", "either": "[1]", "body": "{\"id\": \"8\", \"body\": null}", "kind": "1",
    });
    let got = json!({
        "id": 5, "name": "6", "flag": true, "tags": ["a"], "limits": {"a": 1.5},
        "free": "7", "either": [1], "body": {"id": 8}, "kind": "1",
    });
    assert_eq!(check(sent), Ok(got));
}

#[test]
fn null_stands_for_what_is_left_out() {
    let sent =
        json!({"id": 5, "name": null, "note": null, "free": null, "kind": null, "tags": null});
    assert_eq!(
        check(sent),
        Ok(json!({"id": 5, "note": null, "free": null}))
    );
    assert_eq!(
        check(json!({"id": null})),
        Err(vec!["/id: null is not of type \"integer\"".to_owned()])
    );
}

#[test]
fn valid_arguments_are_left_alone() {
    let sent = json!({"id": 5, "other": null, "note": "7", "free": "{}"});
    assert_eq!(check(sent.clone()), Ok(sent));
}

#[test]
fn what_does_not_become_valid_is_reported() {
    let said = check(json!({"id": "five", "flag": "5", "tags": "a,b", "limits": "[1]"}));
    let expected = [
        "/id: \"five\" is not of type \"integer\"",
        "/flag: \"5\" is not of type \"boolean\"",
        "/tags: \"a,b\" is not of type \"array\"",
        "/limits: \"[1]\" is not of type \"object\"",
    ];
    assert_eq!(said, Err(expected.map(str::to_owned).to_vec()));
}

#[test]
fn arguments_of_a_schema_that_asks_what_is_evaluated_are_coerced() {
    static BASE: Schema = Schema(
        Types::ANY,
        &[Keyword::Object(&[Required("id", Schema::INTEGER)])],
    );
    static STRICT: Schema = Schema(
        Types::OBJECT,
        &[Keyword::UnevaluatedProperties(&Unevaluated {
            beside: &Schema(
                Types::ANY,
                &[
                    Keyword::Object(&[Optional("size", Schema::NUMBER)]),
                    Keyword::AllOf(&[&BASE, Schema::ANY]),
                ],
            ),
            schema: Schema::NEVER,
        })],
    );
    let mut arguments = serde_json::Map::new();
    arguments.insert("id".to_owned(), json!("5"));
    arguments.insert("size".to_owned(), json!(null));
    assert_eq!(check_arguments(&STRICT, &mut arguments), Ok(()));
    assert_eq!(Json::Object(arguments.clone()), json!({"id": 5}));
    arguments.insert("other".to_owned(), json!(1));
    assert!(check_arguments(&STRICT, &mut arguments).is_err());
}

static BASE: Schema = Schema(
    Types::OBJECT,
    &[Keyword::Object(&[Optional("kind", Schema::STRING)])],
);
static CAT: Schema = Schema(
    Types::ANY,
    &[
        Keyword::Ref(&BASE),
        Keyword::Object(&[Optional(
            "kind",
            &Schema(Types::ANY, &[Keyword::Const(&Literal::Str("cat"))]),
        )]),
    ],
);
static DOG: Schema = Schema(
    Types::OBJECT,
    &[Keyword::Object(&[
        Required(
            "kind",
            &Schema(Types::STRING, &[Keyword::EnumOfStrings(&["dog", "cat"])]),
        ),
        Required("name", Schema::STRING),
    ])],
);
static PET: Schema = Schema(Types::ANY, &[Keyword::AnyOf(&[&CAT, &DOG])]);

#[test]
fn a_property_that_every_alternative_lists_says_which_one_is_meant() {
    let say = |value: Json| {
        let message = PET.violations(&value)[0].message.clone();
        let reason = message.split(": /").nth(1).or(message.rsplit(": ").next());
        reason.unwrap_or_default().to_owned()
    };
    let unknown = "kind: \"bird\" is not one of [\"cat\", \"dog\"]";
    assert_eq!(say(json!({"kind": "bird", "name": "x"})), unknown);
    assert_eq!(
        say(json!({"kind": "dog"})),
        "\"name\" is a required property"
    );
}

// The reference keeps the engine from being linear: each `a` may belong to either branch.
static HARD: Pattern = Pattern::new(r"^((a|aa)\2?)+$");
static MATCHING: Schema = Schema(Types::STRING, &[Keyword::Pattern(&HARD)]);
static NOT_MATCHING: Schema = Schema(Types::STRING, &[Keyword::Not(&MATCHING)]);
static LIST: Schema = Schema(Types::ARRAY, &[Keyword::Items(&MATCHING)]);

#[test]
fn a_pattern_that_gives_up_is_a_violation_of_its_own_also_under_not() {
    let hard = json!(format!("{}; DROP", "a".repeat(60)));
    assert!(MATCHING.is_valid(&json!("aaaa")));
    assert!(!MATCHING.is_valid(&hard));
    assert!(!NOT_MATCHING.is_valid(&hard), "nothing is known of it");
    let told = MATCHING.violations(&hard)[0].to_string();
    assert!(told.contains("takes too many steps to compare"), "{told}");
    assert!(!NOT_MATCHING.violations(&hard).is_empty());
}

#[test]
fn hard_searches_share_a_budget() {
    let hard = format!("{}!", "a".repeat(60));
    let list: Json = vec![hard; 50].into();
    let violations = LIST.violations(&list);
    // The first one that gives up ends the validation: 50 of them took eight seconds.
    assert_eq!(violations.len(), 2, "{violations:?}");
    assert_eq!(violations[0].pointer, "/0");
}
