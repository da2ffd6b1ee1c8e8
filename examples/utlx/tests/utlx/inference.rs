//! U16: `infer_output_schema`.

use serde_json::{Value, json};

use crate::mock_daemon::{MockDaemon, Reply};
use crate::server::{Server, Setup};
use crate::stand_in::start_stand_in;

const SEED: &str = "{\n  orderId: $input.Order.@id,\n  customerName: $input.Order.Customer.Name,\n  total: sum($input.Order.Items.Item |> map(i => i.@price * i.@quantity))\n}";

fn order_schema() -> Value {
    json!({"type": "object", "properties": {"Order": {"type": "object", "properties": {
        "@id": {"type": "string"},
        "Customer": {"type": "object", "properties": {"Name": {"type": "string"}}},
        "Items": {"type": "object", "properties": {"Item": {"type": "array", "items": {
            "type": "object", "properties": {"@price": {"type": "number"}, "@quantity": {"type": "integer"}},
        }}}},
    }}}})
}

fn example() -> Value {
    json!({
        "outputSchema": {
            "type": "object",
            "properties": {"orderId": {"type": "string"}, "customerName": {"type": "string"}, "total": {"type": "number"}},
            "required": ["orderId", "customerName", "total"],
        },
        "confidence": "high",
        "summary": "Object with orderId (string), customerName (string), and total (number)",
    })
}

#[test]
fn u16_the_example_of_the_seed() {
    let stand_in = start_stand_in();
    for dialect in ["seed", "utlx-1"] {
        let config = format!("daemon: {{dialect: {dialect}}}\n");
        let mut server = Setup::new().daemon(&stand_in).config(&config).start();
        let data = server.data(
            "infer_output_schema",
            json!({"transformation": SEED, "inputSchema": order_schema()}),
        );
        assert_eq!(data, example(), "{dialect}");
    }
}

#[test]
fn u16_the_request_has_the_form_of_the_dialect() {
    let daemon = MockDaemon::always(Reply::Json(200, json!({"schema": {"type": "object"}})));
    let mut server = Setup::new().daemon(&daemon.url()).start();
    server.data(
        "infer_output_schema",
        json!({"transformation": SEED, "inputSchema": order_schema()}),
    );
    let asked = daemon.only_request();
    assert_eq!(asked.path, "/api/infer-schema");
    assert_eq!(
        asked.json(),
        json!({"transformation": SEED, "inputSchema": order_schema()})
    );
    let answer =
        json!({"success": true, "schema": "{\"type\": \"object\"}", "schemaFormat": "json-schema"});
    let daemon = MockDaemon::always(Reply::Json(200, answer));
    let mut server = Setup::new()
        .daemon(&daemon.url())
        .config("daemon: {dialect: utlx-1}\n")
        .start();
    server.data(
        "infer_output_schema",
        json!({"transformation": SEED, "inputSchema": order_schema()}),
    );
    let asked = daemon.only_request().json();
    assert_eq!(
        asked["utlx"],
        format!("%utlx 1.0\ninput json\noutput json\n---\n{SEED}")
    );
    let schema: Value =
        serde_json::from_str(asked["inputSchema"].as_str().expect("is text")).expect("is JSON");
    assert_eq!(schema, order_schema());
}

fn infer_with(confidence: Option<f64>, schema: Value) -> Value {
    let mut answer = json!({"schema": schema});
    if let Some(confidence) = confidence {
        answer["confidence"] = json!(confidence);
    }
    let daemon = MockDaemon::always(Reply::Json(200, answer));
    let mut server: Server = Setup::new().daemon(&daemon.url()).start();
    server.data(
        "infer_output_schema",
        json!({"transformation": SEED, "inputSchema": {}}),
    )
}

#[test]
fn u16_confidence_is_high_medium_or_low() {
    for (number, word) in [
        (Some(1.0), "high"),
        (Some(0.8), "high"),
        (Some(0.79), "medium"),
        (Some(0.5), "medium"),
        (Some(0.49), "low"),
        (None, "high"),
    ] {
        assert_eq!(
            infer_with(number, json!({"type": "object"}))["confidence"],
            word,
            "{number:?}"
        );
    }
}

#[test]
fn u16_conditionals_and_dynamic_keys_are_uncertain() {
    let schema = json!({"type": "object", "properties": {
        "either": {"oneOf": [{"type": "string"}, {"type": "number"}]},
        "maybe": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "byKey": {"type": "object", "additionalProperties": {"type": "number"}},
        "rows": {"type": "array", "items": {"type": "object", "properties": {"open": {}}}},
        "name": {"type": "string"},
    }});
    let data = infer_with(Some(0.6), schema.clone());
    assert_eq!(data["outputSchema"], schema);
    assert_eq!(
        data["uncertainFields"],
        json!(["either", "byKey", "rows[].open"])
    );
    assert_eq!(
        data["summary"],
        "Object with either (any), maybe (string), byKey (object), rows (array), and name (string)"
    );
}

#[test]
fn u16_other_outputs_have_a_summary_too() {
    let summary = |schema: Value| infer_with(None, schema)["summary"].clone();
    assert_eq!(
        summary(json!({"type": "array", "items": {"type": "number"}})),
        "Array of number items"
    );
    let rows =
        json!({"type": "array", "items": {"type": "object", "properties": {"a": {}, "b": {}}}});
    assert_eq!(summary(rows), "Array of objects with a and b");
    assert_eq!(summary(json!({"type": "string"})), "Value of type string");
    assert_eq!(summary(json!({})), "Value of an uncertain type");
}
