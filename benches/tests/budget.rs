//! Generated code stays cheap to compile.

use std::time::Duration;

use toolwright_benches::compile_cost::per_tool;
use toolwright_benches::crates::Build;

/// What is measured here may be this many times what is promised: CI machines are slow and busy.
const MARGIN: u32 = 4;

#[test]
#[ignore = "needs ../shared"]
fn a_tool_is_cheap_to_compile() {
    let promised = [
        (Build::Check, Duration::from_millis(3)),
        (Build::Debug, Duration::from_millis(8)),
    ];
    for (build, promised) in promised {
        let cost = per_tool("cms", build).expect("the server builds");
        assert!(
            cost <= promised * MARGIN,
            "{build:?}: {cost:?} a tool, promised are {promised:?}"
        );
    }
}
