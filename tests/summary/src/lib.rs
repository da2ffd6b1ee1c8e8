//! The last line of `cargo test --workspace`: how many tests were ignored, and how to run them.

#[cfg(doctest)]
workspace_summary_macro::print_ignored_tests!();
#[cfg(not(doctest))]
use workspace_summary_macro as _;
