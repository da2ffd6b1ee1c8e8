//! What the compiler made up for the built-in upstream is what it made types for.

use toolwright::upstream::Upstream;
use toolwright::{Content, HttpExecutor, Reply};
use toolwright_tests::compiled::TYPED;

#[test]
fn every_example_answer_is_decoded() {
    assert!(TYPED.len() > 30, "{}", TYPED.len());
    let mut wrong = Vec::new();
    for typed in TYPED {
        let tool = (typed.tool)();
        let answers = typed.api.mock_responses.expect("there are answers");
        let answers = answers.for_tools(typed.api.tools);
        let answer = answers
            .iter()
            .find(|answer| answer.method == tool.method && answer.path == tool.path)
            .expect("every operation has one");
        if is_stream(answer.content_type) {
            continue;
        }
        let mut reply = Reply::new(answer.status, answer.content_type, answer.body);
        let content = (typed.read)(&mut reply);
        if !reply.violations().is_empty() {
            wrong.push(format!("{}: {:?}", tool.name, reply.violations()));
        }
        // What a handler gives in its place is the same again.
        if let Content::Json(text) = content {
            let mut again = Reply::new(answer.status, "application/json", text.as_str());
            let Content::Json(twice) = (typed.read)(&mut again) else {
                panic!("{} is JSON once", tool.name);
            };
            assert_eq!(twice, text, "{}", tool.name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether it is read as it comes: below.
fn is_stream(content_type: &str) -> bool {
    ["event-stream", "jsonl", "json-seq"]
        .iter()
        .any(|kind| content_type.contains(kind))
}

#[tokio::test]
async fn every_operation_can_be_sent() {
    for typed in TYPED {
        let upstream = Upstream::new(typed.api).expect("there are answers");
        let address = upstream.start().await.expect("can listen");
        let executor = HttpExecutor::builder(typed.api)
            .base_url(format!("http://{address}"))
            .environment(|_| None)
            .allow_missing_credentials(true)
            .build()
            .expect("the executor can be built");
        let sent = typed.send(&executor).await;
        let name = (typed.tool)().name;
        match sent {
            Ok(status) => assert!((200..300).contains(&status), "{name}: {status}"),
            Err(error) => panic!("{}, {name}: {error}", typed.module),
        }
    }
}
