use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;

use super::Counted;
use crate::inspection::{
    RegistryError, SchemaRegistry, SourceError, ToolInfo, ToolPage, ToolSource,
};

fn registry(source: &Arc<Counted>) -> SchemaRegistry {
    SchemaRegistry::for_server("files", Arc::clone(source))
}

#[tokio::test]
async fn r1_a_schema_is_fetched_once() {
    let source = Counted::arc(&["read_file"]);
    let registry = registry(&source);
    let first = registry.get_schema("read_file").await.expect("is there");
    assert_eq!(first.description, "Does read_file");
    assert_eq!(
        first.format_compact(),
        "read_file(path: string, encoding?: string)"
    );
    assert_eq!(
        Some(&first.raw_schema),
        source.tools[0].input_schema.as_ref()
    );
    let again = registry.get_schema("read_file").await.expect("is there");
    assert!(Arc::ptr_eq(&first, &again));
    assert_eq!(source.asked(), 1);
}

#[tokio::test]
async fn r1_all_parts_of_a_list_are_read() {
    let source = Counted::arc(&["a", "b", "c", "d", "e"]);
    let registry = registry(&source);
    registry.get_schema("e").await.expect("is there");
    assert_eq!(source.asked(), 3);
    let names: Vec<String> = registry
        .tools()
        .await
        .expect("answers")
        .into_iter()
        .map(|it| it.name)
        .collect();
    assert_eq!(names, ["a", "b", "c", "d", "e"]);
    assert_eq!(source.asked(), 3);
}

#[tokio::test]
async fn r2_a_batch_leaves_out_what_is_missing() {
    let source = Counted::arc(&["a", "b", "c"]);
    let registry = registry(&source);
    let schemas = registry
        .get_schemas(["c", "x", "a"])
        .await
        .expect("answers");
    let names: Vec<&str> = schemas.iter().map(|it| it.tool_name.as_str()).collect();
    assert_eq!(names, ["c", "a"]);
    assert_eq!(source.asked(), 2);
}

#[tokio::test]
async fn r2_a_batch_fails_if_a_server_does() {
    let source = Counted::arc(&["a"]);
    source.failing.store(1, Ordering::SeqCst);
    let error = registry(&source).get_schemas(["a"]).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "server 'files' does not list its tools: the line is dead"
    );
}

#[tokio::test]
async fn r6_a_tool_without_a_schema_has_no_parameters() {
    let bare = ToolInfo {
        name: "ping".to_owned(),
        ..ToolInfo::default()
    };
    let source = Counted {
        tools: vec![bare],
        ..Counted::default()
    };
    let registry = SchemaRegistry::for_server("bare", source);
    let tool = registry.get_schema("ping").await.expect("is there");
    assert_eq!(tool.format_compact(), "ping()");
    assert_eq!(tool.raw_schema, json!({}));
}

#[tokio::test]
async fn r7_what_is_not_found_is_said_with_the_server() {
    let source = Counted::arc(&["read_file", "write_file", "login"]);
    let registry = registry(&source);
    let error = registry.get_schema("raed_file").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Tool not found: 'raed_file' on server 'files'. Did you mean: read_file, write_file?"
    );
    let RegistryError::NotFound(error) = error else {
        panic!("{error:?}");
    };
    assert_eq!(error.available, ["read_file", "write_file", "login"]);
    // A name that is not there is no reason to ask again.
    assert_eq!(source.asked(), 2);
}

#[tokio::test]
async fn r7_of_several_servers_the_first_that_has_it_is_asked() {
    let (files, pets) = (
        Counted::arc(&["read", "list"]),
        Counted::arc(&["list", "feed"]),
    );
    let registry = SchemaRegistry::builder()
        .server("files", Arc::clone(&files))
        .server("pets", Arc::clone(&pets))
        .build();
    registry.get_schema("list").await.expect("is there");
    assert_eq!((files.asked(), pets.asked()), (1, 0));
    registry.get_schema("feed").await.expect("is there");
    let error = registry.get_schema("qqq").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Tool not found: 'qqq'. Available tools: read, list, list, feed"
    );
    let error = registry.get_schema_on("files", "feed").await.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("Tool not found: 'feed' on server 'files'")
    );
    let error = registry.get_schema_on("shop", "feed").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown server 'shop'; the servers are: files, pets"
    );
}

#[tokio::test]
async fn r7_a_server_that_fails_hides_no_other() {
    let (dead, pets) = (Counted::arc(&["a"]), Counted::arc(&["feed"]));
    dead.failing.store(usize::MAX, Ordering::SeqCst);
    let registry = SchemaRegistry::builder()
        .server("dead", dead)
        .server("pets", pets)
        .build();
    registry.get_schema("feed").await.expect("is there");
    let error = registry.get_schema("qqq").await.unwrap_err();
    assert!(
        matches!(error, RegistryError::Unavailable { .. }),
        "{error}"
    );
}

#[tokio::test]
async fn r12_nothing_is_fetched_before_it_is_asked_for() {
    let source = Counted::arc(&["a"]);
    let registry = registry(&source);
    tokio::task::yield_now().await;
    assert_eq!(source.asked(), 0);
    drop(registry);
}

struct Endless;

impl ToolSource for Endless {
    async fn page(&self, _: Option<String>) -> Result<ToolPage, SourceError> {
        Ok(ToolPage {
            tools: Vec::new(),
            next: Some("again".to_owned()),
        })
    }
}

#[tokio::test]
async fn r1_a_list_without_end_is_an_error() {
    let error = SchemaRegistry::for_server("odd", Endless)
        .get_schema("a")
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "server 'odd' lists its tools without end, with the cursor 'again'"
    );
}

#[tokio::test(start_paused = true)]
async fn r1_a_server_that_does_not_answer_is_an_error() {
    let silent = Counted {
        takes: Duration::from_secs(3_000),
        ..Counted::with(&["a"])
    };
    let error = SchemaRegistry::for_server("silent", silent)
        .get_schema("a")
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "server 'silent' has not listed its tools within 30 s"
    );
}
