//! Finds the endpoint that a method and a path mean, and suggests others if there is none.
//!
//! A path is either the template (`/pages/{id}`) or has values in it (`/pages/7`), which then become arguments. A slip
//! of case or slashes is corrected if it can mean one endpoint only.

use super::endpoint_request::EndpointRequest;
use super::rejected_call::{Reason, RejectedCall};
use super::template::{match_template, placeholder_names};
use crate::discovery::catalogue::{Catalogue, KnownEndpoint};
use crate::discovery::suggestions::likely_endpoints;
use crate::value::Json;
use toolwright_inspect::suggest::{AskedOperation, correct_path_slips, did_you_mean};

/// So many endpoints are suggested, and of each kind.
const MOST: usize = 5;
const MOST_OF_A_KIND: usize = 3;

/// More than half of two paths has to be the same for one to be suggested for the other.
const LEAST_SIMILARITY: f64 = 0.5;

/// The endpoint that is asked for, by its template or with values in the places of its placeholders,
/// which then are arguments unless these were given.
pub(super) fn resolve_endpoint<'c>(
    catalogue: &'c Catalogue,
    asked: &mut EndpointRequest,
) -> Result<&'c KnownEndpoint, RejectedCall> {
    let of_method = |index: usize| {
        let known = catalogue.endpoint_at(index)?;
        known.has_method(asked.method).then_some(known)
    };
    let exact: Vec<&KnownEndpoint> = catalogue
        .find_by_path(&asked.path)
        .filter_map(of_method)
        .collect();
    if !exact.is_empty() {
        return choose_endpoint(exact, asked);
    }
    let fitting = |known: &&KnownEndpoint| {
        let values = known
            .has_method(asked.method)
            .then(|| match_template(known.path(), &asked.path));
        values.flatten().is_some_and(|values| {
            // A parameter that callers do not give is not in the path either.
            values.iter().all(|(name, _)| known.accepts_argument(name))
        })
    };
    let fitting: Vec<&KnownEndpoint> = catalogue.endpoints().iter().filter(fitting).collect();
    let mut templates: Vec<&str> = fitting.iter().map(|known| known.path()).collect();
    templates.dedup();
    if templates.len() != 1 {
        let Some(corrected) = correct_slips(catalogue, asked) else {
            return Err(not_found_error(catalogue, asked));
        };
        // What is right now is found in one of the two ways above.
        asked.path = corrected;
        return resolve_endpoint(catalogue, asked);
    }
    let known = choose_endpoint(fitting, asked)?;
    for (name, value) in match_template(known.path(), &asked.path).unwrap_or_default() {
        asked.data.entry(name).or_insert(Json::String(value));
    }
    Ok(known)
}

/// The path as the only template has it that differs in nothing but case and slashes.
fn correct_slips(catalogue: &Catalogue, asked: &EndpointRequest) -> Option<String> {
    let endpoints = catalogue.endpoints().iter();
    let of_method = endpoints.filter(|known| known.has_method(asked.method));
    let corrected = of_method.filter_map(|known| {
        let corrected = correct_path_slips(known.path(), &asked.path)?;
        let values = match corrected == known.path() {
            true => Vec::new(),
            false => match_template(known.path(), &corrected)?,
        };
        let are_accepted = values.iter().all(|(name, _)| known.accepts_argument(name));
        (are_accepted && corrected != asked.path).then_some((known.path(), corrected))
    });
    let mut corrected: Vec<(&str, String)> = corrected.collect();
    corrected.sort_unstable();
    corrected.dedup();
    match corrected.len() {
        1 => corrected.pop().map(|(_, corrected)| corrected),
        _ => None,
    }
}

/// The one of them that is meant.
fn choose_endpoint<'c>(
    known: Vec<&'c KnownEndpoint>,
    asked: &EndpointRequest,
) -> Result<&'c KnownEndpoint, RejectedCall> {
    if let [only] = known.as_slice() {
        return Ok(only);
    }
    let meant = known
        .iter()
        .find(|known| asked.tool.as_deref() == Some(known.name()));
    meant.copied().ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|known| known.name()).collect();
        let EndpointRequest { method, path, .. } = asked;
        RejectedCall::new(
            Reason::Validation,
            format!(
                "{method} {path} is the endpoint of several tools: give tool_name, one of {}",
                names.join(", ")
            ),
        )
    })
}

fn not_found_error(catalogue: &Catalogue, asked: &EndpointRequest) -> RejectedCall {
    let EndpointRequest { method, path, .. } = asked;
    let endpoints = catalogue.endpoints().iter();
    let of_method = endpoints.clone().filter(|known| known.has_method(method));
    let alike = endpoints.filter(|known| path_similarity(known.path(), path) > LEAST_SIMILARITY);
    let mut suggested: Vec<String> = Vec::new();
    for known in of_method
        .take(MOST_OF_A_KIND)
        .chain(alike.take(MOST_OF_A_KIND))
    {
        let line = format!("{} {}", known.method(), known.path());
        if !suggested.contains(&line) && suggested.len() < MOST {
            suggested.push(line);
        }
    }
    let likely = likely_endpoints(
        catalogue,
        &AskedOperation {
            name: asked.tool.as_deref(),
            method: Some(method),
            path: Some(path),
        },
    );
    let likely = likely
        .iter()
        .map(|known| format!("{} {}", known.method(), known.path()));
    let likely: Vec<String> = likely.collect();
    let mut text = format!("No endpoint found for {method} {path}");
    if let Some(question) = did_you_mean(likely.iter().map(String::as_str)) {
        text.push_str("; ");
        text.push_str(&question);
    }
    if !suggested.is_empty() {
        text.push_str("\nSuggestions: ");
        text.push_str(&suggested.join(", "));
    }
    RejectedCall::new(Reason::NotFound, text)
}

/// How much of two paths is the same: segments that are equal, or for which the template has a
/// placeholder, of as many as the longer one has.
fn path_similarity(template: &str, path: &str) -> f64 {
    let segments = |path: &str| path.split('/').filter(|it| !it.is_empty()).count();
    let longer = segments(template).max(segments(path));
    let pairs = template.split('/').zip(path.split('/'));
    let pairs = pairs.filter(|(one, other)| !one.is_empty() && !other.is_empty());
    let same = pairs
        .filter(|(one, other)| one == other || one.starts_with('{'))
        .count();
    same as f64 / longer.max(1) as f64
}

/// The placeholders for which there is no value.
pub(super) fn missing_path_parameters(
    known: &KnownEndpoint,
    asked: &EndpointRequest,
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in placeholder_names(known.path()) {
        let is_given = asked.data.get(name).is_some_and(|value| !value.is_null());
        if !is_given && known.accepts_argument(name) && !names.iter().any(|it| it == name) {
            names.push(name.to_owned());
        }
    }
    names
}
