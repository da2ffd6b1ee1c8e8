//! From end to end: 24 tests.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::servers::{Server, on_each_database};

fn is_base_response(answer: &Value) -> bool {
    answer["ok"].is_boolean()
        && answer["data"].is_object()
        && answer["meta"].is_object()
        && answer["errors"].is_array()
        && answer.as_object().is_some_and(|members| members.len() == 4)
}

/// A tool answers without arguments.
#[track_caller]
fn answers(server: &Server, tool: &str) {
    let answer = server.call(tool, &json!({}));
    assert_eq!(answer["ok"], true, "{answer}");
    assert!(is_base_response(&answer), "{answer}");
    assert_eq!(answer["meta"], json!({"tool": tool}));
    let text = answer["data"]["content"][0].as_str().expect("is a text");
    let value: Value = serde_json::from_str(text).expect("is JSON");
    assert!(value.is_object() || value.is_array(), "{value}");
}

fn ids(articles: &Value) -> BTreeSet<i64> {
    let articles = articles.as_array().expect("is a list").iter();
    articles
        .filter_map(|article| article["id"].as_i64())
        .collect()
}

on_each_database!(n23_the_server_is_healthy, #[ignore = "needs PostgreSQL"]);

fn n23_the_server_is_healthy(server: &Server) {
    let health = server.get("/health");
    assert_eq!(health.status, 200);
    assert_eq!(
        health.json(),
        json!({"status": "healthy", "mcp_server": "initialized"})
    );
}

on_each_database!(n22_a_ping_is_answered, #[ignore = "needs PostgreSQL"]);

fn n22_a_ping_is_answered(server: &Server) {
    answers(server, "system_ping");
}

on_each_database!(the_system_says_how_it_is, #[ignore = "needs PostgreSQL"]);

fn the_system_says_how_it_is(server: &Server) {
    answers(server, "system_health");
}

on_each_database!(the_dashboard_is_shown, #[ignore = "needs PostgreSQL"]);

fn the_dashboard_is_shown(server: &Server) {
    answers(server, "get_dashboard");
}

on_each_database!(the_feeds_are_listed, #[ignore = "needs PostgreSQL"]);

fn the_feeds_are_listed(server: &Server) {
    answers(server, "list_feeds");
}

on_each_database!(the_templates_are_listed, #[ignore = "needs PostgreSQL"]);

fn the_templates_are_listed(server: &Server) {
    answers(server, "list_templates");
}

on_each_database!(the_categories_are_listed, #[ignore = "needs PostgreSQL"]);

fn the_categories_are_listed(server: &Server) {
    answers(server, "categories_list");
}

on_each_database!(the_sources_are_listed, #[ignore = "needs PostgreSQL"]);

fn the_sources_are_listed(server: &Server) {
    answers(server, "sources_list");
}

on_each_database!(the_scheduler_says_how_it_is, #[ignore = "needs PostgreSQL"]);

fn the_scheduler_says_how_it_is(server: &Server) {
    answers(server, "scheduler_status");
}

on_each_database!(the_tables_are_described, #[ignore = "needs PostgreSQL"]);

fn the_tables_are_described(server: &Server) {
    answers(server, "table_info");
}

on_each_database!(many_parameters_go_together, #[ignore = "needs PostgreSQL"]);

fn many_parameters_go_together(server: &Server) {
    let arguments = json!({
        "limit": 5, "since_hours": 200, "keywords": ["a"], "exclude_keywords": ["zzzz"],
        "min_sentiment": -0.9, "max_sentiment": 0.9, "sort_by": "published",
    });
    let articles = server.value("latest_articles", &arguments);
    assert!(
        articles
            .as_array()
            .is_some_and(|articles| (1..=5).contains(&articles.len())),
        "{articles}"
    );
}

on_each_database!(a_search_finds_what_is_there, #[ignore = "needs PostgreSQL"]);

fn a_search_finds_what_is_there(server: &Server) {
    let article = server.value("latest_articles", &json!({"limit": 1}))[0].clone();
    let title = article["title"].as_str().expect("has a title");
    let word = title
        .split(' ')
        .max_by_key(|word| word.len())
        .expect("has a word");
    let word: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
    let found = server.call("search_articles", &json!({"query": word, "limit": 200}));
    assert_eq!(found["ok"], true, "{found}");
    assert!(found["data"].to_string().contains(&word), "{word}: {found}");
}

on_each_database!(a_query_is_read_only, #[ignore = "needs PostgreSQL"]);

fn a_query_is_read_only(server: &Server) {
    let rows = server.value(
        "execute_query",
        &json!({"query": "SELECT count(*) AS n FROM feeds"}),
    );
    assert!(rows.to_string().contains("\"n\""), "{rows}");
    let answer = server.call("execute_query", &json!({"query": "DELETE FROM feeds"}));
    assert_eq!(answer["ok"], false, "{answer}");
    let after = server.value(
        "execute_query",
        &json!({"query": "SELECT count(*) AS n FROM feeds"}),
    );
    assert_eq!(after["rows"], rows["rows"]);
}

on_each_database!(n16_a_tool_that_is_not_there_is_not_found, #[ignore = "needs PostgreSQL"]);

fn n16_a_tool_that_is_not_there_is_not_found(server: &Server) {
    let answer = server.post("/tools/no_such_tool", "{}");
    assert_eq!(answer.status, 404);
    let answer = answer.json();
    assert!(is_base_response(&answer));
    assert_eq!(answer["errors"], json!(["Tool not found: no_such_tool"]));
}

on_each_database!(n20_to_validate_a_tool_that_is_not_there_is_not_found_either, #[ignore = "needs PostgreSQL"]);

fn n20_to_validate_a_tool_that_is_not_there_is_not_found_either(server: &Server) {
    let answer = server.post("/debug/validate-call?tool_name=x", "{}");
    assert_eq!(answer.status, 404);
    assert_eq!(answer.json()["error"], "Tool 'x' not found");
    assert_eq!(
        answer.json()["available_tools"].as_array().map(Vec::len),
        Some(48)
    );
}

on_each_database!(n14_a_violation_is_no_error_of_http, #[ignore = "needs PostgreSQL"]);

fn n14_a_violation_is_no_error_of_http(server: &Server) {
    let answer = server.post("/tools/add_feed", "{}");
    assert_eq!(answer.status, 200);
    let answer = answer.json();
    assert!(is_base_response(&answer));
    assert_eq!(
        (&answer["ok"], &answer["data"]),
        (&json!(false), &json!({}))
    );
}

on_each_database!(n15_a_fault_of_a_tool_is_told, #[ignore = "needs PostgreSQL"]);

fn n15_a_fault_of_a_tool_is_told(server: &Server) {
    let answer = server.call("update_feed", &json!({"feed_id": 999_999, "title": "None"}));
    assert_eq!(
        (&answer["ok"], &answer["data"]),
        (&json!(false), &json!({}))
    );
    assert_eq!(answer["meta"], json!({"tool": "update_feed"}));
    let error = answer["errors"][0].as_str().expect("is a text");
    assert!(error.contains("999999"), "{error}");
}

on_each_database!(a_body_that_is_no_json_is_a_bad_request, #[ignore = "needs PostgreSQL"]);

fn a_body_that_is_no_json_is_a_bad_request(server: &Server) {
    let answer = server.post("/tools/system_ping", "{");
    assert_eq!(answer.status, 400);
    assert!(is_base_response(&answer.json()));
}

on_each_database!(every_answer_has_the_same_form, #[ignore = "needs PostgreSQL"]);

fn every_answer_has_the_same_form(server: &Server) {
    let calls = [
        ("system_ping", json!({})),
        ("latest_articles", json!({"limit": 1000})),
        ("update_feed", json!({"feed_id": 999_999})),
        ("quick_queries", json!({"query_name": "feed_overview"})),
    ];
    for (tool, arguments) in calls {
        let answer = server.call(tool, &arguments);
        assert!(is_base_response(&answer), "{answer}");
        assert_eq!(answer["meta"]["tool"], tool);
        let has_errors = answer["errors"]
            .as_array()
            .is_some_and(|errors| !errors.is_empty());
        assert_eq!(answer["ok"], !has_errors, "{answer}");
    }
}

on_each_database!(n24_ten_requests_at_once_are_answered, #[ignore = "needs PostgreSQL"]);

fn n24_ten_requests_at_once_are_answered(server: &Server) {
    let ask = |server: &Server| {
        server
            .post("/tools/latest_articles", "{\"limit\": 5}")
            .status
    };
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..5)
            .map(|_| scope.spawn(|| [ask(server), ask(server)]))
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("does not panic"))
            .collect()
    });
    assert_eq!(statuses, [200; 10]);
}

on_each_database!(n26_every_answer_takes_less_than_five_seconds, #[ignore = "needs PostgreSQL"]);

fn n26_every_answer_takes_less_than_five_seconds(server: &Server) {
    // `Server` measures each.
    for path in [
        "/tools",
        "/tools?format=openapi",
        "/mcp/openapi.json",
        "/health",
        "/docs",
    ] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    server.call("trending_topics", &json!({}));
}

on_each_database!(what_is_added_is_there_and_what_is_deleted_is_not, #[ignore = "needs PostgreSQL"]);

fn what_is_added_is_there_and_what_is_deleted_is_not(server: &Server) {
    let name = "Of the end-to-end test";
    let added = server.call("categories_add", &json!({"name": name}));
    assert_eq!(added["ok"], true, "{added}");
    let list = || server.value("categories_list", &json!({}));
    assert!(list().to_string().contains(name));
    let id = find_id(&list(), name).expect("has an id");
    let deleted = server.call(
        "categories_delete",
        &json!({"category_id": id, "confirm": true}),
    );
    assert_eq!(deleted["ok"], true, "{deleted}");
    assert!(!list().to_string().contains(name));
}

/// The id of the object with that name, wherever it is.
fn find_id(value: &Value, name: &str) -> Option<i64> {
    match value {
        Value::Object(members) if members.get("name") == Some(&json!(name)) => {
            members.get("id")?.as_i64()
        }
        Value::Object(members) => members.values().find_map(|member| find_id(member, name)),
        Value::Array(items) => items.iter().find_map(|item| find_id(item, name)),
        _ => None,
    }
}

on_each_database!(two_tools_agree_on_the_articles, #[ignore = "needs PostgreSQL"]);

fn two_tools_agree_on_the_articles(server: &Server) {
    let latest = ids(&server.value("latest_articles", &json!({"limit": 20})));
    assert_eq!(latest.len(), 20);
    let recent = server.value("items_recent", &json!({"limit": 100, "dedupe": false}));
    assert!(latest.is_subset(&ids(&recent["articles"])), "{latest:?}");
}

on_each_database!(n5_mcp_is_there_beside_the_bridge, #[ignore = "needs PostgreSQL"]);

fn n5_mcp_is_there_beside_the_bridge(server: &Server) {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let answer = server.post_to_mcp(&message);
    assert_eq!(
        answer["result"]["tools"].as_array().map(Vec::len),
        Some(48),
        "{answer}"
    );
}
