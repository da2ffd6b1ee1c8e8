//! Items are decoded as they come.

use std::time::{Duration, Instant};

use toolwright::SendError;
use toolwright_tests::compiled::responses_streams as streams;

use crate::upstream::{answering, builder, executor, head};

const EVENTS: &str = "text/event-stream";

#[tokio::test]
async fn an_item_is_there_before_the_next_one_is_sent() {
    let pieces = [
        head(EVENTS),
        "event: added\nid: a\ndata: {\"id\": 1}\n\n".to_owned(),
        "data: {\"id\": 2}\n\ndata: {\"no\": 2}\n\n".to_owned(),
        "data: {\"id\": 3}\n\n".to_owned(),
    ];
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    let pause = Duration::from_millis(400);
    // The stream takes longer than a call may take otherwise.
    let builder = builder(&streams::API, &pieces, pause).await;
    let executor = builder.timeout(Duration::from_millis(900)).build();
    let executor = executor.expect("the executor can be built");
    let started = Instant::now();
    let response = executor.send(&streams::WatchEvents {}).await;
    let mut items = response.expect("is fine").into_body();
    let first = items.next().await.expect("is one").expect("is fine");
    assert_eq!(
        (first.event.as_deref(), first.id.as_deref()),
        (Some("added"), Some("a"))
    );
    assert_eq!(first.data.id, 1);
    assert!(started.elapsed() < pause * 2, "{:?}", started.elapsed());
    let second = items.next().await.expect("is one").expect("is fine");
    assert_eq!(second.data.id, 2);
    let error = items.next().await.expect("is one").expect_err("has no id");
    let SendError::Decode(error) = error else {
        panic!("{error:?}");
    };
    assert_eq!(error.violations[0].to_string(), "/data/id: is required");
    let last = items.next().await.expect("is one").expect("is fine");
    assert_eq!(last.data.id, 3);
    assert!(items.next().await.is_none());
    assert!(started.elapsed() > pause * 3);
}

#[tokio::test]
async fn silence_ends_a_stream() {
    let pieces = [head(EVENTS), "data: {\"id\": 1}\n\n".to_owned()];
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    let builder = builder(&streams::API, &pieces, Duration::from_secs(60)).await;
    let executor = builder.timeout(Duration::from_millis(300)).build();
    let executor = executor.expect("the executor can be built");
    let error = executor.send(&streams::WatchEvents {}).await;
    // The head alone comes at once; the first event never does.
    let mut items = error.expect("has begun").into_body();
    let error = items
        .next()
        .await
        .expect("is one")
        .expect_err("nothing comes");
    assert!(matches!(error, SendError::Timeout { .. }), "{error:?}");
    assert!(items.next().await.is_none());
}

#[tokio::test]
async fn events_as_a_whole_and_lines_and_records() {
    let body = "event: gone\ndata: {\"id\": 4}\n\ndata: [DONE]\n\n";
    let executor = answering(&streams::API, "200 OK", EVENTS, body).await;
    let items = executor.send(&streams::WatchNotices {}).await;
    let notices = items.expect("is fine").into_body().collect().await;
    let notices = notices.expect("is fine");
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0].data.id, 4);

    let lines = "{\"id\": 1}\n{\"id\": 2}";
    let executor = answering(&streams::API, "200 OK", "application/jsonl", lines).await;
    let items = executor.send(&streams::ListLines {}).await;
    let lines = items.expect("is fine").into_body().collect().await;
    let ids: Vec<i64> = lines.expect("is fine").iter().map(|line| line.id).collect();
    assert_eq!(ids, [1, 2]);

    let executor = answering(&streams::API, "200 OK", "application/json-seq", "\x1e[1]\n").await;
    let items = executor.send(&streams::ListRecords {}).await;
    let records = items.expect("is fine").into_body().collect().await;
    assert_eq!(records.expect("is fine"), [serde_json::json!([1])]);

    // A list in place of a stream.
    let executor = answering(&streams::API, "200 OK", "application/json", "[{\"id\": 1}]").await;
    let items = executor.send(&streams::ListLines {}).await;
    let lines = items.expect("is fine").into_body().collect().await;
    assert_eq!(lines.expect("is fine").len(), 1);
}

#[tokio::test]
async fn at_once_or_bit_by_bit() {
    use streams::CreateAnswerResponse::{Ok, OkStream};
    let request = streams::CreateAnswer { body: None };
    let executor = answering(
        &streams::API,
        "200 OK",
        "application/json",
        "{\"text\": \"a\"}",
    )
    .await;
    let answer = executor.send(&request).await.expect("is fine").into_body();
    assert!(matches!(answer, Ok(answer) if answer.text == "a"));
    let pieces = [head(EVENTS), "data: {\"delta\": \"a\"}\n\n".to_owned()];
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    let executor = self::executor(&streams::API, &pieces, Duration::ZERO).await;
    let answer = executor.send(&request).await.expect("is fine").into_body();
    let OkStream(items) = answer else {
        panic!("{answer:?}");
    };
    let items = items.collect().await.expect("is fine");
    assert_eq!(items[0].data.delta, "a");
}
