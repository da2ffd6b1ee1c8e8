//! The command line of a generated server.

use crate::support::pets;
use serde_json::{Value as Json, json};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = pets(arguments).output().expect("the server starts");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn refuses_what_it_does_not_know() {
    let (code, out, error) = run(&["--transport", "sse"]);
    assert_eq!(code, Some(2));
    assert_eq!(out, "");
    assert!(error.contains("expected `stdio` or `http`"), "{error}");
    assert!(error.contains("--help"), "{error}");
}

#[test]
fn helps() {
    let (code, help, _) = run(&["--help"]);
    assert_eq!(code, Some(0));
    assert!(help.contains("pets 1.2.0: MCP server for Pets, 4 tools"));
    assert!(help.contains("How long a call may take (default: 30)"));
    assert!(help.contains("PETS_BASE_URL"));
    assert!(help.contains("https://pets.example.com/v1"));
    assert!(help.contains("PETS_TOKEN"));
    for setting in [
        "--max-retries N",
        "PETS_RATE_LIMIT_RPM",
        "PETS_CA_ONLY",
        "NO_PROXY",
    ] {
        assert!(help.contains(setting), "{help}");
    }
    assert!(help.contains("_COMMAND"));
    assert!(help.contains("--drain SECONDS") && help.contains("PETS_ACCESS_ISSUER"));
    assert!(!help.contains("login"), "nobody can sign in to that");
    let (_, version, _) = run(&["--version"]);
    assert_eq!(version, "pets 1.2.0\n");
}

#[test]
fn lists_the_tools() {
    let (code, list, _) = run(&["--list-tools"]);
    assert_eq!(code, Some(0));
    let list: Json = serde_json::from_str(&list).expect("is JSON");
    assert_eq!(list["tools"][1]["name"], "create_pet");
    let required = &list["tools"][1]["inputSchema"]["required"];
    assert_eq!(required, &json!(["name"]));
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    for arguments in [&["--list-tools"], &["--help"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = pets(arguments).stdout(writer).output();
        let output = output.expect("the server starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert_eq!(said, "");
    }
}

#[test]
fn lists_no_tools_of_discovery_without_it() {
    for arguments in [
        &["--tools", "discovery"][..],
        &["--tools=both", "--list-tools"],
    ] {
        let (code, _, error) = run(arguments);
        assert_eq!(code, Some(1));
        assert!(error.contains("the setting `discovery`"), "{error}");
        assert!(error.contains("the feature `discovery`"), "{error}");
    }
    let (code, list, _) = run(&["--tools", "all", "--list-tools"]);
    assert_eq!(code, Some(0));
    assert!(list.contains("create_pet"));
    let (code, _, error) = run(&["--tools", "some"]);
    assert_eq!(code, Some(2));
    assert!(
        error.contains("expected `all`, `discovery`, `both` or `compact`"),
        "{error}"
    );
}

#[test]
fn says_why_it_can_not_listen() {
    let (code, _, error) = run(&["--transport", "http", "--listen", "192.0.2.1:1"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("can't listen on 192.0.2.1:1"), "{error}");
}
