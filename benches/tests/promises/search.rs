//! Tools are found by what they do.

use toolwright_benches::search::{Miss, Quality, Set};

/// Holds a set of tasks to what was measured: how many lead to the wanted operation, in the first place
/// and among the first five.
fn meets(set: Set, first: usize, found: usize) {
    let quality = Quality::measure(set).expect("the specs compile and have the operations");
    let misses: Vec<String> = quality.misses.iter().map(Miss::line).collect();
    assert!(
        quality.first >= first && quality.found >= found,
        "{} first, {} found\n{}",
        quality.first,
        quality.found,
        misses.join("\n")
    );
}

#[test]
#[ignore = "needs ../shared"]
fn the_tasks_that_the_search_was_tuned_by_are_met() {
    meets(Set::Tuned, 82, 97);
}

#[test]
#[ignore = "needs ../shared"]
fn tasks_for_two_other_apis_are_met() {
    meets(Set::Unseen, 22, 29);
}

#[test]
#[ignore = "needs ../shared"]
fn tasks_for_three_further_apis_are_met() {
    meets(Set::Last, 21, 26);
}
