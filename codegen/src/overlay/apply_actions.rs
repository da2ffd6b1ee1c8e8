//! Applies the actions of overlays to a spec, one after the other, within the limits that hold for files.

use serde_json::Value;

use super::merge_update::{PlacedValue, append_item, merge_update};
use super::overlay_action::{Action, Change, select_locations, value_at};
use super::remove_values::remove_values;
use super::{Remarks, size_limits};
use crate::source::{
    MAX_DEPTH, MAX_VALUES, OriginTrail, Overlay, Step, address, pointer_from_steps,
};

/// A spec that overlays are applied to.
pub(super) struct OverlayTarget<'t> {
    pub(super) root: Value,
    pub(super) trail: &'t mut OriginTrail,
}

impl OverlayTarget<'_> {
    pub(super) fn apply_action(
        &mut self,
        action: &Action<'_>,
        overlay: &Overlay,
        remarks: &mut Remarks,
    ) {
        let places = select_locations(&action.target, &self.root);
        let at = format!("{}/target", action.pointer);
        if places.is_empty() {
            let message = format!("`{}` does not match anything in the spec", action.written);
            remarks.warning(overlay, &at, message);
            return;
        }
        let done = match &action.change {
            Change::Remove if places.iter().any(Vec::is_empty) => {
                Err((at, "the root of the spec cannot be removed".to_owned()))
            }
            Change::Remove => {
                remove_values(&mut self.root, places, self.trail);
                Ok(())
            }
            Change::Update(update) => {
                let pointer = format!("{}/update", action.pointer);
                self.merge_into_places(places, update, pointer, overlay)
            }
            Change::Copy(from) => {
                let pointer = format!("{}/copy", action.pointer);
                match select_locations(from, &self.root).as_slice() {
                    [one] => {
                        let value = value_at(&mut self.root, one).cloned().unwrap_or_default();
                        self.merge_into_places(places, &value, pointer, overlay)
                    }
                    several => {
                        let count = several.len();
                        let message = format!("`copy` must select one value, not {count}");
                        Err((pointer, message))
                    }
                }
            }
        };
        if let Err((pointer, message)) = done {
            remarks.error(overlay, &pointer, message);
        }
    }

    /// Merges a value into all places; its own place is a JSON pointer of the overlay.
    fn merge_into_places(
        &mut self,
        places: Vec<Vec<Step>>,
        update: &Value,
        pointer: String,
        overlay: &Overlay,
    ) -> Result<(), (String, String)> {
        if size_limits::would_exceed_value_limit(&self.root, update, places.len()) {
            let message = format!("the spec would have more than {MAX_VALUES} values");
            return Err((pointer, message));
        }
        let merged = PlacedValue {
            value: update,
            address: &address::join(&overlay.name, &pointer),
        };
        for mut steps in places {
            let shown = pointer_from_steps(&steps);
            // An update further out may have replaced what was selected further in.
            let Some(value) = value_at(&mut self.root, &steps) else {
                continue;
            };
            // An update of a list is appended to it as one item, unless it is a list itself (Overlay 1.1).
            if let (Value::Array(items), false) = (&mut *value, update.is_array()) {
                append_item(items, &mut steps, merged, self.trail);
                continue;
            }
            merge_update(value, &mut steps, merged, self.trail).map_err(|mismatch| {
                let pointer = address::split(&mismatch.address).1.to_owned();
                (
                    pointer,
                    format!("{}, at #{shown} of the spec", mismatch.message),
                )
            })?;
        }
        if !self.root.is_object() {
            let message =
                "the root of a spec must be an object, and this update replaces it with another \
                type"
                    .to_owned();
            return Err((pointer, message));
        }
        if size_limits::is_too_deep(&self.root) {
            let message = format!("the spec would be nested more than {MAX_DEPTH} levels deep");
            return Err((pointer, message));
        }
        Ok(())
    }
}
