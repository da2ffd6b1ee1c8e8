//! An operation, with what the rules ask of it.

use serde_json::Value;

use crate::model::{Api, Method};

use super::record::{Record, Role};
use super::route::{Placeholder, Route};
use super::words::noun_of_name;

/// Words in the path of an operation that searches.
const SEARCHES: [&str; 3] = ["search", "find", "lookup"];

/// An operation, with what the rules ask of it.
#[derive(Debug)]
pub(super) struct Step<'a> {
    pub(super) index: usize,
    pub(super) route: Route,
    pub(super) placeholders: Vec<Placeholder>,
    pub(super) method: &'a Method,
    /// The noun of the last static segment of the path.
    pub(super) noun: Option<String>,
    /// The nouns of all static segments.
    pub(super) nouns: Vec<String>,
    /// Whether the operation searches by words: its path says so.
    pub(super) is_search: bool,
    /// How many arguments a call must have.
    pub(super) required: usize,
    pub(super) records: Vec<Record<'a>>,
}

impl<'a> Step<'a> {
    pub(super) fn is_read(&self) -> bool {
        is_read(self.method)
    }

    /// The records that the operation returns in a role.
    pub(super) fn results_in_role(&self, role: Role) -> impl Iterator<Item = &Record<'a>> {
        self.records
            .iter()
            .filter(move |record| record.role == role)
    }

    /// Whether a static segment of the path is a noun.
    pub(super) fn names_noun(&self, noun: Option<&str>) -> bool {
        noun.is_some_and(|noun| self.nouns.iter().any(|it| it == noun))
    }
}

fn is_read(method: &Method) -> bool {
    matches!(method, Method::Get | Method::Head | Method::Query)
}

/// The operations of `api` as steps, with the records in their responses.
pub(super) fn collect_steps<'a>(api: &'a Api, records: Vec<Vec<Record<'a>>>) -> Vec<Step<'a>> {
    let operations = api.operations.iter().zip(records).enumerate();
    operations
        .map(|(index, (operation, records))| {
            let route = Route::from_template(&operation.path);
            let required = operation.input.get("required").and_then(Value::as_array);
            Step {
                index,
                placeholders: route.placeholders(),
                noun: route.noun(),
                nouns: route.static_segments().filter_map(noun_of_name).collect(),
                is_search: is_read(&operation.method) && route.has_word(&SEARCHES),
                route,
                method: &operation.method,
                required: required.map_or(0, Vec::len),
                records,
            }
        })
        .collect()
}
