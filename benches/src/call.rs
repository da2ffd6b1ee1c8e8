//! Validation, decoding and encoding of a call, against a general validator alone.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::Error;
use crate::issues::API;
use crate::measure::{median, us};

const BATCH: usize = 16;
const BATCHES: usize = 20_000;

/// Measures both in turn and prints the medians.
pub fn run(_: &[String]) -> Result<(), Error> {
    let tool = API.tool("create_issue").ok_or("there is no such tool")?;
    let schema: Value = serde_json::from_str(&tool.input.full_text(API.schemas, tool.name))?;
    let validator = jsonschema::validator_for(&schema)?;
    let arguments = arguments();
    let instance = Value::Object(arguments.clone());
    // A benchmark of rejected arguments would measure the wrong path.
    if toolwright::prepare(tool, arguments.clone()).is_err() || !validator.is_valid(&instance) {
        return Err("the arguments are not valid".into());
    }
    let [mut prepared, mut ours, mut checked, mut validated] =
        [const { Vec::<Duration>::new() }; 4];
    for _ in 0..BATCHES {
        let calls: Vec<Map<String, Value>> = vec![arguments.clone(); BATCH];
        prepared.push(time(calls, |call| toolwright::prepare(tool, call).is_ok()));
        ours.push(time(vec![&instance; BATCH], |call| {
            tool.input.check.is_valid(call)
        }));
        checked.push(time(vec![&instance; BATCH], |call| {
            validator.is_valid(call)
        }));
        validated.push(time(vec![&instance; BATCH], |call| {
            validator.validate(call).is_ok()
        }));
    }
    println!("medians of {BATCHES} batches of {BATCH}");
    println!(
        "  toolwright, validation, decoding and encoding: {:.2} µs",
        us(median(&mut prepared))
    );
    println!(
        "  toolwright, validation alone: {:.2} µs",
        us(median(&mut ours))
    );
    println!("  jsonschema, is_valid: {:.2} µs", us(median(&mut checked)));
    println!(
        "  jsonschema, validate: {:.2} µs",
        us(median(&mut validated))
    );
    Ok(())
}

fn time<T>(calls: Vec<T>, mut make: impl FnMut(T) -> bool) -> Duration {
    let start = Instant::now();
    for call in calls {
        // Without `black_box`, the optimizer may see that a result is not used and drop the whole
        // call.
        black_box(make(black_box(call)));
    }
    start.elapsed() / u32::try_from(BATCH).unwrap_or(u32::MAX)
}

fn arguments() -> Map<String, Value> {
    let arguments = json!({
        "owner": "octocat",
        "repo": "hello-world",
        "title": "Found a bug",
        "body": "I'm having a problem with this.",
        "labels": ["bug", {"name": "help wanted", "color": "ff0000"}],
        "assignees": ["octocat", "hubot"],
        "milestone": 1,
    });
    match arguments {
        Value::Object(arguments) => arguments,
        _ => Map::new(),
    }
}
