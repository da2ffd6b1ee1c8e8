//! Regular expressions of schemas, compiled at first use. A search has a bounded number of backtracking steps, so
//! that neither a spec nor a caller can stall the server (ReDoS).

use std::fmt::Debug;
use std::sync::OnceLock;

use fancy_regex::{Regex, RegexBuilder};

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
    lengths: Option<TextLengths>,
    compiled: OnceLock<Option<Box<dyn RegexEngine>>>,
}

/// How many characters a text must have.
#[derive(Clone, Copy, Debug)]
struct TextLengths {
    shortest: usize,
    longest: usize,
}

impl TextLengths {
    fn contain(self, text: &str) -> bool {
        // A longer text is not counted to its end.
        let length = text.chars().take(self.longest.saturating_add(1)).count();
        (self.shortest..=self.longest).contains(&length)
    }
}

/// How many times the engine may go back in one search, stage by stage. A search starts with the
/// first limit and, if that is too low, is repeated with the next one: what it costs is then known
/// within a factor of ten, and an easy search pays for no more than it needs. The last stage is the
/// engine's own default.
const STAGES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The regex engine behind a pointer that hides it: for every static table, rustc proves anew that
/// all types in it are `Sync`, and those inside an engine are many.
trait RegexEngine: Debug + Send + Sync {
    /// Whether the text contains a match. What a search costs beyond the first stage is taken from
    /// the budget. `None` if the search gives up, or the budget is spent.
    fn search(&self, text: &str, budget: &mut u32) -> Option<bool>;
}

#[derive(Debug)]
struct StagedRegex {
    first: Regex,
    /// The engines of the other stages, made when they are needed: most patterns never go back.
    others: [OnceLock<Option<Regex>>; STAGES.len() - 1],
    regex: &'static str,
}

impl StagedRegex {
    fn new(regex: &'static str) -> Option<Self> {
        Some(Self {
            first: compile_with_limit(regex, STAGES[0])?,
            others: Default::default(),
            regex,
        })
    }
}

fn compile_with_limit(regex: &str, limit: usize) -> Option<Regex> {
    let mut builder = RegexBuilder::new(regex);
    builder.backtrack_limit(limit).build().ok()
}

impl RegexEngine for StagedRegex {
    fn search(&self, text: &str, budget: &mut u32) -> Option<bool> {
        if let Ok(found) = self.first.is_match(text) {
            return Some(found);
        }
        for (engine, limit) in self.others.iter().zip(STAGES.into_iter().skip(1)) {
            *budget = budget.checked_sub(u32::try_from(limit).ok()?)?;
            let engine = engine.get_or_init(|| compile_with_limit(self.regex, limit));
            if let Ok(found) = engine.as_ref()?.is_match(text) {
                return Some(found);
            }
        }
        None
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
            lengths: None,
            compiled: OnceLock::new(),
        }
    }

    /// For texts of so many characters alone, from the shortest to the longest. So a large bound of a repetition needs no
    /// engine that counts to it.
    ///
    /// ```
    /// use toolwright::schema::Pattern;
    ///
    /// static CONTENT: Pattern = Pattern::translated("^.{1,2097152}$", "^.*$").of_length(1, 2_097_152);
    /// assert!(CONTENT.is_match("x"));
    /// assert!(!CONTENT.is_match(""));
    /// ```
    #[must_use]
    pub const fn of_length(mut self, shortest: usize, longest: usize) -> Self {
        self.lengths = Some(TextLengths { shortest, longest });
        self
    }

    /// The pattern as the spec has it.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Whether `text` contains a match. A search that exceeds the backtracking limit counts as no
    /// match; a pattern that does not compile matches everything.
    pub fn is_match(&self, text: &str) -> bool {
        let mut unlimited = u32::MAX;
        self.search(text, &mut unlimited).unwrap_or(false)
    }

    /// Whether `text` contains a match, at the expense of a validation's budget. `None` if that
    /// cannot be told within the limits; then nothing may be concluded from it, neither by `pattern`
    /// nor by what negates it.
    pub(super) fn search(&self, text: &str, budget: &mut u32) -> Option<bool> {
        if self.lengths.is_some_and(|lengths| !lengths.contain(text)) {
            return Some(false);
        }
        let engine = self.compiled.get_or_init(|| {
            let engine: Box<dyn RegexEngine> = Box::new(StagedRegex::new(self.regex)?);
            Some(engine)
        });
        match engine {
            Some(engine) => engine.search(text, budget),
            // A pattern that this engine cannot compile must not reject valid values.
            None => Some(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Each `a` may belong to either branch, and the reference keeps the engine from being linear.
    static CATASTROPHIC: Pattern = Pattern::new(r"^((a|aa)\2?)+$");

    #[test]
    fn a_search_that_gives_up_is_no_match() {
        assert!(CATASTROPHIC.is_match("aaaa"));
        assert!(!CATASTROPHIC.is_match("aa!"));
        let long = format!("{}!", "a".repeat(60));
        assert_eq!(CATASTROPHIC.search(&long, &mut u32::MAX.clone()), None);
        assert!(!CATASTROPHIC.is_match(&long));
    }

    #[test]
    fn hard_searches_are_paid_from_the_budget_and_easy_ones_are_not() {
        let mut budget = 50_000;
        assert_eq!(CATASTROPHIC.search("aaaa", &mut budget), Some(true));
        assert_eq!(budget, 50_000);
        let long = format!("{}!", "a".repeat(60));
        assert_eq!(CATASTROPHIC.search(&long, &mut budget), None);
        assert!(budget < 50_000, "{budget}");
    }
}
