//! A path item and the ones that it refers to. Members beside `$ref` override those of the item that it leads to.

use serde_json::{Map, Value};

use super::context::Context;
use super::fields;
use super::place::Place;
use super::reference;

/// How many path items may refer to each other in a row.
const LONGEST_CHAIN: usize = 64;

/// A path item: what it says itself, then what it refers to.
pub(super) struct PathItem<'a> {
    pub(super) layers: Vec<(&'a Map<String, Value>, String)>,
}

impl<'a> PathItem<'a> {
    pub(super) fn get(&self, key: &str) -> Option<(&'a Value, &str)> {
        self.layers
            .iter()
            .find_map(|(object, pointer)| Some((object.get(key)?, pointer.as_str())))
    }
}

/// Reads the path item at a place, through references.
pub(super) fn read_path_item<'a>(
    cx: &mut Context<'a>,
    value: &'a Value,
    path: &str,
    at: &Place<'_>,
) -> Option<PathItem<'a>> {
    let Value::Object(own) = value else {
        let kind = fields::json_kind(value);
        cx.warn(
            at,
            format!("the path item must be an object, not {kind}; it is ignored"),
        );
        return None;
    };
    let mut layers = vec![(own, at.to_pointer())];
    let mut next = reference::reference_in(value);
    while let Some(text) = next {
        let from = layers.last().map_or_else(String::new, |(_, at)| at.clone());
        match reference::locate_reference(&cx.documents, &from, text) {
            Ok(target) if layers.iter().any(|(_, seen)| *seen == target.pointer) => {
                cx.warn(
                    at,
                    format!("the path item refers to itself by `{text}`; the reference is ignored"),
                );
                break;
            }
            Ok(_) if layers.len() > LONGEST_CHAIN => {
                let reason = format!(
                    "the path item is at the start of a chain of more than {LONGEST_CHAIN} \
                        references"
                );
                cx.diagnostics.skipped('*', path, at.to_pointer(), reason);
                return None;
            }
            Ok(target) => {
                let Value::Object(object) = target.value else {
                    let kind = fields::json_kind(target.value);
                    let reason =
                        format!("the path item refers to `{text}`, which is {kind}, not an object");
                    cx.diagnostics.skipped('*', path, from, reason);
                    break;
                };
                next = reference::reference_in(target.value);
                layers.push((object, target.pointer));
            }
            Err(broken) => {
                let reason = format!("the path item refers to `{text}`, {broken}");
                cx.diagnostics.skipped('*', path, from, reason);
                break;
            }
        }
    }
    Some(PathItem { layers })
}
