//! A change of the list of tools shows up in review.

#[path = "../src/cms.rs"]
#[rustfmt::skip]
#[allow(dead_code)]
mod cms;

#[test]
fn tools() {
    toolwright::assert_tools!(&cms::API);
}
