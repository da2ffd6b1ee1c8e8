//! Answers of the schema provider are not much longer than what they describe.

use toolwright_benches::provider::{measure_answers, median_ratio};
use toolwright_benches::specs::spec;

#[test]
fn an_answer_for_github_is_at_most_two_and_a_half_times_as_long_as_the_schema() {
    let Ok(github) = spec("github") else {
        println!("skipped: the specs are missing");
        return;
    };
    let lengths = measure_answers(&github).expect("the spec compiles");
    let ratio = median_ratio(&lengths);
    assert!(ratio <= 2.5, "the median is {ratio:.2}");
}
