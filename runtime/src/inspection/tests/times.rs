use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{Instant, advance};

use super::Counted;
use crate::inspection::{SchemaRegistry, SchemaRegistryBuilder};

fn builder(source: &Arc<Counted>) -> SchemaRegistryBuilder {
    SchemaRegistry::builder().server("files", Arc::clone(source))
}

async fn pass(seconds: u64) {
    advance(Duration::from_secs(seconds)).await;
}

#[tokio::test(start_paused = true)]
async fn r5_lists_are_kept_for_five_minutes() {
    let source = Counted::arc(&["a", "b"]);
    let registry = builder(&source).build();
    registry.get_schema("a").await.expect("is there");
    pass(299).await;
    registry.get_schema("b").await.expect("is there");
    assert_eq!(source.asked(), 1);
    pass(1).await;
    registry.tools().await.expect("answers");
    assert_eq!(source.asked(), 2);
}

#[tokio::test(start_paused = true)]
async fn r5_schemas_are_kept_for_an_hour_whatever_becomes_of_the_list() {
    let source = Counted::arc(&["a"]);
    let registry = builder(&source).build();
    let first = registry.get_schema("a").await.expect("is there");
    pass(3_599).await;
    let kept = registry.get_schema("a").await.expect("is there");
    assert!(Arc::ptr_eq(&first, &kept));
    assert_eq!(source.asked(), 1);
    pass(1).await;
    let read = registry.get_schema("a").await.expect("is there");
    assert!(!Arc::ptr_eq(&first, &read));
    assert_eq!(source.asked(), 2);
}

#[tokio::test(start_paused = true)]
async fn r5_times_can_be_set_for_each_schema() {
    let source = Counted::arc(&["a", "b"]);
    let registry = builder(&source)
        .list_ttl(Duration::ZERO)
        .schema_ttl(Duration::from_secs(20))
        .schema_ttl_of("b", Duration::from_secs(10))
        .build();
    registry.get_schemas(["a", "b"]).await.expect("answers");
    assert_eq!(source.asked(), 2);
    pass(10).await;
    registry.get_schema("a").await.expect("is there");
    assert_eq!(source.asked(), 2);
    registry.get_schema("b").await.expect("is there");
    assert_eq!(source.asked(), 3);
    pass(10).await;
    registry.get_schema("a").await.expect("is there");
    assert_eq!(source.asked(), 4);
}

#[tokio::test(start_paused = true)]
async fn r5_a_time_beyond_the_clock_is_for_ever() {
    let source = Counted::arc(&["a"]);
    let registry = builder(&source).schema_ttl(Duration::MAX).build();
    registry.get_schema("a").await.expect("is there");
    pass(1_000_000).await;
    registry.get_schema("a").await.expect("is there");
    assert_eq!(source.asked(), 1);
}

#[tokio::test(start_paused = true)]
async fn r5_what_is_forgotten_is_fetched_again() {
    let source = Counted::arc(&["a"]);
    let registry = builder(&source).build();
    registry.get_schema("a").await.expect("is there");
    registry.forget().await;
    registry.get_schema("a").await.expect("is there");
    assert_eq!(source.asked(), 2);
}

/// The same call, so many times at once.
async fn at_once(registry: &Arc<SchemaRegistry>, calls: usize) -> Vec<Result<(), String>> {
    let calls: Vec<_> = (0..calls)
        .map(|_| {
            let registry = Arc::clone(registry);
            tokio::spawn(async move {
                let found = registry.get_schema("a").await;
                found.map(drop).map_err(|error| error.to_string())
            })
        })
        .collect();
    let mut results = Vec::new();
    for call in calls {
        results.push(call.await.expect("does not panic"));
    }
    results
}

fn slow() -> Arc<Counted> {
    Arc::new(Counted {
        takes: Duration::from_secs(1),
        ..Counted::with(&["a"])
    })
}

#[tokio::test(start_paused = true)]
async fn r1_one_fetch_is_for_all_that_wait() {
    for ttl in [Duration::from_secs(300), Duration::ZERO] {
        let source = slow();
        let registry = Arc::new(builder(&source).list_ttl(ttl).schema_ttl(ttl).build());
        let started = Instant::now();
        let results = at_once(&registry, 100).await;
        assert!(results.iter().all(Result::is_ok), "{results:?}");
        assert_eq!(source.asked(), 1);
        assert_eq!(started.elapsed(), Duration::from_secs(1));
    }
}

#[tokio::test(start_paused = true)]
async fn r1_one_failure_is_for_all_that_wait_and_no_longer() {
    let source = slow();
    source.failing.store(1, Ordering::SeqCst);
    let registry = Arc::new(builder(&source).build());
    let results = at_once(&registry, 100).await;
    assert!(results.iter().all(Result::is_err), "{results:?}");
    assert_eq!(source.asked(), 1);
    registry.get_schema("a").await.expect("is there");
    assert_eq!(source.asked(), 2);
}

#[tokio::test(start_paused = true)]
async fn r1_a_call_that_is_dropped_leaves_the_fetch_to_the_next() {
    let source = slow();
    let registry = Arc::new(builder(&source).build());
    let dropped = tokio::time::timeout(Duration::from_millis(500), registry.get_schema("a"));
    let (dropped, results) = tokio::join!(dropped, at_once(&registry, 10));
    assert!(dropped.is_err());
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    assert_eq!(source.asked(), 2);
}
