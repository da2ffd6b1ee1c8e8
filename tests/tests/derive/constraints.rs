use serde_json::{Value, json};
use toolwright::ToolInput;
use toolwright::value::{Cursor, Fields};

/// A field for each keyword.
#[derive(Debug, PartialEq, ToolInput)]
#[tool(deny_unknown_fields)]
struct Constrained {
    #[tool(minimum = 1, maximum = 10, multiple_of = 2)]
    even: Option<i32>,
    #[tool(exclusive_minimum = 0, exclusive_maximum = 1.5)]
    share: Option<f64>,
    #[tool(min_length = 2, max_length = 3, pattern = "^a")]
    text: Option<String>,
    #[tool(min_items = 1, max_items = 2, unique_items)]
    list: Option<Vec<i8>>,
    #[tool(default = -5)]
    number: i64,
    #[tool(default = ["a", "b"])]
    names: Vec<String>,
    #[tool(default = "big")]
    size: Size,
    #[tool(default = fallback)]
    other: String,
}

#[derive(Debug, PartialEq, ToolInput)]
#[tool(rename_all = "snake_case")]
enum Size {
    Small,
    Big,
}

fn fallback() -> String {
    "none".to_owned()
}

fn violations(value: Value) -> Vec<String> {
    let wrong = Constrained::check().violations(&value);
    wrong.iter().map(ToString::to_string).collect()
}

#[test]
fn each_keyword_is_checked() {
    let cases = [
        (json!({"even": 0}), "/even: 0 is less than the minimum of 1"),
        (
            json!({"even": 12}),
            "/even: 12 is greater than the maximum of 10",
        ),
        (json!({"even": 3}), "/even: 3 is not a multiple of 2"),
        (
            json!({"share": 0}),
            "/share: 0 is less than or equal to the minimum of 0",
        ),
        (
            json!({"share": 1.5}),
            "/share: 1.5 is greater than or equal to the maximum of 1.5",
        ),
        (json!({"text": "a"}), "/text: \"a\" is too short"),
        (json!({"text": "aaaa"}), "/text: \"aaaa\" is too long"),
        (json!({"text": "bb"}), "/text: \"bb\" does not match \"^a\""),
        (json!({"list": []}), "/list: [] should be non-empty"),
        (json!({"list": [1, 2, 3]}), "/list: [1, 2, 3] is too long"),
        (
            json!({"list": [1, 1]}),
            "/list: [1, 1] has non-unique elements",
        ),
        (
            json!({"list": [200]}),
            "/list/0: 200 is greater than the maximum of 127",
        ),
        (
            json!({"size": "huge"}),
            "/size: \"huge\" is not one of [\"small\", \"big\"]",
        ),
        (
            json!({"unknown": 1}),
            "Additional properties are not allowed (\"unknown\" was unexpected)",
        ),
    ];
    for (value, expected) in cases {
        let given = value.to_string();
        assert_eq!(violations(value), [expected], "{given}");
    }
}

#[test]
fn what_is_not_there_has_its_default() {
    let mut cursor = Cursor::new();
    let mut fields = Fields::new([("value".to_owned(), json!({"even": null}))], &mut cursor);
    let decoded: Constrained = fields.take("value");
    fields.close();
    assert_eq!(cursor.violations(), []);
    let expected = Constrained {
        even: None,
        share: None,
        text: None,
        list: None,
        number: -5,
        names: vec!["a".to_owned(), "b".to_owned()],
        size: Size::Big,
        other: "none".to_owned(),
    };
    assert_eq!(decoded, expected);
    assert_eq!(violations(json!({"even": null})), Vec::<String>::new());
}

#[test]
fn the_schema_shows_them() {
    let listed = Constrained::schema().listed();
    assert_eq!(
        listed["properties"]["even"],
        json!({"type": "integer", "minimum": 1, "maximum": 10, "multipleOf": 2})
    );
    assert_eq!(listed["properties"]["number"]["default"], -5);
    assert_eq!(listed["properties"]["names"]["default"], json!(["a", "b"]));
    assert_eq!(
        listed["properties"]["size"],
        json!({"type": "string", "enum": ["small", "big"], "default": "big"})
    );
    assert_eq!(listed["properties"]["other"], json!({"type": "string"}));
    assert_eq!(listed.get("required"), None);
}
