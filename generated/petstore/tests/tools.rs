//! A change of the list of tools shows up in review.

#[path = "../src/petstore.rs"]
#[rustfmt::skip]
#[allow(dead_code)]
mod petstore;

#[test]
fn tools() {
    toolwright::assert_tools!(&petstore::API);
}
