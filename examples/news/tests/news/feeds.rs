//! Feeds from a server on this machine: formats, conditional requests, and what is rejected.

use serde_json::json;

use crate::database::{Database, on_each_database};
use crate::feed_server::FeedServer;
use crate::server::Server;

on_each_database!(a_feed_is_added_and_asked_for_changes_only, #[ignore = "needs PostgreSQL"]);

fn a_feed_is_added_and_asked_for_changes_only(database: &Database) {
    let feeds = FeedServer::start();
    let mut server = Server::start(&database.url);
    let added = server.value("add_feed", json!({"url": feeds.url("/rss")}));
    assert_eq!(added["new_articles"], 2, "{added}");
    assert_eq!(added["feed"]["title"], "Local & small");
    assert_eq!(added["feed"]["fetch_interval_minutes"], 15);
    let id = added["feed"]["id"].clone();

    let articles = server.value(
        "latest_articles",
        json!({"feed_id": id, "sort_by": "sentiment_score"}),
    );
    assert_eq!(articles[0]["title"], "A wonderful day");
    assert_eq!(articles[0]["description"], "Everybody is happy .");
    assert_eq!(articles[0]["published"], "2026-03-02T10:00:00Z");
    assert_eq!(articles[1].get("url"), None, "only links to pages are kept");

    let skipped = server.value("refresh_feed", json!({"feed_id": id}));
    assert_eq!(skipped["outcome"], "skipped");
    database.execute("UPDATE feeds SET last_fetched_at = NULL");
    let unchanged = server.value("refresh_feed", json!({"feed_id": id}));
    assert_eq!(unchanged["outcome"], "not_modified", "{unchanged}");
    let request = feeds.requests().pop().expect("there was one");
    assert!(request.contains("if-none-match: \"v1\""), "{request}");
    assert!(
        request.contains("if-modified-since: mon, 02 mar 2026"),
        "{request}"
    );
    let forced = server.value("refresh_feed", json!({"feed_id": id, "force": true}));
    assert_eq!(
        (&forced["outcome"], &forced["new_articles"]),
        (&json!("updated"), &json!(0))
    );

    let again = server.error("add_feed", json!({"url": feeds.url("/rss")}));
    assert!(
        again.contains("there is a feed with this URL already"),
        "{again}"
    );

    let found = server.value("search_articles", json!({"query": "wonderful day"}));
    let deleted = server.value("delete_feed", json!({"feed_id": id, "confirm": true}));
    assert_eq!(deleted["articles"], 2);
    let left = server.value("search_articles", json!({"query": "wonderful day"}));
    let count = |list: &serde_json::Value| list["total"].as_i64();
    assert_eq!(count(&left), count(&found).map(|count| count - 1));
}

#[test]
fn documents_that_are_not_feeds_are_rejected() {
    let feeds = FeedServer::start();
    let mut server = Server::start("sqlite::memory:");
    let atom = server.value("test_feed", json!({"url": feeds.url("/atom")}));
    assert_eq!(
        (&atom["format"], &atom["total_items"]),
        (&json!("Atom"), &json!(1))
    );
    let moved = server.value("test_feed", json!({"url": feeds.url("/moved")}));
    assert_eq!(moved["format"], "RSS 2.0");
    for (path, words) in [
        ("/page", "is not an RSS or Atom feed"),
        ("/deep", "more than 64 of its elements are nested"),
        ("/deep-utf-16", "more than 64 of its elements are nested"),
        ("/missing", "status 404"),
        ("/huge", "larger than 5 MiB"),
        ("/to-file", "redirects"),
        ("/circle", "redirects too often"),
    ] {
        let error = server.error("add_feed", json!({"url": feeds.url(path)}));
        assert!(error.contains(words), "{path}: {error}");
        // The advice must lead on, also the caller of the tool that looks at feeds.
        let error = server.error("test_feed", json!({"url": feeds.url(path)}));
        assert!(error.contains(words), "{path}: {error}");
        assert!(!error.contains("with test_feed"), "{path}: {error}");
    }
    assert_eq!(server.value("list_feeds", json!({}))["total"], 8);
}

#[test]
fn a_failing_feed_is_recorded_with_advice() {
    let database = Database::sqlite();
    let feeds = FeedServer::start();
    let mut server = Server::start(&database.url);
    server.value("add_feed", json!({"url": feeds.url("/rss")}));
    database.execute(&format!(
        "UPDATE feeds SET url = '{}' WHERE id = 9",
        feeds.url("/gone")
    ));
    for _ in 0..5 {
        let error = server.error("refresh_feed", json!({"feed_id": 9, "force": true}));
        assert!(error.contains("status 404"), "{error}");
    }
    let diagnosis = server.value("feed_diagnostics", json!({"feed_id": 9}));
    assert_eq!(diagnosis["feed"]["status"], "ERROR");
    assert_eq!(diagnosis["feed"]["health"]["health"], "fail");
    assert_eq!(diagnosis["errors"][0]["count"], 5);
    let advice = diagnosis["advice"][0].as_str().unwrap_or_default();
    assert!(advice.contains("moved or is gone"), "{advice}");
    let failing = server.value("feeds_search", json!({"health": "fail"}));
    assert_eq!(failing["total"], 1);
}

#[test]
fn private_addresses_are_rejected_unless_allowed() {
    let feeds = FeedServer::start();
    let mut server = Server::start_with("sqlite::memory:", &[]);
    let local = feeds.url("/rss");
    let by_name = local.replace("127.0.0.1", "localhost");
    for url in [
        local.as_str(),
        by_name.as_str(),
        "http://[::ffff:127.0.0.1]/",
        "http://169.254.169.254/",
    ] {
        let error = server.error("test_feed", json!({"url": url}));
        assert!(error.contains("is in a private network"), "{url}: {error}");
        let error = server.error(
            "templates_test",
            json!({"template_id": 1, "sample_url": url}),
        );
        assert!(error.contains("is in a private network"), "{url}: {error}");
    }
    assert_eq!(feeds.requests(), Vec::<String>::new());
}
