//! U15: `validate_utlx`.

use serde_json::{Value, json};

use crate::mock_daemon::{MockDaemon, Reply};
use crate::server::Setup;

const SEED: &str = "%utlx 1.0\ninput json\noutput json\n---\n{\n  name: $input.customer.name,\n  total: sum($input.items |> map(i => i.price))\n}";

fn input_schema() -> Value {
    json!({
        "type": "object",
        "required": ["customer", "items"],
        "properties": {
            "customer": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
            "items": {"type": "array", "items": {
                "type": "object", "required": ["sku"],
                "properties": {"sku": {"type": "string"}, "price": {"type": "number"}},
            }},
        },
    })
}

fn example() -> Value {
    json!([{
        "line": 7,
        "column": 40,
        "message": "Consider adding null check for optional field 'price'",
        "suggestion": "Use i.price ?? 0 to provide default value",
    }])
}

#[test]
fn u15_the_example_of_the_seed() {
    // The warning comes from the daemon, or from this server if the daemon does not have it: never twice.
    for warnings in [example(), json!([])] {
        let daemon = MockDaemon::always(Reply::Json(
            200,
            json!({"valid": true, "errors": [], "warnings": warnings}),
        ));
        let mut server = Setup::new().daemon(&daemon.url()).start();
        let data = server.data(
            "validate_utlx",
            json!({"transformation": SEED, "inputSchema": input_schema()}),
        );
        assert_eq!(
            data,
            json!({"valid": true, "errors": [], "warnings": example()})
        );
        let asked = daemon.only_request();
        assert_eq!(asked.path, "/api/validate");
        assert_eq!(
            asked.json(),
            json!({"content": SEED, "inputSchema": input_schema()})
        );
    }
}

#[test]
fn u15_without_a_schema_none_is_sent() {
    let daemon = MockDaemon::always(Reply::Json(200, json!({"valid": true})));
    let mut server = Setup::new().daemon(&daemon.url()).start();
    let data = server.data("validate_utlx", json!({"transformation": SEED}));
    assert_eq!(data, json!({"valid": true, "errors": [], "warnings": []}));
    assert_eq!(daemon.only_request().json(), json!({"content": SEED}));
}

#[test]
fn u15_the_structure_of_get_input_schema_is_a_schema_too() {
    let daemon = MockDaemon::always(Reply::Json(200, json!({"valid": true})));
    let mut server = Setup::new()
        .daemon(&daemon.url())
        .config("tools: {get_input_schema: {inference: local}}\n")
        .start();
    let source = "<Order id=\"1\"><Items><Item><Price>1</Price></Item><Item/></Items></Order>";
    let described = server.data(
        "get_input_schema",
        json!({"source": source, "format": "xml"}),
    );
    let transformation = "%utlx 1.0\ninput xml\noutput json\n---\n{ id: $input.Order.@id, p: $input.Order.Items.Item |> map(i => i.Price) }";
    let data = server.data(
        "validate_utlx",
        json!({"transformation": transformation, "inputSchema": described["structure"]}),
    );
    assert_eq!(data["valid"], true);
    let sent = &daemon.only_request().json()["inputSchema"]["properties"]["Order"]["properties"];
    assert_eq!(sent["@id"]["type"], "string");
    assert_eq!(sent["Items"]["properties"]["Item"]["type"], "array");
}

#[test]
fn u15_optional_fields_are_followed_through_pipes_and_guards_are_seen() {
    let daemon = MockDaemon::always(Reply::Json(200, json!({"valid": true})));
    let mut server = Setup::new().daemon(&daemon.url()).start();
    let mut warned = |body: &str| {
        let transformation = format!("%utlx 1.0\ninput json\noutput json\n---\n{body}");
        let data = server.data(
            "validate_utlx",
            json!({"transformation": transformation, "inputSchema": input_schema()}),
        );
        let warnings = data["warnings"].as_array().expect("is a list").clone();
        warnings
            .iter()
            .map(|it| it["suggestion"].as_str().expect("is text").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        warned("$input.items |> filter(x => x.sku == \"a\") |> map(y => y.price)"),
        ["Use y.price ?? 0 to provide default value"]
    );
    assert_eq!(
        warned("map($input.items, z => z.price * 2)"),
        ["Use z.price ?? 0 to provide default value"]
    );
    assert_eq!(
        warned("$input.items[0].price"),
        ["Use $input.items[0].price ?? 0 to provide default value"]
    );
    for guarded in [
        "i.price ?? 0",
        "default(i.price, 0)",
        "i?.price",
        "i.sku",
        "i.unknown",
        "i.price != null",
    ] {
        assert_eq!(
            warned(&format!("$input.items |> map(i => {guarded})")),
            [""; 0],
            "{guarded}"
        );
    }
}

#[test]
fn u15_errors_have_places_and_advice() {
    let report = json!({"valid": false, "errors": [
        {"line": 6, "column": 9, "severity": "error", "message": "Unknown function", "code": "E12"},
        {"message": "Unexpected token at line 7, column 3"},
        {"line": 5, "column": 1, "severity": "info", "message": "Have a look"},
    ], "warnings": [{"line": 5, "column": 2, "message": "Odd", "suggestion": "Do not"}]});
    let daemon = MockDaemon::always(Reply::Json(200, report));
    let mut server = Setup::new().daemon(&daemon.url()).start();
    let transformation =
        "%utlx 1.0\ninput json\noutput json\n---\n{\n  total: summ($input.items),\n  x: input.y\n}";
    let data = server.data("validate_utlx", json!({"transformation": transformation}));
    assert_eq!(data["valid"], false);
    assert_eq!(
        data["errors"][0],
        json!({
            "line": 6, "column": 9, "severity": "error", "message": "Unknown function", "code": "E12",
            "suggestion": "There is no function `summ`. Did you mean `sum`?",
        })
    );
    assert_eq!(
        (&data["errors"][1]["line"], &data["errors"][1]["column"]),
        (&json!(7), &json!(3))
    );
    assert_eq!(
        data["errors"][1]["suggestion"],
        "Write `$input` with a dollar sign."
    );
    assert_eq!(data["errors"][2]["severity"], "info");
    assert_eq!(
        data["warnings"],
        json!([{"line": 5, "column": 2, "message": "Odd", "suggestion": "Do not"}])
    );
}

#[test]
fn u15_strict_mode_decides_about_type_errors() {
    let report = json!({"valid": false, "errors": [{"line": 5, "column": 1, "message": "String expected", "code": "TYPE_MISMATCH"}]});
    let daemon = MockDaemon::always(Reply::Json(200, report));
    let mut server = Setup::new().daemon(&daemon.url()).start();
    let mut verdict = |strict: Option<bool>| {
        let mut arguments = json!({"transformation": SEED});
        if let Some(strict) = strict {
            arguments["strictMode"] = json!(strict);
        }
        let data = server.data("validate_utlx", arguments);
        (data["valid"].clone(), data["errors"][0]["severity"].clone())
    };
    assert_eq!(verdict(None), (json!(false), json!("error")));
    assert_eq!(verdict(Some(true)), (json!(false), json!("error")));
    assert_eq!(verdict(Some(false)), (json!(true), json!("warning")));
    // The other dialect has it in the request.
    let daemon = MockDaemon::always(Reply::Json(200, json!({"valid": true, "diagnostics": []})));
    let mut server = Setup::new()
        .daemon(&daemon.url())
        .config("daemon: {dialect: utlx-1}\n")
        .start();
    server.data(
        "validate_utlx",
        json!({"transformation": SEED, "strictMode": false}),
    );
    server.data("validate_utlx", json!({"transformation": SEED}));
    let sent: Vec<Value> = daemon.asked().iter().map(|it| it.json()).collect();
    assert_eq!(
        sent,
        [
            json!({"utlx": SEED, "strict": false}),
            json!({"utlx": SEED, "strict": true})
        ]
    );
}
