//! Filters, orders and searches of articles, on both databases.

use serde_json::{Value, json};

use crate::database::{Database, on_each_database};
use crate::server::Server;

fn scores(articles: &Value, name: &str) -> Vec<f64> {
    let articles = articles.as_array().expect("is a list").iter();
    articles
        .map(|article| article["analysis"][name].as_f64().expect("is a number"))
        .collect()
}

fn is_descending(scores: &[f64]) -> bool {
    scores.windows(2).all(|pair| pair[0] >= pair[1])
}

#[test]
fn the_result_is_a_list_of_articles() {
    let mut server = Server::start("sqlite::memory:");
    let result = server.call("latest_articles", json!({}));
    let text = result["content"][0]["text"].as_str().expect("is text");
    let articles: Vec<Value> = serde_json::from_str(text).expect("is a list");
    assert_eq!(articles.len(), 20, "the default limit");
    for article in &articles {
        assert!(
            article["analysis"]["sentiment_score"].is_number(),
            "{article}"
        );
    }
    let created: Vec<&str> = articles
        .iter()
        .filter_map(|it| it["created_at"].as_str())
        .collect();
    assert!(
        created.windows(2).all(|pair| pair[0] >= pair[1]),
        "{created:?}"
    );
}

on_each_database!(sentiment_filters_and_sorts, #[ignore = "needs PostgreSQL"]);

fn sentiment_filters_and_sorts(database: &Database) {
    let mut server = Server::start(&database.url);
    let mut articles = |arguments: Value| server.value("latest_articles", arguments);
    let positive = scores(&articles(json!({"min_sentiment": 0.5})), "sentiment_score");
    assert!(!positive.is_empty() && positive.iter().all(|score| *score >= 0.5));
    let negative = scores(&articles(json!({"max_sentiment": -0.5})), "sentiment_score");
    assert!(!negative.is_empty() && negative.iter().all(|score| *score <= -0.5));
    let range = json!({"min_sentiment": -0.2, "max_sentiment": 0.2, "since_hours": 200});
    let middle = scores(&articles(range), "sentiment_score");
    assert!(!middle.is_empty() && middle.iter().all(|score| score.abs() <= 0.2));
    for order in ["sentiment_score", "impact_score"] {
        let sorted = scores(&articles(json!({"sort_by": order, "limit": 100})), order);
        assert!(is_descending(&sorted), "{order}: {sorted:?}");
    }
    let extreme = articles(json!({"min_sentiment": 1.0}));
    assert_eq!(extreme, json!([]));
    let all = articles(
        json!({"min_sentiment": -1.0, "max_sentiment": 1.0, "limit": 100, "since_hours": 200}),
    );
    assert_eq!(all.as_array().map(Vec::len), Some(100));
    let combined =
        json!({"min_sentiment": 0.1, "feed_id": 3, "since_hours": 200, "sort_by": "published"});
    let combined = articles(combined);
    let combined = combined.as_array().expect("is a list");
    assert!(!combined.is_empty() && combined.iter().all(|it| it["feed_id"] == 3));
}

on_each_database!(keywords_choose_and_exclude_titles, #[ignore = "needs PostgreSQL"]);

fn keywords_choose_and_exclude_titles(database: &Database) {
    let mut server = Server::start(&database.url);
    let arguments =
        json!({"keywords": ["SOLAR", "wind"], "exclude_keywords": ["village"], "since_hours": 200});
    let articles = server.value("latest_articles", arguments);
    let titles: Vec<&str> = articles
        .as_array()
        .expect("is a list")
        .iter()
        .filter_map(|article| article["title"].as_str())
        .collect();
    assert_eq!(titles.len(), 2, "{titles:?}");
    // What means something in a pattern is a character as any other.
    let wild = server.value(
        "latest_articles",
        json!({"keywords": ["%", "_", "'"], "since_hours": 200}),
    );
    assert_eq!(wild, json!([]));
}

on_each_database!(searches_find_words_in_titles_and_descriptions, #[ignore = "needs PostgreSQL"]);

fn searches_find_words_in_titles_and_descriptions(database: &Database) {
    let mut server = Server::start(&database.url);
    let found = server.value("search_articles", json!({"query": "climate"}));
    assert!(found["total"].as_i64() >= Some(4), "{found}");
    let both = server.value(
        "search_articles",
        json!({"query": "climate deal", "limit": 1}),
    );
    assert!(both["total"].as_i64() >= Some(1), "{both}");
    assert_eq!(
        both["articles"][0]["title"],
        "Leaders agree on historic climate deal at summit"
    );
    let none = server.value(
        "search_articles",
        json!({"query": "climate", "date_to": "2020-01-01"}),
    );
    assert_eq!(none["total"], 0);
    for hostile in [
        "\" OR 1=1 --",
        "title:x*",
        "NEAR(a b",
        "a AND",
        "'; DROP TABLE items; --",
        "()",
    ] {
        let result = server.value("search_articles", json!({"query": hostile}));
        assert!(result["total"].is_number(), "{hostile}: {result}");
    }
    for (too_much, message) in [
        ("a ".repeat(33), "must have at most 32 words"),
        ("a".repeat(1_001), "must have at most 1000 bytes"),
        ("a\0b".to_owned(), "NUL"),
    ] {
        let error = server.error("search_articles", json!({"query": too_much}));
        assert!(error.contains(message), "{error}");
    }
    let keywords = vec!["a"; 33];
    let error = server.error("latest_articles", json!({"keywords": keywords}));
    assert!(error.contains("must have at most 32 items"), "{error}");
    let page =
        json!({"q": "the", "categories": ["WORLD"], "feeds": [1, 2], "limit": 1, "offset": 1});
    let page = server.value("items_search", page);
    assert!(
        page["articles"].as_array().is_some_and(|it| it.len() <= 1),
        "{page}"
    );
}

on_each_database!(exports_are_texts_in_their_format, #[ignore = "needs PostgreSQL"]);

fn exports_are_texts_in_their_format(database: &Database) {
    let mut server = Server::start(&database.url);
    let json_export = server.value("export_data", json!({"limit": 3}));
    let text = json_export["data"].as_str().expect("is text");
    let records: Vec<Value> = serde_json::from_str(text).expect("is JSON");
    assert_eq!((records.len(), &json_export["records"]), (3, &json!(3)));
    let csv = server.value(
        "export_data",
        json!({"format": "csv", "data_type": "feeds"}),
    );
    let csv = csv["data"].as_str().expect("is text");
    assert_eq!(csv.lines().count(), 9, "{csv}");
    let xml = server.value(
        "export_data",
        json!({"format": "xml", "data_type": "statistics"}),
    );
    assert!(
        xml["data"].as_str().is_some_and(|it| it.contains("<day>2")),
        "{xml}"
    );
}
