//! The checks: each broken server is found out, and servers of others are not accused of anything.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::Probe;
use crate::targets::{
    Target, careless_http_server, npm_server, petstore, petstore_over_http, python_target,
    python_time_server,
};

fn check(target: &Target, options: Value) -> Value {
    let mut probe = Probe::connected_to(target);
    probe.success("run_checks", options)
}

/// The ids of the rows with a verdict, without those that are about clients.
fn ids<'r>(report: &'r Value, verdict: &str) -> BTreeSet<&'r str> {
    let rows = report["checks"].as_array().expect("is a list").iter();
    rows.filter(|row| row["verdict"] == verdict)
        .filter_map(|row| row["id"].as_str())
        .filter(|id| !id.starts_with("portability."))
        .collect()
}

fn evidence<'r>(report: &'r Value, id: &str) -> &'r str {
    let rows = report["checks"].as_array().expect("is a list");
    let row = rows.iter().find(|row| row["id"] == id);
    let row = row.unwrap_or_else(|| panic!("{id} is missing: {report:#}"));
    row["evidence"].as_str().expect("is text")
}

fn set<const N: usize>(ids: [&'static str; N]) -> BTreeSet<&'static str> {
    ids.into()
}

#[test]
#[ignore = "needs Python"]
fn a_server_that_is_not_broken_passes() {
    let target = python_target("good");
    let report = check(&target, json!({}));
    assert_eq!(report["passed"], true, "{report:#}");
    assert_eq!(ids(&report, "fail"), set([]));
    assert_eq!(ids(&report, "warn"), set([]), "{report:#}");
    for row in report["checks"].as_array().expect("is a list") {
        for member in ["id", "checks", "verdict", "evidence", "source"] {
            assert!(
                row[member].as_str().is_some_and(|text| !text.is_empty()),
                "{row}"
            );
        }
    }
    let pass = ids(&report, "pass");
    for id in [
        "lifecycle.initialize",
        "messages.ids",
        "messages.broken-json",
        "tools.structured-result",
    ] {
        assert!(pass.contains(id), "{id}: {report:#}");
    }
    assert_eq!(evidence(&report, "tools.result-form"), "status");
}

#[test]
#[ignore = "needs Python"]
fn broken_server_1_changes_the_type_of_ids() {
    let target = python_target("text-ids");
    let mut probe = Probe::start();
    // rmcp's client takes such a server; the checks do not.
    probe.success("connect_to_server", target.arguments());
    let report = probe.success("run_checks", json!({}));
    assert_eq!(ids(&report, "fail"), set(["messages.ids"]), "{report:#}");
    assert!(
        evidence(&report, "messages.ids").contains("sent id 1, got \"1\""),
        "{report:#}"
    );
}

#[test]
#[ignore = "needs Python"]
fn broken_server_2_writes_its_log_to_standard_output() {
    let target = python_target("chatty");
    let report = check(&target, json!({}));
    assert_eq!(ids(&report, "fail"), set(["stdio.stdout"]), "{report:#}");
    assert!(evidence(&report, "stdio.stdout").contains("`INFO got a line`"));
}

#[test]
#[ignore = "needs Python"]
fn broken_server_3_declares_other_things_than_it_has() {
    let target = python_target("undeclared");
    let report = check(&target, json!({}));
    let expected = set(["capabilities.prompts", "capabilities.resources"]);
    assert_eq!(ids(&report, "fail"), expected, "{report:#}");
    assert!(evidence(&report, "capabilities.prompts").starts_with("not declared, but"));
    assert!(evidence(&report, "capabilities.resources").starts_with("declared, but"));
}

#[test]
#[ignore = "needs Python"]
fn broken_server_4_has_broken_schemas_and_does_not_keep_to_them() {
    let target = python_target("broken-schemas");
    let report = check(&target, json!({}));
    let expected = set(["tools.input-schema", "tools.structured-result"]);
    assert_eq!(ids(&report, "fail"), expected, "{report:#}");
    let schemas = evidence(&report, "tools.input-schema");
    assert!(
        schemas.contains("wrong: /properties/n/minimum") && schemas.contains("array: the root"),
        "{schemas}"
    );
    let result = evidence(&report, "tools.structured-result");
    assert!(result.contains("status: structuredContent/n"), "{result}");
}

#[test]
#[ignore = "needs Python"]
fn broken_server_5_agrees_on_any_version() {
    let target = python_target("any-version");
    let report = check(&target, json!({}));
    assert_eq!(
        ids(&report, "fail"),
        set(["lifecycle.unknown-version"]),
        "{report:#}"
    );
    assert!(evidence(&report, "lifecycle.unknown-version").contains("1900-01-01"));
}

#[test]
#[ignore = "needs Python"]
fn broken_server_6_has_a_list_without_end() {
    for mode in ["same-cursor", "endless-pages"] {
        let target = python_target(mode);
        let report = check(&target, json!({}));
        assert_eq!(ids(&report, "fail"), set(["lists.end"]), "{report:#}");
        assert!(evidence(&report, "lists.end").starts_with("tools/list: "));
    }
}

#[test]
#[ignore = "needs Python"]
fn broken_server_7_says_yes_to_everything() {
    let target = python_target("sloppy");
    let report = check(&target, json!({}));
    assert_eq!(
        ids(&report, "fail"),
        set(["messages.unknown-method-answered"]),
        "{report:#}"
    );
    assert!(
        ids(&report, "warn").contains("tools.unknown-tool"),
        "{report:#}"
    );
}

#[test]
#[ignore = "needs Python"]
fn broken_server_8_answers_notifications() {
    let target = python_target("answers-notifications");
    let report = check(&target, json!({}));
    assert!(
        ids(&report, "fail").contains("messages.notification"),
        "{report:#}"
    );
}

#[test]
#[ignore = "needs Python"]
fn what_is_recommended_only_is_a_warning() {
    let target = python_target("fragile");
    let report = check(&target, json!({}));
    assert_eq!(ids(&report, "fail"), set([]), "{report:#}");
    assert!(
        ids(&report, "warn").contains("messages.survives-broken-json"),
        "{report:#}"
    );
    let target = python_target("stays");
    let report = check(&target, json!({}));
    assert_eq!(ids(&report, "fail"), set([]), "{report:#}");
    assert_eq!(ids(&report, "warn"), set(["stdio.exit"]), "{report:#}");
    let target = python_target("duplicates");
    let report = check(&target, json!({}));
    assert_eq!(
        ids(&report, "warn"),
        set(["tools.unique-names"]),
        "{report:#}"
    );
    assert_eq!(
        evidence(&report, "tools.unique-names"),
        "2 tools are called `echo`"
    );
}

#[test]
#[ignore = "needs Python"]
fn a_careless_http_server_is_found_out() {
    let server = careless_http_server();
    let report = check(&server.target, json!({}));
    let expected = set([
        "http.broken-body",
        "http.get",
        "http.notification-202",
        "http.origin",
        "http.session-ended",
        "http.session-id",
        "http.version-header",
    ]);
    assert_eq!(ids(&report, "fail"), expected, "{report:#}");
    assert!(
        ids(&report, "warn").contains("http.session-required"),
        "{report:#}"
    );
}

#[test]
#[ignore = "needs Python"]
fn only_tools_that_may_be_called_are_called() {
    let target = python_target("good");
    let none = check(&target, json!({"calls": "none"}));
    assert!(ids(&none, "skip").contains("tools.result-form"), "{none:#}");
    assert!(evidence(&none, "tools.malformed-call").contains("no tool may be called"));
    let all = check(&target, json!({"calls": "all"}));
    // `fail` is not marked read-only, and its result is an error of the right form.
    assert_eq!(evidence(&all, "tools.result-form"), "fail, status");
}

#[test]
fn clients_are_chosen() {
    let of_gemini = check(&petstore(), json!({"clients": ["gemini"], "calls": "none"}));
    let ids: Vec<&str> = of_gemini["checks"]
        .as_array()
        .expect("is a list")
        .iter()
        .filter_map(|row| row["id"].as_str())
        .filter(|id| id.starts_with("portability."))
        .collect();
    assert!(
        !ids.is_empty() && ids.iter().all(|id| id.starts_with("portability.gemini")),
        "{ids:?}"
    );
}

#[test]
fn the_servers_of_this_project_pass_over_both_transports() {
    let server = petstore_over_http();
    for target in [petstore(), server.target.clone()] {
        let report = check(&target, json!({}));
        assert_eq!(ids(&report, "fail"), set([]), "{report:#}");
        assert_eq!(ids(&report, "warn"), set([]), "{report:#}");
    }
}

#[test]
fn the_probe_passes_its_own_checks() {
    let own = Target::Command(vec![env!("CARGO_BIN_EXE_mcp-probe").to_owned()]);
    let report = check(&own, json!({}));
    assert_eq!(ids(&report, "fail"), set([]), "{report:#}");
    assert_eq!(ids(&report, "warn"), set([]), "{report:#}");
}

#[test]
#[ignore = "needs Node.js and Python"]
fn servers_of_others_are_not_accused_of_anything() {
    let servers = [
        npm_server("server-everything", &["stdio"]),
        npm_server("server-filesystem", &["/tmp"]),
        npm_server("server-memory", &[]),
        npm_server("server-sequential-thinking", &[]),
        python_time_server(),
    ];
    for target in servers {
        let report = check(&target, json!({}));
        assert_eq!(ids(&report, "fail"), set([]), "{target:?}: {report:#}");
        assert_eq!(ids(&report, "warn"), set([]), "{target:?}: {report:#}");
        assert!(ids(&report, "pass").len() > 15, "{target:?}: {report:#}");
    }
}
