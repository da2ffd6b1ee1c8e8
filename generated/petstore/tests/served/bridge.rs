//! The REST bridge, from outside.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::HttpServer;

const HOST: &str = "127.0.0.1:8000";
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// An answer as it came.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find_map(|(known, value)| known.eq_ignore_ascii_case(name).then_some(value))
    }
}

fn start(options: &[&str]) -> HttpServer {
    HttpServer::start(
        &[&["--bridge", "--upstream", "builtin"], options].concat(),
        &[],
    )
}

fn ask(server: &HttpServer, request: &str, headers: &[&str], body: &str) -> Answer {
    let mut head = format!("{request} HTTP/1.1");
    for header in headers {
        head.push_str("\r\n");
        head.push_str(header);
    }
    let response = server.ask(&head, HOST, body);
    let (head, body) = response.split_once("\r\n\r\n").expect("has a head");
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Answer {
        status: status.expect("has a status"),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

fn get(server: &HttpServer, path: &str) -> Answer {
    ask(server, &format!("GET {path}"), &[], "")
}

fn post(server: &HttpServer, path: &str, body: &Value) -> Answer {
    let json = "Content-Type: application/json";
    ask(server, &format!("POST {path}"), &[json], &body.to_string())
}

#[test]
fn there_is_none_unless_it_is_asked_for() {
    let server = HttpServer::start(&["--upstream", "builtin"], &[]);
    for path in ["/tools", "/mcp/openapi.json", "/docs", "/health"] {
        assert_eq!(get(&server, path).status, 404, "{path}");
    }
    let page = get(&server, "/");
    assert_eq!(page.status, 200);
    assert!(!page.body.contains("<html"), "{}", page.body);
    drop(server);
    let variable = [("PETSTORE_BRIDGE", "true")];
    let server = HttpServer::start(&["--upstream", "builtin"], &variable);
    assert_eq!(get(&server, "/tools").status, 200);
}

#[test]
fn n6_tools_have_their_schemas_and_n8_their_parameters_say_whether_they_are_required() {
    let server = start(&[]);
    let tools = get(&server, "/tools").json();
    let tools = tools.as_array().expect("is a list");
    assert_eq!(tools.len(), 12);
    let get_pet = tools.iter().find(|tool| tool["name"] == "get_pet");
    let get_pet = get_pet.expect("is there");
    assert_eq!(get_pet["description"], "Show one pet");
    assert_eq!(get_pet["inputSchema"]["required"], json!(["petId"]));
    let parameters = get(&server, "/tools?format=openapi").json();
    let parameters = parameters.as_array().expect("is a list");
    let names = |tools: &[Value]| {
        tools
            .iter()
            .map(|tool| tool["name"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(parameters), names(tools));
    for (tool, described) in tools.iter().zip(parameters) {
        let properties = tool["inputSchema"]["properties"]
            .as_object()
            .expect("is an object");
        let required = tool["inputSchema"]["required"].as_array();
        let described = described["parameters"].as_object().expect("is an object");
        assert!(properties.keys().eq(described.keys()));
        for (name, parameter) in described {
            let expected = required.is_some_and(|required| required.contains(&json!(name)));
            assert_eq!(parameter["required"], expected, "{name}");
        }
    }
    let refused = get(&server, "/tools?format=xml");
    assert_eq!(refused.status, 400);
    assert_eq!(
        refused.json()["error"],
        "format 'xml' is not one of openapi; leave it out for JSON Schema"
    );
}

/// What changed from version 0.9.0 to 1.0.0 of `history/`.
#[test]
fn versions_of_a_tool_say_what_changed_between_them() {
    let server = start(&[]);
    let versions = get(&server, "/tools/create_pet/versions").json();
    assert_eq!(versions["tool_name"], "create_pet");
    let [first, second] = versions["versions"].as_array().expect("a list").as_slice() else {
        panic!("{versions}");
    };
    assert_eq!(
        (&first["version"], &first["change"], &first["class"]),
        (&json!("0.9.0"), &json!("added"), &Value::Null)
    );
    assert_eq!(first["inputSchema"]["required"], json!(["name"]));
    assert_eq!(
        (&second["version"], &second["change"], &second["class"]),
        (&json!("1.0.0"), &json!("changed"), &json!("breaking"))
    );
    assert_eq!(second["inputSchema"]["required"], json!(["name", "kind"]));
    assert_eq!(
        second["changes"][0],
        json!({
            "rule": "enum-values-added", "class": "additive", "security": true, "in": "arguments",
            "subject": "kind", "was": null, "is": "\"fish\"",
        })
    );

    let unchanged = get(&server, "/tools/get_pet/versions").json();
    assert_eq!(unchanged["versions"][1]["change"], "unchanged");
    assert_eq!(unchanged["versions"][1].get("inputSchema"), None);
    let added = get(&server, "/tools/upload_photo/versions").json();
    assert_eq!(added["versions"].as_array().map(Vec::len), Some(1));
    assert_eq!(added["versions"][0]["changes"][0]["rule"], "tool-added");
    let unknown = get(&server, "/tools/no_such_tool/versions");
    assert_eq!(unknown.status, 404);
    assert_eq!(unknown.json()["error"], "Tool 'no_such_tool' not found");
}

#[test]
fn the_history_has_the_changes_of_all_tools_that_are_shown() {
    let server = start(&[]);
    let answer = get(&server, "/debug/tools/history");
    assert!(answer.header("etag").is_some());
    let history = answer.json();
    assert_eq!(history["versions"][0]["tools"], 11);
    let second = &history["versions"][1];
    assert_eq!(
        (&second["api"], &second["tools"]),
        (&json!("petstore"), &json!(12))
    );
    assert_eq!(
        second["summary"],
        json!({"breaking": 1, "additive": 3, "neutral": 1})
    );
    assert_eq!(
        second["changes"][0]["tools"],
        json!(["list_pets", "list_orders"])
    );
    assert_eq!(second["changes"][0]["rule"], "bound-widened");

    // Of tools that are not shown, nothing is said.
    let server = start(&["--read-only"]);
    let history = get(&server, "/debug/tools/history");
    assert!(!history.body.contains("create_pet"), "{}", history.body);
    assert!(history.body.contains("list_pets"));
    assert_eq!(get(&server, "/tools/create_pet/versions").status, 404);
}

#[test]
fn n9_the_document_has_an_operation_for_each_tool() {
    let server = start(&[]);
    let document = get(&server, "/mcp/openapi.json").json();
    assert_eq!(document["openapi"], "3.0.0");
    assert_eq!(document["info"]["title"], "Petstore - MCP Tools API");
    assert_eq!(
        document["paths"].as_object().map(|paths| paths.len()),
        Some(12)
    );
    let operation = &document["paths"]["/tools/create_pet"]["post"];
    assert_eq!(operation["operationId"], "call_tool_create_pet");
    assert_eq!(operation["tags"], json!(["pets"]));
    let known = &document["components"]["schemas"];
    assert!(known["BaseResponse"].is_object());
}

/// Uploads may name files where `--allow-files` is set, so that what the compiler has made of them does not hold. All
/// else has to be the same, made at build time or at run time.
#[test]
fn what_the_compiler_says_is_what_the_server_would_say() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path().to_str().expect("is UTF-8");
    let (compiled, made) = (start(&[]), start(&["--allow-files", folder]));
    let documents = |server: &HttpServer| {
        let mut document = get(server, "/mcp/openapi.json").json();
        let upload = document["paths"]["/tools/upload_photo"].take();
        document["servers"].take();
        (document, upload)
    };
    let ((compiled_document, compiled_upload), (made_document, made_upload)) =
        (documents(&compiled), documents(&made));
    assert_eq!(compiled_document, made_document);
    assert!(!compiled_upload.to_string().contains(folder));
    assert!(made_upload.to_string().contains(folder));
    let parameters = |server| {
        let tools = get(server, "/tools?format=openapi").json();
        let tools = tools.as_array().cloned().expect("is a list");
        let tools = tools
            .into_iter()
            .filter(|tool| tool["name"] != "upload_photo");
        tools.collect::<Vec<_>>()
    };
    assert_eq!(parameters(&compiled), parameters(&made));
}

#[test]
fn texts_have_a_tag_and_are_compressed_for_those_who_take_it() {
    let server = start(&[]);
    for path in [
        "/tools",
        "/tools?format=openapi",
        "/mcp/openapi.json",
        "/page/tools.json",
    ] {
        let plain = get(&server, path);
        let tag = plain.header("etag").expect("has a tag").to_owned();
        let known = ask(
            &server,
            &format!("GET {path}"),
            &[&format!("If-None-Match: {tag}")],
            "",
        );
        assert_eq!((known.status, known.body.as_str()), (304, ""), "{path}");
        let packed = get_packed(&server, path);
        let mut unpacked = String::new();
        let mut decoder = GzDecoder::new(packed.as_slice());
        decoder.read_to_string(&mut unpacked).expect("is gzip");
        assert_eq!(unpacked, plain.body, "{path}");
        assert!(
            packed.len() * 2 < plain.body.len(),
            "{path}: {} bytes",
            packed.len()
        );
    }
}

/// What the server sends after the head of a request, as bytes.
fn exchange(server: &HttpServer, head: &str) -> Vec<u8> {
    let mut stream = send(server, head);
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server answers");
    answer
}

/// A connection on which that was sent.
fn send(server: &HttpServer, text: &str) -> TcpStream {
    let url = server.url();
    let address = url.trim_start_matches("http://").trim_end_matches("/mcp");
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.write_all(text.as_bytes()).expect("the server reads");
    stream
}

/// The body of an answer that is compressed.
fn get_packed(server: &HttpServer, path: &str) -> Vec<u8> {
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    );
    let answer = exchange(server, &head);
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
    answer[end.expect("has a head") + 4..].to_vec()
}

#[test]
fn n14_a_call_that_is_not_valid_is_not_made() {
    let server = start(&[]);
    for (arguments, error) in [
        (
            json!({}),
            "Validation error at 'root': 'petId' is a required property",
        ),
        (
            json!({"petId": 0}),
            "Validation error at 'petId': 0 is less than the minimum of 1",
        ),
        (
            json!({"petId": "1"}),
            "Validation error at 'petId': '1' is not of type 'integer'",
        ),
        (
            json!({"petId": true}),
            "Validation error at 'petId': True is not of type 'integer'",
        ),
        (
            json!([1]),
            "Validation error at 'root': [1] is not of type 'object'",
        ),
        (
            json!({"petId": 1, "x": 2}),
            "Validation error at 'root': Additional properties are not allowed ('x' was unexpected)",
        ),
    ] {
        let answer = post(&server, "/tools/get_pet", &arguments);
        assert_eq!(answer.status, 200);
        assert_eq!(
            answer.json(),
            json!({
                "ok": false,
                "data": {},
                "meta": {"tool": "get_pet", "validation": "failed"},
                "errors": [error],
            })
        );
        let validated = post(
            &server,
            "/debug/validate-call?tool_name=get_pet",
            &arguments,
        )
        .json();
        assert_eq!(validated["valid"], false);
        assert_eq!(validated["errors"], json!([error]));
        assert_eq!(validated["params_provided"], arguments);
        assert_eq!(
            validated["hint"],
            "Fix the errors above to make the call valid"
        );
    }
}

#[test]
fn the_way_to_a_violation_can_be_asked_for() {
    let server = start(&[]);
    let validate = |query: &str, arguments: Value| {
        post(
            &server,
            &format!("/debug/validate-call?tool_name=create_pet{query}"),
            &arguments,
        )
        .json()
    };
    let arguments = json!({"name": "a", "kind": "dog", "tags": ["b", 1]});
    assert_eq!(validate("", arguments.clone()).get("pointers"), None);
    assert_eq!(
        validate("&pointers=true", arguments)["pointers"],
        json!(["/tags/1"])
    );
    assert_eq!(
        validate("&pointers=true", json!({}))["pointers"],
        json!([""])
    );
}

#[test]
fn validations_count_as_calls() {
    let server = start(&["--max-calls", "1"]);
    let path = "/debug/validate-call?tool_name=get_pet";
    let validate = || post(&server, path, &json!({"petId": 5}));
    assert_eq!(validate().status, 200);
    // Its body does not come, so it goes on.
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\
         Connection: close\r\n\r\n"
    );
    let mut held = send(&server, &head);
    let deadline = Instant::now() + Duration::from_secs(20);
    let rejected = loop {
        let answer = validate();
        if answer.status != 200 || Instant::now() > deadline {
            break answer;
        }
    };
    assert_eq!(rejected.status, 503, "{}", rejected.body);
    let error = rejected.json()["error"].clone();
    let error = error.as_str().unwrap_or_default();
    assert!(error.contains("Nothing was done"), "{error}");
    held.write_all(b"{}").expect("the server reads");
    let mut answer = String::new();
    held.read_to_string(&mut answer)
        .expect("the server answers");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(validate().status, 200);
}

/// The schema of the tool takes these arguments. Its type has no place for some, which is found when they are decoded.
#[test]
fn n20_validation_finds_what_the_call_would() {
    let server = start(&[]);
    let validate = |arguments: &Value| {
        post(&server, "/debug/validate-call?tool_name=get_pet", arguments).json()
    };
    for arguments in [
        json!({"petId": 9_223_372_036_854_775_808_u64}),
        json!({"petId": 1e300}),
    ] {
        let called = post(&server, "/tools/get_pet", &arguments).json();
        assert_eq!(called["ok"], false, "{arguments}: {called}");
        let validated = validate(&arguments);
        assert_eq!(validated["valid"], false, "{arguments}: {validated}");
        assert_eq!(validated["errors"], called["errors"], "{arguments}");
    }
    let validated = validate(&json!({"petId": i64::MAX}));
    assert_eq!(validated["valid"], true, "{validated}");
}

#[test]
fn n15_a_call_is_answered_with_what_the_tool_says() {
    let server = start(&[]);
    for path in ["/tools/get_pet", "/mcp/tools/get_pet"] {
        let answer = post(&server, path, &json!({"petId": 5.0}));
        assert_eq!(answer.status, 200);
        let answer = answer.json();
        assert_eq!(
            (&answer["ok"], &answer["errors"]),
            (&json!(true), &json!([]))
        );
        assert_eq!(answer["meta"], json!({"tool": "get_pet"}));
        let text = answer["data"]["content"][0].as_str().expect("is a text");
        let pet: Value = serde_json::from_str(text).expect("is JSON");
        assert_eq!(pet["id"], 5);
        assert_eq!(answer["data"]["structuredContent"], pet);
    }
    // Nothing listens there.
    let broken = HttpServer::start(
        &[
            "--bridge",
            "--upstream",
            "http://127.0.0.1:9",
            "--max-retries",
            "0",
        ],
        &[],
    );
    let answer = post(&broken, "/tools/get_pet", &json!({"petId": 5}));
    assert_eq!(answer.status, 200);
    let answer = answer.json();
    assert_eq!(
        (&answer["ok"], &answer["data"]),
        (&json!(false), &json!({}))
    );
    assert!(
        answer["errors"][0]
            .as_str()
            .is_some_and(|error| !error.is_empty()),
        "{answer}"
    );
}

#[test]
fn n16_a_tool_that_is_not_there_is_not_found() {
    let server = start(&[]);
    let answer = post(&server, "/tools/getpet", &json!({}));
    assert_eq!(answer.status, 404);
    assert_eq!(
        answer.json(),
        json!({
            "ok": false,
            "data": {},
            "meta": {"tool": "getpet", "did_you_mean": ["get_pet", "create_pet", "delete_pet"]},
            "errors": ["Tool not found: getpet"],
        })
    );
    for path in [
        "/debug/tools/schema?tool_name=x",
        "/debug/tools/diff?tool1=get_pet&tool2=x",
    ] {
        let answer = get(&server, path);
        assert_eq!(answer.status, 404);
        assert_eq!(answer.json()["error"], "Tool 'x' not found");
        assert_eq!(
            answer.json()["available_tools"].as_array().map(Vec::len),
            Some(12)
        );
    }
    assert_eq!(get(&server, "/debug/tools/schema").status, 400);
}

#[test]
fn bodies_that_are_no_json_and_too_large_ones_are_refused() {
    let server = start(&[]);
    for (body, expected) in [("{", 400), ("\u{feff}{}", 400), ("", 200), (" \n", 200)] {
        let answer = ask(&server, "POST /tools/get_inventory", &[], body);
        assert_eq!(answer.status, expected, "{body:?}: {}", answer.body);
        assert_eq!(answer.json()["meta"]["tool"], "get_inventory");
    }
    for path in ["/tools/get_pet", "/debug/validate-call?tool_name=get_pet"] {
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 5000000\r\n\r\n");
        let answer = exchange(&server, &head);
        let answer = String::from_utf8(answer).expect("is UTF-8");
        assert!(answer.starts_with("HTTP/1.1 413"), "{path}: {answer}");
        assert!(answer.contains("more than 4194304 bytes"), "{answer}");
    }
}

/// RFC 8259 lets a parser have limits, which are not the client's mistake in writing JSON.
#[test]
fn json_that_is_beyond_the_limits_of_the_parser_is_rejected_for_that() {
    let server = start(&[]);
    let deep = format!("{{\"petId\":{}{}}}", "[".repeat(200), "]".repeat(200));
    let deepest = format!("{{\"petId\":{}{}}}", "[".repeat(126), "]".repeat(126));
    assert_eq!(
        ask(&server, "POST /tools/get_pet", &[], &deepest).status,
        200
    );
    for (body, said) in [
        (
            "{\"petId\":1e400}",
            "a number that is out of range at line 1 column",
        ),
        (
            &deep,
            "more than 127 lists and objects within each other at line 1 column",
        ),
        ("{\"petId\":1,}", "The body is not JSON: trailing comma"),
    ] {
        let called = ask(&server, "POST /tools/get_pet", &[], body);
        assert_eq!(called.status, 400);
        let error = called.json()["errors"][0]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(error.contains(said), "{error}");
        assert_eq!(
            error.contains("not JSON"),
            said.contains("not JSON"),
            "{error}"
        );
        let validated = ask(
            &server,
            "POST /debug/validate-call?tool_name=get_pet",
            &[],
            body,
        );
        assert_eq!(
            (validated.status, validated.json()["error"].as_str()),
            (400, Some(&*error))
        );
    }
}

/// Clients parse every answer of the bridge, whoever has rejected the request.
#[test]
fn what_is_rejected_before_an_endpoint_has_the_form_of_the_endpoint() {
    let server = HttpServer::start(
        &[
            "--bridge",
            "--upstream",
            "builtin",
            "--client-rate-limit-rpm",
            "60",
        ],
        &[("PETSTORE_ACCESS_TOKENS", TOKEN)],
    );
    let token = format!("Authorization: Bearer {TOKEN}");
    let foreign = "Origin: https://evil.example";
    let check = |request: &str, headers: &[&str], status: u16, said: &str| {
        let answer = ask(&server, request, headers, "{}");
        assert_eq!(answer.status, status, "{request}: {}", answer.body);
        assert_eq!(
            answer.header("content-type"),
            Some("application/json"),
            "{request}"
        );
        let length = answer.header("content-length").map(str::to_owned);
        assert_eq!(length, Some(answer.body.len().to_string()), "{request}");
        let body = answer.json();
        let message = if request.starts_with("POST /tools/") {
            assert_eq!((&body["ok"], &body["data"]), (&json!(false), &json!({})));
            assert!(body["meta"]["tool"].is_string(), "{body}");
            &body["errors"][0]
        } else {
            &body["error"]
        };
        let message = message.as_str().unwrap_or_default();
        assert!(message.contains(said), "{request}: {body}");
        answer
    };
    let endpoints = [
        "POST /tools/get_pet",
        "GET /tools",
        "POST /debug/validate-call?tool_name=get_pet",
        "GET /tools/get_pet/versions",
    ];
    for request in endpoints {
        let answer = check(request, &[], 401, "bearer token");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        check(request, &[&token, foreign], 403, "--allow-origin");
    }
    let unreadable = check("POST /tools/%ff", &[&token], 400, "UTF-8");
    assert_eq!(unreadable.json()["meta"]["tool"], "");
    check("GET /tools/%ff/versions", &[&token], 400, "UTF-8");
    let long = format!("POST /tools/{}", "a".repeat(2_000));
    let long = check(&long, &[], 401, "bearer token");
    assert!(long.body.len() < 500, "{}", long.body);
    let spent = (0..80).any(|_| ask(&server, "GET /tools", &[&token], "").status == 429);
    assert!(spent);
    for request in endpoints {
        let answer = check(request, &[&token], 429, "Too many requests");
        assert!(answer.header("retry-after").is_some());
    }
}

/// Two servers on the way of a request may each take another name of several (RFC 9112, sections 3.2 and 3.2.2).
#[test]
fn every_name_in_a_request_has_to_be_one_of_the_servers() {
    let server = start(&[]);
    for (target, hosts, expected) in [
        ("/tools/get_inventory", &["127.0.0.1"][..], 200),
        ("/tools/get_inventory", &["127.0.0.1", "evil"], 400),
        ("/tools/get_inventory", &["evil", "127.0.0.1"], 400),
        ("/tools/get_inventory", &["127.0.0.1", "127.0.0.1"], 400),
        ("/tools/get_inventory", &[], 403),
        ("http://127.0.0.1/tools/get_inventory", &["127.0.0.1"], 200),
        ("http://evil/tools/get_inventory", &["127.0.0.1"], 403),
        ("http://127.0.0.1/tools/get_inventory", &["evil"], 403),
        ("/mcp", &["127.0.0.1"], 200),
        ("/mcp", &["127.0.0.1", "evil"], 400),
        ("http://evil/mcp", &["127.0.0.1"], 403),
        ("http://127.0.0.1/mcp", &["127.0.0.1"], 200),
    ] {
        let body = match target.ends_with("/mcp") {
            true => r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            false => "{}",
        };
        let hosts: String = hosts
            .iter()
            .map(|host| format!("Host: {host}\r\n"))
            .collect();
        let request = format!(
            "POST {target} HTTP/1.1\r\n{hosts}Content-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = String::from_utf8(exchange(&server, &request)).expect("is UTF-8");
        let status = format!("HTTP/1.1 {expected}");
        assert!(answer.starts_with(&status), "{target} {hosts}: {answer}");
    }
}

#[test]
fn n18_and_n19_schemas_are_shown_and_compared() {
    let server = start(&[]);
    let shown = get(&server, "/debug/tools/schema?tool_name=delete_pet").json();
    assert_eq!(shown["json_schema"]["type"], "object");
    assert_eq!(
        shown["validation_info"],
        json!({"required_fields": ["petId"], "optional_fields": ["X-Reason"], "total_parameters": 2})
    );
    assert_eq!(shown["openapi_format"]["petId"]["required"], true);
    let compared = post(
        &server,
        "/debug/tools/diff?tool1=get_pet&tool2=delete_pet",
        &Value::Null,
    );
    assert_eq!(
        compared.json()["properties"],
        json!({
            "common": ["petId"],
            "only_in_tool1": [],
            "only_in_tool2": ["X-Reason"],
            "total_tool1": 1,
            "total_tool2": 2,
        })
    );
}

#[test]
fn whoever_may_not_call_over_mcp_may_not_call_here() {
    let options = ["--bridge", "--upstream", "builtin"];
    let server = HttpServer::start(&options, &[("PETSTORE_ACCESS_TOKENS", TOKEN)]);
    let token = format!("Authorization: Bearer {TOKEN}");
    for request in [
        "GET /",
        "GET /tools",
        "GET /tools?format=openapi",
        "GET /mcp/openapi.json",
        "GET /page/tools.json",
        "GET /debug/tools/schema?tool_name=get_pet",
        "GET /debug/tools/diff?tool1=get_pet&tool2=get_pet",
        "POST /debug/validate-call?tool_name=get_pet",
        "POST /tools/get_pet",
        "POST /mcp/tools/get_pet",
    ] {
        let refused = ask(&server, request, &[], "{}");
        assert_eq!(refused.status, 401, "{request}");
        assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        assert_eq!(
            ask(&server, request, &[&token], "{}").status,
            200,
            "{request}"
        );
    }
    // A browser that opens a page sends no token, and there is nothing of the server's in it.
    for request in ["GET /docs", "GET /docs/swagger-ui.css", "GET /health"] {
        assert_eq!(ask(&server, request, &[], "").status, 200, "{request}");
    }
    assert_eq!(
        ask(&server, "GET /", &["Accept: text/html"], "").status,
        200
    );
}

#[test]
fn web_pages_of_others_and_foreign_names_are_refused() {
    let server = start(&[]);
    for request in [
        "GET /tools",
        "GET /docs",
        "POST /tools/get_inventory",
        "GET /page/style.css",
    ] {
        let foreign = ask(&server, request, &["Origin: https://evil.example"], "");
        assert_eq!(foreign.status, 403, "{request}");
        assert!(foreign.body.contains("--allow-origin"), "{}", foreign.body);
        let renamed = server.ask(&format!("{request} HTTP/1.1"), "evil.example", "");
        assert!(renamed.starts_with("HTTP/1.1 403"), "{request}: {renamed}");
    }
    let own = server.url().replace("/mcp", "");
    let own = ask(
        &server,
        "POST /tools/get_inventory",
        &[&format!("Origin: {own}")],
        "{}",
    );
    assert_eq!(own.status, 200);
}

#[test]
fn limits_and_read_only_hold_here_too() {
    let server = start(&["--read-only", "--client-rate-limit-rpm", "5"]);
    let tools = get(&server, "/tools").json();
    assert!(
        tools
            .as_array()
            .is_some_and(|tools| tools.iter().all(|tool| tool["name"] != "delete_pet"))
    );
    let paths = get(&server, "/mcp/openapi.json").json();
    assert!(paths["paths"]["/tools/delete_pet"].is_null());
    assert_eq!(
        post(&server, "/tools/delete_pet", &json!({"petId": 1})).status,
        404
    );
    let more: Vec<u16> = (0..5).map(|_| get(&server, "/tools").status).collect();
    assert!(more.contains(&429), "{more:?}");
}

#[test]
fn n23_the_health_is_told() {
    let server = start(&[]);
    let health = get(&server, "/health");
    assert_eq!(health.status, 200);
    assert_eq!(
        health.json(),
        json!({"status": "healthy", "mcp_server": "initialized"})
    );
}

#[test]
fn n25_the_variables_say_where_it_listens() {
    let port = free_port();
    let mut child = std::process::Command::new(crate::server::server())
        .args(["--transport", "http", "--bridge", "--upstream", "builtin"])
        .envs([
            ("HTTP_BRIDGE_HOST", "127.0.0.1"),
            ("HTTP_BRIDGE_PORT", port.as_str()),
            ("LOG_LEVEL", "INFO"),
        ])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the server starts");
    let stderr = child.stderr.take().expect("is piped");
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(stderr)).map_while(Result::ok);
    let said: Vec<String> = lines
        .by_ref()
        .take_while(|line| !line.contains("found 12 tools"))
        .collect();
    let _ = child.kill();
    let _ = child.wait();
    assert!(
        said.iter()
            .any(|line| line.contains(&format!("listening on http://127.0.0.1:{port}/"))),
        "{said:?}"
    );
    let exposed = std::process::Command::new(crate::server::server())
        .args(["--transport", "http", "--bridge", "--upstream", "builtin"])
        .env("HTTP_BRIDGE_HOST", "0.0.0.0")
        .output()
        .expect("the server runs");
    assert!(!exposed.status.success());
    let said = String::from_utf8_lossy(&exposed.stderr).into_owned();
    assert!(said.contains("--open"), "{said}");
}

fn free_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("is bound").port().to_string()
}

#[test]
fn files_load_nothing_from_elsewhere() {
    let server = start(&[]);
    let page = ask(&server, "GET /", &["Accept: text/html"], "");
    let policy = page
        .header("content-security-policy")
        .expect("has a policy")
        .to_owned();
    assert!(
        policy.contains("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    let docs = get(&server, "/docs");
    for (page, folder) in [(&page, "/page/"), (&docs, "/docs/")] {
        assert_eq!(
            page.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        let links = page
            .body
            .split(['"', '\''])
            .filter(|text| text.ends_with(".js") || text.ends_with(".css"));
        let mut links: Vec<&str> = links.collect();
        links.sort();
        assert!(!links.is_empty());
        for link in links {
            assert!(link.starts_with(folder), "{link}");
            assert_eq!(get(&server, link).status, 200, "{link}");
        }
    }
    assert_eq!(get(&server, "/docs/..%2f..%2fetc%2fpasswd").status, 404);
    assert_eq!(get(&server, "/page/none.js").status, 404);
}
