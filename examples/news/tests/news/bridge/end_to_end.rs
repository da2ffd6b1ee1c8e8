//! From end to end: 24 tests.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::servers::{Server, servers};

fn is_base_response(answer: &Value) -> bool {
    answer["ok"].is_boolean()
        && answer["data"].is_object()
        && answer["meta"].is_object()
        && answer["errors"].is_array()
        && answer.as_object().is_some_and(|members| members.len() == 4)
}

/// A tool answers without arguments.
#[track_caller]
fn answers(tool: &str) {
    for server in servers().iter() {
        let answer = server.call(tool, &json!({}));
        assert_eq!(answer["ok"], true, "{answer}");
        assert!(is_base_response(&answer), "{answer}");
        assert_eq!(answer["meta"], json!({"tool": tool}));
        let text = answer["data"]["content"][0].as_str().expect("is a text");
        let value: Value = serde_json::from_str(text).expect("is JSON");
        assert!(value.is_object() || value.is_array(), "{value}");
    }
}

fn ids(articles: &Value) -> BTreeSet<i64> {
    let articles = articles.as_array().expect("is a list").iter();
    articles
        .filter_map(|article| article["id"].as_i64())
        .collect()
}

#[test]
fn n23_the_server_is_healthy() {
    for server in servers().iter() {
        let health = server.get("/health");
        assert_eq!(health.status, 200);
        assert_eq!(
            health.json(),
            json!({"status": "healthy", "mcp_server": "initialized"})
        );
    }
}

#[test]
fn n22_a_ping_is_answered() {
    answers("system_ping");
}

#[test]
fn the_system_says_how_it_is() {
    answers("system_health");
}

#[test]
fn the_dashboard_is_shown() {
    answers("get_dashboard");
}

#[test]
fn the_feeds_are_listed() {
    answers("list_feeds");
}

#[test]
fn the_templates_are_listed() {
    answers("list_templates");
}

#[test]
fn the_categories_are_listed() {
    answers("categories_list");
}

#[test]
fn the_sources_are_listed() {
    answers("sources_list");
}

#[test]
fn the_scheduler_says_how_it_is() {
    answers("scheduler_status");
}

#[test]
fn the_tables_are_described() {
    answers("table_info");
}

#[test]
fn many_parameters_go_together() {
    for server in servers().iter() {
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
}

#[test]
fn a_search_finds_what_is_there() {
    for server in servers().iter() {
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
}

#[test]
fn a_query_is_read_only() {
    for server in servers().iter() {
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
}

#[test]
fn n16_a_tool_that_is_not_there_is_not_found() {
    for server in servers().iter() {
        let answer = server.post("/tools/no_such_tool", "{}");
        assert_eq!(answer.status, 404);
        let answer = answer.json();
        assert!(is_base_response(&answer));
        assert_eq!(answer["errors"], json!(["Tool not found: no_such_tool"]));
    }
}

#[test]
fn n20_to_validate_a_tool_that_is_not_there_is_not_found_either() {
    for server in servers().iter() {
        let answer = server.post("/debug/validate-call?tool_name=x", "{}");
        assert_eq!(answer.status, 404);
        assert_eq!(answer.json()["error"], "Tool 'x' not found");
        assert_eq!(
            answer.json()["available_tools"].as_array().map(Vec::len),
            Some(48)
        );
    }
}

#[test]
fn n14_a_violation_is_no_error_of_http() {
    for server in servers().iter() {
        let answer = server.post("/tools/add_feed", "{}");
        assert_eq!(answer.status, 200);
        let answer = answer.json();
        assert!(is_base_response(&answer));
        assert_eq!(
            (&answer["ok"], &answer["data"]),
            (&json!(false), &json!({}))
        );
    }
}

#[test]
fn n15_a_fault_of_a_tool_is_told() {
    for server in servers().iter() {
        let answer = server.call("update_feed", &json!({"feed_id": 999_999, "title": "None"}));
        assert_eq!(
            (&answer["ok"], &answer["data"]),
            (&json!(false), &json!({}))
        );
        assert_eq!(answer["meta"], json!({"tool": "update_feed"}));
        let error = answer["errors"][0].as_str().expect("is a text");
        assert!(error.contains("999999"), "{error}");
    }
}

#[test]
fn a_body_that_is_no_json_is_a_bad_request() {
    for server in servers().iter() {
        let answer = server.post("/tools/system_ping", "{");
        assert_eq!(answer.status, 400);
        assert!(is_base_response(&answer.json()));
    }
}

#[test]
fn every_answer_has_the_same_form() {
    for server in servers().iter() {
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
}

#[test]
fn n24_ten_requests_at_once_are_answered() {
    for server in servers().iter() {
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
}

#[test]
fn n26_every_answer_takes_less_than_five_seconds() {
    // `Server` measures each.
    for server in servers().iter() {
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
}

#[test]
fn what_is_added_is_there_and_what_is_deleted_is_not() {
    for server in servers().iter() {
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

#[test]
fn two_tools_agree_on_the_articles() {
    for server in servers().iter() {
        let latest = ids(&server.value("latest_articles", &json!({"limit": 20})));
        assert_eq!(latest.len(), 20);
        let recent = server.value("items_recent", &json!({"limit": 100, "dedupe": false}));
        assert!(latest.is_subset(&ids(&recent["articles"])), "{latest:?}");
    }
}

#[test]
fn n5_mcp_is_there_beside_the_bridge() {
    for server in servers().iter() {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
        let answer = server.post_to_mcp(&message);
        assert_eq!(
            answer["result"]["tools"].as_array().map(Vec::len),
            Some(48),
            "{answer}"
        );
    }
}
