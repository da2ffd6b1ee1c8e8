//! Values against the schemas of servers. A schema can be written so that comparing takes years (a chain of `anyOf`
//! whose branches are all the next link doubles the work with each link), so it happens on a thread of its own, with a
//! limit of time. A thread cannot be stopped from outside: one that is overdue goes on, but few of them do at a
//! time, and none keeps the program from ending.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use jsonschema::Validator;
use serde_json::Value;
use tokio::sync::oneshot;

/// How long one comparison is waited for.
const LIMIT: Duration = Duration::from_secs(2);

/// How long a first look may take, which keeps nothing, for the reasons to be collected behind it: they take memory in
/// proportion to the work.
const DETAIL_LIMIT: Duration = Duration::from_millis(20);

/// Comparisons that may be under way at a time, overdue ones included.
const MAX_THREADS: usize = 4;

/// A thread of a comparison needs no more than this, however deep a schema of the longest message is.
const STACK: usize = 256 * 1024 * 1024;

static THREADS: AtomicUsize = AtomicUsize::new(0);

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Conformance {
    /// All that does not match, up to a limit; nothing if it matches.
    Compared(Vec<String>),
    /// The schema itself cannot be used.
    BadSchema,
    /// There is no outcome, for this reason.
    NotCompared(&'static str),
}

/// Compares a value with a schema, and lists at most `max` reasons why it does not match.
pub(crate) async fn compare(schema: Value, value: Value, max: usize) -> Conformance {
    let Some(slot) = Slot::claim() else {
        return Conformance::NotCompared("earlier schemas are still being compared");
    };
    let (tell, told) = oneshot::channel();
    let comparing = move || {
        let _slot = slot;
        // Nobody may be waiting any more.
        let _ = tell.send(find_violations(&schema, &value, max));
    };
    let thread = std::thread::Builder::new()
        .name("conformance".to_owned())
        .stack_size(STACK)
        .spawn(comparing);
    if thread.is_err() {
        return Conformance::NotCompared("no thread can be started");
    }
    match tokio::time::timeout(LIMIT, told).await {
        Ok(Ok(conformance)) => conformance,
        Ok(Err(_)) => Conformance::NotCompared("comparing has failed"),
        Err(_) => Conformance::NotCompared("comparing with the schema takes more than 2 s"),
    }
}

fn find_violations(schema: &Value, value: &Value, max: usize) -> Conformance {
    let Ok(validator) = jsonschema::validator_for(schema) else {
        return Conformance::BadSchema;
    };
    let started = Instant::now();
    let reasons = match validator.is_valid(value) {
        true => Vec::new(),
        false if started.elapsed() > DETAIL_LIMIT => {
            vec!["it does not match (the schema is too complex to tell where)".to_owned()]
        }
        false => describe_violations(&validator, value, max),
    };
    Conformance::Compared(reasons)
}

fn describe_violations(validator: &Validator, value: &Value, max: usize) -> Vec<String> {
    let errors = validator.iter_errors(value).take(max);
    errors
        .map(|error| match error.instance_path().to_string() {
            root if root.is_empty() => error.to_string(),
            pointer => format!("{pointer}: {error}"),
        })
        .collect()
}

/// One of the threads that there may be.
struct Slot;

impl Slot {
    fn claim() -> Option<Self> {
        let more = |threads| (threads < MAX_THREADS).then_some(threads + 1);
        let claimed = THREADS.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        claimed.is_ok().then_some(Self)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        THREADS.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    /// A schema of as many links, of which each has the next one as both branches of an `anyOf`.
    fn doubling(links: usize) -> Value {
        let mut definitions = Map::new();
        for link in 0..links {
            let next = json!({"$ref": format!("#/$defs/d{}", link + 1)});
            definitions.insert(format!("d{link}"), json!({"anyOf": [next, next]}));
        }
        definitions.insert(format!("d{links}"), json!({"type": "string"}));
        json!({"$ref": "#/$defs/d0", "$defs": definitions})
    }

    #[tokio::test]
    async fn a_schema_that_takes_years_is_given_up_while_the_only_thread_of_the_runtime_goes_on() {
        let started = Instant::now();
        let (compared, ()) = tokio::join!(compare(doubling(60), json!(1), 20), async {
            tokio::time::sleep(Duration::from_millis(10)).await;
            assert!(started.elapsed() < Duration::from_secs(1));
        });
        assert!(
            matches!(compared, Conformance::NotCompared(_)),
            "{compared:?}"
        );
        assert!(started.elapsed() < Duration::from_secs(4));
    }

    #[tokio::test]
    async fn what_does_not_match_is_listed_with_its_place() {
        let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        let compared = compare(schema.clone(), json!({"a": 1}), 20).await;
        let Conformance::Compared(reasons) = compared else {
            panic!("{compared:?}");
        };
        assert!(
            reasons.len() == 1 && reasons[0].starts_with("/a: "),
            "{reasons:?}"
        );
        let compared = compare(schema, json!({}), 20).await;
        assert_eq!(compared, Conformance::Compared(Vec::new()));
        let compared = compare(json!({"type": "thing"}), json!({}), 20).await;
        assert_eq!(compared, Conformance::BadSchema);
    }
}
