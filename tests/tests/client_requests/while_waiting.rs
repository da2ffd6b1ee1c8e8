//! Before revision 2026-07-28: the server sends a request while the call waits.

use serde_json::{Value, json};

use crate::{Connection, server};

fn call(name: &str, arguments: Value) -> Value {
    json!({"name": name, "arguments": arguments})
}

#[tokio::test]
async fn a_handler_asks_twice_while_its_call_waits() {
    let capabilities = json!({"elicitation": {}});
    let mut connection = Connection::initialized(server(), capabilities).await;
    let params = call("book", json!({"seat": "12A"}));
    let request = connection.ask("tools/call", params).await;
    assert_eq!(request["method"], "elicitation/create", "{request}");
    let accepted = json!({"action": "accept", "content": {"sure": true}});
    connection.respond(&request, accepted).await;
    let request = connection.next().await;
    assert_eq!(request["params"]["message"], "For whom?");
    let accepted = json!({"action": "accept", "content": {"name": "Ada"}});
    connection.respond(&request, accepted).await;
    let result = connection.next().await;
    let text = &result["result"]["content"][0]["text"];
    assert_eq!(text, "12A for \"Ada\": true (1)", "the handler ran once");
}

#[tokio::test]
async fn a_response_that_does_not_fit_is_an_error_of_the_tool() {
    let capabilities = json!({"elicitation": {}});
    let mut connection = Connection::initialized(server(), capabilities).await;
    let params = call("book", json!({"seat": "12A"}));
    let request = connection.ask("tools/call", params).await;
    let accepted = json!({"action": "accept", "content": {"sure": "very"}});
    connection.respond(&request, accepted).await;
    let result = connection.next().await;
    assert_eq!(result["result"]["isError"], true, "{result}");
    let text = result["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default();
    assert!(text.contains("does not match the request"), "{text}");
}

#[tokio::test]
async fn a_client_that_rejects_a_request_is_quoted() {
    let mut connection = Connection::initialized(server(), json!({"sampling": {}})).await;
    let request = connection.ask("tools/call", call("greet", json!({}))).await;
    assert_eq!(request["method"], "sampling/createMessage", "{request}");
    let error = json!({"code": -1, "message": "the user said no"});
    let rejection = json!({"jsonrpc": "2.0", "id": request["id"], "error": error});
    connection.send(&rejection).await;
    let result = connection.next().await;
    let text = result["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default();
    assert!(
        text.contains("rejected a request of this tool: the user said no"),
        "{text}"
    );
}

#[tokio::test]
async fn a_client_without_the_capability_is_not_asked() {
    let mut connection = Connection::initialized(server(), json!({})).await;
    let result = connection.ask("tools/call", call("greet", json!({}))).await;
    assert_eq!(result["result"]["isError"], true, "{result}");
    let text = result["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default();
    assert!(
        text.contains("does not declare the capability `sampling`"),
        "{text}"
    );
}
