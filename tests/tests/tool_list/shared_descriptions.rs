//! `share_descriptions`: a list gives a description that repeats in the first tool that has it, whichever that is, and points to it
//! in the others.

use std::path::Path;

use serde_json::{Value, json};
use toolwright::{Api, HttpExecutor, Server, Tools, tool_list};
use toolwright_tests::{builder, compiled};

use crate::written::{Client, api_without_handlers, assert_same_lists};

const OWNER: &str = "The account owner of the repository. The name is not case sensitive.";

fn sharing() -> &'static Api {
    let mut apis = compiled::ALL.iter();
    apis.find(|api| api.name == "sharing")
        .expect("tests/specs/sharing.yaml is compiled")
}

/// What a client reads of tools, by their names.
async fn list_tools(tools: Tools) -> Value {
    let executor = HttpExecutor::builder(sharing()).environment(|_| None);
    let executor = executor.base_url("http://127.0.0.1:9").build();
    let executor = executor.expect("is configured");
    let server = Server::from_tools(tools, [executor]).expect("can be served");
    let answer = Client::of_toolwright(server).list("2025-11-25").await;
    let answer: Value = serde_json::from_str(&answer).expect("is JSON");
    let tools = answer["result"]["tools"].as_array().expect("are listed");
    let tools = tools.iter().map(|tool| {
        let name = tool["name"].as_str().expect("is a name");
        (name.to_owned(), tool["inputSchema"]["properties"].clone())
    });
    Value::Object(tools.collect())
}

#[tokio::test]
async fn the_first_tool_has_the_text_and_the_others_point_to_it() {
    let tools = list_tools(Tools::from_api(sharing())).await;
    assert_eq!(tools["create_issue"]["owner"]["description"], OWNER);
    assert_eq!(
        tools["get_repository"]["owner"]["description"],
        "See `owner` of `create_issue`."
    );
    // The same text under another name.
    assert_eq!(
        tools["update_repository"]["new_owner"]["description"],
        "See `owner` of `create_issue`."
    );
    // The first `email` that nothing else in its tool could be taken for, and then the same in that tool.
    let update = &tools["update_repository"];
    let author = &update["author"]["properties"]["email"]["description"];
    assert!(
        author
            .as_str()
            .is_some_and(|it| it.starts_with("The address of the person"))
    );
    assert_eq!(
        update["committer"]["properties"]["email"]["description"],
        "See `email` above."
    );
    // What is no longer than a pointer stays.
    assert_eq!(
        tools["get_repository"]["repo"]["description"],
        "The name of the repository."
    );
}

#[tokio::test]
async fn if_the_first_tool_is_not_served_the_next_one_has_the_text() {
    let tools = Tools::from_api(sharing()).only_tools(["get_*", "update_*"]);
    let tools = list_tools(tools).await;
    assert_eq!(tools["get_repository"]["owner"]["description"], OWNER);
    assert_eq!(
        tools["update_repository"]["owner"]["description"],
        "See `owner` of `get_repository`."
    );
    assert_eq!(tools["create_issue"], json!(null));
}

#[tokio::test]
async fn what_is_about_one_tool_has_all_texts() {
    let tool = sharing().tool("update_repository").expect("is in the spec");
    let listed = tool.input.client_text(sharing().schemas, tool.name);
    assert_eq!(listed.matches(OWNER).count(), 2, "{listed}");
    assert!(!listed.contains("See `"), "{listed}");
}

/// Both forms of a list of hundreds of tools, and what the compiler says of it.
#[tokio::test]
#[ignore = "takes minutes"]
async fn a_large_list_points_to_the_same_places_in_all_forms() {
    let compile = |on: bool| {
        let spec = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../examples/github/github.json"
        );
        let builder = builder(Path::new(spec)).include_path("/orgs/**");
        let builder = builder.share_descriptions(on);
        builder.compile().expect("the spec compiles")
    };
    let (all, shared) = (compile(false), compile(true));
    let bytes = assert_same_lists(api_without_handlers(&shared)).await;
    let more = assert_same_lists(api_without_handlers(&all)).await;
    assert!(bytes < more, "{bytes} {more}");
    let served = tool_list(api_without_handlers(&shared));
    let expected = shared.report().tool_list();
    assert!(input_lines(&served) == input_lines(&expected));
    assert!(shared.report().cost() < all.report().cost());
    assert_eq!(shared.full_report().cost(), all.report().cost());
}

/// The schemas of a list for review.
fn input_lines(list: &str) -> Vec<&str> {
    let lines = list.lines();
    lines
        .filter(|line| line.trim_start().starts_with('"'))
        .collect()
}
