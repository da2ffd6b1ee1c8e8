//! Schemas in other documents that are but references, as files of names to other files are.

use serde_json::Value;

use super::context::Context;
use super::reference::{self, Broken, Target};
use crate::source::address;

/// What such references lead to.
pub(super) struct Alias<'a> {
    pub(super) target: Target<'a>,
    /// The places that were passed on the way.
    pub(super) passed: Vec<String>,
}

/// Goes on from a place in another document for as long as nothing but a reference is there.
pub(super) fn follow_alias<'a>(
    cx: &Context<'a>,
    mut target: Target<'a>,
) -> Result<Alias<'a>, Broken> {
    let mut passed = Vec::new();
    while is_elsewhere(&target) {
        let Some(reference) = lone_reference(target.value) else {
            break;
        };
        // Two files may be names for each other.
        if passed.contains(&target.pointer) {
            return Err(Broken::Circular);
        }
        let Ok(next) = reference::locate_reference(&cx.documents, &target.pointer, reference)
        else {
            break;
        };
        passed.push(std::mem::replace(&mut target, next).pointer);
    }
    Ok(Alias { target, passed })
}

/// The schema in another document that a component is but a name for.
pub(super) fn resolve_component_alias<'a>(
    cx: &Context<'a>,
    value: &'a Value,
    pointer: &str,
) -> Option<Alias<'a>> {
    let reference = lone_reference(value).filter(|reference| !reference.starts_with('#'))?;
    let target = reference::locate_reference(&cx.documents, pointer, reference).ok()?;
    follow_alias(cx, target)
        .ok()
        .filter(|alias| is_elsewhere(&alias.target))
}

fn is_elsewhere(target: &Target<'_>) -> bool {
    !address::split(&target.pointer).0.is_empty()
}

/// A reference with nothing beside it.
fn lone_reference(value: &Value) -> Option<&str> {
    reference::reference_in(value)
        .filter(|_| value.as_object().is_some_and(|object| object.len() == 1))
}
