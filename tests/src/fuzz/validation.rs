use serde_json::Value;
use toolwright::schema::Schema;
use toolwright::value::Violation;
use toolwright_codegen::source::pointer;

/// Validates a value in both ways, which must agree; says whether it is valid.
pub(super) fn hold(table: &Schema, value: &Value) -> bool {
    let violations = table.violations(value);
    let valid = table.is_valid(value);
    assert_eq!(valid, violations.is_empty(), "{value}: {violations:?}");
    if !valid {
        proper(&violations, value);
    }
    valid
}

/// Violations say what is wrong, and with which of the values.
pub(super) fn proper(violations: &[Violation], value: &Value) {
    assert!(!violations.is_empty(), "{value} is refused for nothing");
    for violation in violations {
        assert!(!violation.message.is_empty(), "{value}: {violation:?}");
        let place = pointer::resolve(value, &violation.pointer);
        assert!(place.is_some(), "{value}: {violation:?}");
    }
}
