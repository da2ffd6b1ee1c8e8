//! Schema propagation: 19 tests.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::servers::{Server, on_each_database};

const NAMES: &str = "list_feeds add_feed update_feed delete_feed test_feed refresh_feed get_dashboard \
    feed_performance latest_articles search_articles trending_topics export_data list_templates \
    template_performance assign_template execute_query table_info quick_queries system_health \
    feed_diagnostics error_analysis scheduler_status maintenance_tasks log_analysis usage_stats system_ping \
    templates_create templates_test templates_assign analysis_preview analysis_run analysis_history \
    scheduler_set_interval scheduler_heartbeat feeds_search feeds_health items_recent items_search \
    categories_list categories_add categories_update categories_delete categories_assign sources_list \
    sources_add sources_update sources_delete sources_stats";

const LATEST: [&str; 8] = [
    "limit",
    "feed_id",
    "since_hours",
    "keywords",
    "exclude_keywords",
    "min_sentiment",
    "max_sentiment",
    "sort_by",
];

fn names(tools: &[Value]) -> BTreeSet<String> {
    tools
        .iter()
        .filter_map(|tool| Some(tool["name"].as_str()?.to_owned()))
        .collect()
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value
        .as_object()
        .expect("is an object")
        .keys()
        .map(String::as_str)
        .collect()
}

on_each_database!(n3_all_48_tools_are_found, #[ignore = "needs PostgreSQL"]);

fn n3_all_48_tools_are_found(server: &Server) {
    assert_eq!(server.tools().len(), 48);
}

on_each_database!(n2_each_tool_of_the_list_is_there_by_its_name, #[ignore = "needs PostgreSQL"]);

fn n2_each_tool_of_the_list_is_there_by_its_name(server: &Server) {
    let expected: BTreeSet<String> = NAMES.split_whitespace().map(str::to_owned).collect();
    assert_eq!(names(&server.tools()), expected);
}

on_each_database!(n6_each_tool_has_a_name_a_description_and_a_schema, #[ignore = "needs PostgreSQL"]);

fn n6_each_tool_has_a_name_a_description_and_a_schema(server: &Server) {
    for tool in server.tools() {
        assert_eq!(keys(&tool), ["description", "inputSchema", "name"].into());
        assert!(
            tool["description"]
                .as_str()
                .is_some_and(|text| text.len() > 20),
            "{tool}"
        );
    }
}

on_each_database!(n6_each_schema_is_of_an_object_with_properties, #[ignore = "needs PostgreSQL"]);

fn n6_each_schema_is_of_an_object_with_properties(server: &Server) {
    for tool in server.tools() {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert!(tool["inputSchema"]["properties"].is_object(), "{tool}");
    }
}

on_each_database!(n6_sentiment_has_its_bounds, #[ignore = "needs PostgreSQL"]);

fn n6_sentiment_has_its_bounds(server: &Server) {
    let properties = server.tool("latest_articles")["inputSchema"]["properties"].take();
    for name in ["min_sentiment", "max_sentiment"] {
        assert_eq!(
            (&properties[name]["minimum"], &properties[name]["maximum"]),
            (&json!(-1), &json!(1))
        );
    }
}

on_each_database!(n21_latest_articles_has_its_eight_parameters, #[ignore = "needs PostgreSQL"]);

fn n21_latest_articles_has_its_eight_parameters(server: &Server) {
    let tool = server.tool("latest_articles");
    assert_eq!(keys(&tool["inputSchema"]["properties"]), LATEST.into());
}

on_each_database!(n6_enums_are_whole, #[ignore = "needs PostgreSQL"]);

fn n6_enums_are_whole(server: &Server) {
    let tool = server.tool("latest_articles");
    let sort_by = &tool["inputSchema"]["properties"]["sort_by"];
    assert_eq!(
        sort_by["enum"],
        json!(["created_at", "published", "sentiment_score", "impact_score"])
    );
    assert_eq!(sort_by["default"], "created_at");
}

on_each_database!(n6_defaults_are_kept, #[ignore = "needs PostgreSQL"]);

fn n6_defaults_are_kept(server: &Server) {
    let properties = server.tool("latest_articles")["inputSchema"]["properties"].take();
    assert_eq!(
        (
            &properties["limit"]["default"],
            &properties["since_hours"]["default"]
        ),
        (&json!(20), &json!(24))
    );
}

on_each_database!(n6_required_parameters_are_listed, #[ignore = "needs PostgreSQL"]);

fn n6_required_parameters_are_listed(server: &Server) {
    assert_eq!(
        server.tool("add_feed")["inputSchema"]["required"],
        json!(["url"])
    );
    assert_eq!(
        server.tool("search_articles")["inputSchema"]["required"],
        json!(["query"])
    );
    assert!(server.tool("latest_articles")["inputSchema"]["required"].is_null());
}

on_each_database!(n6_items_of_lists_have_types, #[ignore = "needs PostgreSQL"]);

fn n6_items_of_lists_have_types(server: &Server) {
    let properties = server.tool("latest_articles")["inputSchema"]["properties"].take();
    for name in ["keywords", "exclude_keywords"] {
        assert_eq!(properties[name]["type"], "array");
        assert_eq!(properties[name]["items"]["type"], "string");
    }
}

on_each_database!(n7_the_openapi_form_has_the_same_tools, #[ignore = "needs PostgreSQL"]);

fn n7_the_openapi_form_has_the_same_tools(server: &Server) {
    let form = server.get("/tools?format=openapi").json();
    let form = form.as_array().expect("is a list");
    assert_eq!(names(form), names(&server.tools()));
    assert!(
        form.iter()
            .all(|tool| keys(tool) == ["description", "name", "parameters"].into())
    );
}

on_each_database!(n7_every_parameter_has_a_boolean_required, #[ignore = "needs PostgreSQL"]);

fn n7_every_parameter_has_a_boolean_required(server: &Server) {
    let form = server.get("/tools?format=openapi").json();
    for tool in form.as_array().expect("is a list") {
        for (name, parameter) in tool["parameters"].as_object().expect("is an object") {
            assert!(
                parameter["required"].is_boolean(),
                "{}.{name}",
                tool["name"]
            );
        }
    }
}

on_each_database!(n8_required_is_moved_to_the_parameters, #[ignore = "needs PostgreSQL"]);

fn n8_required_is_moved_to_the_parameters(server: &Server) {
    let form = server.get("/tools?format=openapi").json();
    let form = form.as_array().expect("is a list");
    for (tool, described) in server.tools().iter().zip(form) {
        let required = tool["inputSchema"]["required"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for (name, parameter) in described["parameters"].as_object().expect("is an object") {
            assert_eq!(
                parameter["required"],
                required.contains(&json!(name)),
                "{name}"
            );
        }
    }
}

on_each_database!(n8_constraints_are_copied, #[ignore = "needs PostgreSQL"]);

fn n8_constraints_are_copied(server: &Server) {
    let form = server.get("/tools?format=openapi").json();
    let form = form.as_array().expect("is a list");
    for (tool, described) in server.tools().iter().zip(form) {
        for (name, property) in tool["inputSchema"]["properties"]
            .as_object()
            .expect("is an object")
        {
            let mut parameter = described["parameters"][name].clone();
            parameter
                .as_object_mut()
                .map(|members| members.shift_remove("required"));
            assert_eq!(&parameter, property, "{}.{name}", tool["name"]);
        }
    }
}

on_each_database!(n9_the_document_has_48_paths_and_the_six_tags, #[ignore = "needs PostgreSQL"]);

fn n9_the_document_has_48_paths_and_the_six_tags(server: &Server) {
    let document = server.get("/mcp/openapi.json").json();
    assert_eq!(document["openapi"], "3.0.0");
    assert_eq!(document["info"]["title"], "News MCP - MCP Tools API");
    assert_eq!(document["info"]["version"], "1.0.0");
    assert!(document["info"]["contact"]["name"].is_string());
    assert_eq!(keys(&document["paths"]).len(), 48);
    let tags = document["tags"].as_array().expect("is a list");
    let names: Vec<&Value> = tags.iter().map(|tag| &tag["name"]).collect();
    assert_eq!(
        json!(names),
        json!([
            "system",
            "feeds",
            "articles",
            "templates",
            "analysis",
            "sources"
        ])
    );
    assert!(tags.iter().all(|tag| tag["description"].is_string()));
    let base = &document["components"]["schemas"]["BaseResponse"]["properties"];
    assert_eq!(keys(base), ["data", "errors", "meta", "ok"].into());
}

on_each_database!(n10_each_path_is_a_post_of_the_schema, #[ignore = "needs PostgreSQL"]);

fn n10_each_path_is_a_post_of_the_schema(server: &Server) {
    let document = server.get("/mcp/openapi.json").json();
    for tool in server.tools() {
        let name = tool["name"].as_str().expect("is a text");
        let operation = &document["paths"][format!("/tools/{name}")]["post"];
        assert_eq!(operation["operationId"], format!("call_tool_{name}"));
        assert_eq!(operation["requestBody"]["required"], true);
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(
            keys(&schema["properties"]),
            keys(&tool["inputSchema"]["properties"])
        );
        assert_eq!(keys(&operation["responses"]), ["200", "400", "500"].into());
        let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        assert_eq!(
            answer,
            &json!({"$ref": "#/components/schemas/BaseResponse"})
        );
    }
    assert_eq!(
        document["paths"]["/tools/latest_articles"]["post"]["tags"],
        json!(["articles"])
    );
}

on_each_database!(n18_and_n19_schemas_are_described_and_compared, #[ignore = "needs PostgreSQL"]);

fn n18_and_n19_schemas_are_described_and_compared(server: &Server) {
    let shown = server
        .get("/debug/tools/schema?tool_name=latest_articles")
        .json();
    assert_eq!(shown["validation_info"]["total_parameters"], 8);
    assert_eq!(shown["validation_info"]["required_fields"], json!([]));
    assert_eq!(
        shown["validation_info"]["optional_fields"]
            .as_array()
            .map(Vec::len),
        Some(8)
    );
    let difference = server
        .post(
            "/debug/tools/diff?tool1=latest_articles&tool2=search_articles",
            "",
        )
        .json();
    let properties = &difference["properties"];
    assert_eq!(
        (&properties["total_tool1"], &properties["total_tool2"]),
        (&json!(8), &json!(5))
    );
    assert_eq!(properties["common"], json!(["feed_id", "limit"]));
    assert_eq!(
        properties["only_in_tool2"],
        json!(["date_from", "date_to", "query"])
    );
    assert_eq!(
        difference["required_fields"]["only_in_tool2"],
        json!(["query"])
    );
}

on_each_database!(n1_the_list_does_not_change, #[ignore = "needs PostgreSQL"]);

fn n1_the_list_does_not_change(server: &Server) {
    let (first, second) = (server.get("/tools"), server.get("/tools"));
    assert_eq!(first.body, second.body);
    let tag = |head: &str| {
        head.lines()
            .find(|line| line.starts_with("etag: "))
            .map(str::to_owned)
    };
    assert!(tag(&first.head).is_some());
    assert_eq!(tag(&first.head), tag(&second.head));
}

on_each_database!(n4_readers_at_the_same_time_get_the_same, #[ignore = "needs PostgreSQL"]);

fn n4_readers_at_the_same_time_get_the_same(server: &Server) {
    let expected = server.get("/tools").body;
    std::thread::scope(|scope| {
        for _ in 0..10 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(server.get("/tools").body, expected);
                }
            });
        }
    });
}
