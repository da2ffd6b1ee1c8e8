//! Since revision 2026-07-28: a round ends with requests, and the client calls again.

use serde_json::{Value, json};

use crate::connection::meta;
use crate::{Connection, server};

/// A call of `book`, in a round of its own.
async fn book(connection: &mut Connection, capabilities: Value, more: Value) -> Value {
    let mut params = json!({
        "name": "book",
        "arguments": {"seat": "12A"},
        "_meta": meta(capabilities),
    });
    let more = more.as_object().cloned().unwrap_or_default();
    params.as_object_mut().expect("is one").extend(more);
    connection.ask("tools/call", params).await
}

fn elicitation() -> Value {
    json!({"elicitation": {}})
}

fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

#[tokio::test]
async fn a_handler_asks_twice_and_gets_all_responses_in_the_last_round() {
    let mut connection = Connection::open(server());
    let first = book(&mut connection, elicitation(), json!({})).await;
    let first = &first["result"];
    assert_eq!(first["resultType"], "input_required", "{first}");
    let request = &first["inputRequests"]["sure"];
    assert_eq!(request["method"], "elicitation/create");
    assert_eq!(request["params"]["message"], "Book 12A?");
    let replies = json!({
        "inputResponses": {"sure": accept(json!({"sure": true}))},
        "requestState": first["requestState"],
    });
    let second = book(&mut connection, elicitation(), replies).await;
    let second = &second["result"];
    let asked: Vec<&String> = second["inputRequests"]
        .as_object()
        .expect("asks")
        .keys()
        .collect();
    assert_eq!(asked, ["name"], "what was answered is not asked again");
    assert_ne!(first["requestState"], second["requestState"]);
    let replies = json!({
        "inputResponses": {"name": accept(json!({"name": "Ada"}))},
        "requestState": second["requestState"],
    });
    let third = book(&mut connection, elicitation(), replies).await;
    assert_eq!(
        third["result"]["content"][0]["text"], "12A for \"Ada\": true (3)",
        "{third}"
    );
}

#[tokio::test]
async fn a_state_that_was_changed_or_belongs_to_another_call_is_an_error() {
    let mut connection = Connection::open(server());
    let first = book(&mut connection, elicitation(), json!({})).await;
    let state = first["result"]["requestState"]
        .as_str()
        .expect("has one")
        .to_owned();
    let tampered = json!({"requestState": format!("{state}x")});
    let other = json!({"requestState": state, "arguments": {"seat": "1A"}});
    for replies in [tampered, other, json!({"requestState": "forged"})] {
        let answer = book(&mut connection, elicitation(), replies).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(
            message.starts_with("`requestState` is rejected"),
            "{message}"
        );
    }
}

#[tokio::test]
async fn a_response_that_does_not_fit_is_an_error_and_an_unknown_one_is_ignored() {
    let mut connection = Connection::open(server());
    for response in [
        json!("yes"),
        json!({"action": "maybe"}),
        accept(json!({})),
        accept(json!({"sure": "very"})),
    ] {
        let replies = json!({"inputResponses": {"sure": response}});
        let answer = book(&mut connection, elicitation(), replies).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(
            message.starts_with("the response to `sure` does not match"),
            "{message}"
        );
    }
    let replies = json!({"inputResponses": {"unknown": 7}});
    let answer = book(&mut connection, elicitation(), replies).await;
    assert!(
        answer["result"]["inputRequests"]["sure"].is_object(),
        "{answer}"
    );
    // Who declines has answered.
    let replies = json!({"inputResponses": {"sure": {"action": "decline"}}});
    let answer = book(&mut connection, elicitation(), replies).await;
    assert!(
        answer["result"]["inputRequests"]["name"].is_object(),
        "{answer}"
    );
}

#[tokio::test]
async fn a_client_without_the_capability_gets_the_error_of_the_protocol() {
    let mut connection = Connection::open(server());
    let answer = book(&mut connection, json!({}), json!({})).await;
    assert_eq!(answer["error"]["code"], -32021, "{answer}");
    let required = &answer["error"]["data"]["requiredCapabilities"];
    assert!(required["elicitation"]["form"].is_object(), "{answer}");
    assert_eq!(
        answer["error"]["message"],
        "Missing required client capability: elicitation"
    );
    let of_urls_alone = json!({"elicitation": {"url": {}}});
    let answer = book(&mut connection, of_urls_alone, json!({})).await;
    assert_eq!(answer["error"]["code"], -32021, "{answer}");
}

#[tokio::test]
async fn instances_with_the_same_key_answer_the_same_call() {
    let key = b"0123456789abcdef0123456789abcdef";
    let instance = || server().state_key(key).expect("is long enough");
    let mut first = Connection::open(instance());
    let asked = book(&mut first, elicitation(), json!({})).await;
    let replies = json!({
        "inputResponses": {"sure": accept(json!({"sure": true}))},
        "requestState": asked["result"]["requestState"],
    });
    let mut second = Connection::open(instance());
    let answer = book(&mut second, elicitation(), replies.clone()).await;
    assert!(
        answer["result"]["inputRequests"]["name"].is_object(),
        "{answer}"
    );
    let mut stranger = Connection::open(server());
    let answer = book(&mut stranger, elicitation(), replies).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
}
