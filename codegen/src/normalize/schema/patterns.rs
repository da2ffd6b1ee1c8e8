use super::super::context::Context;
use super::super::place::Place;
use crate::schema::ecma_regex;

/// Says of a pattern that cannot be checked why; it stays, for whoever can read it.
pub(super) fn check_pattern(cx: &mut Context<'_>, pattern: &str, at: &Place<'_>) {
    if !cx.patterns.contains_key(pattern) {
        let problem = ecma_regex::translate_checked(pattern).err();
        cx.patterns.insert(pattern.to_owned(), problem);
    }
    if let Some(Some(problem)) = cx.patterns.get(pattern) {
        let message = format!("the pattern `{pattern}` is ignored: {problem}");
        cx.warn(at, message);
    }
}
