use std::sync::OnceLock;

use fancy_regex::Regex;

/// A regular expression of a schema, compiled when it is first needed.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    regex: &'static str,
    compiled: OnceLock<Option<Box<Regex>>>,
}

impl Pattern {
    /// A pattern that means the same in ECMA-262, as JSON Schema has it, and to the regex engine.
    pub const fn new(source: &'static str) -> Self {
        Self::translated(source, source)
    }

    /// A pattern in ECMA-262 and the same in the regex engine's syntax.
    pub const fn translated(source: &'static str, regex: &'static str) -> Self {
        Self {
            source,
            regex,
            compiled: OnceLock::new(),
        }
    }

    /// The pattern as the spec has it.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Whether `text` contains a match. A pattern that does not compile, or gives up at the
    /// backtrack limit, matches everything.
    pub fn is_match(&self, text: &str) -> bool {
        self.compiled
            .get_or_init(|| Regex::new(self.regex).ok().map(Box::new))
            .as_ref()
            .is_none_or(|regex| regex.is_match(text).unwrap_or(true))
    }
}
