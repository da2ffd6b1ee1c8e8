//! A server with sources of every kind: operations that go upstream, operations that are run by
//! hand, tools of its own, and a second API.

mod client;
mod compile_errors;
mod names;
mod shop;

use serde_json::{Value as Json, json};
use toolwright::{HttpExecutor, Server, upstream};
use toolwright_tests::compiled::{handlers, minimal};

use client::Client;
use shop::{Log, Shop, Upstream};

async fn start() -> (Client, Log) {
    let upstream = Upstream::start().await;
    let executor = HttpExecutor::builder(&handlers::API).base_url(upstream.url());
    let second = HttpExecutor::builder(&minimal::API).base_url(upstream.url());
    let log = Log::default();
    let tools = handlers::tools(Shop { log: log.clone() })
        .and(&minimal::API)
        .and_own(log.clone().into(), shop::OWN);
    let executors = [second, executor].map(|builder| {
        let builder = builder.environment(|_| None);
        builder.build().expect("the settings are right")
    });
    let server = Server::from_tools(tools, executors).expect("no two tools have one name");
    (Client::start(server).await, log)
}

fn text(result: &Json) -> &str {
    let text = result["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("no text: {result}"))
}

#[tokio::test]
async fn the_built_in_upstream_answers_what_is_not_run_by_hand() {
    let upstream = upstream::Upstream::new(&handlers::API).expect("there are answers");
    let address = upstream.start().await.expect("can listen");
    let executor = HttpExecutor::builder(&handlers::API)
        .base_url(format!("http://{address}"))
        .environment(|_| None)
        .build()
        .expect("the settings are right");
    let list_pets = handlers::API.api().tool("list_pets").expect("is a tool");
    let outcome = toolwright::call(list_pets, &executor, serde_json::Map::new()).await;
    assert!(!outcome.is_error, "{}", outcome.text);
}

#[tokio::test]
async fn all_tools_are_listed() {
    let (mut client, _) = start().await;
    let list = client.ask("tools/list", json!({})).await;
    let tools = list["tools"].as_array().expect("is a list");
    let names: Vec<&str> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    let expected = "get_pet list_pets order_status photo place_order release_pet ping restock";
    assert_eq!(names.join(" "), expected);
    assert_eq!(tools[7]["description"], "Orders what is sold out.");
    assert_eq!(tools[7]["annotations"]["openWorldHint"], false);
    assert_eq!(tools[4]["inputSchema"]["required"], json!(["petId"]));
}

#[tokio::test]
async fn each_tool_is_run_by_what_it_comes_from() {
    let (mut client, log) = start().await;
    let pets = client.call("list_pets", json!({})).await;
    assert_eq!(text(&pets), r#"[{"id":"7","name":"Ada"}]"#);
    assert_eq!(client.call("ping", json!({})).await["isError"], false);
    let order = client.call("place_order", json!({"petId": "7"})).await;
    assert_eq!(
        order["structuredContent"],
        json!({"id": 1, "pet": {"id": "7", "name": "Ada"}, "count": 1})
    );
    assert_eq!(
        text(&client.call("release_pet", json!({"petId": "7"})).await),
        "Done."
    );
    let photo = client.call("photo", json!({"petId": "7"})).await;
    assert_eq!(
        photo["content"][1],
        json!({"type": "image", "mimeType": "image/png", "data": "iVBORw=="})
    );
    assert_eq!(
        text(&client.call("order_status", json!({"orderId": 1})).await),
        "on its way"
    );
    let status = client.call("order_status", json!({"orderId": 2})).await;
    assert_eq!(
        (text(&status), &status["isError"]),
        ("As it is.", &json!(false))
    );
    let restocked = client.call("restock", json!({"count": 3})).await;
    assert_eq!(
        restocked["structuredContent"],
        json!({"ordered": 3, "by": "tester 1.0"})
    );
    assert_eq!(log.said(), ["order of 7", "release of 7", "restock 3"]);
}

/// Each response gives its memory back once it is decoded, or one would wait for the other until neither is in time.
#[tokio::test]
async fn calls_of_a_handler_that_overlap_do_not_block_each_other() {
    let (mut client, log) = start().await;
    let released = client
        .call("release_pet", json!({"petId": shop::LARGE}))
        .await;
    assert_eq!(text(&released), "Done.");
    assert_eq!(log.said(), ["Eve and Eve", "release of large"]);
}

#[tokio::test]
async fn arguments_are_checked_before_a_handler_sees_them() {
    let (mut client, log) = start().await;
    let refused = client
        .call("place_order", json!({"petID": "7", "count": 11}))
        .await;
    assert_eq!(refused["isError"], true);
    insta::assert_snapshot!("wrong_arguments", text(&refused));
    let refused = client.call("restock", json!({"count": "many"})).await;
    insta::assert_snapshot!("wrong_arguments_of_ones_own", text(&refused));
    assert!(log.said().is_empty());
    let refused = client
        .call("place_order", json!({"petId": "unlucky"}))
        .await;
    insta::assert_snapshot!("refused_by_the_handler", text(&refused));
}

#[tokio::test]
async fn errors_are_told() {
    let (mut client, _) = start().await;
    let missing = client.call("place_order", json!({"petId": "8"})).await;
    assert_eq!(missing["isError"], true);
    insta::assert_snapshot!("upstream_refused", text(&missing));
    let error = client.call("order_status", json!({"orderId": 404})).await;
    let expected = "There is no order with the id 404. Look for one with a tool that lists or \
                    searches them.";
    assert_eq!((text(&error), &error["isError"]), (expected, &json!(true)));
    let error = client.call("order_status", json!({"orderId": 500})).await;
    assert_eq!(
        text(&error),
        "the book of orders: invalid digit found in string"
    );
}

#[tokio::test]
async fn a_panic_ends_no_more_than_its_call() {
    let (mut client, _) = start().await;
    let failed = client.call("release_pet", json!({"petId": "panic"})).await;
    assert_eq!(failed["isError"], true);
    assert!(text(&failed).starts_with("release_pet failed because of a bug in this server"));
    assert!(!text(&failed).contains("secret"));
    assert_eq!(
        client.call("release_pet", json!({"petId": "7"})).await["isError"],
        false
    );
}

#[tokio::test]
async fn progress_is_told_and_calls_are_cancelled() {
    let (mut client, log) = start().await;
    let id = client
        .send("tools/call", json!({
            "name": "order_status", "arguments": {"orderId": 0}, "_meta": {"progressToken": "p"},
        }))
        .await;
    let told = client.receive().await;
    assert_eq!(told["method"], "notifications/progress");
    assert_eq!(told["params"]["message"], "waiting for the warehouse");
    client
        .notify("notifications/cancelled", json!({"requestId": id}))
        .await;
    log.wait_for("cancelled").await;
    assert_eq!(
        client.call("release_pet", json!({"petId": "7"})).await["isError"],
        false
    );
}

#[tokio::test]
async fn a_call_has_no_more_time_than_it_is_given() {
    let (mut client, log) = start().await;
    let late = client.call("place_order", json!({"petId": "slow"})).await;
    assert_eq!(late["isError"], true);
    assert!(
        text(&late).starts_with("place_order did not end within 0.5 seconds"),
        "{late}"
    );
    assert!(log.said().is_empty());
}
