//! Each tool is called once with valid arguments, and errors say what to do.

use serde_json::{Value, json};

use crate::database::{Database, on_each_database};
use crate::feed_server::FeedServer;
use crate::server::Server;

/// A call of each tool, in an order in which each one succeeds. Feed 9 is the one that `add_feed` adds.
fn calls(feeds: &FeedServer) -> Vec<(&'static str, Value)> {
    let selector = json!({"latest": 10, "feeds": [1, 2]});
    vec![
        ("system_ping", json!({})),
        ("get_dashboard", json!({})),
        ("list_feeds", json!({"status": "ACTIVE"})),
        (
            "test_feed",
            json!({"url": feeds.url("/rss"), "show_items": 1}),
        ),
        (
            "sources_add",
            json!({"name": "Local", "url": "http://127.0.0.1"}),
        ),
        (
            "add_feed",
            json!({"url": feeds.url("/rss"), "fetch_interval_minutes": 5}),
        ),
        ("refresh_feed", json!({"feed_id": 9, "force": true})),
        (
            "update_feed",
            json!({"feed_id": 9, "title": "Mine", "status": "PAUSED"}),
        ),
        ("feed_diagnostics", json!({"feed_id": 6})),
        ("feed_performance", json!({"days": 30})),
        (
            "feeds_search",
            json!({"q": "example", "category": "science", "health": "warn"}),
        ),
        ("feeds_health", json!({})),
        ("latest_articles", json!({"limit": 5})),
        (
            "search_articles",
            json!({"query": "climate", "date_from": "2020-01-01"}),
        ),
        (
            "items_recent",
            json!({"since": "2020-01-01T00:00:00Z", "category": "World"}),
        ),
        (
            "items_search",
            json!({"q": "record", "time_range": {"from": "2020-01-01T00:00:00Z"}}),
        ),
        ("trending_topics", json!({"hours": 168, "min_frequency": 2})),
        ("export_data", json!({"format": "csv"})),
        ("list_templates", json!({})),
        (
            "templates_create",
            json!({
                "name": "Mine", "match_rules": [{"domain": "127.0.0.1"}],
                "extraction_config": {"title": "h1"}, "processing_rules": {"min_title_length": 3},
            }),
        ),
        (
            "templates_test",
            json!({"template_id": 3, "sample_url": feeds.url("/page")}),
        ),
        ("assign_template", json!({"template_id": 3, "feed_id": 9})),
        (
            "templates_assign",
            json!({"template_id": 3, "feed_id": 9, "priority": 200}),
        ),
        ("template_performance", json!({})),
        ("analysis_preview", json!({"selector": selector})),
        (
            "analysis_run",
            json!({"selector": selector, "tags": ["test"]}),
        ),
        ("analysis_history", json!({"status": "done"})),
        (
            "execute_query",
            json!({"query": "SELECT count(*) AS articles FROM items"}),
        ),
        (
            "table_info",
            json!({"table_name": "items", "include_sample_data": true}),
        ),
        ("quick_queries", json!({"query_name": "feed_overview"})),
        ("system_health", json!({})),
        ("error_analysis", json!({"hours": 48})),
        ("log_analysis", json!({"log_level": "INFO"})),
        ("usage_stats", json!({"period": "week", "detailed": true})),
        (
            "maintenance_tasks",
            json!({"task": "rebuild_indexes", "dry_run": false}),
        ),
        ("scheduler_status", json!({})),
        ("scheduler_set_interval", json!({"minutes": 30})),
        ("scheduler_heartbeat", json!({})),
        ("categories_list", json!({})),
        (
            "categories_add",
            json!({"name": "Mine", "color": "#00ff00"}),
        ),
        (
            "categories_update",
            json!({"category_id": 6, "description": "My own."}),
        ),
        ("categories_assign", json!({"category_id": 6, "feed_id": 9})),
        (
            "categories_delete",
            json!({"category_id": 6, "confirm": true}),
        ),
        ("sources_list", json!({})),
        ("sources_update", json!({"source_id": 5, "trust_level": 1})),
        ("sources_stats", json!({"source_id": 1})),
        ("sources_delete", json!({"source_id": 5, "confirm": true})),
        ("delete_feed", json!({"feed_id": 9, "confirm": true})),
    ]
}

on_each_database!(each_tool_succeeds, #[ignore = "needs PostgreSQL"]);

fn each_tool_succeeds(database: &Database) {
    let feeds = FeedServer::start();
    let mut server = Server::start(&database.url);
    let calls = calls(&feeds);
    assert_eq!(calls.len(), 48);
    for (tool, arguments) in calls {
        let value = server.value(tool, arguments);
        assert!(value.is_object() || value.is_array(), "{tool}: {value}");
    }
}

on_each_database!(results_have_what_the_sample_data_has, #[ignore = "needs PostgreSQL"]);

fn results_have_what_the_sample_data_has(database: &Database) {
    let mut server = Server::start(&database.url);
    let dashboard = server.value("get_dashboard", json!({}));
    assert_eq!(dashboard["articles"]["total"], 120);
    assert_eq!(dashboard["articles"]["analyzed"], 120);
    assert_eq!(dashboard["feeds"]["total"], 8);
    let feeds = server.value("feeds_search", json!({"category": "science"}));
    assert_eq!(feeds["total"], 3, "{feeds}");
    let feed = &feeds["feeds"][0];
    assert_eq!(feed["source"], "Example Science", "{feed}");
    assert_eq!(feed["stats"]["articles"], 15);
    let report = server.value("error_analysis", json!({}));
    assert!(report["total"].as_i64() > Some(0), "{report}");
    let table = server.value(
        "table_info",
        json!({"table_name": "items", "include_sample_data": true}),
    );
    assert_eq!(table["tables"][0]["rows"], 120);
    assert_eq!(table["tables"][0]["sample"][0]["id"], 1, "{table}");
    let topics = server.value("trending_topics", json!({"hours": 200, "min_frequency": 3}));
    assert_eq!(topics["articles"], 120);
    assert!(
        topics["topics"][0]["frequency"].as_i64() >= Some(3),
        "{topics}"
    );
}

on_each_database!(errors_say_what_to_do, #[ignore = "needs PostgreSQL"]);

fn errors_say_what_to_do(database: &Database) {
    let mut server = Server::start(&database.url);
    for (tool, arguments, words) in [
        (
            "update_feed",
            json!({"feed_id": 99}),
            "There is no feed with the id 99. The ids are 1, 2, 3, 4, 5, 6, 7, 8; list_feeds shows them.",
        ),
        (
            "latest_articles",
            json!({"feed_id": 99}),
            "list_feeds shows them",
        ),
        (
            "latest_articles",
            json!({"limit": 0}),
            "/limit: 0 is less than the minimum of 1",
        ),
        (
            "latest_articles",
            json!({"limit": -1}),
            "/limit: -1 is less than the minimum of 1",
        ),
        (
            "latest_articles",
            json!({"since_hours": i64::MAX}),
            "/since_hours: must be from 1 to 87840",
        ),
        (
            "items_search",
            json!({"q": "x", "offset": -1}),
            "/offset: must be at least 0",
        ),
        (
            "search_articles",
            json!({"query": " "}),
            "/query: must not be empty",
        ),
        (
            "search_articles",
            json!({"query": "x", "date_from": "2026-02-30"}),
            "/date_from: must be a day such as 2026-01-31",
        ),
        (
            "delete_feed",
            json!({"feed_id": 1, "confirm": false}),
            "/confirm: must be true",
        ),
        (
            "templates_test",
            json!({"template_id": 1}),
            "/raw_html: is needed",
        ),
        (
            "categories_add",
            json!({"name": "World"}),
            "there is a category with the name \"World\"",
        ),
        (
            "categories_update",
            json!({"category_id": 2, "name": "World"}),
            "there is a category with the name \"World\"",
        ),
        (
            "sources_add",
            json!({"name": "X", "url": "javascript:x"}),
            "/url: must be a URL such as",
        ),
        (
            "table_info",
            json!({"table_name": "nothing"}),
            "must be one of analysis_runs, categories",
        ),
        (
            "refresh_feed",
            json!({"feed_id": 12}),
            "There is no feed with the id 12.",
        ),
    ] {
        let error = server.error(tool, arguments);
        assert!(error.contains(words), "{tool}: {error}");
    }
}

#[test]
fn data_and_changes_survive_a_restart() {
    let database = Database::sqlite();
    let mut server = Server::start(&database.url);
    server.value("update_feed", json!({"feed_id": 1, "title": "Renamed"}));
    drop(server);
    let mut server = Server::start(&database.url);
    let feeds = server.value("list_feeds", json!({}));
    assert_eq!(feeds["feeds"][0]["title"], "Renamed");
    assert_eq!(feeds["total"], 8, "sample data is inserted once");
}

on_each_database!(two_servers_on_a_new_database_insert_the_sample_data_once, #[ignore = "needs PostgreSQL"]);

fn two_servers_on_a_new_database_insert_the_sample_data_once(database: &Database) {
    let servers = [(); 2].map(|()| {
        let url = database.url.clone();
        std::thread::spawn(move || Server::start(&url).value("get_dashboard", json!({})))
    });
    for server in servers {
        let dashboard = server.join().expect("succeeds");
        assert_eq!(dashboard["articles"]["total"], 120, "{dashboard}");
    }
}

#[test]
fn the_server_starts_before_its_database_answers() {
    let mut server = Server::start("postgres://nobody@127.0.0.1:1/nothing");
    assert_eq!(server.value("system_ping", json!({}))["pong"], true);
    let error = server.error("list_feeds", json!({}));
    assert!(error.contains("The database cannot be opened"), "{error}");
}
