/// Holds the list of tools to a snapshot of [insta](https://insta.rs), so that a change of the API shows
/// up where it is reviewed: names, titles, descriptions, hints and schemas as clients see them. It needs
/// no network, no credentials and no settings of the server. Of more than 3,000 tools, the snapshot has a line each
/// ([`tool_snapshot`](crate::tool_snapshot)).
///
/// insta has to be among the crate's `dev-dependencies`; it writes the snapshot beside the test, and
/// `INSTA_UPDATE=always cargo test` or `cargo insta review` accepts what changed.
///
/// ```no_run
/// mod pets {
///     toolwright::tools!("tests/doc/pets.yaml");
/// }
///
/// #[test]
/// fn tools() {
///     toolwright::assert_tools!(&pets::API);
/// }
/// # fn main() {}
/// ```
///
/// With a name for the snapshot, several can stand in one test: `assert_tools!("pets", &pets::API)`.
#[macro_export]
macro_rules! assert_tools {
    ($name:literal, $api:expr $(,)?) => {
        ::insta::assert_snapshot!($name, $crate::tool_snapshot($api))
    };
    ($api:expr $(,)?) => {
        ::insta::assert_snapshot!($crate::tool_snapshot($api))
    };
}
