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

/// A value of an overlay, and its address.
#[derive(Clone, Copy)]
pub(super) struct PlacedValue<'v> {
    pub(super) value: &'v Value,
    pub(super) address: &'v str,
}

/// Merges `update` into the value at some steps.
pub(super) fn merge_update(
    value: &mut Value,
    steps: &mut Vec<Step>,
    update: PlacedValue<'_>,
    trail: &mut OriginTrail,
) -> Result<(), Mismatch> {
    match (&mut *value, update.value) {
        (Value::Object(members), Value::Object(new)) => {
            for (key, value) in new {
                let step = Step::Key(key.clone());
                let address = member_address(update.address, &step);
                let new = PlacedValue {
                    value,
                    address: &address,
                };
                steps.push(step);
                match members.get_mut(key) {
                    Some(old) => merge_update(old, steps, new, trail)?,
                    None => {
                        members.insert(key.clone(), value.clone());
                        trail.record_origin(steps, address);
                    }
                }
                steps.pop();
            }
            Ok(())
        }
        (Value::Array(items), Value::Array(new)) => {
            for (index, value) in new.iter().enumerate() {
                let new = PlacedValue {
                    value,
                    address: &member_address(update.address, &Step::Index(index)),
                };
                append_item(items, steps, new, trail);
            }
            Ok(())
        }
        // A key without a value, in YAML, says nothing: the standard's own examples have it.
        (Value::Object(_) | Value::Array(_), Value::Null) => Ok(()),
        (old, new) if old.is_null() || is_scalar(old) && is_scalar(new) => {
            *old = new.clone();
            trail.record_origin(steps, update.address.to_owned());
            Ok(())
        }
        // Any other combination is an error by the same section, since guessing would hide a wrong
        // target.
        (old, new) => Err(Mismatch {
            address: update.address.to_owned(),
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
    new: PlacedValue<'_>,
    trail: &mut OriginTrail,
) {
    steps.push(Step::Index(items.len()));
    trail.record_origin(steps, new.address.to_owned());
    steps.pop();
    items.push(new.value.clone());
}

fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::Object(_) | Value::Array(_))
}
