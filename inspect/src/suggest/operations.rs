//! The operations that may be meant by a name, a method and a path that do not fit together.

use super::paths::{PathWords, path_likeness};
use super::{MOST, NameQuery, THRESHOLD};

/// What is worth less than the best by this much is not suggested beside it.
const MARGIN: f64 = 0.2;

/// The same method makes an operation as much likelier. It is no reason by itself.
const SAME_METHOD: f64 = 0.25;

/// A longer path is not compared.
const MAX_PATH: usize = 2_000;

/// An operation that is known.
///
/// ```
/// use toolwright_inspect::suggest::KnownOperation;
///
/// let known = KnownOperation { name: "issues_create", method: "POST", path: "/issues" };
/// assert_eq!(known.method, "POST");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownOperation<'n> {
    /// Name of its tool.
    pub name: &'n str,
    /// Its method, in capitals.
    pub method: &'n str,
    /// The template of its path.
    pub path: &'n str,
}

/// What was asked for, as far as it was said.
///
/// ```
/// use toolwright_inspect::suggest::AskedOperation;
///
/// let asked = AskedOperation { path: Some("/issue"), ..AskedOperation::default() };
/// assert_eq!(asked.name, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskedOperation<'n> {
    /// A name of a tool.
    pub name: Option<&'n str>,
    /// A method.
    pub method: Option<&'n str>,
    /// A path, with values or placeholders.
    pub path: Option<&'n str>,
}

/// The places in `known` of up to three operations that are likely meant, the likeliest first: those
/// whose name is like the name ([`suggest_names`](super::suggest_names)), or whose path has most segments
/// of the path. The same method comes first among equals.
///
/// ```
/// use toolwright_inspect::suggest::{AskedOperation, KnownOperation, suggest_operations};
///
/// let known = [
///     KnownOperation { name: "issues_list", method: "GET", path: "/repos/{repo}/issues" },
///     KnownOperation { name: "issues_create", method: "POST", path: "/repos/{repo}/issues" },
///     KnownOperation { name: "users_get", method: "GET", path: "/users/{user}" },
/// ];
/// let named = AskedOperation { name: Some("create_issue"), ..AskedOperation::default() };
/// assert_eq!(suggest_operations(&named, known), [1]);
///
/// let at_path = AskedOperation { method: Some("POST"), path: Some("/repo/x/issue"), ..AskedOperation::default() };
/// assert_eq!(suggest_operations(&at_path, known), [1]);
/// ```
pub fn suggest_operations<'n>(
    asked: &AskedOperation<'_>,
    known: impl IntoIterator<Item = KnownOperation<'n>>,
) -> Vec<usize> {
    let name = asked.name.and_then(NameQuery::new);
    let path = asked.path.filter(|path| path.len() <= MAX_PATH);
    let path = path.map(PathWords::new);
    let scored = known.into_iter().enumerate().filter_map(|(index, known)| {
        let by_name = name
            .as_ref()
            .map_or(0.0, |name| name.score_name(known.name));
        let by_path = path
            .as_ref()
            .map_or(0.0, |path| path_likeness(known.path, path));
        if by_name.max(by_path) < THRESHOLD {
            return None;
        }
        let is_method = |method: &str| method.eq_ignore_ascii_case(known.method);
        let by_method = match asked.method.is_some_and(is_method) {
            true => SAME_METHOD,
            false => 0.0,
        };
        Some((by_name + by_path + by_method, index))
    });
    let mut scored: Vec<(f64, usize)> = scored.collect();
    scored.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    let best = scored.first().map_or(0.0, |(score, _)| *score);
    let near = scored
        .into_iter()
        .filter(|(score, _)| *score >= best - MARGIN);
    near.take(MOST).map(|(_, index)| index).collect()
}
