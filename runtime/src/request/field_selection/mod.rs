//! The members of a result that a caller wants.

use serde_json::Map;

use crate::json::{Json, push_escaped};
use crate::violation::{Violation, ViolationList};

/// More paths than that are no selection.
const MOST_PATHS: usize = 100;
/// So many names are told where a path leads nowhere.
#[cfg(feature = "client")]
const MOST_NAMED: usize = 20;

/// Paths such as `name` and `owner.name`. Lists are gone through, `*` is any member, and what is
/// around the members that are kept stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldSelection {
    argument: &'static str,
    paths: Vec<String>,
}

impl FieldSelection {
    /// Takes the argument of that name out of valid arguments; none where it selects nothing.
    ///
    /// # Errors
    ///
    /// What is no path in it.
    pub(super) fn take_from_arguments(
        argument: &'static str,
        arguments: &mut Map<String, Json>,
    ) -> Result<Option<Self>, Vec<Violation>> {
        let Some(Json::Array(stated)) = arguments.shift_remove(argument) else {
            return Ok(None);
        };
        let mut pointer = "/".to_owned();
        push_escaped(&mut pointer, argument);
        let texts = stated.iter().filter_map(Json::as_str);
        let commas: usize = texts.map(|text| text.matches(',').count()).sum();
        if stated.len() + commas > MOST_PATHS {
            let message = format!("has more than {MOST_PATHS} paths");
            return Err(vec![Violation::new(pointer, message)]);
        }
        let mut paths = Vec::new();
        let mut violations = ViolationList::default();
        for (index, text) in stated.iter().enumerate() {
            let texts = text.as_str().unwrap_or_default().split(',');
            for text in texts {
                match normalize_path(text) {
                    Some(path) => paths.push(path),
                    None => violations.push_with(|| Violation::new(format!("{pointer}/{index}"),
format!(
                            "{text:?} is not a path; a path is names with dots between them, for example \
                             \"id\" or \"owner.name\""
                        ))),
                }
            }
        }
        match violations.is_empty() {
            true => Ok((!paths.is_empty()).then_some(Self { argument, paths })),
            false => Err(violations.into_vec()),
        }
    }
}

/// A path in its one form; JSON pointers and what selects from lists are understood, too.
fn normalize_path(text: &str) -> Option<String> {
    // Models also write JSONPath and jq.
    let text = text.trim().replace("[*]", "").replace("[]", "");
    let text = text.strip_prefix('$').unwrap_or(&text);
    let text = match text.strip_prefix('/') {
        Some(pointer) => pointer.replace('/', "."),
        None => text.strip_prefix('.').unwrap_or(text).to_owned(),
    };
    let is_path = text.split('.').all(|name| !name.is_empty());
    (is_path && !text.contains(['(', ')', '[', ']', '|'])).then_some(text)
}

#[cfg(feature = "client")]
impl FieldSelection {
    /// Keeps what is selected of a result. Where a path leads nowhere, gives back what there is to
    /// say about it; where none leads anywhere, all is kept.
    pub(super) fn apply_to(&self, value: &mut Json) -> Option<String> {
        let is_object = value.is_object();
        let paths: Vec<&str> = self
            .paths
            .iter()
            // Other results are shown as `{"result": …}` to some clients.
            .map(|path| match path.strip_prefix("result.") {
                Some(rest) if !is_object => rest,
                _ => path,
            })
            .collect();
        if !is_object && paths.contains(&"result") {
            return None;
        }
        let mut found = vec![false; paths.len()];
        let wanted: Vec<(usize, &str)> = paths.iter().copied().enumerate().collect();
        let kept = keep_selected(value, &wanted, &mut found);
        if found.iter().all(|found| *found) {
            *value = kept.unwrap_or(Json::Null);
            return None;
        }
        let nowhere = paths.iter().zip(&found).filter(|(_, found)| !**found);
        let nowhere: Vec<String> = nowhere.map(|(path, _)| format!("`{path}`")).collect();
        let all = match found.contains(&true) {
            true => "",
            false => " The whole result follows.",
        };
        let note = format!(
            "`{}`: the result has nothing at {}.{}{all}",
            self.argument,
            nowhere.join(", "),
            describe_members(value)
        );
        if let Some(kept) = kept.filter(|_| found.contains(&true)) {
            *value = kept;
        }
        Some(note)
    }
}

/// What `paths` select of a value, each with its index in `found`; none where it has none of it.
#[cfg(feature = "client")]
fn keep_selected(value: &Json, paths: &[(usize, &str)], found: &mut [bool]) -> Option<Json> {
    let mut all_found = || paths.iter().for_each(|(index, _)| found[*index] = true);
    match value {
        Json::Object(members) => {
            let mut kept = Map::new();
            for (name, member) in members {
                if let Some(member) = keep_member(name, member, paths, found) {
                    kept.insert(name.clone(), member);
                }
            }
            (!kept.is_empty()).then_some(Json::Object(kept))
        }
        Json::Array(items) => {
            if items.is_empty() {
                all_found();
            }
            let items = items.iter().filter_map(|item| {
                let nothing = || item.is_object().then(|| Json::Object(Map::new()));
                keep_selected(item, paths, found).or_else(nothing)
            });
            Some(items.collect())
        }
        Json::Null => {
            all_found();
            Some(Json::Null)
        }
        _ => None,
    }
}

#[cfg(feature = "client")]
fn keep_member(
    name: &str,
    member: &Json,
    paths: &[(usize, &str)],
    found: &mut [bool],
) -> Option<Json> {
    let mut is_whole = false;
    let mut inner = Vec::new();
    for (index, path) in paths {
        for start in [name, "*"] {
            match path.strip_prefix(start) {
                Some("") => {
                    is_whole = true;
                    found[*index] = true;
                }
                Some(rest) => inner.extend(rest.strip_prefix('.').map(|rest| (*index, rest))),
                None => {}
            }
        }
    }
    let kept = match inner.is_empty() {
        true => None,
        false => keep_selected(member, &inner, found),
    };
    match is_whole {
        true => Some(member.clone()),
        false => kept,
    }
}

/// The names that a result has at its root, or in the items of its list.
#[cfg(feature = "client")]
fn describe_members(value: &Json) -> String {
    let members = match value {
        Json::Array(items) => items.iter().find_map(Json::as_object),
        value => value.as_object(),
    };
    let names: Vec<String> = members
        .into_iter()
        .flat_map(Map::keys)
        .take(MOST_NAMED)
        .map(|name| format!("`{name}`"))
        .collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(" It has {}.", names.join(", ")),
    }
}

#[cfg(all(test, feature = "client"))]
mod tests;
