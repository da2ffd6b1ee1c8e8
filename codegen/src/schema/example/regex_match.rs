//! Tests texts against regular expressions as a spec has them. A pattern that does not compile counts as matching
//! everything, since `emit` warns of it elsewhere.

use std::sync::Arc;

use fancy_regex::Regex;

use crate::schema::pattern_cache::PatternCache;

/// Compiled patterns, `None` for those that are none: a text is tried against its pattern again and again. Few, since one may take
/// megabytes. Shared, since clones of a `Regex` would each warm up anew.
static COMPILED: PatternCache<Option<Arc<Regex>>> = PatternCache::with_room_for(16);

/// Whether `text` contains a match; a pattern that does not compile matches everything.
pub(super) fn matches_pattern(source: &str, text: &str) -> bool {
    let compile = |source: &str| Regex::new(source).ok().map(Arc::new);
    let regex = COMPILED.find_or_compile(source, compile);
    regex.is_none_or(|regex| regex.is_match(text).unwrap_or(true))
}
