//! `mcp-probe check`, as CI runs it.

use std::process::{Command, Output};

use serde_json::Value;

use crate::targets::{Target, petstore, petstore_over_http, python_target};

fn run(options: &[&str], target: &Target) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mcp-probe"))
        .arg("check")
        .args(options)
        .args(target.words())
        .output()
        .expect("the command runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("is text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("is text")
}

#[test]
fn a_server_that_passes_is_exit_code_0() {
    let server = petstore_over_http();
    for target in [petstore(), server.target.clone()] {
        let output = run(&[], &target);
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
        let text = stdout(&output);
        assert!(
            text.contains("petstore 1.0.0 (MCP 2025-11-25, 2026-07-28)"),
            "{text}"
        );
        assert!(
            text.lines()
                .last()
                .is_some_and(|line| line.contains(": 0 failed, ")),
            "{text}"
        );
        assert!(
            !text.contains("\npass  "),
            "rows that passed are counted only"
        );
    }
}

#[test]
#[ignore = "needs Python"]
fn a_server_that_fails_is_exit_code_1() {
    let target = python_target("chatty");
    let output = run(&[], &target);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("\nfail  stdio.stdout "), "{text}");
    assert!(
        text.contains("= source: https://modelcontextprotocol.io/specification/"),
        "{text}"
    );
}

#[test]
fn a_server_that_cannot_be_checked_is_exit_code_2() {
    let nobody = Target::Url("http://127.0.0.1:9/mcp".to_owned());
    let no_server = Target::Command(vec![
        "sh".to_owned(),
        "-c".to_owned(),
        "echo no >&2; exit 3".to_owned(),
    ]);
    let missing = Target::Command(vec!["no-such-program-anywhere".to_owned()]);
    for (target, why) in [
        (nobody, "refused"),
        (no_server, "no"),
        (missing, "cannot be started"),
    ] {
        let output = run(&["--connect-timeout", "5"], &target);
        assert_eq!(output.status.code(), Some(2), "{target:?}");
        assert!(
            stderr(&output).contains(why),
            "{target:?}: {}",
            stderr(&output)
        );
        assert_eq!(stdout(&output), "", "{target:?}");
    }
    let wrong = run(&["--format", "html"], &petstore());
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn warnings_fail_if_they_are_to() {
    // The petstore uses what some clients do not take.
    assert_eq!(
        run(&["--fail-on", "warn"], &petstore()).status.code(),
        Some(1)
    );
}

#[test]
fn json_has_every_row() {
    let output = run(&["--format", "json"], &petstore());
    let report: Value = serde_json::from_slice(&output.stdout).expect("is JSON");
    assert_eq!(report["passed"], true);
    let rows = report["checks"].as_array().expect("is a list");
    let counted: u64 = report["counts"]
        .as_object()
        .expect("is an object")
        .values()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(rows.len() as u64, counted);
    assert!(rows.len() > 40, "{} rows", rows.len());
    assert!(report["duration_ms"].is_u64());
}

#[test]
#[ignore = "needs Python"]
fn junit_is_xml_with_a_case_for_each_row() {
    let target = python_target("chatty");
    let output = run(&["--format", "junit"], &target);
    let xml = stdout(&output);
    assert!(
        xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests="),
        "{xml}"
    );
    assert_eq!(xml.matches("<failure ").count(), 1, "{xml}");
    assert!(xml.contains("failures=\"1\""), "{xml}");
    let python = toolwright_tests::python();
    let parsed = Command::new(python)
        .args(["-c", "import sys, xml.etree.ElementTree as e; print(len(e.fromstring(sys.argv[1]).findall('.//testcase')))"])
        .arg(&xml)
        .output()
        .expect("Python runs");
    let cases: usize = stdout(&parsed).trim().parse().expect("is XML");
    assert_eq!(xml.matches("<testcase ").count(), cases);
}

#[test]
fn variables_are_given_to_the_command() {
    let [program, ..] = crate::targets::news_words();
    let target = Target::Command(vec![program]);
    let options = [
        "--env",
        "DATABASE_URL=sqlite::memory:",
        "--env",
        "NEWS_SCHEDULER=off",
    ];
    let output = run(&options, &target);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}{}",
        stdout(&output),
        stderr(&output)
    );
}

#[test]
fn help_explains_the_command_and_the_server() {
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_mcp-probe"))
            .args(arguments)
            .output();
        let output = output.expect("the command runs");
        assert_eq!(output.status.code(), Some(0));
        stdout(&output)
    };
    let check = help(&["check", "--help"]);
    for word in [
        "--format",
        "--calls",
        "--fail-on",
        "--header",
        "Exit codes:",
        "MUST",
        "mcp-probe check http://",
    ] {
        assert!(check.contains(word), "{word}: {check}");
    }
    let server = help(&["--help"]);
    for word in [
        "mcp-probe check URL|COMMAND",
        "MCP_PROBE_REQUEST_TIMEOUT",
        "--transport",
    ] {
        assert!(server.contains(word), "{word}: {server}");
    }
}
