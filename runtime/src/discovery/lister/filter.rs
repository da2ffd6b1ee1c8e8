//! Which endpoints a call asks for, and in which order.

use super::query::Query;
use crate::discovery::catalogue::{Catalogue, KnownEndpoint};

/// So many endpoints that have a word are a whole answer: others are then not looked for.
const FEWEST_LITERAL: usize = 10;

/// The endpoints that a call asks for, in the order in which they are shown.
#[derive(Debug, Default)]
pub(super) struct Matching {
    pub(super) endpoints: Vec<MatchingEndpoint>,
    /// Whether none of them is likely to do what was searched for.
    pub(super) are_only_near: bool,
}

/// An endpoint that a call asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchingEndpoint {
    /// Its index in the catalogue.
    pub(super) index: usize,
    /// How well it fits a search, from 0 to 1, beside the others of the same search.
    pub(super) score: f32,
}

/// The endpoints that a call asks for: by method and path, first those of the very category that is asked for; or
/// with a search term the likeliest first.
///
/// A term of one word that names, descriptions or paths contain selects those that do; if they are fewer than
/// [`FEWEST_LITERAL`], what the index finds comes behind them. Any other is what somebody looks for in words of their
/// own, and selects all that the index finds.
pub(super) fn matching_endpoints(catalogue: &Catalogue, query: &Query) -> Matching {
    let all = catalogue.in_order().iter().copied();
    let admitted = |index: &usize| {
        let known = catalogue.endpoint_at(*index);
        known.is_some_and(|known| passes_filters(query, known))
    };
    let mut admitted: Vec<usize> = all.filter(admitted).collect();
    if let Some(category) = &query.category {
        let is_of = |known: &KnownEndpoint| is_in_category(known, category);
        admitted.sort_by_cached_key(|index| !catalogue.endpoint_at(*index).is_some_and(is_of));
    }
    match &query.term {
        Some(term) => search_endpoints(catalogue, term, &admitted),
        None => Matching {
            endpoints: admitted
                .into_iter()
                .map(|index| MatchingEndpoint { index, score: 0.0 })
                .collect(),
            are_only_near: false,
        },
    }
}

fn search_endpoints(catalogue: &Catalogue, term: &str, admitted: &[usize]) -> Matching {
    let found = catalogue.search_among(term, admitted);
    let best = found
        .scores
        .iter()
        .map(|(_, score)| *score)
        .fold(0.0, f32::max);
    let mut scores = vec![0.0; catalogue.endpoints().len()];
    for (index, score) in found.scores {
        if let Some(known) = scores.get_mut(index) {
            *known = score / best;
        }
    }
    let lower = term.to_lowercase();
    let contains = |index: &usize| {
        let known = catalogue.endpoint_at(*index);
        known.is_some_and(|known| contains_term(known, &lower))
    };
    let (literal, others): (Vec<usize>, Vec<usize>) = admitted.iter().copied().partition(contains);
    let score_endpoints = |indices: Vec<usize>| -> Vec<MatchingEndpoint> {
        let scored = indices.into_iter().map(|index| MatchingEndpoint {
            index,
            score: scores.get(index).copied().unwrap_or_default(),
        });
        scored.collect()
    };
    let mut endpoints = score_endpoints(literal);
    let mut others = score_endpoints(others);
    others.retain(|other| other.score > 0.0);
    let is_literal = !term.contains(char::is_whitespace) && !endpoints.is_empty();
    if !is_literal {
        endpoints.append(&mut others);
    }
    // A stable sort: equal scores stay in the order of method and path.
    let by_score =
        |one: &MatchingEndpoint, other: &MatchingEndpoint| other.score.total_cmp(&one.score);
    endpoints.sort_by(by_score);
    if endpoints.len() < FEWEST_LITERAL {
        // The list stays sorted by score, and an endpoint that has the word is never behind one that has not.
        let least = endpoints.last().map_or(1.0, |last| last.score);
        others.sort_by(by_score);
        endpoints.extend(others.into_iter().map(|other| MatchingEndpoint {
            score: other.score.min(least),
            ..other
        }));
    }
    Matching {
        are_only_near: !is_literal && !found.is_likely,
        endpoints,
    }
}

fn passes_filters(query: &Query, known: &KnownEndpoint) -> bool {
    let fits = |category: &String| {
        let mut tags = known.read_table_entry().tags.iter();
        tags.any(|tag| tag.to_lowercase().contains(category))
            // So that each of the categories that are listed can be asked for.
            || is_in_category(known, category)
    };
    query.method.is_none_or(|method| known.method() == method)
        && query.category.as_ref().is_none_or(fits)
}

/// Whether an endpoint is listed in a category, whose name is in small letters.
fn is_in_category(known: &KnownEndpoint, category: &str) -> bool {
    known.read_table_entry().category.to_lowercase() == category
}

fn contains_term(known: &KnownEndpoint, term: &str) -> bool {
    let texts = [known.name(), known.description, known.path()];
    texts.iter().any(|text| text.to_lowercase().contains(term))
}
