//! Answers of the schema provider are not much longer than what they describe.

use toolwright_benches::provider::{measure_answers, median_ratio};
use toolwright_benches::specs::github_spec;

#[test]
#[ignore = "takes minutes"]
fn an_answer_for_github_is_at_most_two_and_a_half_times_as_long_as_the_schema() {
    let lengths = measure_answers(&github_spec().expect("the example")).expect("the spec compiles");
    assert_eq!(
        lengths.len(),
        1223,
        "the example has all operations of the API"
    );
    let ratio = median_ratio(&lengths);
    assert!(ratio <= 2.5, "the median is {ratio:.2}");
}
