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
        let answers = typed.api.answers.expect("there are answers").all;
        let answer = answers
            .iter()
            .find(|answer| answer.method == tool.method && answer.path == tool.path)
            .expect("every operation has one");
        let mut reply = Reply::new(answer.status, answer.content_type, answer.body);
        let content = (typed.read)(&mut reply);
        if !reply.violations().is_empty() && !answer.content_type.contains("stream") {
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

#[tokio::test]
async fn every_operation_of_the_petstore_can_be_sent() {
    let petstore: Vec<_> = TYPED.iter().filter(|it| it.module == "petstore").collect();
    assert!(petstore.len() > 10, "{}", petstore.len());
    for typed in petstore {
        let upstream = Upstream::new(typed.api).expect("there are answers");
        let address = upstream.start().await.expect("can listen");
        let executor = HttpExecutor::builder(typed.api)
            .base_url(format!("http://{address}"))
            .environment(|_| None)
            .build()
            .expect("the executor can be built");
        let sent = typed.send(&executor).await;
        let name = (typed.tool)().name;
        match sent {
            Ok(status) => assert!((200..300).contains(&status), "{name}: {status}"),
            Err(error) => panic!("{name}: {error}"),
        }
    }
}
