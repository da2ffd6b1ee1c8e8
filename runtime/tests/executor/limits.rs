use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use toolwright::HttpExecutor;

use crate::fixture::{FIND_PET, executor, request};
use crate::upstream::{Upstream, response};

/// Writes down when it is asked, and answers after a while.
async fn slow(after: Duration) -> (Upstream, Arc<Mutex<Vec<Instant>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let record = asked.clone();
    let upstream = Upstream::with(move |_| {
        record.lock().unwrap().push(Instant::now());
        (after, response("200 OK", "", "").into_bytes())
    })
    .await;
    (upstream, asked)
}

/// Makes so many calls at once. All of them work.
async fn call_at_once(executor: HttpExecutor, calls: usize) {
    let executor = Arc::new(executor);
    let calls = (0..calls).map(|_| {
        let executor = executor.clone();
        tokio::spawn(async move { executor.execute(&FIND_PET, request()).await })
    });
    for call in calls.collect::<Vec<_>>() {
        let outcome = call.await.unwrap();
        assert!(!outcome.is_error, "{}", outcome.text);
    }
}

#[tokio::test]
async fn so_many_requests_are_under_way_at_once() {
    const LONG: Duration = Duration::from_millis(100);
    let (upstream, asked) = slow(LONG).await;
    let executor = executor(&[("PETS_MAX_CONCURRENCY", "2")])
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    call_at_once(executor, 6).await;
    let asked = asked.lock().unwrap().clone();
    assert_eq!(asked.len(), 6);
    for (first, third) in asked.iter().zip(&asked[2..]) {
        assert!(*third - *first >= LONG, "{:?}", *third - *first);
    }
}

#[tokio::test]
async fn whoever_waits_in_vain_is_told_for_what() {
    let (upstream, _) = slow(Duration::from_secs(60)).await;
    let executor = executor(&[])
        .max_concurrency(NonZeroU32::MIN)
        .timeout(Duration::from_millis(400))
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let executor = Arc::new(executor);
    let calls = (0..20).map(|_| {
        let executor = executor.clone();
        tokio::spawn(async move { executor.execute(&FIND_PET, request()).await })
    });
    let mut answers = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        answers.push(call.await.unwrap().text);
    }
    // When the first call gives up, its place passes to the next one for as long as that still
    // waits. On a busy machine this can happen to several calls, so any of them may be the one.
    let told = "GET /pets/rex was not sent within the 0.4 s that a call may take: 1 requests are \
                under way already, and PETS_MAX_CONCURRENCY (--max-concurrency) allows no more. \
                Call again later, and make fewer calls at once.";
    assert!(answers.iter().any(|answer| answer == told), "{answers:#?}");
}

#[tokio::test]
async fn so_many_requests_begin_in_a_minute() {
    let (upstream, asked) = slow(Duration::ZERO).await;
    let executor = executor(&[("PETS_RATE_LIMIT_RPM", "6000")])
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let started = Instant::now();
    call_at_once(executor, 25).await;
    // Ten may go at once; the 25th is in the third tenth of a second.
    assert!(started.elapsed() >= Duration::from_millis(200));
    assert_eq!(asked.lock().unwrap().len(), 25);
}

#[tokio::test]
async fn a_call_whose_turn_does_not_come_is_not_sent() {
    let (upstream, asked) = slow(Duration::ZERO).await;
    let executor = executor(&[])
        .requests_per_minute(NonZeroU32::MIN)
        .timeout(Duration::from_millis(300))
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    assert!(!executor.execute(&FIND_PET, request()).await.is_error);
    let outcome = executor.execute(&FIND_PET, request()).await;
    assert_eq!(
        outcome.text,
        "GET /pets/rex was not sent within the 0.3 s that a call may take: \
         PETS_RATE_LIMIT_RPM allows 1 requests per minute, and all of them are used. Call again \
         later, and make fewer calls at once."
    );
    assert_eq!(asked.lock().unwrap().len(), 1);
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    for (variable, value) in [
        ("PETS_MAX_CONCURRENCY", "0"),
        ("PETS_MAX_CONCURRENCY", "many"),
        ("PETS_RATE_LIMIT_RPM", "0"),
        ("PETS_RATE_LIMIT_RPM", "1.5"),
        ("PETS_MAX_RETRIES", "-1"),
        ("PETS_RETRY_ANY_METHOD", "perhaps"),
    ] {
        let error = executor(&[(variable, value)]).build().unwrap_err();
        let expected = format!("{variable} is not usable: '{value}' is n");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}
