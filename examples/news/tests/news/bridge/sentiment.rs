//! Filtering and sorting by sentiment: 22 tests.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::servers::{Server, on_each_database};

/// Some articles must come, so that what is said of them all says something.
#[track_caller]
fn articles(server: &Server, arguments: Value) -> Vec<Value> {
    let articles = server.value("latest_articles", &arguments);
    let articles = articles.as_array().expect("is a list").clone();
    assert!(!articles.is_empty(), "{arguments}");
    articles
}

fn score(article: &Value, name: &str) -> f64 {
    article["analysis"][name]
        .as_f64()
        .unwrap_or_else(|| panic!("no {name}: {article}"))
}

fn scores(articles: &[Value]) -> Vec<f64> {
    articles
        .iter()
        .map(|article| score(article, "sentiment_score"))
        .collect()
}

fn is_descending<T: PartialOrd>(values: &[T]) -> bool {
    values.windows(2).all(|pair| pair[0] >= pair[1])
}

fn property(server: &Server, name: &str) -> Value {
    server.tool("latest_articles")["inputSchema"]["properties"][name].take()
}

on_each_database!(there_is_a_lowest_sentiment, #[ignore = "needs PostgreSQL"]);

fn there_is_a_lowest_sentiment(server: &Server) {
    assert_eq!(property(server, "min_sentiment")["type"], "number");
}

on_each_database!(there_is_a_highest_sentiment, #[ignore = "needs PostgreSQL"]);

fn there_is_a_highest_sentiment(server: &Server) {
    assert_eq!(property(server, "max_sentiment")["type"], "number");
}

on_each_database!(articles_can_be_sorted_by_both_scores, #[ignore = "needs PostgreSQL"]);

fn articles_can_be_sorted_by_both_scores(server: &Server) {
    let orders = property(server, "sort_by")["enum"].take();
    let orders = orders.as_array().expect("is a list").clone();
    assert!(orders.contains(&json!("sentiment_score")) && orders.contains(&json!("impact_score")));
}

on_each_database!(every_article_has_its_scores_within_their_bounds, #[ignore = "needs PostgreSQL"]);

fn every_article_has_its_scores_within_their_bounds(server: &Server) {
    for article in articles(server, json!({"limit": 100})) {
        assert!((-1.0..=1.0).contains(&score(&article, "sentiment_score")));
        assert!((0.0..=1.0).contains(&score(&article, "impact_score")));
    }
}

on_each_database!(the_articles_differ_in_sentiment, #[ignore = "needs PostgreSQL"]);

fn the_articles_differ_in_sentiment(server: &Server) {
    let scores = scores(&articles(server, json!({"limit": 100, "since_hours": 200})));
    assert!(scores.iter().any(|score| *score > 0.3) && scores.iter().any(|score| *score < -0.3));
}

on_each_database!(no_article_is_below_the_lowest_sentiment, #[ignore = "needs PostgreSQL"]);

fn no_article_is_below_the_lowest_sentiment(server: &Server) {
    let scores = scores(&articles(
        server,
        json!({"limit": 20, "min_sentiment": 0.5}),
    ));
    assert!(scores.iter().all(|score| *score >= 0.5), "{scores:?}");
}

on_each_database!(the_lowest_sentiment_may_be_negative, #[ignore = "needs PostgreSQL"]);

fn the_lowest_sentiment_may_be_negative(server: &Server) {
    let scores = scores(&articles(
        server,
        json!({"min_sentiment": -0.5, "limit": 100}),
    ));
    assert!(scores.iter().all(|score| *score >= -0.5), "{scores:?}");
}

on_each_database!(the_lowest_sentiment_may_be_zero, #[ignore = "needs PostgreSQL"]);

fn the_lowest_sentiment_may_be_zero(server: &Server) {
    let scores = scores(&articles(server, json!({"min_sentiment": 0, "limit": 100})));
    assert!(scores.iter().all(|score| *score >= 0.0), "{scores:?}");
}

on_each_database!(no_article_is_above_the_highest_sentiment, #[ignore = "needs PostgreSQL"]);

fn no_article_is_above_the_highest_sentiment(server: &Server) {
    let scores = scores(&articles(
        server,
        json!({"max_sentiment": -0.3, "limit": 100}),
    ));
    assert!(scores.iter().all(|score| *score <= -0.3), "{scores:?}");
}

on_each_database!(the_highest_sentiment_may_be_positive, #[ignore = "needs PostgreSQL"]);

fn the_highest_sentiment_may_be_positive(server: &Server) {
    let scores = scores(&articles(
        server,
        json!({"max_sentiment": 0.2, "limit": 100}),
    ));
    assert!(scores.iter().all(|score| *score <= 0.2), "{scores:?}");
}

on_each_database!(a_range_has_both_bounds, #[ignore = "needs PostgreSQL"]);

fn a_range_has_both_bounds(server: &Server) {
    let range = json!({"min_sentiment": -0.4, "max_sentiment": 0.4, "since_hours": 200});
    let scores = scores(&articles(server, range));
    assert!(scores.iter().all(|score| score.abs() <= 0.4), "{scores:?}");
}

on_each_database!(a_range_that_is_upside_down_has_no_articles, #[ignore = "needs PostgreSQL"]);

fn a_range_that_is_upside_down_has_no_articles(server: &Server) {
    let range = json!({"min_sentiment": 0.5, "max_sentiment": -0.5});
    assert_eq!(server.value("latest_articles", &range), json!([]));
}

on_each_database!(the_lowest_possible_sentiment_leaves_all, #[ignore = "needs PostgreSQL"]);

fn the_lowest_possible_sentiment_leaves_all(server: &Server) {
    let ids = |arguments| -> BTreeSet<i64> {
        articles(server, arguments)
            .iter()
            .filter_map(|article| article["id"].as_i64())
            .collect()
    };
    assert_eq!(
        ids(json!({"limit": 100, "min_sentiment": -1.0})),
        ids(json!({"limit": 100}))
    );
}

on_each_database!(the_highest_possible_sentiment_leaves_all, #[ignore = "needs PostgreSQL"]);

fn the_highest_possible_sentiment_leaves_all(server: &Server) {
    let count = |arguments| articles(server, arguments).len();
    assert_eq!(
        count(json!({"limit": 100, "max_sentiment": 1.0})),
        count(json!({"limit": 100}))
    );
}

on_each_database!(beyond_the_extremes_nothing_is_accepted, #[ignore = "needs PostgreSQL"]);

fn beyond_the_extremes_nothing_is_accepted(server: &Server) {
    let error = server.violation("latest_articles", &json!({"min_sentiment": -1.1}));
    assert_eq!(
        error,
        "Validation error at 'min_sentiment': -1.1 is less than the minimum of -1"
    );
    let error = server.violation("latest_articles", &json!({"max_sentiment": 1.5}));
    assert_eq!(
        error,
        "Validation error at 'max_sentiment': 1.5 is greater than the maximum of 1"
    );
}

on_each_database!(by_sentiment_the_most_positive_come_first, #[ignore = "needs PostgreSQL"]);

fn by_sentiment_the_most_positive_come_first(server: &Server) {
    let sorted = scores(&articles(
        server,
        json!({"limit": 20, "sort_by": "sentiment_score"}),
    ));
    assert!(is_descending(&sorted), "{sorted:?}");
}

on_each_database!(by_impact_the_greatest_come_first, #[ignore = "needs PostgreSQL"]);

fn by_impact_the_greatest_come_first(server: &Server) {
    let sorted = articles(server, json!({"limit": 50, "sort_by": "impact_score"}));
    let sorted: Vec<f64> = sorted
        .iter()
        .map(|article| score(article, "impact_score"))
        .collect();
    assert!(is_descending(&sorted), "{sorted:?}");
}

on_each_database!(by_time_the_newest_come_first, #[ignore = "needs PostgreSQL"]);

fn by_time_the_newest_come_first(server: &Server) {
    for order in ["created_at", "published"] {
        let sorted = articles(server, json!({"limit": 50, "sort_by": order}));
        let sorted: Vec<&str> = sorted
            .iter()
            .filter_map(|article| article[order].as_str())
            .collect();
        assert!(
            sorted.len() > 5 && is_descending(&sorted),
            "{order}: {sorted:?}"
        );
    }
}

on_each_database!(the_best_of_all_is_found_with_a_limit_of_one, #[ignore = "needs PostgreSQL"]);

fn the_best_of_all_is_found_with_a_limit_of_one(server: &Server) {
    let all = scores(&articles(server, json!({"limit": 100})));
    let best = scores(&articles(
        server,
        json!({"limit": 1, "sort_by": "sentiment_score"}),
    ));
    assert_eq!(best.len(), 1);
    assert!(all.iter().all(|score| *score <= best[0]));
}

on_each_database!(a_filter_and_an_order_go_together, #[ignore = "needs PostgreSQL"]);

fn a_filter_and_an_order_go_together(server: &Server) {
    let chosen = json!({"min_sentiment": 0.2, "sort_by": "sentiment_score", "limit": 30});
    let scores = scores(&articles(server, chosen));
    assert!(
        is_descending(&scores) && scores.iter().all(|score| *score >= 0.2),
        "{scores:?}"
    );
}

on_each_database!(sentiment_and_words_go_together, #[ignore = "needs PostgreSQL"]);

fn sentiment_and_words_go_together(server: &Server) {
    let all = articles(
        server,
        json!({"limit": 100, "since_hours": 200, "min_sentiment": 0.1}),
    );
    let title = all[0]["title"]
        .as_str()
        .expect("has a title")
        .to_lowercase();
    let word = title
        .split(' ')
        .max_by_key(|word| word.len())
        .expect("has a word")
        .to_owned();
    let chosen =
        json!({"limit": 100, "since_hours": 200, "min_sentiment": 0.1, "keywords": [word]});
    for article in articles(server, chosen) {
        assert!(score(&article, "sentiment_score") >= 0.1);
        assert!(
            article["title"]
                .as_str()
                .is_some_and(|title| title.to_lowercase().contains(&word))
        );
    }
    let others =
        json!({"limit": 100, "since_hours": 200, "min_sentiment": 0.1, "exclude_keywords": [word]});
    for article in articles(server, others) {
        assert!(
            article["title"]
                .as_str()
                .is_some_and(|title| !title.to_lowercase().contains(&word))
        );
    }
}

on_each_database!(sentiment_and_a_feed_go_together, #[ignore = "needs PostgreSQL"]);

fn sentiment_and_a_feed_go_together(server: &Server) {
    let all = articles(
        server,
        json!({"limit": 100, "since_hours": 200, "max_sentiment": 0.9}),
    );
    let feed = all[0]["feed_id"].clone();
    assert!(feed.is_i64(), "{}", all[0]);
    for article in articles(
        server,
        json!({"feed_id": feed, "since_hours": 200, "max_sentiment": 0.9}),
    ) {
        assert_eq!(article["feed_id"], feed);
        assert!(score(&article, "sentiment_score") <= 0.9);
    }
}
