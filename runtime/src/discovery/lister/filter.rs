use super::query::Query;
use super::ranking::rank_endpoints;
use crate::discovery::catalogue::{Catalogue, KnownEndpoint};

/// The endpoints that a call asks for, in the order in which they are shown: by method and path, first
/// those of the very category that is asked for; or with a search term the likeliest first.
///
/// A term of one word that names, descriptions or paths contain selects those that do. Any other is
/// what somebody looks for in words of their own, and selects those that the index finds beside.
pub(super) fn matching_endpoints(catalogue: &Catalogue, query: &Query) -> Vec<usize> {
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
    let Some(term) = &query.term else {
        return admitted;
    };
    let ranking = rank_endpoints(catalogue, term, &admitted);
    let contains = |index: usize| {
        let known = catalogue.endpoint_at(index);
        known.is_some_and(|known| contains_term(known, term))
    };
    let is_literal = !term.contains(char::is_whitespace) && admitted.iter().any(|it| contains(*it));
    let mut found: Vec<usize> = admitted
        .into_iter()
        .filter(|&index| contains(index) || (!is_literal && ranking.is_found(index)))
        .collect();
    // A stable sort: equal scores stay in the order of method and path.
    found.sort_by(|one, other| ranking.compare_scores(*one, *other));
    found
}

fn passes_filters(query: &Query, known: &KnownEndpoint) -> bool {
    let fits = |category: &String| {
        let mut tags = known.endpoint.tags.iter();
        tags.any(|tag| tag.to_lowercase().contains(category))
            // So that each of the categories that are listed can be asked for.
            || is_in_category(known, category)
    };
    query.method.is_none_or(|method| known.method() == method)
        && query.category.as_ref().is_none_or(fits)
}

/// Whether an endpoint is listed in a category, whose name is in small letters.
fn is_in_category(known: &KnownEndpoint, category: &str) -> bool {
    known.endpoint.category.to_lowercase() == category
}

fn contains_term(known: &KnownEndpoint, term: &str) -> bool {
    let texts = [known.name(), known.description, known.path()];
    texts.iter().any(|text| text.to_lowercase().contains(term))
}
