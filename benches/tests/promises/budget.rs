//! Generated code stays cheap to compile.

use toolwright_benches::compile_cost::cost_beside_structs;
use toolwright_benches::crates::Build;

/// What is measured may be this many times what is promised.
const MARGIN: f64 = 1.5;

/// A tool of Kubernetes, the largest spec of the corpus, takes as long as so many structs.
const PROMISED: [(Build, f64); 2] = [(Build::Check, 9.0), (Build::Debug, 14.5)];

#[test]
#[ignore = "needs ../shared"]
fn a_tool_is_cheap_to_compile() {
    for (build, promised) in PROMISED {
        let cost = cost_beside_structs("kubernetes", build).expect("the server builds");
        println!("{build:?}: a tool takes as long as {cost:.1} structs");
        assert!(
            cost <= promised * MARGIN,
            "{build:?}: a tool takes as long as {cost:.1} structs, promised are {promised}"
        );
    }
}
