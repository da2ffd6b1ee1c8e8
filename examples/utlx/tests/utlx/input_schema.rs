//! U6 to U10: what `get_input_schema` makes of a source.

use serde_json::{Value, json};

use crate::mock_daemon::{MockDaemon, Reply};
use crate::server::{Server, Setup};

const ORDER: &str = "<?xml version=\"1.0\"?>\n<Order id=\"123\">\n  <Customer><Name>Ada</Name><Email>ada@example.com</Email></Customer>\n  \
    <Items>\n    <Item><Product>Pen</Product><Quantity>2</Quantity><Price>1.50</Price></Item>\n    \
    <Item><Product>Ink</Product><Quantity>1</Quantity><Price>3</Price></Item>\n  </Items>\n</Order>\n";

/// A server that infers everything itself.
fn local() -> Setup {
    Setup::new().config("tools: {get_input_schema: {inference: local}}\n")
}

/// Only the members of the seed's example: types, properties, items and attributes.
fn shape(value: &Value) -> Value {
    let Value::Object(members) = value else {
        return value.clone();
    };
    let kept = members
        .iter()
        .filter_map(|(name, value)| match name.as_str() {
            "type" => Some((name.clone(), value.clone())),
            "items" => Some((name.clone(), shape(value))),
            "properties" | "attributes" => {
                let children = value.as_object()?.iter();
                let children = children.map(|(name, child)| (name.clone(), shape(child)));
                Some((name.clone(), Value::Object(children.collect())))
            }
            _ => None,
        });
    Value::Object(kept.collect())
}

#[test]
fn u06_a_source_is_a_file_or_the_text_itself() {
    let mut server = local().file("data/order.xml", ORDER).start();
    let by_path = server.data(
        "get_input_schema",
        json!({"source": "data/order.xml", "format": "xml"}),
    );
    let inline = server.data(
        "get_input_schema",
        json!({"source": ORDER, "format": "xml"}),
    );
    assert_eq!(by_path, inline);
    let error = server.failure(
        "get_input_schema",
        json!({"source": "data/other.xml", "format": "xml"}),
    );
    assert_eq!(error["code"], "INVALID_INPUT");
    let message = error["message"].as_str().expect("is text");
    assert!(
        message.starts_with("/source: data/other.xml is not in "),
        "{message}"
    );
}

#[test]
fn u06_files_are_read_in_allowed_directories_only() {
    let outside = tempfile::tempdir().expect("a directory");
    let secret = outside.path().join("secret.json");
    std::fs::write(&secret, "{\"a\": 1}").expect("is written");
    let setup = local().file("in/ok.json", "{}");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&secret, setup.home().join("in/link.json")).expect("is linked");
    let mut server = setup.start();
    let mut sources = vec![
        secret.display().to_string(),
        "../../../../etc/hostname.x".to_owned(),
    ];
    if cfg!(unix) {
        sources.push("in/link.json".to_owned());
    }
    for source in sources {
        let error = server.failure(
            "get_input_schema",
            json!({"source": source, "format": "json"}),
        );
        assert_eq!(error["code"], "INVALID_INPUT", "{source}: {error}");
    }
    let error = server.failure(
        "get_input_schema",
        json!({"source": "in/../in", "format": "json"}),
    );
    assert!(
        error["message"]
            .as_str()
            .expect("is text")
            .contains("not a regular file"),
        "{error}"
    );
    let mut closed = Setup::new()
        .config("tools: {get_input_schema: {inference: local, allow_files: []}}\n")
        .file("ok.json", "{}")
        .start();
    let error = closed.failure(
        "get_input_schema",
        json!({"source": "ok.json", "format": "json"}),
    );
    assert!(
        error["message"]
            .as_str()
            .expect("is text")
            .contains("may not read files"),
        "{error}"
    );
}

#[test]
fn u06_the_mode_is_detected() {
    let daemon = MockDaemon::always(Reply::Json(200, json!({"schema": {"type": "object"}})));
    let mut server = local().daemon(&daemon.url()).start();
    let json_schema =
        "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"type\": \"object\"}";
    let xsd = "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"a\" type=\"xs:int\"/></xs:schema>";
    for (source, format, mode, expected) in [
        (json_schema, "json", None, ("json-schema", "schema")),
        (json_schema, "json", Some("instance"), ("json", "instance")),
        (xsd, "xml", None, ("xsd", "schema")),
        ("{\"type\": \"object\"}", "json", None, ("json", "instance")),
        (
            "{\"type\": \"object\"}",
            "json",
            Some("schema"),
            ("json-schema", "schema"),
        ),
        (
            "{\"$schema\": \"./order.json\"}",
            "json",
            None,
            ("json", "instance"),
        ),
        (
            "$schema: https://json-schema.org/draft/2020-12/schema\ntype: object\n",
            "yaml",
            None,
            ("json-schema", "schema"),
        ),
        ("<a/>", "xml", None, ("xml", "instance")),
        ("{a: 1}", "yaml", None, ("yaml", "instance")),
    ] {
        let mut arguments = json!({"source": source, "format": format});
        if let Some(mode) = mode {
            arguments["mode"] = json!(mode);
        }
        let data = server.data("get_input_schema", arguments);
        let seen = (data["format"].as_str(), data["mode"].as_str());
        assert_eq!(
            seen,
            (Some(expected.0), Some(expected.1)),
            "{source} as {format}"
        );
    }
}

#[test]
fn u06_a_mode_or_a_format_that_does_not_fit_is_told() {
    let mut server = Server::start();
    let message = |server: &mut Server, arguments: Value| {
        let error = server.failure("get_input_schema", arguments);
        format!("{} {}", error["code"], error["message"])
    };
    let wrong_mode = message(
        &mut server,
        json!({"source": "message A {}", "format": "protobuf", "mode": "instance"}),
    );
    assert!(
        wrong_mode.contains("INVALID_INPUT") && wrong_mode.contains("mode must be"),
        "{wrong_mode}"
    );
    let no_schema = message(
        &mut server,
        json!({"source": "a,b\n1,2", "format": "csv", "mode": "schema"}),
    );
    assert!(no_schema.contains("no schemas in csv"), "{no_schema}");
    let xml_as_json = message(&mut server, json!({"source": "<a/>", "format": "json"}));
    assert!(
        xml_as_json.contains("PARSE_ERROR") && xml_as_json.contains("looks like XML"),
        "{xml_as_json}"
    );
    let json_as_csv = message(
        &mut server,
        json!({"source": "{\"a\": 1}", "format": "csv"}),
    );
    assert!(json_as_csv.contains("looks like JSON"), "{json_as_csv}");
}

#[test]
fn u07_the_root_is_an_object_an_array_or_a_primitive() {
    let mut server = local().start();
    let mut structure = |source: &str| {
        let data = server.data(
            "get_input_schema",
            json!({"source": source, "format": "json"}),
        );
        (
            data["structure"].clone(),
            data["summary"].as_str().expect("is text").to_owned(),
        )
    };
    let (object, summary) = structure("{\"a\": 1, \"b\": null, \"c\": [\"x\", \"y\"]}");
    assert_eq!(object["type"], "object");
    assert_eq!(object["required"], json!(["a", "b", "c"]));
    assert_eq!(
        object["properties"]["c"]["items"],
        json!({"type": "string", "examples": ["x", "y"]})
    );
    assert_eq!(summary, "JSON object with a, b, and c array");
    let (array, summary) = structure("[{\"a\": 1}, {\"a\": 2.5, \"b\": true}]");
    assert_eq!(array["type"], "array");
    assert_eq!(
        (&array["minItems"], &array["maxItems"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(array["items"]["required"], json!(["a"]));
    assert_eq!(
        array["items"]["properties"]["a"],
        json!({"type": "number", "examples": [1, 2.5]})
    );
    assert_eq!(summary, "JSON array of 2 objects with a and b");
    let (primitive, summary) = structure("\"2026-11-24\"");
    assert_eq!(primitive["type"], "primitive");
    assert_eq!(
        (&primitive["primitiveType"], &primitive["format"]),
        (&json!("string"), &json!("date"))
    );
    assert_eq!(summary, "JSON value of type string");
}

#[test]
fn u08_schemas_go_to_the_daemon() {
    for (format, source) in [
        (
            "xsd",
            "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"/>",
        ),
        ("json-schema", "{\"type\": \"object\"}"),
    ] {
        let daemon = MockDaemon::always(Reply::Json(200, json!({"schema": {"type": "object"}})));
        let mut server = Setup::new().daemon(&daemon.url()).start();
        server.data(
            "get_input_schema",
            json!({"source": source, "format": format}),
        );
        let asked = daemon.only_request();
        assert_eq!(
            (asked.method.as_str(), asked.path.as_str()),
            ("POST", "/api/parse-schema")
        );
        assert_eq!(asked.json(), json!({"format": format, "content": source}));
    }
}

#[test]
fn u08_data_goes_to_the_daemon_in_the_seeds_dialect() {
    let daemon = MockDaemon::always(Reply::Json(
        200,
        json!({"schema": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}),
    ));
    let mut server = Setup::new().daemon(&daemon.url()).start();
    let data = server.data(
        "get_input_schema",
        json!({"source": "{\"a\": 1}", "format": "json"}),
    );
    assert_eq!(daemon.only_request().path, "/api/infer-schema");
    assert_eq!(
        daemon.only_request().json(),
        json!({"format": "json", "data": "{\"a\": 1}"})
    );
    assert_eq!(
        data["structure"]["properties"]["a"],
        json!({"type": "integer"})
    );
}

#[test]
fn u08_data_stays_here_in_the_other_dialect_and_where_that_is_configured() {
    for config in [
        "daemon: {dialect: utlx-1}\n",
        "tools: {get_input_schema: {inference: local}}\n",
    ] {
        let daemon = MockDaemon::always(Reply::Close);
        let mut server = Setup::new().daemon(&daemon.url()).config(config).start();
        let data = server.data(
            "get_input_schema",
            json!({"source": "{\"a\": 1}", "format": "json"}),
        );
        assert_eq!(
            data["structure"]["properties"]["a"],
            json!({"type": "integer", "examples": [1]})
        );
        assert!(daemon.asked().is_empty(), "{config}");
    }
}

#[test]
fn u08_the_other_dialect_is_asked_in_its_own_words() {
    let schema =
        "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": [\"string\", \"null\"]}}}";
    let daemon = MockDaemon::always(Reply::Json(
        200,
        json!({"success": true, "normalized": schema}),
    ));
    let mut server = Setup::new()
        .daemon(&daemon.url())
        .config("daemon: {dialect: utlx-1}\n")
        .start();
    let data = server.data(
        "get_input_schema",
        json!({"source": schema, "format": "json-schema"}),
    );
    assert_eq!(
        daemon.only_request().json(),
        json!({"schema": schema, "format": "json-schema"})
    );
    assert_eq!(
        data["structure"]["properties"]["a"],
        json!({"type": "string", "nullable": true})
    );
    // A form of the daemon's own is no JSON Schema; the structure is read from the source then.
    let daemon = MockDaemon::always(Reply::Json(
        200,
        json!({"success": true, "normalized": "%types: …"}),
    ));
    let mut server = Setup::new()
        .daemon(&daemon.url())
        .config("daemon: {dialect: utlx-1}\n")
        .start();
    let data = server.data(
        "get_input_schema",
        json!({"source": schema, "format": "json-schema"}),
    );
    assert_eq!(
        data["structure"]["properties"]["a"],
        json!({"type": "string", "nullable": true})
    );
    assert!(
        data["notes"][0]
            .as_str()
            .expect("is told")
            .contains("read from its text")
    );
}

#[test]
fn u10_the_order_of_the_seed() {
    let expected = json!({
        "type": "object",
        "properties": {"Order": {
            "type": "object",
            "attributes": {"id": {"type": "string"}},
            "properties": {
                "Customer": {
                    "type": "object",
                    "properties": {"Name": {"type": "string"}, "Email": {"type": "string"}},
                },
                "Items": {"type": "array", "items": {
                    "type": "object",
                    "properties": {
                        "Product": {"type": "string"},
                        "Quantity": {"type": "integer"},
                        "Price": {"type": "number"},
                    },
                }},
            },
        }},
    });
    let summary =
        "XML document with Order root element containing Customer (Name, Email) and Items array";
    let repeated = ORDER
        .replace("<Items>\n", "")
        .replace("</Items>\n", "")
        .replace("Item>", "Items>");
    let mut server = local()
        .file("order.xml", ORDER)
        .file("repeated.xml", repeated)
        .start();
    for source in ["order.xml", "repeated.xml"] {
        let data = server.data(
            "get_input_schema",
            json!({"source": source, "format": "xml"}),
        );
        assert_eq!(shape(&data["structure"]), expected, "{source}");
        assert_eq!(data["summary"], summary, "{source}");
        let order = &data["structure"]["properties"]["Order"]["properties"];
        let is_wrapped = source == "order.xml";
        let item_name = order["Items"]["itemName"].as_str();
        assert_eq!(
            item_name,
            is_wrapped.then_some("Item"),
            "the path to the items can be written"
        );
        assert_eq!(order["Customer"]["properties"]["Email"]["format"], "email");
        assert_eq!(
            order["Items"]["items"]["properties"]["Product"]["examples"],
            json!(["Pen", "Ink"])
        );
    }
}

#[test]
fn u07_deep_data_has_an_answer_that_clients_can_read() {
    let mut server = local().start();
    let json = format!("{}1{}", "{\"a\":".repeat(120), "}".repeat(120));
    let lists = format!("{}1{}", "[".repeat(120), "]".repeat(120));
    let xml = format!("{}1{}", "<a>".repeat(120), "</a>".repeat(120));
    let yaml = format!("{}1{}", "{a: ".repeat(120), "}".repeat(120));
    let sources = [
        (json, "json"),
        (lists, "json"),
        (xml, "xml"),
        (yaml, "yaml"),
    ];
    for (source, format) in sources {
        // That the answer is read at all is what this proves: `serde_json` stops at 128 levels.
        let data = server.data(
            "get_input_schema",
            json!({"source": source, "format": format}),
        );
        let notes = data["notes"].to_string();
        assert!(
            notes.contains("more levels than are shown"),
            "{format}: {notes}"
        );
    }
    let shallow = format!("{}1{}", "{\"a\":".repeat(50), "}".repeat(50));
    let data = server.data(
        "get_input_schema",
        json!({"source": shallow, "format": "json"}),
    );
    assert_eq!(data["notes"], Value::Null);
}
