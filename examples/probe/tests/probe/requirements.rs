//! The numbered requirements P1 to P21, each by a test that has its number.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::client::Probe;
use crate::targets::{Target, petstore, petstore_over_http, python_target};

const NAMES: [&str; 9] = [
    "connect_to_server",
    "disconnect",
    "get_connection_status",
    "list_tools",
    "call_tool",
    "list_resources",
    "read_resource",
    "list_prompts",
    "get_prompt",
];

fn target() -> Target {
    python_target("good")
}

/// A time in ISO 8601 with a time zone: UTC, to the millisecond.
fn is_time(value: &Value) -> bool {
    let form = "dddd-dd-ddTdd:dd:dd.dddZ";
    value.as_str().is_some_and(|text| {
        let matches = |(byte, form): (u8, u8)| match form {
            b'd' => byte.is_ascii_digit(),
            other => byte == other,
        };
        text.len() == form.len() && text.bytes().zip(form.bytes()).all(matches)
    })
}

/// What stands in the specification of a tool: its description, and its input schema.
struct Specified {
    description: String,
    schema: Value,
}

/// The specification of a tool.
fn specified(tool: &str) -> Specified {
    let seed: PathBuf = toolwright_tests::shared().join("seeds/001_8e9127b4c89b0b96.txt");
    let text = std::fs::read_to_string(&seed).expect("the specification is there");
    let section = text
        .split("\n### ")
        .find(|section| section.starts_with(&format!("{tool}\n")));
    let section = section.expect("the tool is specified");
    let block = |mark: &str, opening: &str| {
        let (_, behind) = section.split_once(mark).expect("there is such a mark");
        let (_, begun) = behind.split_once(opening).expect("a block begins");
        let (text, _) = begun.split_once("\n```").expect("a block ends");
        text.to_owned()
    };
    Specified {
        description: block("**Description:**", "```\n"),
        schema: serde_json::from_str(&block("**Input Schema:**", "```json\n")).expect("is JSON"),
    }
}

fn listed() -> Vec<Value> {
    let mut probe = Probe::start();
    let mut answer = probe.request("tools/list", json!({}));
    answer["result"]["tools"]
        .as_array_mut()
        .map(std::mem::take)
        .expect("is a list")
}

fn find<'t>(tools: &'t [Value], name: &str) -> &'t Value {
    let found = tools.iter().find(|tool| tool["name"] == name);
    found.unwrap_or_else(|| panic!("{name} is missing"))
}

#[test]
fn p01_nine_tools_are_listed_by_a_server_that_is_called_mcp_test_mcp() {
    let mut probe = Probe::start();
    let discovered = probe.request("server/discover", json!({}));
    let server = &discovered["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
    // A client makes `mcp__mcp_test_mcp__list_tools` of it.
    assert_eq!(server["name"], "mcp_test_mcp", "{discovered}");
    let tools = listed();
    for name in NAMES {
        find(&tools, name);
    }
    let names: Vec<&str> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    let beyond: Vec<&&str> = names.iter().filter(|name| !NAMES.contains(name)).collect();
    assert_eq!(beyond, [&"compare_schemas", &"run_checks"]);
}

#[test]
#[ignore = "needs ../shared"]
fn p02_descriptions_and_schemas_are_those_of_the_specification() {
    let tools = listed();
    for name in NAMES {
        let specified = specified(name);
        let tool = find(&tools, name);
        assert_eq!(tool["description"], specified.description, "{name}");
        let mut schema = tool["inputSchema"].clone();
        let members = schema.as_object_mut().expect("is an object");
        if members["properties"]
            .as_object()
            .is_some_and(serde_json::Map::is_empty)
        {
            // What MCP recommends for a tool without parameters.
            assert_eq!(
                members.remove("additionalProperties"),
                Some(json!(false)),
                "{name}"
            );
        }
        let mut expected = specified.schema.clone();
        if name == "connect_to_server" {
            // A command may stand in the place of the URL: nothing else of the schema is changed.
            let required = expected
                .as_object_mut()
                .and_then(|it| it.remove("required"));
            assert_eq!(required, Some(json!(["url"])));
            let properties = members["properties"].as_object_mut().expect("is an object");
            for added in ["command", "args", "env"] {
                assert!(properties.remove(added).is_some(), "{added}");
            }
        }
        assert_eq!(schema, expected, "{name}");
    }
}

#[test]
fn p03_connecting_to_a_url_answers_with_the_connection() {
    let server = petstore_over_http();
    let mut probe = Probe::start();
    let answer = probe.success("connect_to_server", server.target.arguments());
    let connection = &answer["connection"];
    assert_eq!(connection["server_url"], server.target.arguments()["url"]);
    assert_eq!(connection["transport"], "streaming-http");
    assert!(is_time(&connection["connected_at"]), "{connection}");
    assert_eq!(connection["server_info"]["name"], "petstore");
    assert_eq!(connection["server_info"]["version"], "1.0.0");
    assert!(
        answer["message"]
            .as_str()
            .is_some_and(|text| text.contains("petstore"))
    );
}

#[test]
fn p04_the_transport_of_a_local_server_is_stdio() {
    let mut probe = Probe::start();
    let answer = probe.success("connect_to_server", petstore().arguments());
    assert_eq!(answer["connection"]["transport"], "stdio");
    let status = probe.success("get_connection_status", json!({}));
    assert_eq!(status["connection"]["transport"], "stdio");
}

#[test]
fn p05_a_url_that_is_a_file_or_a_command_is_an_error_that_says_what_to_do() {
    let mut probe = Probe::start();
    for url in [
        "file:///srv/server.py",
        "python server.py",
        "stdio://server",
        "not a url",
    ] {
        let answer = probe.failure(
            "connect_to_server",
            json!({ "url": url }),
            "connection_failed",
        );
        let suggestion = answer["error"]["suggestion"]
            .as_str()
            .expect("there is one");
        assert!(suggestion.contains("`command`"), "{suggestion}");
    }
}

#[test]
fn p05_a_server_is_given_by_exactly_one_of_url_and_command() {
    let mut probe = Probe::start();
    for wrong in [
        json!({}),
        json!({"url": "http://127.0.0.1:1/mcp", "command": "true"}),
        json!({"url": "http://127.0.0.1:1/mcp", "args": ["x"]}),
        json!({"command": " "}),
    ] {
        probe.failure("connect_to_server", wrong, "invalid_arguments");
    }
}

#[test]
fn p06_a_connection_stays_until_disconnect_and_is_not_replaced() {
    let mut probe = Probe::connected_to(&petstore());
    let pid = probe.success("get_connection_status", json!({}))["connection"]["process_id"].clone();
    let answer = probe.failure(
        "connect_to_server",
        petstore().arguments(),
        "connection_failed",
    );
    assert_eq!(answer["error"]["suggestion"], "call disconnect first");
    assert!(answer["connection"]["server_url"].is_string(), "{answer}");
    probe.success("list_tools", json!({}));
    let same = probe.success("get_connection_status", json!({}));
    assert_eq!(
        same["connection"]["process_id"], pid,
        "the same server all the time"
    );
    probe.success("disconnect", json!({}));
    probe.success("connect_to_server", petstore().arguments());
}

#[test]
fn p06_of_two_connects_at_once_one_wins() {
    let mut probe = Probe::start();
    let both = [(); 2].map(|()| probe.send_call("connect_to_server", petstore().arguments()));
    let answers = both.map(|id| probe.receive_call(id));
    let successes = answers
        .iter()
        .filter(|answer| answer["success"] == true)
        .count();
    assert_eq!(successes, 1, "{answers:?}");
    probe.success("list_tools", json!({}));
}

#[test]
fn p07_disconnect_tells_the_connection_that_it_ended() {
    let mut probe = Probe::start();
    let connected = probe.success("connect_to_server", petstore().arguments());
    let answer = probe.success("disconnect", json!({}));
    let previous = &answer["previous_connection"];
    assert_eq!(
        previous["server_url"],
        connected["connection"]["server_url"]
    );
    assert_eq!(
        previous["connected_at"],
        connected["connection"]["connected_at"]
    );
    assert!(is_time(&previous["disconnected_at"]), "{previous}");
    assert!(previous["disconnected_at"].as_str() >= previous["connected_at"].as_str());
    assert!(answer["message"].is_string());
}

#[test]
fn p07_disconnect_without_a_connection_is_an_error() {
    let mut probe = Probe::start();
    probe.failure("disconnect", json!({}), "not_connected");
    probe.success("connect_to_server", petstore().arguments());
    probe.success("disconnect", json!({}));
    probe.failure("disconnect", json!({}), "not_connected");
}

#[test]
fn p08_the_status_has_the_connection_and_its_statistics() {
    let mut probe = Probe::start();
    let idle = probe.success("get_connection_status", json!({}));
    assert_eq!(idle["connected"], false);
    assert_eq!(idle.get("connection"), None);
    probe.success("connect_to_server", petstore().arguments());
    let status = probe.success("get_connection_status", json!({}));
    assert_eq!(status["connected"], true);
    assert_eq!(status["connection"]["server_info"]["name"], "petstore");
    assert_eq!(
        status["statistics"],
        json!({"tools_called": 0, "resources_read": 0, "prompts_retrieved": 0})
    );
}

#[test]
#[ignore = "needs Python"]
fn p09_calls_reads_and_prompts_are_counted_one_by_one() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let calls: Vec<u64> = (0..30)
        .map(|number| {
            let arguments = json!({"name": "echo", "arguments": {"text": number.to_string()}});
            probe.send_call("call_tool", arguments)
        })
        .collect();
    for _ in 0..3 {
        probe.success("read_resource", json!({"uri": "test://text"}));
    }
    probe.success(
        "get_prompt",
        json!({"name": "greet", "arguments": {"who": "Ada"}}),
    );
    // A call that fails was made all the same.
    probe.failure(
        "call_tool",
        json!({"name": "fail", "arguments": {}}),
        "execution_error",
    );
    for id in calls {
        assert_eq!(probe.receive_call(id)["success"], true);
    }
    let status = probe.success("get_connection_status", json!({}));
    assert_eq!(
        status["statistics"],
        json!({"tools_called": 31, "resources_read": 3, "prompts_retrieved": 1})
    );
    probe.success("disconnect", json!({}));
    probe.success("connect_to_server", target.arguments());
    let status = probe.success("get_connection_status", json!({}));
    assert_eq!(
        status["statistics"]["tools_called"], 0,
        "counted for each connection"
    );
}

#[test]
#[ignore = "needs Python"]
fn p10_tools_are_listed_as_they_are_advertised() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let answer = probe.success("list_tools", json!({}));
    let connection = &answer["connection"];
    assert!(connection["server_url"].is_string() && connection["transport"] == "stdio");
    assert!(is_time(&connection["connected_at"]));
    let echo = find(answer["tools"].as_array().expect("is a list"), "echo");
    assert_eq!(echo["description"], "Says what it is told.\nTwice.");
    let schema = json!({
        "type": "object",
        "properties": {"text": {"type": "string", "description": "What to say.", "minLength": 1}},
        "required": ["text"],
        "additionalProperties": false,
    });
    assert_eq!(
        echo["input_schema"].to_string(),
        schema.to_string(),
        "also in its order"
    );
    let metadata = &answer["metadata"];
    assert_eq!(metadata["total_tools"], 3);
    assert_eq!(metadata["server_name"], "target");
    assert_eq!(metadata["server_version"], "1.2.3");
    assert!(is_time(&metadata["retrieved_at"]) && metadata["request_time_ms"].is_u64());
}

#[test]
#[ignore = "needs Python"]
fn p11_a_call_answers_with_result_and_execution() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let arguments = json!({"text": "hello"});
    let answer = probe.success("call_tool", json!({"name": "echo", "arguments": arguments}));
    assert_eq!(answer["connection"]["transport"], "stdio");
    let call = &answer["tool_call"];
    assert_eq!(
        (&call["tool_name"], &call["arguments"]),
        (&json!("echo"), &arguments)
    );
    assert_eq!(
        call["result"]["content"],
        json!([{"type": "text", "text": "hello"}])
    );
    let execution = &call["execution"];
    assert!(is_time(&execution["started_at"]) && is_time(&execution["completed_at"]));
    assert!(execution["started_at"].as_str() <= execution["completed_at"].as_str());
    assert!(execution["duration_ms"].is_u64() && execution["success"] == true);
    assert!(answer["metadata"]["request_time_ms"].is_u64());
    let status = probe.success("call_tool", json!({"name": "status", "arguments": {}}));
    assert_eq!(
        status["tool_call"]["result"]["structuredContent"],
        json!({"n": 1})
    );
}

#[test]
#[ignore = "needs Python"]
fn p12_resources_are_listed_as_they_are_advertised() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let answer = probe.success("list_resources", json!({}));
    let text = json!({
        "uri": "test://text", "name": "text", "description": "A text.", "mimeType": "text/plain",
    });
    assert_eq!(answer["resources"][0], text);
    assert_eq!(answer["metadata"]["total_resources"], 2);
    assert!(is_time(&answer["metadata"]["retrieved_at"]));
    assert!(answer["connection"]["server_url"].is_string());
}

#[test]
#[ignore = "needs Python"]
fn p13_a_resource_is_read_as_text_or_base64() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let text = probe.success("read_resource", json!({"uri": "test://text"}));
    assert_eq!(text["resource"]["uri"], "test://text");
    assert_eq!(text["resource"]["mimeType"], "text/plain");
    assert_eq!(text["resource"]["content"], "Grüße");
    assert_eq!(text["metadata"]["content_size"], "Grüße".len());
    assert!(is_time(&text["metadata"]["retrieved_at"]));
    let blob = probe.success("read_resource", json!({"uri": "test://blob"}));
    assert_eq!(blob["resource"]["content"], "AAEC/w==");
    assert_eq!(blob["metadata"]["content_size"], 4);
    let two = probe.success("read_resource", json!({"uri": "test://two"}));
    assert_eq!(two["resource"]["content"], "one");
    assert_eq!(two["further_contents"][0]["content"], "two");
    assert_eq!(two["metadata"]["content_size"], 6);
}

#[test]
#[ignore = "needs Python"]
fn p14_prompts_are_listed_with_their_arguments() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let answer = probe.success("list_prompts", json!({}));
    let greet = json!({
        "name": "greet",
        "description": "Greets somebody.",
        "arguments": [
            {"name": "who", "description": "Who it is.", "required": true},
            {"name": "how", "required": false},
        ],
    });
    assert_eq!(answer["prompts"], json!([greet]));
    assert_eq!(answer["metadata"]["total_prompts"], 1);
    assert!(is_time(&answer["metadata"]["retrieved_at"]));
}

#[test]
#[ignore = "needs Python"]
fn p15_a_prompt_is_retrieved_with_its_messages() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let answer = probe.success(
        "get_prompt",
        json!({"name": "greet", "arguments": {"who": "Ada"}}),
    );
    let prompt = &answer["prompt"];
    assert_eq!(
        (&prompt["name"], &prompt["description"]),
        (&json!("greet"), &json!("Greets somebody."))
    );
    let message = json!({"role": "user", "content": {"type": "text", "text": "Greet Ada"}});
    assert_eq!(prompt["messages"], json!([message]));
    assert!(is_time(&answer["metadata"]["retrieved_at"]));
}

#[test]
fn p16_every_failure_has_the_one_form() {
    let mut probe = Probe::start();
    let answer = probe.failure("list_tools", json!({}), "not_connected");
    let members: Vec<&str> = answer
        .as_object()
        .expect("is one")
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        members,
        ["success", "error", "metadata"],
        "no connection while there is none"
    );
    // What no handler sees: arguments that do not match the schema.
    for wrong in [
        json!({"url": 7}),
        json!({"env": {"A": 1}, "command": "x"}),
        json!({"urll": "x"}),
    ] {
        probe.failure("connect_to_server", wrong, "invalid_arguments");
    }
    probe.success("connect_to_server", petstore().arguments());
    for (tool, wrong) in [
        ("call_tool", json!({"name": "get_pet"})),
        ("call_tool", json!({"name": "get_pet", "arguments": []})),
        ("read_resource", json!({})),
        ("get_prompt", json!({"nme": "x"})),
        ("list_tools", json!({"verbose": true})),
        ("run_checks", json!({"calls": "some"})),
        ("compare_schemas", json!({})),
    ] {
        let answer = probe.failure(tool, wrong, "invalid_arguments");
        assert!(
            answer["connection"]["server_url"].is_string(),
            "{tool}: {answer}"
        );
        assert!(
            answer["error"]["suggestion"].is_string(),
            "{tool}: {answer}"
        );
    }
}

#[test]
fn p17_not_connected_is_the_error_of_every_tool_before_connect() {
    let mut probe = Probe::start();
    for (tool, arguments) in [
        ("list_tools", json!({})),
        ("call_tool", json!({"name": "x", "arguments": {}})),
        ("list_resources", json!({})),
        ("read_resource", json!({"uri": "x:y"})),
        ("list_prompts", json!({})),
        ("get_prompt", json!({"name": "x"})),
        ("disconnect", json!({})),
        ("compare_schemas", json!({"file": "x.json"})),
        ("run_checks", json!({})),
    ] {
        let answer = probe.failure(tool, arguments, "not_connected");
        assert_eq!(
            answer["error"]["suggestion"], "call connect_to_server first",
            "{tool}"
        );
    }
}

#[test]
fn p17_connection_failed_says_why() {
    let mut probe = Probe::start();
    let refused = json!({"url": "http://127.0.0.1:9/mcp"});
    let answer = probe.failure("connect_to_server", refused, "connection_failed");
    assert!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|text| text.contains("refused")),
        "{answer}"
    );
    let missing = json!({"command": "no-such-program-anywhere"});
    let answer = probe.failure("connect_to_server", missing, "connection_failed");
    assert!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|text| text.contains("cannot be started"))
    );
    let ended = json!({"command": "sh", "args": ["-c", "echo out of paper >&2; exit 4"]});
    let answer = probe.failure("connect_to_server", ended, "connection_failed");
    assert_eq!(answer["error"]["details"]["stderr_tail"], "out of paper");
    assert_eq!(answer["error"]["details"]["exit_status"], "exit status: 4");
}

#[test]
fn p17_tool_not_found_names_the_tools_there_are() {
    let mut probe = Probe::connected_to(&petstore());
    let answer = probe.failure(
        "call_tool",
        json!({"name": "nope", "arguments": {}}),
        "tool_not_found",
    );
    let available = answer["error"]["details"]["available"]
        .as_array()
        .expect("is a list");
    assert!(available.contains(&json!("get_pet")), "{answer}");
}

#[test]
#[ignore = "needs Python"]
fn p17_resource_not_found_and_prompt_not_found() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let answer = probe.failure(
        "read_resource",
        json!({"uri": "test://no"}),
        "resource_not_found",
    );
    assert_eq!(answer["error"]["details"]["code"], -32002);
    probe.failure("get_prompt", json!({"name": "no"}), "prompt_not_found");
}

#[test]
#[ignore = "needs Python"]
fn p17_invalid_arguments_lists_what_does_not_match_the_servers_schema() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let wrong = json!({"name": "echo", "arguments": {"text": 7}});
    let answer = probe.failure("call_tool", wrong, "invalid_arguments");
    let violations = answer["error"]["details"]["violations"]
        .as_array()
        .expect("is a list");
    assert!(
        violations[0]
            .as_str()
            .is_some_and(|text| text.contains("/text")),
        "{answer}"
    );
    probe.failure("get_prompt", json!({"name": "greet"}), "invalid_arguments");
    // A server that reports them as a result of the tool.
    let mut probe = Probe::connected_to(&petstore());
    let wrong = json!({"name": "get_pet", "arguments": {"petId": "x"}});
    probe.failure("call_tool", wrong, "invalid_arguments");
}

#[test]
#[ignore = "needs Python"]
fn p17_timeout_is_the_error_of_a_server_that_does_not_answer() {
    let target = python_target("hangs");
    let mut probe = Probe::connected_with(&target, &[("MCP_PROBE_REQUEST_TIMEOUT", "0.5")]);
    let call = json!({"name": "echo", "arguments": {"text": "x"}});
    let answer = probe.failure("call_tool", call, "timeout");
    let time = answer["metadata"]["request_time_ms"]
        .as_u64()
        .expect("is a number");
    assert!((450..5000).contains(&time), "{answer}");
}

#[test]
#[ignore = "needs Python"]
fn p17_transport_error_is_the_error_of_a_server_that_died() {
    let target = python_target("dies");
    let mut probe = Probe::connected_to(&target);
    let call = json!({"name": "echo", "arguments": {"text": "x"}});
    let answer = probe.failure("call_tool", call, "transport_error");
    assert_eq!(
        answer["error"]["details"]["exit_status"], "exit status: 7",
        "{answer}"
    );
    assert_eq!(
        answer["error"]["details"]["stderr_tail"], "out of cheese",
        "{answer}"
    );
}

#[test]
#[ignore = "needs Python"]
fn p18_what_is_shown_is_complete_however_long_it_is() {
    let target = python_target("many");
    let mut probe = Probe::connected_to(&target);
    let answer = probe.success("list_tools", json!({}));
    let tools = answer["tools"].as_array().expect("is a list");
    assert_eq!(tools.len(), 100);
    for tool in tools {
        // Results of other generated servers are truncated at 100,000 bytes, of which these are twice as many.
        assert_eq!(tool["description"].as_str().map(str::len), Some(2000));
        assert_eq!(tool["input_schema"]["type"], "object");
    }
}

#[test]
#[ignore = "needs Python"]
fn p18_a_tool_that_is_broken_is_shown_as_it_is() {
    let target = python_target("broken-tool");
    let mut probe = Probe::connected_to(&target);
    let answer = probe.success("list_tools", json!({}));
    assert_eq!(
        answer["tools"][1],
        json!({"name": "bare", "description": "Has no schema."})
    );
    assert_eq!(
        answer["problems"],
        json!(["tools, item 2 (bare): `inputSchema` is missing"])
    );
}

#[test]
#[ignore = "needs Python"]
fn p19_all_operations_have_their_time() {
    let target = target();
    let mut probe = Probe::start();
    for (tool, arguments) in [
        ("get_connection_status", json!({})),
        ("connect_to_server", target.arguments()),
        ("get_connection_status", json!({})),
        ("list_tools", json!({})),
        (
            "call_tool",
            json!({"name": "echo", "arguments": {"text": "x"}}),
        ),
        ("list_resources", json!({})),
        ("read_resource", json!({"uri": "test://text"})),
        ("list_prompts", json!({})),
        (
            "get_prompt",
            json!({"name": "greet", "arguments": {"who": "x"}}),
        ),
        ("run_checks", json!({"calls": "none"})),
        ("disconnect", json!({})),
    ] {
        let answer = probe.success(tool, arguments);
        assert!(
            answer["metadata"]["request_time_ms"].is_u64(),
            "{tool}: {answer}"
        );
    }
}

#[test]
#[ignore = "needs Python"]
fn p20_a_tools_own_error_has_the_call_in_its_details() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let call = json!({"name": "fail", "arguments": {"why": 1}});
    let answer = probe.failure("call_tool", call, "execution_error");
    let details = &answer["error"]["details"];
    assert_eq!(details["tool_name"], "fail");
    assert_eq!(details["arguments"], json!({"why": 1}));
    assert_eq!(details["result"]["isError"], true);
    assert_eq!(
        details["result"]["content"][0]["text"],
        "it was to be expected"
    );
    assert_eq!(details["execution"]["success"], false);
    assert!(
        details["execution"]["duration_ms"].is_u64()
            && is_time(&details["execution"]["started_at"])
    );
}

#[test]
#[ignore = "needs Python"]
fn p21_call_tool_requires_arguments_and_get_prompt_does_not() {
    let target = target();
    let mut probe = Probe::connected_to(&target);
    let answer = probe.failure("call_tool", json!({"name": "status"}), "invalid_arguments");
    assert!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|text| text.contains("arguments"))
    );
    // The server's own error, since the prompt has a required argument; the probe has passed it on.
    let answer = probe.failure("get_prompt", json!({"name": "greet"}), "invalid_arguments");
    assert_eq!(
        answer["error"]["details"]["server_message"],
        "`who` is missing"
    );
}
