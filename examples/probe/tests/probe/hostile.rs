//! Servers that die, hang, flood or lie: each is a clear error, and leaves the probe usable.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Probe;
use crate::targets::{petstore, python_target};

/// Short limits, so that no test waits long.
const LIMITS: [(&str, &str); 4] = [
    ("MCP_PROBE_REQUEST_TIMEOUT", "3"),
    ("MCP_PROBE_CONNECT_TIMEOUT", "3"),
    ("MCP_PROBE_MAX_MESSAGE_BYTES", "1000000"),
    ("MCP_PROBE_MAX_PAGES", "20"),
];

fn echo() -> Value {
    json!({"name": "echo", "arguments": {"text": "x"}})
}

/// Connects to a server that is broken in some way; the error of a call is of this kind.
fn call_fails(mode: &str, kind: &str) -> Value {
    let mut probe = Probe::connected_with(&python_target(mode), &LIMITS);
    let answer = probe.failure("call_tool", echo(), kind);
    is_usable(&mut probe);
    answer
}

/// The probe can be connected to another server.
fn is_usable(probe: &mut Probe) {
    let status = probe.success("get_connection_status", json!({}));
    if status["connected"] == true {
        probe.success("disconnect", json!({}));
    }
    probe.success("connect_to_server", petstore().arguments());
    probe.success(
        "call_tool",
        json!({"name": "get_pet", "arguments": {"petId": 1}}),
    );
}

fn message(answer: &Value) -> &str {
    answer["error"]["message"].as_str().expect("is text")
}

#[test]
#[ignore = "needs Python"]
fn a_server_that_dies_is_named_with_its_last_words() {
    let target = python_target("dies");
    let mut probe = Probe::connected_with(&target, &LIMITS);
    let answer = probe.failure("call_tool", echo(), "transport_error");
    assert_eq!(answer["error"]["details"]["stderr_tail"], "out of cheese");
    let status = probe.success("get_connection_status", json!({}));
    assert_eq!(status["connected"], false);
    assert!(
        status["closed"]["reason"]
            .as_str()
            .is_some_and(|it| it.contains("exit status: 7")),
        "{status}"
    );
    assert_eq!(status["closed"]["stderr_tail"], "out of cheese");
    probe.failure("list_tools", json!({}), "transport_error");
    // Another server may take the place of one that is gone.
    probe.success("connect_to_server", petstore().arguments());
}

#[test]
#[ignore = "needs Python"]
fn a_server_that_hangs_is_left_after_its_time() {
    let target = python_target("hangs");
    let mut probe = Probe::connected_with(&target, &LIMITS);
    let begun = Instant::now();
    probe.failure("call_tool", echo(), "timeout");
    assert!(
        begun.elapsed() < Duration::from_secs(6),
        "{:?}",
        begun.elapsed()
    );
    is_usable(&mut probe);
}

#[test]
#[ignore = "needs Python"]
fn a_program_that_says_nothing_is_killed_though_it_ignores_sigterm() {
    let target = python_target("silent");
    let mut probe = Probe::start_with(&LIMITS);
    let answer = probe.failure("connect_to_server", target.arguments(), "connection_failed");
    assert!(
        message(&answer).contains("did not answer the first request within 3 s"),
        "{answer}"
    );
    assert!(children_of(probe.process_id()).is_empty());
    is_usable(&mut probe);
}

#[test]
#[ignore = "needs Python"]
fn of_what_a_server_says_of_its_end_the_tail_is_shown() {
    let target = python_target("says-why");
    let mut probe = Probe::start_with(&LIMITS);
    let answer = probe.failure("connect_to_server", target.arguments(), "connection_failed");
    let tail = answer["error"]["details"]["stderr_tail"]
        .as_str()
        .expect("is text");
    assert!(
        tail.ends_with("the licence has expired") && tail.len() <= 4096,
        "{} bytes",
        tail.len()
    );
    assert_eq!(answer["error"]["details"]["exit_status"], "exit status: 3");
}

#[test]
#[ignore = "needs Python"]
fn a_flood_of_lines_that_are_no_messages_ends_the_connection() {
    let answer = call_fails("flood", "transport_error");
    assert!(
        message(&answer).contains("that are not JSON-RPC messages"),
        "{answer}"
    );
    assert!(
        answer["error"]["details"]["not_json_rpc"]["last"].is_string(),
        "{answer}"
    );
}

#[test]
#[ignore = "needs Python"]
fn a_line_without_an_end_ends_the_connection() {
    let answer = call_fails("long-line", "transport_error");
    assert!(
        message(&answer).contains("a line of more than 1000000 bytes"),
        "{answer}"
    );
}

#[test]
#[ignore = "needs Python"]
fn an_answer_that_is_too_large_ends_the_connection() {
    let answer = call_fails("huge", "transport_error");
    assert!(
        message(&answer).contains("MCP_PROBE_MAX_MESSAGE_BYTES"),
        "{answer}"
    );
}

#[test]
#[ignore = "needs Python"]
fn notifications_without_end_end_the_call() {
    let target = python_target("notifications");
    let mut probe = Probe::connected_with(&target, &LIMITS);
    let answer = probe.call("call_tool", echo());
    let kind = answer["error"]["type"].as_str().expect("is an error");
    assert!(["timeout", "transport_error"].contains(&kind), "{answer}");
    is_usable(&mut probe);
}

#[test]
#[ignore = "needs Python"]
fn broken_json_is_shown_with_the_timeout_that_it_leads_to() {
    let answer = call_fails("broken-json", "timeout");
    let noise = &answer["error"]["details"]["not_json_rpc"];
    assert_eq!(noise["lines"], 1, "{answer}");
    assert!(
        noise["last"]
            .as_str()
            .is_some_and(|line| line.ends_with("{\"content\": [")),
        "{answer}"
    );
}

#[test]
#[ignore = "needs Python"]
fn a_response_without_a_result_is_an_error_at_once() {
    let answer = call_fails("no-result", "transport_error");
    assert!(
        message(&answer).contains("not a JSON-RPC response"),
        "{answer}"
    );
    assert!(
        answer["metadata"]["request_time_ms"].as_u64() < Some(2000),
        "{answer}"
    );
}

#[test]
#[ignore = "needs Python"]
fn a_result_without_content_is_shown_as_it_is() {
    let answer = call_fails("no-content", "transport_error");
    assert!(
        answer["error"]["details"]["answer"]
            .as_str()
            .is_some_and(|it| it.contains("no content")),
        "{answer}"
    );
}

#[test]
#[ignore = "needs Python"]
fn a_list_without_end_is_ended() {
    for (mode, why) in [
        ("endless-pages", "more than 20 parts"),
        ("same-cursor", "\"again\" comes back"),
    ] {
        let target = python_target(mode);
        let mut probe = Probe::connected_with(&target, &LIMITS);
        let answer = probe.failure("list_tools", json!({}), "transport_error");
        assert!(message(&answer).contains(why), "{answer}");
        is_usable(&mut probe);
    }
}

#[test]
#[ignore = "needs Python"]
fn a_list_in_parts_is_put_together() {
    let target = python_target("pages");
    let mut probe = Probe::connected_to(&target);
    let answer = probe.success("list_tools", json!({}));
    let names: Vec<&str> = answer["tools"]
        .as_array()
        .expect("is a list")
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(names, ["echo", "fail", "status"]);
}

#[test]
#[ignore = "needs Python"]
fn a_tool_that_is_gone_since_the_list_is_not_found() {
    let target = python_target("changes-tools");
    let mut probe = Probe::connected_to(&target);
    let listed = probe.success("list_tools", json!({}));
    assert_eq!(listed["metadata"]["total_tools"], 3);
    let answer = probe.failure("call_tool", echo(), "tool_not_found");
    assert!(
        message(&answer).contains("has changed its list of tools"),
        "{answer}"
    );
    assert_eq!(answer["error"]["details"]["available"], json!(["status"]));
    let listed = probe.success("list_tools", json!({}));
    assert_eq!(listed["metadata"]["total_tools"], 1, "lists are not kept");
}

#[test]
#[ignore = "needs Python"]
fn a_server_that_ends_when_it_is_asked_in_the_newer_way_is_asked_in_the_older_one() {
    let target = python_target("dies-on-discover");
    let mut probe = Probe::connected_to(&target);
    let status = probe.success("get_connection_status", json!({}));
    assert_eq!(status["connection"]["protocol_version"], "2025-11-25");
    probe.success("call_tool", echo());
}

#[test]
#[ignore = "needs Python"]
fn what_a_server_has_started_ends_with_it() {
    for end in ["disconnect", "kill"] {
        let target = python_target("with-child");
        let mut probe = Probe::connected_to(&target);
        let server = children_of(probe.process_id());
        let [server] = server.as_slice() else {
            panic!("one server, not {server:?}");
        };
        let grandchildren = children_of(*server);
        let [grandchild] = grandchildren.as_slice() else {
            panic!("one process of the server, not {grandchildren:?}");
        };
        if end == "disconnect" {
            probe.success("disconnect", json!({}));
        } else {
            let server = server.to_string();
            let killed = std::process::Command::new("kill")
                .args(["-9", &server])
                .status();
            assert!(killed.expect("there is `kill`").success());
        }
        wait_for_end_of(*grandchild);
        is_usable(&mut probe);
    }
}

#[test]
#[ignore = "needs Python"]
fn local_servers_end_with_the_probe() {
    let target = python_target("stays");
    let probe = Probe::connected_to(&target);
    let children = children_of(probe.process_id());
    assert_eq!(children.len(), 1);
    let pid = probe.process_id().to_string();
    let asked = std::process::Command::new("kill")
        .args(["-TERM", &pid])
        .status();
    assert!(asked.expect("there is `kill`").success());
    wait_for_end_of(children[0]);
    drop(probe);
}

#[test]
#[ignore = "needs Python"]
fn a_call_that_the_client_cancels_leaves_the_connection_as_it_was() {
    let target = python_target("hangs");
    let mut probe = Probe::connected_to(&target);
    let id = probe.send_call("call_tool", echo());
    probe.notify(
        "notifications/cancelled",
        json!({"requestId": id, "reason": "enough"}),
    );
    let status = probe.success("get_connection_status", json!({}));
    assert_eq!(status["connected"], true);
    is_usable(&mut probe);
}

#[test]
fn an_operator_can_forbid_commands_and_files() {
    let limits = [("MCP_PROBE_COMMANDS", "off"), ("MCP_PROBE_FILES", "off")];
    let mut probe = Probe::start_with(&limits);
    let answer = probe.failure(
        "connect_to_server",
        petstore().arguments(),
        "connection_failed",
    );
    assert!(message(&answer).contains("MCP_PROBE_COMMANDS"), "{answer}");
    let server = crate::targets::petstore_over_http();
    probe.success("connect_to_server", server.target.arguments());
    let answer = probe.failure(
        "compare_schemas",
        json!({"file": "/etc/hosts"}),
        "invalid_arguments",
    );
    assert!(message(&answer).contains("MCP_PROBE_FILES"), "{answer}");
}

#[test]
fn a_setting_that_cannot_be_used_keeps_the_probe_from_starting() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_mcp-probe"))
        .env("MCP_PROBE_REQUEST_TIMEOUT", "soon")
        .output()
        .expect("the probe runs");
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("MCP_PROBE_REQUEST_TIMEOUT must be a number of seconds"),
        "{stderr}"
    );
}

/// The processes that a process has started and that are not gone, zombies included.
pub(crate) fn children_of(parent: u32) -> Vec<u32> {
    let mut children = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("there is /proc") {
        let name = entry.expect("is readable").file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // A process may end while this reads.
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else {
            continue;
        };
        // proc(5): behind the name, which is in parentheses and may have any characters, come state and parent.
        let behind = stat.rsplit(')').next().unwrap_or_default();
        if behind.split_whitespace().nth(1) == Some(&parent.to_string()) {
            children.push(pid);
        }
    }
    children
}

fn wait_for_end_of(pid: u32) {
    let deadline = Instant::now() + Duration::from_secs(10);
    let path = format!("/proc/{pid}");
    while Path::new(&path).exists() && !is_zombie(pid) {
        assert!(Instant::now() < deadline, "process {pid} still runs");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A process whose parent has not asked for its end: that of a killed server is process 1, or nobody in a container.
fn is_zombie(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let behind = stat.rsplit(')').next().unwrap_or_default();
    behind.split_whitespace().next() == Some("Z")
}
