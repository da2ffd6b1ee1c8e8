use serde_json::{Value as Json, json};

use crate::client::{Client, text};
use crate::upstream::Upstream;

/// From a list to a call, as a model goes: what one answers is what the next is given.
#[tokio::test]
async fn c43_from_the_lister_to_the_provider_to_the_executor() {
    let upstream = Upstream::ok().await;
    let mut client = Client::to(&upstream).await;
    let list = client.lister(json!({"search_term": "delete page"})).await;
    let first = list["endpoints"][0].clone();
    let answer = client
        .provider(json!({
            "tool_name": first["tool_name"],
            "method": first["method"],
            "endpoint_path": first["endpoint"],
            "format": "full",
        }))
        .await;
    let example = &answer["execution_instructions"]["example_call"];
    let executor = example["tool_name"].as_str().unwrap();
    let result = client.call(executor, example["parameters"].clone()).await;
    assert_eq!(result["isError"], false, "{result}");
    assert!(upstream.request().starts_with("DELETE /v1/pages/42 "));
}

/// The example of each endpoint is accepted.
#[tokio::test]
async fn c37_every_example_can_be_called() {
    let upstream = Upstream::ok().await;
    let mut client = Client::to(&upstream).await;
    let list = client.lister(json!({})).await;
    let groups = list["endpoints"].as_object().unwrap().values();
    let endpoints: Vec<Json> = groups
        .flat_map(|group| group.as_array().unwrap().clone())
        .collect();
    for endpoint in endpoints.iter().filter(|it| it["tool_name"] != "broken") {
        let arguments = json!({
            "tool_name": endpoint["tool_name"],
            "method": endpoint["method"],
            "endpoint_path": endpoint["endpoint"],
            "format": "full",
        });
        let answer = client.provider(arguments).await;
        let call = &answer["execution_instructions"]["example_call"]["parameters"];
        let result = client.executor(call.clone()).await;
        assert_eq!(result["isError"], false, "{call}: {}", text(&result));
    }
    assert_eq!(upstream.received().len(), 7);
}
