use std::fmt::Debug;
use std::sync::OnceLock;

use fancy_regex::Regex;

/// A regular expression of a schema, compiled when it is first needed.
///
/// ```
/// use toolwright::schema::Pattern;
///
/// static CODE: Pattern = Pattern::new("^[A-Z]{2}$");
/// assert!(CODE.is_match("DE"));
/// assert!(!CODE.is_match("de"));
///
/// // `\d` is ASCII in ECMA-262, and any digit to the regex engine.
/// static NUMBER: Pattern = Pattern::translated(r"^\d+$", "^[0-9]+$");
/// assert_eq!(NUMBER.source(), r"^\d+$");
/// assert!(!NUMBER.is_match("٣"));
/// ```
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    regex: &'static str,
    compiled: OnceLock<Option<Box<dyn Engine>>>,
}

/// The regex engine behind a pointer that hides it: for every static table, rustc proves anew that
/// all types in it are `Sync`, and those inside an engine are many.
trait Engine: Debug + Send + Sync {
    fn is_match(&self, text: &str) -> bool;
}

impl Engine for Regex {
    /// Giving up at the backtrack limit counts as a match.
    fn is_match(&self, text: &str) -> bool {
        self.is_match(text).unwrap_or(true)
    }
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
            .get_or_init(|| {
                let engine: Box<dyn Engine> = Box::new(Regex::new(self.regex).ok()?);
                Some(engine)
            })
            .as_ref()
            .is_none_or(|engine| engine.is_match(text))
    }
}
