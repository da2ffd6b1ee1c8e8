//! A generated server whose upstream does everything wrong: no call is lost, every error says why,
//! and the memory comes back. `TOOLWRIGHT_FULL=1` makes ten thousand calls.

mod cases;
mod client;
mod upstream;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::process::Command;
use toolwright_tests::Form;

use cases::{CASES, Case, Expected};
use client::Client;

/// Calls at a time.
const IN_FLIGHT: u64 = 96;
/// Calls that bring the server to the memory that it needs.
const WARM_UP: u64 = 400;
/// Rounds of calls after that, at most.
const ROUNDS: usize = 3;
const TIMEOUT: &str = "2";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_call_is_lost() {
    let calls = match Form::chosen() {
        Form::Quick => 600,
        Form::Full => 10_000,
    };
    let address = upstream::start().await.expect("it listens");
    let client = Arc::new(Client::start(server(&format!("http://{address}"))).await);
    let mut wrong = run(&client, 1, WARM_UP).await;
    let mut resident = vec![settled(&client).await];
    let mut next = 1 + WARM_UP;
    // What is lost is lost in each round, and what an allocator keeps is kept once.
    while resident.len() <= ROUNDS && !is_stable(&resident) {
        wrong.extend(run(&client, next, calls).await);
        next += calls;
        resident.push(settled(&client).await);
    }
    eprintln!("{calls} calls in each round; resident {resident:?} KB");
    wrong.sort();
    wrong.dedup();
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    // Only Linux says in /proc what is resident.
    if cfg!(target_os = "linux") {
        assert!(is_stable(&resident), "the memory grows: {resident:?} KB");
    }
}

/// Whether the last round took hardly more memory than the one before.
fn is_stable(resident: &[Option<u64>]) -> bool {
    match resident {
        [.., Some(before), Some(after)] => after * 10 <= before * 11,
        _ => false,
    }
}

fn server(upstream: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chaos"));
    command.args(["--upstream", upstream, "--timeout", TIMEOUT, "--log", "off"]);
    // Otherwise glibc keeps as much as was once freed at a time, for as long as it likes, and mimalloc
    // for a while, and what is resident says nothing of what is in use.
    command.env("MALLOC_MMAP_THRESHOLD_", "131072");
    command.env("MIMALLOC_PURGE_DELAY", "0");
    command
}

/// Makes the calls; what is wrong with their results.
async fn run(client: &Arc<Client>, first: u64, calls: u64) -> Vec<String> {
    let next = Arc::new(AtomicU64::new(first));
    let workers: Vec<_> = (0..IN_FLIGHT)
        .map(|_| {
            let (client, next) = (Arc::clone(client), Arc::clone(&next));
            tokio::spawn(async move {
                let mut wrong = Vec::new();
                loop {
                    let id = next.fetch_add(1, Ordering::Relaxed);
                    if id >= first + calls {
                        return wrong;
                    }
                    wrong.extend(call(&client, id).await);
                }
            })
        })
        .collect();
    let mut wrong = Vec::new();
    for worker in workers {
        wrong.extend(worker.await.expect("every call is answered"));
    }
    wrong
}

async fn call(client: &Client, id: u64) -> Option<String> {
    // A step that shares no factor with the number of cases mixes them.
    let case = &CASES[usize::try_from(id * 17).expect("is small") % CASES.len()];
    let (tool, arguments) = match id % 2 {
        0 => ("get_chaos", json!({"case": case.name})),
        _ => (
            "post_chaos",
            json!({"case": case.name, "text": "x".repeat(1000)}),
        ),
    };
    let result = client.call(id, tool, arguments).await;
    let blocks = result["content"].as_array().into_iter().flatten();
    let texts: Vec<&str> = blocks.filter_map(|block| block["text"].as_str()).collect();
    let is_right = is_expected(case, result["isError"] == true, &texts.join("\n"));
    let shown: String = result.to_string().chars().take(600).collect();
    (!is_right).then(|| format!("{}: {shown}", case.name))
}

fn is_expected(case: &Case, is_error: bool, text: &str) -> bool {
    match case.expected {
        Expected::Success(words) => !is_error && text.contains(words),
        Expected::Error(words) => is_error && words.iter().all(|words| text.contains(words)),
        Expected::OneOf(words) => is_error && words.iter().any(|words| text.contains(words)),
    }
}

/// Resident memory in KB, once the server has nothing left to do.
async fn settled(client: &Client) -> Option<u64> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    let id = client.child.id().expect("it runs");
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.expect("it has memory").trim().trim_end_matches(" kB");
    Some(number.parse().expect("is a number"))
}

#[test]
fn the_step_mixes_the_cases() {
    let seen: std::collections::BTreeSet<usize> =
        (0..CASES.len()).map(|id| id * 17 % CASES.len()).collect();
    assert_eq!(seen.len(), CASES.len());
}
