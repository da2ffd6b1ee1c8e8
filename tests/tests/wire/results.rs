//! What becomes of answers: pages, and the members that a caller selects.

use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use toolwright::{Api, HttpExecutor, Outcome};
use toolwright_tests::compiled::{pages, response_headers, results, x_mcp};

use crate::recorder::send;

/// Calls a tool whose upstream answers with these lines of a head and this JSON.
async fn answered(
    api: &'static Api,
    tool: &str,
    arguments: Json,
    head: &str,
    body: Json,
) -> Outcome {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("can listen");
    let url = format!("http://{}", listener.local_addr().expect("has an address"));
    let body = body.to_string();
    let answer = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n{head}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("is called");
        let _ = stream.read(&mut [0; 4096]).await;
        let _ = stream.write_all(answer.as_bytes()).await;
    });
    let executor = HttpExecutor::builder(api)
        .base_url(url)
        .environment(|_| None)
        .build()
        .expect("the executor can be built");
    let tool = api.tool(tool).expect("the tool exists");
    let Json::Object(arguments) = arguments else {
        panic!("arguments are an object");
    };
    toolwright::call(tool, &executor, arguments).await
}

fn next(arguments: &str) -> Vec<String> {
    vec![format!(
        "There is more: for the next page, call again with {arguments}."
    )]
}

#[tokio::test]
async fn the_next_page_is_told() {
    let page = json!({"meta": {"next": "b", "total": 100}, "data": [1, 2]});
    let told_of = async |tool, arguments, head, page: &Json| {
        answered(&x_mcp::API, tool, arguments, head, page.clone())
            .await
            .notes
    };
    let told = async |tool, arguments, head| told_of(tool, arguments, head, &page).await;
    assert_eq!(
        told("by_cursor", json!({"after": "a"}), "").await,
        next(r#"`after`: "b""#)
    );
    let in_body = told("by_cursor_in_the_body", json!({}), "").await;
    assert_eq!(in_body, next(r#"`after`: "b""#));
    let arguments = json!({"page_number": 3, "page_size": 2});
    assert_eq!(
        told("by_page", arguments, "").await,
        next("`page_number`: 4")
    );
    // Whatever the size of a page, the total says that there is another one.
    assert_eq!(
        told("by_page", json!({}), "").await,
        next("`page_number`: 1")
    );
    let last = json!({"meta": {}, "data": [1, 2]});
    assert_eq!(
        told_of("by_page", json!({}), "", &last).await,
        [""; 0],
        "25 is a page"
    );
    let link = "Link: <?page%5Bnumber%5D=7>; rel=next\r\n";
    assert_eq!(
        told_of("by_page", json!({}), link, &last).await,
        next("`page_number`: 7")
    );
    let arguments = json!({"id": "a", "skip": 10});
    assert_eq!(told("by_offset", arguments, "").await, next("`skip`: 12"));
    assert_eq!(told("without_pages", json!({}), "").await, [""; 0]);

    let page = json!({"nextPageToken": "c", "items": []});
    let outcome = answered(&pages::API, "list_pets", json!({}), "", page).await;
    assert_eq!(outcome.notes, next(r#"`pageToken`: "c""#));
}

#[tokio::test]
async fn members_are_selected() {
    let pets = json!([{"name": "Rex", "id": 3}, {"name": "Mia", "id": 4}]);
    let arguments = json!({"limit": 2, "fields": ["name"]});
    let outcome = answered(&results::API, "list_pets", arguments, "", pets).await;
    let expected = json!([{"name": "Rex"}, {"name": "Mia"}]);
    assert_eq!(outcome.text, expected.to_string());
    assert_eq!(outcome.structured, Some(expected));
}

#[tokio::test]
async fn what_selects_is_not_sent() {
    let sent = async |tool, arguments| send(&results::API, tool, arguments).await;
    let request = sent("list_pets", json!({"limit": 2, "fields": "[\"ok\"]"})).await;
    assert_eq!(request.expect("is sent").target(), "/pets?limit=2");
    let arguments = json!({"fields": "mine", "result_fields": ["ok"]});
    let request = sent("add_pet", arguments).await.expect("is sent");
    assert_eq!(request.body(), r#"{"fields":"mine"}"#);
    let arguments = json!({"id": "a", "name": "Rex", "fields": [1], "result_fields": ["ok"]});
    let request = sent("put_pet", arguments).await.expect("is sent");
    assert_eq!(request.body(), r#"{"name":"Rex","fields":[1]}"#);
    let refused = sent("list_pets", json!({"fields": ["a..b"]})).await;
    assert_eq!(
        refused.expect_err("is no path"),
        "Invalid arguments for list_pets:\n/fields/0: \"a..b\" is not a path; a path is names with dots \
         between them, for example \"id\" or \"owner.name\""
    );
}

#[tokio::test]
async fn headers_that_the_spec_documents_are_shown() {
    let api = &response_headers::API;
    let head = "x-total: 12\r\nX-NEXT-PAGE: 3\r\nset-cookie: s=1\r\nx-other: o\r\netag: \"e\"\r\nlocation: /notes/7\r\n";
    let notes = async |tool, arguments| answered(api, tool, arguments, head, json!([])).await.notes;
    assert_eq!(
        notes("list_notes", json!({"page": 2})).await,
        [
            "Response headers:\nX-Total: 12\nX-Next-Page: 3\nETag: \"e\"",
            "There is more: for the next page, call again with `page`: 3.",
        ]
    );
    assert_eq!(
        notes("add_note", json!({})).await,
        ["Response headers:\nLocation: /notes/7\nETag: \"e\""]
    );
    let with_tag = ["Response headers:\nETag: \"e\""];
    assert_eq!(notes("get_note", json!({"id": "7"})).await, with_tag);

    let answer = answered(api, "list_files", json!({}), "Next: abc\r\n", json!([])).await;
    assert_eq!(answer.notes, next(r#"`token`: "abc""#));
}
