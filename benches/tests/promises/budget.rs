//! Generated code stays cheap to compile.

use toolwright_benches::compile_cost::cost_beside_structs;
use toolwright_benches::crates::Build;

/// A tool of Kubernetes, the largest spec of the corpus, takes as long as so many structs.
const PROMISED: f64 = 13.0;

/// What is measured may be this many times what is promised. A half of a build is what `cargo check` does, so that with
/// this margin no more than a half can come to that.
const MARGIN: f64 = 1.25;

#[test]
#[ignore = "needs ../shared"]
fn a_tool_is_cheap_to_compile() {
    let cost = cost_beside_structs("kubernetes", Build::Debug).expect("the server builds");
    println!("a tool takes as long as {cost:.1} structs");
    assert!(
        cost <= PROMISED * MARGIN,
        "a tool takes as long as {cost:.1} structs, promised are {PROMISED}"
    );
}
