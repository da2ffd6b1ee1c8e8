use serde_json::{Value as Json, json};
use toolwright::{HttpExecutor, Server, Tools};

use crate::client::{Client, text};
use crate::fixture;
use crate::upstream::{Upstream, response};

/// What a call sends upstream: its first line and its body.
async fn sent(arguments: Json) -> (String, String) {
    let upstream = Upstream::ok().await;
    let result = Client::to(&upstream).await.executor(arguments).await;
    assert_eq!(result["isError"], false, "{result}");
    let request = upstream.request();
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let line = head.lines().next().unwrap();
    let line = line.trim_end_matches(" HTTP/1.1").replace("/v1", "");
    (line, body.to_owned())
}

/// The text and the kind of the error that a call ends with, without a request.
async fn refused(arguments: Json) -> (String, String) {
    let upstream = Upstream::ok().await;
    let result = Client::to(&upstream).await.executor(arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    assert_eq!(result["_meta"]["success"], false);
    assert!(upstream.received().is_empty());
    let kind = result["_meta"]["errorType"].as_str().unwrap();
    (text(&result).to_owned(), kind.to_owned())
}

fn page(data: Json) -> Json {
    json!({"endpoint_path": "/pages/{pageId}", "method": "GET", "request_data": data})
}

#[tokio::test]
async fn ce1_it_is_listed() {
    let tools = Client::cms().await.tools().await;
    let tool = &tools[2];
    assert_eq!(tool["name"], "cms_endpoint_executor");
    assert_eq!(
        tool["description"],
        "Execute validated CMS API calls with resolved endpoint paths"
    );
    let schema = &tool["inputSchema"];
    assert_eq!(
        crate::client::keys(&schema["properties"]),
        "endpoint_path method request_data validation_required"
    );
    assert_eq!(schema["properties"]["request_data"]["type"], "object");
    assert_eq!(schema["properties"]["validation_required"]["default"], true);
    assert_eq!(schema["required"], json!(["endpoint_path", "method"]));
    assert_eq!(
        tool["annotations"],
        json!({"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true}),
        "it may do anything"
    );
}

#[tokio::test]
async fn ce2_its_arguments_are_checked() {
    let path = "Invalid or missing endpoint_path";
    let method = "Invalid or missing HTTP method";
    let data = "request_data must be a valid object";
    for (arguments, expected) in [
        (json!({}), format!("{path}\n{method}")),
        (
            json!({"endpoint_path": "pages", "method": "GET"}),
            path.to_owned(),
        ),
        (
            json!({"endpoint_path": "/pages?a", "method": "GET"}),
            path.to_owned(),
        ),
        (
            json!({"endpoint_path": "/<b>", "method": "GET"}),
            path.to_owned(),
        ),
        (
            json!({"endpoint_path": 7, "method": "GET"}),
            path.to_owned(),
        ),
        (
            json!({"endpoint_path": "/pages", "method": "FETCH"}),
            method.to_owned(),
        ),
        (page(json!([])), data.to_owned()),
        (page(json!("seven")), data.to_owned()),
        (
            json!({"endpoint_path": "/a|b", "method": 1, "request_data": 1}),
            format!("{path}\n{method}\n{data}"),
        ),
    ] {
        assert_eq!(
            refused(arguments).await,
            (expected, "validation".to_owned())
        );
    }
}

#[tokio::test]
async fn ce2_values_may_stand_in_a_path_that_has_a_query_in_the_spec() {
    for (path, data, expected) in [
        (
            "/pages/{pageId}?action=publish",
            json!({"pageId": 7}),
            "/v1/pages/7?action=publish",
        ),
        (
            "/pages/7?action=publish",
            json!({}),
            "/v1/pages/7?action=publish",
        ),
        (
            "/pages/7?action=retract",
            json!({"locale": "de"}),
            "/v1/pages/7?action=retract&locale=de",
        ),
        ("/pages/7", json!({}), "/v1/pages/7"),
        (
            "/pages?id=7&by=number",
            json!({}),
            "/v1/pages?id=7&by=number",
        ),
    ] {
        let upstream = Upstream::ok().await;
        let mut client = Client::between(fixture::queries_in_paths(), &upstream).await;
        let arguments = json!({"endpoint_path": path, "method": "POST", "request_data": data});
        let result = client.executor(arguments).await;
        assert_eq!(result["isError"], false, "{result}");
        let request = upstream.request();
        assert_eq!(request.split(' ').nth(1), Some(expected));
    }
    let mut client = Client::of(Tools::from_api(fixture::queries_in_paths())).await;
    for path in [
        "/pages/7?action=delete",
        "/pages/7?",
        "/pages/7?action=publish&id=7",
        "/pages?id=7",
    ] {
        let result = client
            .executor(json!({"endpoint_path": path, "method": "POST"}))
            .await;
        assert_eq!(text(&result), "Invalid or missing endpoint_path", "{path}");
    }
}

#[tokio::test]
async fn ce3_an_endpoint_that_there_is_not_is_refused_with_suggestions() {
    let arguments = json!({"endpoint_path": "/pages/{pageId}/x", "method": "delete"});
    let (text, kind) = refused(arguments).await;
    assert_eq!(
        text,
        "No endpoint found for DELETE /pages/{pageId}/x; did you mean `DELETE /pages/{pageId}`?\n\
         Suggestions: DELETE /pages/{pageId}, GET /pages/{pageId}, PUT /pages/{pageId}"
    );
    assert_eq!(kind, "not_found");
    let (text, _) = refused(json!({"endpoint_path": "/pages/1/2/3", "method": "GET"})).await;
    assert_eq!(
        text,
        "No endpoint found for GET /pages/1/2/3; did you mean `GET /pages/{pageId}` or `GET /pages`?\n\
         Suggestions: GET /pages/{pageId}, GET /users/{name}, GET /assets"
    );
}

#[tokio::test]
async fn slips_of_case_and_slashes_are_accepted_if_they_mean_one_endpoint() {
    for path in ["/Pages/7/", "//pages/7", "/PAGES/{pageid}"] {
        let upstream = Upstream::ok().await;
        let mut client = Client::between(fixture::api(), &upstream).await;
        let arguments =
            json!({"endpoint_path": path, "method": "GET", "request_data": {"pageId": 7}});
        let result = client.executor(arguments).await;
        assert_eq!(result["isError"], false, "{result}");
        assert_eq!(upstream.request().split(' ').nth(1), Some("/v1/pages/7"));
    }
}

#[tokio::test]
async fn ce4_parameters_are_checked_and_explained() {
    let (text, kind) = refused(page(json!({"locale": 7, "lang": "de"}))).await;
    assert_eq!(kind, "parameter_validation");
    assert_eq!(
        text,
        "Parameter validation failed\nErrors: Missing required parameters: pageId; \
         locale must be a string; Unknown parameter: lang\n\
         `pageId`: {\"name\":\"pageId\",\"type\":\"integer\",\"description\":\"Number of the page\",\
         \"format\":null,\"example\":42}\n\
         `pageId` is returned by list_pages as [].id.\n\
         `locale`: {\"name\":\"locale\",\"type\":\"string\",\"description\":\"Language\",\
         \"format\":null,\"example\":\"example_value\"}\n\
         `lang`: the parameters are pageId, locale"
    );
    let (text, _) = refused(page(json!({"pageId": 7, "local": "de"}))).await;
    assert!(text.ends_with("`local`: did you mean `locale`?"), "{text}");
    let (text, _) = refused(page(json!({"pageId": "seven"}))).await;
    assert!(
        text.contains("Errors: pageId must be an integer\n"),
        "{text}"
    );
    let limit = json!({"endpoint_path": "/pages", "method": "GET", "request_data": {"limit": 0}});
    let (text, _) = refused(limit).await;
    assert!(
        text.contains("Errors: limit: 0 is less than the minimum of 1\n"),
        "{text}"
    );
    let tags = json!({"title": "t", "tags": ["a", 1], "dryRun": 1});
    let create = json!({"endpoint_path": "/pages", "method": "POST", "request_data": tags});
    let (text, _) = refused(create).await;
    assert!(
        text.contains("tags/1: 1 is not of type \"string\"; dryRun must be a boolean\n"),
        "{text}"
    );
}

#[tokio::test]
async fn what_only_the_api_sets_is_to_be_left_out() {
    let data = json!({"title": "t", "id": 7, "mood": "calm"});
    let create = json!({"endpoint_path": "/pages", "method": "POST", "request_data": data});
    let (text, _) = refused(create).await;
    assert!(
        text.contains("Unknown parameter: id; Unknown parameter: mood\n"),
        "{text}"
    );
    assert!(
        text.contains("\n`id` is set by the API (`readOnly`): leave it out\n"),
        "{text}"
    );
    assert!(
        !text.contains("\n`id`: "),
        "no other name was meant: {text}"
    );
    assert!(text.contains("\n`mood`: "), "{text}");
}

#[tokio::test]
async fn ce4_values_that_are_written_as_texts_are_taken() {
    let create = json!({
        "endpoint_path": "/pages", "method": "POST",
        "request_data": {"title": "7", "dryRun": "true"},
    });
    assert_eq!(sent(create).await.0, "POST /pages?dryRun=true");
    assert_eq!(sent(page(json!({"pageId": "7"}))).await.0, "GET /pages/7");
    assert_eq!(sent(page(json!("{\"pageId\": 7}"))).await.0, "GET /pages/7");
}

#[tokio::test]
async fn ce4_the_schema_need_not_hold_where_that_is_said() {
    let limit = |value: Json| {
        json!({
            "endpoint_path": "/pages", "method": "GET",
            "request_data": {"limit": value}, "validation_required": false,
        })
    };
    assert_eq!(sent(limit(json!(0))).await.0, "GET /pages?limit=0");
    let (text, kind) = refused(limit(json!("many"))).await;
    assert!(
        text.contains("Errors: limit: "),
        "the types hold all the same: {text}"
    );
    assert_eq!(kind, "parameter_validation");
    let create = json!({"endpoint_path": "/pages", "method": "POST", "validation_required": false});
    let (text, _) = refused(create).await;
    assert!(
        text.contains("Errors: Missing required parameters: title\n"),
        "{text}"
    );
}

#[tokio::test]
async fn ce5_parameters_go_where_the_spec_has_them() {
    let create = json!({
        "endpoint_path": "/pages", "method": "POST",
        "request_data": {"title": "News", "tags": ["a"], "dryRun": false},
    });
    let (line, body) = sent(create).await;
    assert_eq!(line, "POST /pages?dryRun=false");
    assert_eq!(body, r#"{"title":"News","tags":["a"]}"#);
    let delete = json!({
        "endpoint_path": "/pages/{pageId}", "method": "DELETE",
        "request_data": {"pageId": 7, "locale": "de"},
    });
    assert_eq!(
        sent(delete).await,
        ("DELETE /pages/7?locale=de".to_owned(), String::new())
    );
    let user = json!({
        "endpoint_path": "/users/{name}", "method": "GET", "request_data": {"name": "a&b ü"},
    });
    assert_eq!(sent(user).await.0, "GET /users/a%26b%20%C3%BC");
}

#[tokio::test]
async fn ce5_path_parameters_have_to_be_resolved() {
    let mut arguments = page(json!({"locale": "de"}));
    arguments["validation_required"] = json!(false);
    let expected = "Unresolved path parameters: pageId";
    assert_eq!(
        refused(arguments).await,
        (expected.to_owned(), "parameter_validation".to_owned())
    );
}

#[tokio::test]
async fn ce5_a_path_may_have_its_values() {
    let at = |path: &str, data: Json| json!({"endpoint_path": path, "method": "GET", "request_data": data});
    assert_eq!(sent(at("/pages/7", json!({}))).await.0, "GET /pages/7");
    assert_eq!(
        sent(at("/pages/7", json!({"locale": "de"}))).await.0,
        "GET /pages/7?locale=de"
    );
    assert_eq!(
        sent(at("/users/a%26b", json!({}))).await.0,
        "GET /users/a%26b"
    );
    assert_eq!(
        sent(at("/pages/7", json!({"pageId": 8}))).await.0,
        "GET /pages/8"
    );
    assert_eq!(
        refused(at("/pages/seven", json!({}))).await.1,
        "parameter_validation"
    );
}

#[tokio::test]
async fn ce6_json_is_asked_for_and_sent() {
    let upstream = Upstream::ok().await;
    let create = json!({
        "endpoint_path": "/pages", "method": "POST", "request_data": {"title": "t"},
    });
    Client::to(&upstream).await.executor(create).await;
    let request = upstream.received()[0].to_ascii_lowercase();
    assert!(
        request.contains("content-type: application/json\r\n"),
        "{request}"
    );
    assert!(request.contains("accept: application/json"), "{request}");
}

#[tokio::test]
async fn ce7_a_result_is_the_tools_own() {
    let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"id\":7}";
    let upstream = Upstream::answering(answer).await;
    let mut client = Client::to(&upstream).await;
    let result = client.executor(page(json!({"pageId": 7}))).await;
    assert_eq!(text(&result), r#"{"id":7}"#);
    assert_eq!(result["structuredContent"], json!({"id": 7}));
    let meta = &result["_meta"];
    assert_eq!(meta["endpoint"], "/pages/{pageId}");
    assert_eq!(
        (&meta["method"], &meta["success"]),
        (&json!("GET"), &json!(true))
    );
    let time = meta["timestamp"].as_str().unwrap();
    assert!(
        time.starts_with("20") && time.contains('T') && time.ends_with('Z'),
        "{time}"
    );
    assert!(meta["errorType"].is_null());
}

#[tokio::test]
async fn ce8_what_the_api_refuses_is_an_error() {
    let upstream = Upstream::answering(response(
        "404 Not Found",
        "Content-Type: application/json\r\n",
        r#"{"message":"There is no page 7."}"#,
    ));
    let upstream = upstream.await;
    let result = Client::to(&upstream)
        .await
        .executor(page(json!({"pageId": 7})))
        .await;
    assert_eq!(result["isError"], true);
    assert_eq!(result["_meta"]["errorType"], "api_execution");
    assert!(text(&result).contains("There is no page 7."), "{result}");
    let source = "`pageId` is returned by list_pages as [].id.";
    assert!(text(&result).ends_with(source), "{result}");
}

#[tokio::test]
async fn a_long_result_is_cut_and_says_by_which_arguments_less_can_be_asked_for() {
    let body = json!({"pages": vec!["a page"; 100]}).to_string();
    let answer = response("200 OK", "Content-Type: application/json\r\n", &body);
    let upstream = Upstream::answering(answer).await;
    let builder = HttpExecutor::builder(fixture::api()).environment(|_| None);
    let executor = builder.base_url(upstream.base_url()).build().unwrap();
    let server = Server::new(fixture::api(), executor).max_result_bytes(200);
    let arguments = json!({"endpoint_path": "/pages", "method": "GET"});
    let result = Client::start(server).await.executor(arguments).await;
    let note = result["content"][1]["text"].as_str().unwrap();
    assert!(note.ends_with("Request less with `limit`."), "{note}");
}

#[tokio::test]
async fn where_a_path_is_of_several_apis_the_tool_is_named() {
    let upstream = Upstream::ok().await;
    let executor = |api| {
        let builder = HttpExecutor::builder(api).environment(|_| None);
        builder.base_url(upstream.base_url()).build().unwrap()
    };
    let (first, second) = (fixture::api(), fixture::second_api());
    let tools = Tools::from_api(first).and(second);
    let server = Server::from_tools(tools, [executor(first), executor(second)]).unwrap();
    let mut client = Client::start(server).await;
    let schema = &client.tools().await[2]["inputSchema"]["properties"];
    assert_eq!(schema["tool_name"]["type"], "string");
    let mut arguments = json!({"endpoint_path": "/pages", "method": "GET"});
    let result = client.executor(arguments.clone()).await;
    assert_eq!(
        text(&result),
        "GET /pages is the endpoint of several tools: give tool_name, one of list_pages, list_news"
    );
    assert_eq!(result["_meta"]["errorType"], "validation");
    arguments["tool_name"] = json!("list_news");
    assert_eq!(client.executor(arguments).await["isError"], false);
}
