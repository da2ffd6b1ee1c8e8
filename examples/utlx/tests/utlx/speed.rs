//! U5: the seed's targets. `cargo test --release -p utlx-mcp --test utlx -- --nocapture u05` prints the figures, and
//! holds them to a tenth of the targets.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::mock_daemon::{MockDaemon, Reply};
use crate::oracles::with_oracles;
use crate::server::{Server, Setup};

struct Target {
    tool: &'static str,
    milliseconds: u64,
    arguments: Value,
}

/// The calls that are measured. The daemon answers at once: what is measured is this server.
fn targets() -> Vec<Target> {
    let mut xml = "<Orders>".to_owned();
    for number in 0..1000 {
        let _ = write!(
            xml,
            "<Order id=\"{number}\"><Name>Ada</Name><Price>{number}.5</Price><At>2026-11-24</At></Order>"
        );
    }
    xml.push_str("</Orders>");
    let transformation = "%utlx 1.0\ninput json\noutput json\n---\n{ total: sum($input.items |> map(i => i.price)) }";
    let schema = json!({"type": "object", "properties": {"items": {"type": "array", "items": {"type": "object", "properties": {"price": {"type": "number"}}}}}});
    let target = |tool, milliseconds, arguments| Target {
        tool,
        milliseconds,
        arguments,
    };
    vec![
        target(
            "get_input_schema",
            500,
            json!({"source": xml, "format": "xml"}),
        ),
        target(
            "get_stdlib_functions",
            100,
            json!({"search": "format date", "limit": 20}),
        ),
        target(
            "validate_utlx",
            300,
            json!({"transformation": transformation, "inputSchema": schema}),
        ),
        target(
            "infer_output_schema",
            500,
            json!({"transformation": transformation, "inputSchema": schema}),
        ),
        target(
            "execute_transformation",
            1000,
            json!({"transformation": transformation, "inputData": "{}", "inputFormat": "json", "outputFormat": "json"}),
        ),
        target(
            "get_examples",
            200,
            json!({"inputFormat": "xml", "outputFormat": "json", "functions": ["map", "filter"], "description": "transform order items to invoice", "limit": 5}),
        ),
    ]
}

fn setup() -> Setup {
    let daemon = MockDaemon::start(|asked, _| {
        let answer = match asked.path.as_str() {
            "/api/validate" => json!({"valid": true}),
            "/api/execute" => json!({"success": true, "output": "{}"}),
            _ => json!({"schema": {"type": "object"}}),
        };
        Reply::Json(200, answer)
    });
    Setup::new()
        .daemon(&daemon.url())
        .config("tools: {get_input_schema: {inference: local}}\n")
}

/// The median of a number of calls, after some that warm up.
fn measure(server: &mut Server, target: &Target, calls: usize) -> Duration {
    for _ in 0..3 {
        server.data(target.tool, target.arguments.clone());
    }
    let mut times: Vec<Duration> = (0..calls)
        .map(|_| {
            let started = Instant::now();
            server.data(target.tool, target.arguments.clone());
            started.elapsed()
        })
        .collect();
    times.sort();
    times[calls / 2]
}

/// How often each call is measured, and what part of its target it may take. A build for release is held to a tenth
/// of the seed's targets; a debug build on a machine that does other things, to the targets themselves.
const CALLS_AND_SHARE: (usize, u32) = if cfg!(debug_assertions) {
    (5, 1)
} else {
    (200, 10)
};

#[test]
fn u05_queries_meet_the_targets() {
    meets_the_targets(setup().start());
}

#[test]
#[ignore = "needs ../shared"]
fn u05_queries_of_all_functions_and_cases_meet_the_targets() {
    meets_the_targets(with_oracles(setup()).start());
}

fn meets_the_targets(mut server: Server) {
    let (calls, share) = CALLS_AND_SHARE;
    for target in targets() {
        let median = measure(&mut server, &target, calls);
        let limit = Duration::from_millis(target.milliseconds);
        println!(
            "{:24} {:8.2} ms of {:4} ms: factor {:.0}",
            target.tool,
            median.as_secs_f64() * 1000.0,
            target.milliseconds,
            limit.as_secs_f64() / median.as_secs_f64()
        );
        assert!(median < limit / share, "{}: {median:?}", target.tool);
    }
}
