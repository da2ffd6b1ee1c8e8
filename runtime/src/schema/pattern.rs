use std::sync::OnceLock;

/// A regular expression of a schema, compiled when it is first needed.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Option<fancy_regex::Regex>>,
}

impl Pattern {
    /// A pattern in ECMA-262 syntax, as JSON Schema has it.
    pub const fn new(source: &'static str) -> Self {
        Self {
            source,
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
            .get_or_init(|| fancy_regex::Regex::new(self.source).ok())
            .as_ref()
            .is_none_or(|regex| regex.is_match(text).unwrap_or(true))
    }
}
