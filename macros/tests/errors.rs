//! What the macro says of settings that are none, and where.

#[test]
fn errors_stand_where_the_setting_does() {
    trybuild::TestCases::new().compile_fail("tests/errors/*.rs");
}
