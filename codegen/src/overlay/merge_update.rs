//! Merges the `update` of an action into the values that its target selects: objects recursively, lists by appending
//! (Overlay 1.1, section 4.4.3), and notes where each value came from.

use serde_json::Value;

use crate::normalize::json_kind;
use crate::source::{OriginTrail, Step, member_address};

/// Values that cannot be merged.
pub(super) struct Mismatch {
    /// The address of the one that was to be merged.
    pub(super) address: String,
    /// What they are.
    pub(super) message: String,
}

/// Merges `update`, which stands at an address, into the value at some steps.
pub(super) fn merge_update(
    value: &mut Value,
    steps: &mut Vec<Step>,
    (update, origin): (&Value, &str),
    trail: &mut OriginTrail,
) -> Result<(), Mismatch> {
    match (&mut *value, update) {
        (Value::Object(members), Value::Object(new)) => {
            for (key, new) in new {
                let step = Step::Key(key.clone());
                let origin = member_address(origin, &step);
                steps.push(step);
                match members.get_mut(key) {
                    Some(old) => merge_update(old, steps, (new, &origin), trail)?,
                    None => {
                        members.insert(key.clone(), new.clone());
                        trail.record_origin(steps, origin);
                    }
                }
                steps.pop();
            }
            Ok(())
        }
        (Value::Array(items), Value::Array(new)) => {
            for (index, new) in new.iter().enumerate() {
                append_item(
                    items,
                    steps,
                    (new, &member_address(origin, &Step::Index(index))),
                    trail,
                );
            }
            Ok(())
        }
        // A key without a value, in YAML, says nothing: the standard's own examples have it.
        (Value::Object(_) | Value::Array(_), Value::Null) => Ok(()),
        (old, new) if old.is_null() || is_scalar(old) && is_scalar(new) => {
            *old = new.clone();
            trail.record_origin(steps, origin.to_owned());
            Ok(())
        }
        // Any other combination is an error by the same section, since guessing would hide a wrong
        // target.
        (old, new) => Err(Mismatch {
            address: origin.to_owned(),
            message: format!(
                "{} cannot be merged into {}",
                json_kind(new),
                json_kind(old)
            ),
        }),
    }
}

/// Appends a value to the list at some steps.
pub(super) fn append_item(
    items: &mut Vec<Value>,
    steps: &mut Vec<Step>,
    (new, origin): (&Value, &str),
    trail: &mut OriginTrail,
) {
    steps.push(Step::Index(items.len()));
    trail.record_origin(steps, origin.to_owned());
    steps.pop();
    items.push(new.clone());
}

fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::Object(_) | Value::Array(_))
}
