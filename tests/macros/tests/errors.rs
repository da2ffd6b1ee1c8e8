//! What the macros say of what is wrong, and where. In some cases rustc's words stand around ours, about types
//! that lack an implementation: with another rustc, `TRYBUILD=overwrite` renews them.

#[test]
#[ignore = "takes minutes"]
fn errors_stand_where_the_setting_does() {
    trybuild::TestCases::new().compile_fail("tests/errors/*.rs");
}
