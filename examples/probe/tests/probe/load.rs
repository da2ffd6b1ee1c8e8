//! Many calls at once, and many connections one after the other: nothing is lost, and nothing is left behind.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::Probe;
use crate::hostile::children_of;
use crate::targets::{petstore, petstore_over_http};

/// What a process has.
#[derive(Debug)]
struct Usage {
    children: usize,
    descriptors: usize,
    threads: usize,
    resident_kib: u64,
}

fn usage_of(pid: u32) -> Usage {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let number = |name: &str| -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|line| line.split_whitespace().next());
        number
            .and_then(|number| number.parse().ok())
            .expect("is there")
    };
    Usage {
        children: children_of(pid).len(),
        descriptors: std::fs::read_dir(format!("/proc/{pid}/fd"))
            .expect("it runs")
            .count(),
        threads: number("Threads:") as usize,
        resident_kib: number("VmRSS:"),
    }
}

#[test]
fn two_hundred_calls_at_once_are_all_answered_and_counted() {
    let server = petstore_over_http();
    for target in [petstore(), server.target.clone()] {
        let mut probe = Probe::connected_to(&target);
        let begun = Instant::now();
        let calls: Vec<u64> = (0..200)
            .map(|number| {
                let arguments = json!({"petId": 1 + number % 3});
                probe.send_call(
                    "call_tool",
                    json!({"name": "get_pet", "arguments": arguments}),
                )
            })
            .collect();
        for (number, id) in calls.into_iter().enumerate() {
            let answer = probe.receive_call(id);
            assert_eq!(answer["success"], true, "{answer:#}");
            let asked = &answer["tool_call"]["arguments"]["petId"];
            assert_eq!(asked, 1 + number % 3, "answers are not mixed up");
        }
        let status = probe.success("get_connection_status", json!({}));
        assert_eq!(status["statistics"]["tools_called"], 200);
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{:?}",
            begun.elapsed()
        );
        probe.success("disconnect", json!({}));
    }
}

#[test]
fn a_thousand_connections_leave_nothing_behind() {
    const CYCLES: usize = 1000;
    let server = petstore_over_http();
    let targets = [petstore().arguments(), server.target.arguments()];
    let mut probe = Probe::start();
    let cycle = |probe: &mut Probe, number: usize| {
        probe.success("connect_to_server", targets[number % 2].clone());
        if number % 10 < 2 {
            let call = json!({"name": "get_pet", "arguments": {"petId": 1}});
            probe.success("call_tool", call);
        }
        probe.success("disconnect", json!({}));
    };
    // What is made once and kept is not a leak.
    for number in 0..100 {
        cycle(&mut probe, number);
    }
    let before = usage_of(probe.process_id());
    let begun = Instant::now();
    for number in 100..CYCLES {
        cycle(&mut probe, number);
    }
    let after = usage_of(probe.process_id());
    assert!(
        begun.elapsed() < Duration::from_secs(240),
        "{:?}",
        begun.elapsed()
    );
    assert_eq!(
        (before.children, after.children),
        (0, 0),
        "processes that were not reaped"
    );
    // Connections to the HTTP server are kept for a while for the next one.
    assert!(
        after.descriptors <= before.descriptors + 4,
        "{before:?}, then {after:?}"
    );
    assert!(
        after.threads <= before.threads + 2,
        "{before:?}, then {after:?}"
    );
    // 900 connections at 8 KiB each would be 7 MiB.
    assert!(
        after.resident_kib < before.resident_kib + 7 * 1024,
        "{before:?}, then {after:?}"
    );
}
