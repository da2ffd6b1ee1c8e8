//! Reads an overlay to its actions. An action that makes no sense is an error and is never ignored: whoever removes
//! an operation by an overlay relies on it.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};
use serde_json_path::JsonPath;

use super::Remarks;
use super::overlay_action::{Action, Change};
use crate::normalize::json_kind;
use crate::source::pointer::join;
use crate::source::{Overlay, Source, uri};

const MEMBERS: [&str; 4] = ["overlay", "info", "extends", "actions"];
const OF_ACTION: [&str; 5] = ["target", "description", "update", "remove", "copy"];
/// Longer than any expression that somebody wrote: parsing it recurses.
const LONGEST_PATH: usize = 4000;

/// The actions of an overlay, as far as they make sense.
pub(super) fn read_actions<'o>(
    overlay: &'o Overlay,
    spec: &Source,
    remarks: &mut Remarks<'_>,
) -> Vec<Action<'o>> {
    for warning in overlay.source.warnings() {
        remarks.warning(overlay, &warning.pointer, warning.message.clone());
    }
    let Value::Object(root) = overlay.source.root() else {
        let found = json_kind(overlay.source.root());
        let message =
            format!("an overlay must be an object with `overlay` at its root, but this is {found}");
        remarks.error(overlay, "", message);
        return Vec::new();
    };
    let Some(has_copy) = read_version(root, overlay, remarks) else {
        return Vec::new();
    };
    warn_of_unknown_members(root, &MEMBERS, "", overlay, remarks);
    check_head(root, overlay, spec, remarks);
    let Some(Value::Array(actions)) = root.get("actions") else {
        remarks.error(overlay, "/actions", "an overlay must have a list `actions`");
        return Vec::new();
    };
    if actions.is_empty() {
        remarks.warning(overlay, "/actions", "the overlay has no actions");
    }
    actions
        .iter()
        .enumerate()
        .filter_map(|(index, value)| {
            let pointer = format!("/actions/{index}");
            read_action(value, pointer, has_copy, overlay, remarks)
        })
        .collect()
}

/// What an overlay says of itself.
fn check_head(
    root: &Map<String, Value>,
    overlay: &Overlay,
    spec: &Source,
    remarks: &mut Remarks<'_>,
) {
    if !root.get("info").is_some_and(Value::is_object) {
        remarks.warning(overlay, "/info", "an overlay must have an object `info`");
    }
    let message = match root.get("extends") {
        None => return,
        Some(Value::String(one)) if extends_spec(one, overlay.source.path(), spec) => return,
        Some(Value::String(another)) => {
            let spec = spec.path().display();
            format!("`extends` names `{another}`, but the overlay is applied to {spec}")
        }
        Some(other) => format!("`extends` must be a string, not {}", json_kind(other)),
    };
    remarks.warning(overlay, "/extends", message);
}

/// Whether the version is one that has `copy`; none where it is not one that is read.
fn read_version(
    root: &Map<String, Value>,
    overlay: &Overlay,
    remarks: &mut Remarks<'_>,
) -> Option<bool> {
    let stated = match root.get("overlay") {
        Some(Value::String(version)) => version.clone(),
        Some(Value::Number(version)) => version.to_string(),
        _ => {
            let message = "this is not an overlay: it must have `overlay: 1.0.0` at its root";
            remarks.error(overlay, "/overlay", message);
            return None;
        }
    };
    let mut parts = stated.split('.');
    match (parts.next(), parts.next()) {
        (Some("1"), Some("0")) => Some(false),
        (Some("1"), Some("1")) => Some(true),
        _ => {
            let message = format!("version {stated} is not supported; use 1.0 or 1.1");
            remarks.error(overlay, "/overlay", message);
            None
        }
    }
}

fn read_action<'o>(
    value: &'o Value,
    pointer: String,
    has_copy: bool,
    overlay: &'o Overlay,
    remarks: &mut Remarks<'_>,
) -> Option<Action<'o>> {
    let Value::Object(members) = value else {
        let message = format!("an action must be an object, not {}", json_kind(value));
        remarks.error(overlay, &pointer, message);
        return None;
    };
    warn_of_unknown_members(members, &OF_ACTION, &pointer, overlay, remarks);
    let (written, target) = read_json_path(members, "target", &pointer, overlay, remarks)?;
    let removes = match members.get("remove") {
        None => false,
        Some(Value::Bool(removes)) => *removes,
        Some(other) => {
            let message = format!(
                "`remove` must be `true` or `false`, not {}",
                json_kind(other)
            );
            remarks.error(overlay, &format!("{pointer}/remove"), message);
            return None;
        }
    };
    let change = match (removes, members.get("update"), members.get("copy")) {
        (true, ..) => Change::Remove,
        (false, Some(_), Some(_)) => {
            let message = "an action must not have both `update` and `copy`";
            remarks.error(overlay, &pointer, message);
            return None;
        }
        (false, Some(update), None) => Change::Update(update),
        (false, None, Some(_)) if !has_copy => {
            let message = "`copy` needs Overlay 1.1: set `overlay: 1.1.0` at the root";
            remarks.error(overlay, &format!("{pointer}/copy"), message);
            return None;
        }
        (false, None, Some(_)) => {
            Change::Copy(read_json_path(members, "copy", &pointer, overlay, remarks)?.1)
        }
        (false, None, None) => {
            let message = "the action has no effect: it has neither `update` nor `remove: true`";
            remarks.warning(overlay, &pointer, message);
            return None;
        }
    };
    Some(Action {
        pointer,
        written,
        target,
        change,
    })
}

/// A member that is a JSONPath.
fn read_json_path<'o>(
    members: &'o Map<String, Value>,
    key: &str,
    pointer: &str,
    overlay: &Overlay,
    remarks: &mut Remarks<'_>,
) -> Option<(&'o str, JsonPath)> {
    let at = format!("{pointer}/{key}");
    let Some(Value::String(written)) = members.get(key) else {
        let message =
            format!("an action must have `{key}`, a JSONPath, for example `$.paths.*.get`");
        remarks.error(
            overlay,
            if members.contains_key(key) {
                &at
            } else {
                pointer
            },
            message,
        );
        return None;
    };
    if written.len() > LONGEST_PATH {
        let message = format!("`{key}` is longer than {LONGEST_PATH} bytes");
        remarks.error(overlay, &at, message);
        return None;
    }
    match JsonPath::parse(written) {
        Ok(path) => Some((written, path)),
        Err(error) => {
            let wrong = written.get(error.position()..).unwrap_or_default();
            let message =
                format!("`{written}` is not a JSONPath (RFC 9535); the error begins at `{wrong}`");
            remarks.error(overlay, &at, message);
            None
        }
    }
}

fn warn_of_unknown_members(
    members: &Map<String, Value>,
    known: &[&str],
    pointer: &str,
    overlay: &Overlay,
    remarks: &mut Remarks<'_>,
) {
    for key in members.keys() {
        if !known.contains(&key.as_str()) && !key.starts_with("x-") {
            let at = join(pointer, key);
            let known = known.join("`, `");
            let message = format!("`{key}` is not a key here; the keys are `{known}`");
            remarks.warning(overlay, &at, message);
        }
    }
}

/// Whether `extends` of an overlay means a spec. A URL fits a spec that says it is there (`$self`),
/// and one of the same file name: copies are elsewhere.
fn extends_spec(extended: &str, overlay: &Path, spec: &Source) -> bool {
    if uri::is_web(extended) {
        let own = spec.root().get("$self").and_then(|own| own.as_str());
        let name = extended.split(['?', '#']).next().unwrap_or_default();
        let name = name.rsplit('/').next();
        return own == Some(extended)
            || name.is_some_and(|name| spec.path().file_name() == Some(name.as_ref()));
    }
    let path = extended.strip_prefix("file://").unwrap_or(extended);
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    let meant = overlay.parent().unwrap_or(Path::new("")).join(&*decoded);
    match (fs::canonicalize(&meant), fs::canonicalize(spec.path())) {
        (Ok(meant), Ok(spec)) => meant == spec,
        // A spec that is no file, or not there any more, is known by its name alone.
        _ => meant.file_name() == spec.path().file_name(),
    }
}
