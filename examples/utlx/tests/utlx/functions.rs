//! U11 to U14: functions of the standard library, with the sample registry.

use serde_json::{Value, json};

use crate::server::{Server, Setup};

fn names(data: &Value) -> Vec<&str> {
    let functions = data["functions"].as_array().expect("is a list");
    functions
        .iter()
        .filter_map(|it| it["name"].as_str())
        .collect()
}

#[test]
fn u11_categories_limits_and_totals() {
    let mut server = Server::start();
    let data = server.data(
        "get_stdlib_functions",
        json!({"category": "string", "limit": 2}),
    );
    assert_eq!(names(&data), ["upperCase", "upper"]);
    assert_eq!(data["total"], 7);
    let all = server.data("get_stdlib_functions", json!({}));
    assert_eq!((names(&all).len(), &all["total"]), (20, &json!(27)));
    let none = server.data("get_stdlib_functions", json!({"search": "zzzz"}));
    assert_eq!((names(&none).len(), &none["total"]), (0, &json!(0)));
    assert_eq!(
        server.code("get_stdlib_functions", json!({"category": "strings"})),
        "INVALID_INPUT"
    );
    assert_eq!(
        server.code("get_stdlib_functions", json!({"limit": 0})),
        "INVALID_INPUT"
    );
}

#[test]
fn u11_a_function_has_all_members() {
    let mut server = Server::start();
    let data = server.data("get_stdlib_functions", json!({"search": "first"}));
    assert_eq!(
        data["functions"][0],
        json!({
            "name": "first",
            "category": "array",
            "signature": "first(array: Array, default?: Any): Any",
            "description": "Returns the first element of an array",
            "parameters": [
                {"name": "array", "type": "Array", "optional": false, "description": "The elements"},
                {"name": "default", "type": "Any", "optional": true, "description": "What an empty array gives"},
            ],
            "returnType": "Any",
            "examples": ["first([7, 8]) => 7"],
        })
    );
}

#[test]
fn u12_the_registry_is_the_one_that_is_configured() {
    let registry = json!({"functions": [
        {"name": "shout", "category": "String", "description": "Adds an exclamation mark"},
        {"name": 7},
    ]});
    let setup = Setup::new().file("registry.json", registry.to_string());
    let path = setup.home().join("registry.json").display().to_string();
    let mut server = setup
        .variable("FUNCTION_REGISTRY_PATH", path.clone())
        .start();
    let data = server.data("get_stdlib_functions", json!({}));
    assert_eq!(
        names(&data),
        ["shout"],
        "an entry that cannot be read is left out"
    );
    // It is read once.
    std::fs::remove_file(&path).expect("is removed");
    let again = server.data("get_stdlib_functions", json!({}));
    assert_eq!(data, again);
}

#[test]
fn u12_a_registry_that_cannot_be_read_is_told() {
    for content in [None, Some("no JSON"), Some("{}")] {
        let mut setup = Setup::new().variable("FUNCTION_REGISTRY_PATH", "registry.json");
        if let Some(content) = content {
            setup = setup.file("registry.json", content);
        }
        let mut server = setup.start();
        let error = server.failure("get_stdlib_functions", json!({}));
        assert_eq!(error["code"], "INTERNAL_ERROR");
        let message = error["message"].as_str().expect("is text");
        assert!(
            message.contains("registry.json cannot be read: "),
            "{message}"
        );
        assert!(message.contains("FUNCTION_REGISTRY_PATH"), "{message}");
        // The other tools go on.
        server.data(
            "get_examples",
            json!({"inputFormat": "xml", "outputFormat": "json"}),
        );
    }
}

#[test]
fn u13_a_search_ranks_names_before_descriptions_and_forgives_typing_errors() {
    let mut server = Server::start();
    let mut found = |search: &str| {
        let data = server.data("get_stdlib_functions", json!({"search": search}));
        names(&data)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(found("upper")[..2], ["upper", "upperCase"]);
    assert_eq!(found("uppercase")[0], "upperCase");
    assert_eq!(found("filtr")[0], "filter");
    assert_eq!(found("hash of a string")[0], "sha256");
    assert_eq!(found("parse date")[0], "parseDate");
    assert_eq!(found("sort elements")[0], "sortBy");
    assert_eq!(found("add up numbers")[0], "sum");
    assert_eq!(found("substitute")[0], "replace");
}

#[test]
fn u13_examples_come_from_the_suite_as_well() {
    let mut server = Server::start();
    let data = server.data("get_stdlib_functions", json!({"search": "sum", "limit": 1}));
    let examples = data["functions"][0]["examples"]
        .as_array()
        .expect("is a list");
    assert_eq!(examples[0], "sum([1, 2, 3, 4]) => 10");
    assert_eq!(examples[1], "total: sum($input.items |> map(i => i.price))");
}

#[test]
fn u13_categories_of_the_tool_cover_those_of_the_registry() {
    let mut server = Server::start();
    let mut of = |category: &str| {
        let data = server.data(
            "get_stdlib_functions",
            json!({"category": category, "limit": 100}),
        );
        for function in data["functions"].as_array().expect("is a list") {
            assert_eq!(function["category"], category);
        }
        names(&data)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(of("serialization"), ["parseJson", "renderXml"]);
    assert_eq!(of("crypto"), ["sha256"], "base64Encode is no cryptography");
    assert_eq!(of("object"), ["keys", "merge"]);
    assert_eq!(of("date"), ["now", "formatDate", "parseDate"]);
}

#[test]
fn u14_upper_and_replace_of_the_seed() {
    let mut server = Server::start();
    let data = server.data(
        "get_stdlib_functions",
        json!({"search": "upper", "limit": 1}),
    );
    let upper = &data["functions"][0];
    assert_eq!(upper["signature"], "upper(str: String): String");
    assert_eq!(upper["description"], "Converts string to uppercase");
    assert_eq!(
        upper["parameters"],
        json!([{"name": "str", "type": "String", "optional": false, "description": "Input string"}])
    );
    assert_eq!(
        (&upper["returnType"], &upper["category"]),
        (&json!("String"), &json!("string"))
    );
    assert_eq!(upper["examples"][0], "upper(\"hello\") => \"HELLO\"");
    let data = server.data(
        "get_stdlib_functions",
        json!({"search": "replace", "limit": 1}),
    );
    let replace = &data["functions"][0];
    assert_eq!(
        replace["signature"],
        "replace(str: String, pattern: String, replacement: String): String"
    );
    assert_eq!(
        replace["examples"],
        json!(["replace(\"hello world\", \"world\", \"there\") => \"hello there\""])
    );
}
