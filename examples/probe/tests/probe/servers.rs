//! The nine tools on servers of this project, and on the reference server that has everything.

use serde_json::{Value, json};

use crate::client::Probe;
use crate::targets::{Target, cms, news, news_words, npm_server, petstore, petstore_over_http};

/// What a server has for the nine tools.
struct Drive {
    target: Target,
    server: &'static str,
    tools: usize,
    /// A call that succeeds.
    call: Value,
}

/// Drives a server without resources and prompts through all nine tools.
fn drive(drive: &Drive) {
    let mut probe = Probe::start();
    let connected = probe.success("connect_to_server", drive.target.arguments());
    assert_eq!(connected["connection"]["server_info"]["name"], drive.server);
    assert_eq!(connected["connection"]["protocol_version"], "2026-07-28");

    let listed = probe.success("list_tools", json!({}));
    assert_eq!(
        listed["metadata"]["total_tools"], drive.tools,
        "{}",
        drive.server
    );
    assert_eq!(listed.get("problems"), None, "{}", drive.server);

    let called = probe.success("call_tool", drive.call.clone());
    assert_eq!(called["tool_call"]["execution"]["success"], true);

    // The server declares neither resources nor prompts: the lists are empty and say so, and there is none to be had.
    let resources = probe.success("list_resources", json!({}));
    assert_eq!(resources["resources"], json!([]));
    assert!(
        resources["metadata"]["note"]
            .as_str()
            .is_some_and(|note| note.contains("resources"))
    );
    probe.failure(
        "read_resource",
        json!({"uri": "file:///x"}),
        "resource_not_found",
    );
    let prompts = probe.success("list_prompts", json!({}));
    assert_eq!(prompts["prompts"], json!([]));
    assert!(
        prompts["metadata"]["note"]
            .as_str()
            .is_some_and(|note| note.contains("prompts"))
    );
    probe.failure("get_prompt", json!({"name": "x"}), "prompt_not_found");

    let status = probe.success("get_connection_status", json!({}));
    let statistics = json!({"tools_called": 1, "resources_read": 1, "prompts_retrieved": 1});
    assert_eq!(status["statistics"], statistics);
    let ended = probe.success("disconnect", json!({}));
    assert_eq!(
        ended["previous_connection"]["server_url"],
        connected["connection"]["server_url"]
    );
}

#[test]
fn the_petstore_is_driven_through_all_tools() {
    let server = petstore_over_http();
    for target in [petstore(), server.target.clone()] {
        drive(&Drive {
            target,
            server: "petstore",
            tools: 12,
            call: json!({"name": "get_pet", "arguments": {"petId": 1}}),
        });
    }
}

#[test]
fn the_news_server_is_driven_through_all_tools() {
    drive(&Drive {
        target: news(),
        server: "news_mcp",
        tools: 48,
        call: json!({"name": "latest_articles", "arguments": {"limit": 2}}),
    });
}

#[test]
fn the_cms_is_driven_through_all_tools() {
    let mut probe = Probe::start();
    probe.success("connect_to_server", cms().arguments());
    let listed = probe.success("list_tools", json!({}));
    let tools = listed["tools"].as_array().expect("is a list");
    assert!(tools.len() > 40, "{} tools", tools.len());
    let without_arguments = tools.iter().find(|tool| {
        tool["annotations"]["readOnlyHint"] == true
            && tool["input_schema"].get("required").is_none()
    });
    let name = without_arguments.expect("there is such a tool")["name"].clone();
    drive(&Drive {
        target: cms(),
        server: "cms",
        tools: tools.len(),
        call: json!({"name": name, "arguments": {}}),
    });
}

#[test]
fn variables_of_a_local_server_are_given_with_the_connection() {
    let mut probe = Probe::start();
    let [program, ..] = news_words();
    let variables = json!({"DATABASE_URL": "sqlite::memory:", "NEWS_SCHEDULER": "off"});
    probe.success(
        "connect_to_server",
        json!({"command": program, "env": variables}),
    );
    let called = probe.success(
        "call_tool",
        json!({"name": "get_dashboard", "arguments": {}}),
    );
    assert_eq!(called["tool_call"]["result"]["isError"], false);
}

#[test]
#[ignore = "needs Node.js"]
fn the_reference_server_is_driven_through_all_tools() {
    let target = npm_server("server-everything", &["stdio"]);
    let mut probe = Probe::start();
    let connected = probe.success("connect_to_server", target.arguments());
    assert_eq!(
        connected["connection"]["server_info"]["name"],
        "mcp-servers/everything"
    );
    assert_eq!(connected["connection"]["protocol_version"], "2025-11-25");

    let listed = probe.success("list_tools", json!({}));
    let tools = listed["tools"].as_array().expect("is a list");
    assert!(tools.iter().any(|tool| tool["name"] == "echo"));
    let call = json!({"name": "echo", "arguments": {"message": "hello"}});
    let called = probe.success("call_tool", call);
    assert_eq!(
        called["tool_call"]["result"]["content"][0]["text"],
        "Echo: hello"
    );
    probe.failure(
        "call_tool",
        json!({"name": "echo", "arguments": {}}),
        "invalid_arguments",
    );
    probe.failure(
        "call_tool",
        json!({"name": "no", "arguments": {}}),
        "tool_not_found",
    );

    let resources = probe.success("list_resources", json!({}));
    let uri = resources["resources"][0]["uri"].clone();
    let read = probe.success("read_resource", json!({ "uri": uri }));
    assert!(read["metadata"]["content_size"].as_u64() > Some(100));
    // From a template, and binary.
    let blob = probe.success(
        "read_resource",
        json!({"uri": "demo://resource/dynamic/blob/3"}),
    );
    assert_eq!(blob["resource"]["encoding"], "base64");
    probe.failure(
        "read_resource",
        json!({"uri": "nope://x"}),
        "resource_not_found",
    );

    let prompts = probe.success("list_prompts", json!({}));
    assert!(prompts["metadata"]["total_prompts"].as_u64() > Some(2));
    let prompt = probe.success(
        "get_prompt",
        json!({"name": "args-prompt", "arguments": {"city": "Ulm"}}),
    );
    assert!(
        prompt["prompt"]["messages"][0]["content"]["text"]
            .as_str()
            .is_some_and(|it| it.contains("Ulm"))
    );
    probe.failure(
        "get_prompt",
        json!({"name": "args-prompt"}),
        "invalid_arguments",
    );
    probe.failure("get_prompt", json!({"name": "no"}), "prompt_not_found");
    probe.success("disconnect", json!({}));
}
