//! What callers do not give: constants, variables of the environment, defaults, hidden arguments.

use serde_json::{Value as Json, json};
use toolwright_tests::compiled::{api_version, presets::API};

use crate::recorder::{Environment, Recorded, send_with};

const SET: Environment = &[("PRESETS_TENANT", "acme"), ("PRESETS_SHARD", "7")];

async fn sent(tool: &str, arguments: Json) -> Recorded {
    let sent = send_with(&API, tool, arguments, SET).await;
    sent.expect("is sent")
}

async fn refused(tool: &str, arguments: Json, environment: Environment) -> String {
    let sent = send_with(&API, tool, arguments, environment).await;
    sent.expect_err("is refused")
}

#[tokio::test]
async fn what_is_fixed_is_always_sent() {
    let request = sent("list_pets", json!({})).await;
    assert_eq!(
        request.target(),
        "/tenants/acme/pets?limit=20&owner=me&shard=7"
    );
    assert_eq!(request.header("x-version").as_deref(), Some("3"));
}

#[tokio::test]
async fn a_default_gives_way() {
    let request = sent("list_pets", json!({"limit": 5, "page": 2})).await;
    assert_eq!(
        request.target(),
        "/tenants/acme/pets?limit=5&page%5Bnumber%5D=2&owner=me&shard=7"
    );
    let request = sent("list_pets", json!({"limit": null})).await;
    assert_eq!(
        request.target(),
        "/tenants/acme/pets?limit=20&owner=me&shard=7"
    );
    let request = sent("list_pets", json!({"owner": null})).await;
    assert!(
        !request.target().contains("owner=me"),
        "{}",
        request.target()
    );
    let told = refused("list_pets", json!({"limit": 51}), SET).await;
    assert!(
        told.contains("/limit: 51 is greater than the maximum of 50"),
        "{told}"
    );
}

#[tokio::test]
async fn nobody_else_gives_what_is_fixed_or_hidden() {
    for name in ["tenant", "X-Version", "debug", "trace", "shard"] {
        let told = refused("list_pets", json!({name: "mine"}), SET).await;
        let expected = format!(
            "Invalid arguments for list_pets:\nAdditional properties are not allowed (\"{name}\" was \
             unexpected)"
        );
        assert_eq!(told, expected);
    }
    let open = refused("add_pet", json!({"called": "Rex", "secret": "s"}), SET).await;
    assert!(open.ends_with("(\"secret\" was unexpected)"), "{open}");
    let open = refused("add_pet", json!({"called": "Rex", "api_version": 1}), SET).await;
    assert!(open.ends_with("(\"api_version\" was unexpected)"), "{open}");
}

#[tokio::test]
async fn the_environment_is_held_to_the_schema() {
    let told = refused("list_pets", json!({}), &[("PRESETS_TENANT", "acme")]).await;
    assert_eq!(
        told,
        "Invalid arguments for list_pets:\n/shard: comes from the environment variable `PRESETS_SHARD`, \
         which is not set: the operator of this server must set it"
    );
    let wrong = &[("PRESETS_TENANT", "hush"), ("PRESETS_SHARD", "hush")];
    let told = refused("list_pets", json!({"limit": "x"}), wrong).await;
    assert!(!told.contains("hush"), "{told}");
    assert!(
        told.contains("/limit: \"x\" is not of type \"integer\""),
        "{told}"
    );
    assert!(
        told.contains(
            "/shard: comes from the environment variable `PRESETS_SHARD`, whose value \
             is not allowed here"
        ),
        "{told}"
    );
    let told = refused("list_pets", json!({}), &[("PRESETS_SHARD", "7")]).await;
    assert!(
        told.contains("`PRESETS_TENANT`, which is not set"),
        "{told}"
    );
    assert!(!told.contains("required"), "{told}");
}

#[tokio::test]
async fn properties_of_a_body_beside_the_parameters() {
    let request = sent("add_pet", json!({"called": "Rex", "colour": "red"})).await;
    let body: Json = serde_json::from_str(request.body()).expect("JSON");
    let expected = json!({"name": "Rex", "kind": "cat", "api_version": 2, "colour": "red"});
    assert_eq!(body, expected);
    let told = refused("add_pet", json!({}), SET).await;
    assert!(told.contains("\"called\" is a required property"), "{told}");
    let told = refused("add_pet", json!({"called": 5}), SET).await;
    assert!(
        told.contains("/called: 5 is not of type \"string\""),
        "{told}"
    );
}

#[tokio::test]
async fn properties_of_a_body_that_stands_apart() {
    let request = sent("put_pet", json!({"id": "a", "body": {"id": "b"}})).await;
    assert_eq!(request.body(), r#"{"id":"b","source":"model"}"#);
    let as_text = sent("put_pet", json!({"id": "a", "body": "{\"id\": \"b\"}"})).await;
    assert_eq!(as_text.body(), r#"{"id":"b","source":"model"}"#);
    let body = json!({"id": "b", "source": "me", "note": "n"});
    let told = refused("put_pet", json!({"id": "a", "body": body}), SET).await;
    assert!(
        told.contains("/body: Additional properties are not allowed (\"source\""),
        "{told}"
    );
    assert!(
        told.contains("/body: Additional properties are not allowed (\"note\""),
        "{told}"
    );
    let form = sent("sign", json!({})).await;
    assert_eq!(form.body(), "format=json&region=eu");
}

#[test]
fn callers_are_shown_what_they_give() {
    let shown = |tool: &str| {
        let tool = API.tool(tool).expect("is a tool");
        let text = tool.input.client_text(API.schemas, tool.name);
        serde_json::from_str::<Json>(&text).expect("JSON")
    };
    let list = shown("list_pets");
    let names: Vec<_> = list["properties"]
        .as_object()
        .expect("an object")
        .keys()
        .collect();
    assert_eq!(names, ["limit", "page", "owner"]);
    assert_eq!(list["properties"]["limit"]["default"], 20);
    assert_eq!(list["properties"]["limit"]["description"], "How many.");
    assert_eq!(list.get("required"), None);
    let add = shown("add_pet");
    assert_eq!(add["required"], json!(["called"]));
    assert_eq!(
        add["properties"]["called"]["description"],
        "What it is called."
    );
    let put = shown("put_pet");
    assert_eq!(put["required"], json!(["id", "body"]));
    assert_eq!(put["properties"]["body"]["required"], json!(["id"]));
    assert_eq!(put["properties"]["body"]["properties"].get("source"), None);
}

#[tokio::test]
async fn a_version_that_can_only_be_one_is_sent() {
    let send = async |tool| {
        let request = send_with(&api_version::API, tool, json!({}), &[]).await;
        request.expect("is sent")
    };
    let zones = send("list_zones").await;
    assert_eq!(zones.target(), "/zones?api-version=2018-04-01");
    let put = send("put_zones").await;
    assert_eq!(put.header("api-version").as_deref(), Some("v2"));
}
