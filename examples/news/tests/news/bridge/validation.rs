//! Validation of requests: 25 tests.

use serde_json::{Value, json};

use super::servers::{Server, on_each_database};

/// A call of a tool is refused with this error.
#[track_caller]
fn refuses(server: &Server, tool: &str, arguments: Value, error: &str) {
    assert_eq!(
        server.violation(tool, &arguments),
        format!("Validation error at {error}")
    );
}

/// A call of a tool is made.
#[track_caller]
fn accepts(server: &Server, tool: &str, arguments: Value) {
    let answer = server.call(tool, &arguments);
    assert_eq!(answer["ok"], true, "{answer}");
}

on_each_database!(n11_a_required_parameter_that_is_given_is_accepted, #[ignore = "needs PostgreSQL"]);

fn n11_a_required_parameter_that_is_given_is_accepted(server: &Server) {
    accepts(server, "search_articles", json!({"query": "AI"}));
}

on_each_database!(n11_a_required_parameter_may_not_be_missing, #[ignore = "needs PostgreSQL"]);

fn n11_a_required_parameter_may_not_be_missing(server: &Server) {
    refuses(
        server,
        "search_articles",
        json!({}),
        "'root': 'query' is a required property",
    );
}

on_each_database!(n11_another_parameter_does_not_stand_in_for_a_required_one, #[ignore = "needs PostgreSQL"]);

fn n11_another_parameter_does_not_stand_in_for_a_required_one(server: &Server) {
    refuses(
        server,
        "search_articles",
        json!({"limit": 10}),
        "'root': 'query' is a required property",
    );
}

on_each_database!(n22_a_feed_needs_a_url, #[ignore = "needs PostgreSQL"]);

fn n22_a_feed_needs_a_url(server: &Server) {
    refuses(
        server,
        "add_feed",
        json!({"title": "Test"}),
        "'root': 'url' is a required property",
    );
}

on_each_database!(n11_no_parameter_is_needed_where_none_is_required, #[ignore = "needs PostgreSQL"]);

fn n11_no_parameter_is_needed_where_none_is_required(server: &Server) {
    accepts(server, "latest_articles", json!({}));
}

on_each_database!(n11_an_integer_is_accepted, #[ignore = "needs PostgreSQL"]);

fn n11_an_integer_is_accepted(server: &Server) {
    accepts(server, "latest_articles", json!({"limit": 10}));
}

on_each_database!(n11_a_word_is_no_integer, #[ignore = "needs PostgreSQL"]);

fn n11_a_word_is_no_integer(server: &Server) {
    refuses(
        server,
        "latest_articles",
        json!({"limit": "ten"}),
        "'limit': 'ten' is not of type 'integer'",
    );
}

on_each_database!(n13_a_text_of_digits_is_no_integer, #[ignore = "needs PostgreSQL"]);

fn n13_a_text_of_digits_is_no_integer(server: &Server) {
    refuses(
        server,
        "latest_articles",
        json!({"limit": "10"}),
        "'limit': '10' is not of type 'integer'",
    );
}

on_each_database!(n13_a_whole_float_is_an_integer, #[ignore = "needs PostgreSQL"]);

fn n13_a_whole_float_is_an_integer(server: &Server) {
    accepts(server, "latest_articles", json!({"limit": 5.0}));
}

on_each_database!(n13_true_is_no_integer, #[ignore = "needs PostgreSQL"]);

fn n13_true_is_no_integer(server: &Server) {
    refuses(
        server,
        "latest_articles",
        json!({"limit": true}),
        "'limit': True is not of type 'integer'",
    );
}

on_each_database!(n22_a_feed_id_is_an_integer, #[ignore = "needs PostgreSQL"]);

fn n22_a_feed_id_is_an_integer(server: &Server) {
    refuses(
        server,
        "update_feed",
        json!({"feed_id": "abc"}),
        "'feed_id': 'abc' is not of type 'integer'",
    );
}

on_each_database!(n11_a_number_is_accepted, #[ignore = "needs PostgreSQL"]);

fn n11_a_number_is_accepted(server: &Server) {
    accepts(server, "latest_articles", json!({"min_sentiment": 0.5}));
}

on_each_database!(n11_a_word_is_no_number, #[ignore = "needs PostgreSQL"]);

fn n11_a_word_is_no_number(server: &Server) {
    refuses(
        server,
        "latest_articles",
        json!({"min_sentiment": "high"}),
        "'min_sentiment': 'high' is not of type 'number'",
    );
}

on_each_database!(n11_a_number_is_no_text, #[ignore = "needs PostgreSQL"]);

fn n11_a_number_is_no_text(server: &Server) {
    refuses(
        server,
        "search_articles",
        json!({"query": 5}),
        "'query': 5 is not of type 'string'",
    );
}

on_each_database!(n11_a_word_is_no_boolean, #[ignore = "needs PostgreSQL"]);

fn n11_a_word_is_no_boolean(server: &Server) {
    refuses(
        server,
        "list_feeds",
        json!({"include_health": "yes"}),
        "'include_health': 'yes' is not of type 'boolean'",
    );
}

on_each_database!(n11_a_list_of_texts_is_accepted, #[ignore = "needs PostgreSQL"]);

fn n11_a_list_of_texts_is_accepted(server: &Server) {
    accepts(
        server,
        "latest_articles",
        json!({"keywords": ["AI", "tech"]}),
    );
}

on_each_database!(n11_a_text_is_no_list, #[ignore = "needs PostgreSQL"]);

fn n11_a_text_is_no_list(server: &Server) {
    refuses(
        server,
        "latest_articles",
        json!({"keywords": "AI"}),
        "'keywords': 'AI' is not of type 'array'",
    );
}

on_each_database!(n11_items_of_a_list_have_types_too, #[ignore = "needs PostgreSQL"]);

fn n11_items_of_a_list_have_types_too(server: &Server) {
    refuses(
        server,
        "latest_articles",
        json!({"keywords": ["AI", 5]}),
        "'keywords.1': 5 is not of type 'string'",
    );
}

on_each_database!(n11_a_value_within_its_bounds_is_accepted, #[ignore = "needs PostgreSQL"]);

fn n11_a_value_within_its_bounds_is_accepted(server: &Server) {
    accepts(server, "latest_articles", json!({"limit": 50}));
}

on_each_database!(n12_a_value_may_not_be_below_its_minimum, #[ignore = "needs PostgreSQL"]);

fn n12_a_value_may_not_be_below_its_minimum(server: &Server) {
    refuses(
        server,
        "latest_articles",
        json!({"limit": 0}),
        "'limit': 0 is less than the minimum of 1",
    );
}

on_each_database!(n12_a_value_may_not_be_above_its_maximum, #[ignore = "needs PostgreSQL"]);

fn n12_a_value_may_not_be_above_its_maximum(server: &Server) {
    refuses(
        server,
        "latest_articles",
        json!({"limit": 200}),
        "'limit': 200 is greater than the maximum of 100",
    );
    refuses(
        server,
        "latest_articles",
        json!({"limit": 10, "min_sentiment": 2.5}),
        "'min_sentiment': 2.5 is greater than the maximum of 1",
    );
}

on_each_database!(n11_a_value_of_an_enum_is_accepted, #[ignore = "needs PostgreSQL"]);

fn n11_a_value_of_an_enum_is_accepted(server: &Server) {
    accepts(server, "latest_articles", json!({"sort_by": "created_at"}));
}

on_each_database!(n12_a_value_that_is_not_of_the_enum_is_refused, #[ignore = "needs PostgreSQL"]);

fn n12_a_value_that_is_not_of_the_enum_is_refused(server: &Server) {
    refuses(
        server,
        "latest_articles",
        json!({"sort_by": "invalid"}),
        "'sort_by': 'invalid' is not one of ['created_at', 'published', 'sentiment_score', 'impact_score']",
    );
}

on_each_database!(n13_one_of_several_violations_is_reported, #[ignore = "needs PostgreSQL"]);

fn n13_one_of_several_violations_is_reported(server: &Server) {
    // The one that is nearest to the whole, as in Python.
    refuses(
        server,
        "search_articles",
        json!({"limit": "ten"}),
        "'root': 'query' is a required property",
    );
}

on_each_database!(n20_a_call_can_be_validated_without_being_made, #[ignore = "needs PostgreSQL"]);

fn n20_a_call_can_be_validated_without_being_made(server: &Server) {
    let path = "/debug/validate-call?tool_name=categories_add";
    let arguments = json!({"name": "Validated only"});
    let valid = server.post(path, &arguments.to_string()).json();
    assert_eq!(
        valid,
        json!({
            "valid": true,
            "tool_name": "categories_add",
            "params_provided": arguments,
            "message": "Validation passed - call would be accepted by tool_dispatch",
        })
    );
    let categories = server.value("categories_list", &json!({})).to_string();
    assert!(!categories.contains("Validated only"), "{categories}");
    let invalid = server.post(path, "{\"name\": 5}").json();
    assert_eq!(invalid["valid"], false);
    assert_eq!(
        invalid["errors"],
        json!(["Validation error at 'name': 5 is not of type 'string'"])
    );
    assert_eq!(
        invalid["hint"],
        "Fix the errors above to make the call valid"
    );
    assert_eq!(
        invalid["schema"],
        server.tool("categories_add")["inputSchema"]
    );
}
