//! The pairs `name=value` of a query and of the `Cookie` header, which are kept as text.

use crate::request::escaping::Escape;
use crate::request::style_expansion::PairWriter;

pub(super) fn query_pairs(text: &mut String, escape: Escape) -> PairWriter<'_> {
    PairWriter {
        text,
        separator: "&",
        escape,
    }
}

pub(super) fn cookie_pairs(text: &mut String) -> PairWriter<'_> {
    PairWriter {
        text,
        separator: "; ",
        escape: Escape::Cookie,
    }
}

/// Takes out the pairs of a name.
#[cfg(feature = "client")]
fn drop_pairs(pairs: PairWriter<'_>, name: &str) {
    let mut start = String::new();
    pairs.escape.push_escaped_name(&mut start, name);
    start.push('=');
    let kept: Vec<&str> = pairs
        .text
        .split(pairs.separator)
        .filter(|pair| !pair.starts_with(&start))
        .collect();
    *pairs.text = kept.join(pairs.separator);
}

/// Writes a pair of a query string in place of all of that name.
#[cfg(feature = "client")]
pub(crate) fn replace_query_pair(query: &mut String, name: &str, value: &str) {
    drop_pairs(query_pairs(query, Escape::Percent), name);
    query_pairs(query, Escape::Percent).push_pair(name, value);
}

/// Writes a cookie, its value as it is, in place of all of that name.
#[cfg(feature = "client")]
pub(crate) fn replace_cookie_pair(cookies: &mut String, name: &str, value: &str) {
    drop_pairs(cookie_pairs(cookies), name);
    cookie_pairs(cookies).start_pair(name);
    cookies.push_str(value);
}

/// Whether there is a pair of that name.
#[cfg(feature = "client")]
pub(super) fn has_pair(text: &str, separator: &str, escape: Escape, name: &str) -> bool {
    let mut start = String::new();
    escape.push_escaped_name(&mut start, name);
    start.push('=');
    text.split(separator).any(|pair| pair.starts_with(&start))
}

pub(super) fn split_pairs(query: &str) -> impl Iterator<Item = &str> {
    query.split('&').filter(|pair| !pair.is_empty())
}

pub(super) fn pair_name(pair: &str) -> &str {
    pair.split('=').next().unwrap_or_default()
}
