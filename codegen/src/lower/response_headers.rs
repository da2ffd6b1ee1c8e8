//! The headers of a response that are part of the result.

use std::collections::HashSet;

use super::response::successes_and_default;
use crate::model::is_token;
use crate::normalize::{Document, Operation, ParameterLocation};

/// How many headers of an operation are shown.
const MOST: usize = 32;

/// Headers that the executor or the transport is for, and one that has secrets.
const NOT_SHOWN: [&str; 11] = [
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "date",
    "keep-alive",
    "link",
    "set-cookie",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

const ETAG: &str = "ETag";

/// The names of the headers that a success response may have by the word of the spec, as it writes them.
pub(super) fn documented_headers(operation: &Operation) -> Vec<String> {
    let mut seen = HashSet::new();
    let responses = successes_and_default(operation).into_iter();
    responses
        .flat_map(|response| &response.headers)
        .filter(|name| is_token(name))
        .filter(|name| {
            let name = name.to_ascii_lowercase();
            !NOT_SHOWN.contains(&name.as_str()) && seen.insert(name)
        })
        .take(MOST)
        .cloned()
        .collect()
}

/// Whether an operation takes the tag of an entity in `If-Match` or `If-None-Match` (RFC 9110, section 13.1).
fn has_precondition(operation: &Operation) -> bool {
    let mut parameters = operation.parameters.iter();
    parameters.any(|parameter| {
        let name = parameter.name.to_ascii_lowercase();
        parameter.location == ParameterLocation::Header
            && matches!(name.as_str(), "if-match" | "if-none-match")
    })
}

/// Adds the tag of the entity (RFC 9110, section 8.8.3), unless it is there.
pub(super) fn add_etag(headers: &mut Vec<String>) {
    if !headers.iter().any(|name| name.eq_ignore_ascii_case(ETAG)) {
        headers.push(ETAG.to_owned());
    }
}

/// The paths of which some operation takes the tag of an entity in `If-Match` or `If-None-Match`, so that
/// others have to show it.
pub(super) struct Preconditions<'a> {
    paths: HashSet<&'a str>,
}

impl<'a> Preconditions<'a> {
    pub(super) fn for_document(document: &'a Document) -> Self {
        let operations = document.operations.iter();
        let conditional = operations.filter(|operation| has_precondition(operation));
        // What is created below a path is answered with its tag, too.
        let paths = conditional.flat_map(|raw| {
            let parent = raw.path.rsplit_once('/').map(|(parent, _)| parent);
            [
                Some(raw.path.as_str()),
                parent.filter(|_| raw.path.ends_with('}')),
            ]
        });
        Self {
            paths: paths.flatten().collect(),
        }
    }

    pub(super) fn matter_at(&self, path: &str) -> bool {
        self.paths.contains(path)
    }
}
