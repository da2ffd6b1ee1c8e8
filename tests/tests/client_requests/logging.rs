//! Log messages go to clients that want them, from the level on that they want.

use serde_json::{Value, json};
use toolwright::{IntoTools as _, Server};

use crate::connection::meta;
use crate::{Connection, Desk, server};

/// The data of the messages that come before the result of a call of `complain`.
async fn logged(connection: &mut Connection, params: Value) -> Vec<String> {
    connection.begin("tools/call", params).await;
    let mut logged = Vec::new();
    loop {
        let message = connection.next().await;
        if message["method"] != "notifications/message" {
            assert_eq!(message["result"]["content"][0]["text"], "said", "{message}");
            return logged;
        }
        logged.push(
            message["params"]["data"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        );
    }
}

fn complain() -> Value {
    json!({"name": "complain"})
}

#[tokio::test]
async fn clients_of_earlier_revisions_choose_for_their_connection() {
    let mut connection = Connection::initialized(server(), json!({})).await;
    let all = logged(&mut connection, complain()).await;
    assert_eq!(all, ["quiet", "louder", "loudest"]);
    let set = connection
        .ask("logging/setLevel", json!({"level": "error"}))
        .await;
    assert_eq!(set["result"], json!({}), "{set}");
    assert_eq!(logged(&mut connection, complain()).await, ["loudest"]);
    // Another connection has chosen nothing.
    let mut other = Connection::initialized(server(), json!({})).await;
    assert_eq!(logged(&mut other, complain()).await.len(), 3);
}

#[tokio::test]
async fn clients_of_the_latest_revision_choose_for_each_call() {
    let mut connection = Connection::open(server());
    let mut params = complain();
    params["_meta"] = meta(json!({}));
    assert!(logged(&mut connection, params.clone()).await.is_empty());
    params["_meta"]["io.modelcontextprotocol/logLevel"] = json!("warning");
    assert_eq!(logged(&mut connection, params).await, ["louder", "loudest"]);
}

#[tokio::test]
async fn a_server_that_does_not_declare_logging_logs_nothing() {
    let server = Server::from_tools(Desk.into_tools(), []).expect("can be served");
    let mut connection = Connection::initialized(server, json!({})).await;
    assert!(logged(&mut connection, complain()).await.is_empty());
    let set = connection
        .ask("logging/setLevel", json!({"level": "error"}))
        .await;
    assert_eq!(set["error"]["code"], -32601, "{set}");
}
