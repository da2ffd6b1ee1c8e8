//! Narrows a finished server: of the tools that were compiled in, only some are served.
//!
//! Each method removes tools from the sources that were added so far and never adds one, so a
//! restriction can only be followed by a stricter one. What is removed is not listed, not found by
//! name and not part of discovery: to a client it does not exist. A pattern that matches nothing is
//! kept and reported when the server starts, because a misspelt name must not pass silently.

use std::collections::HashSet;

use super::source::{Source, ToolHints};
use super::{Tools, ToolsError};
use toolwright_inspect::suggest::suggest_names;

/// A source and which of its tools are served.
#[derive(Clone)]
pub(super) struct NarrowedSource {
    pub(super) source: Source,
    /// The names of the tools that are served; `None`: all.
    allowed: Option<HashSet<&'static str>>,
}

/// What is wrong with a restriction; becomes a [`ToolsError`] when the server starts.
#[derive(Clone, Debug)]
pub(super) enum Misfit {
    Tool(Unmatched),
    Tag(Unmatched),
    NothingLeft,
}

/// A pattern that matches nothing, and the names that come closest.
#[derive(Clone, Debug)]
pub(super) struct Unmatched {
    pattern: String,
    similar: Vec<String>,
}

impl NarrowedSource {
    pub(super) fn new(source: Source) -> Self {
        let allowed = None;
        Self { source, allowed }
    }

    pub(super) fn allows(&self, tool: &str) -> bool {
        self.allowed.as_ref().is_none_or(|all| all.contains(tool))
    }

    /// The names of the tools that are served.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        let names = self.source.names().into_iter();
        names.filter(|name| self.allows(name))
    }

    /// The tools that are served.
    pub(super) fn hints(&self) -> impl Iterator<Item = ToolHints> {
        let hints = self.source.hints().into_iter();
        hints.filter(|tool| self.allows(tool.name))
    }

    fn retain(&mut self, keep: impl Fn(&ToolHints) -> bool) {
        let kept = self.hints().filter(|tool| keep(tool));
        self.allowed = Some(kept.map(|tool| tool.name).collect());
    }
}

impl Tools {
    /// Serves only the tools that change nothing, according to their `readOnlyHint`: `GET`, `HEAD`,
    /// `OPTIONS`, `TRACE` and `QUERY` operations, those that `x-mcp` declares read-only, and tools of
    /// your own with [`Annotations::read_only`](crate::Annotations). It applies to all tools that
    /// were added before, and to none that are added later.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::{Tools, tool_list};
    ///
    /// let tools = Tools::of(&pets::API).read_only();
    /// assert!(tool_list(tools).contains("list_pets"));
    /// ```
    #[must_use]
    pub fn read_only(self) -> Self {
        self.narrow(|tool| tool.annotations.read_only)
    }

    /// Serves only the tools whose names match one of the patterns, in which `*` stands for any text
    /// and `?` for any character. It applies to all tools that were added before.
    ///
    /// A pattern that matches no tool is an error of [`Server::of`](crate::Server::of) and
    /// [`run`](crate::run), which suggests the closest name.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::{Server, Tools, tool_list};
    ///
    /// let tools = Tools::of(&pets::API).only_tools(["get_*"]);
    /// assert!(!tool_list(tools).contains("list_pets"));
    ///
    /// let misspelt = Tools::of(&pets::API).only_tools(["lst_pets"]);
    /// let error = Server::of(misspelt, []).expect_err("matches nothing").to_string();
    /// assert!(error.contains("did you mean `list_pets`"), "{error}");
    /// ```
    #[must_use]
    pub fn only_tools<P: Into<String>>(mut self, patterns: impl IntoIterator<Item = P>) -> Self {
        let patterns: Vec<String> = patterns.into_iter().map(Into::into).collect();
        let names: Vec<&str> = self.names().collect();
        let unmatched = unmatched(&patterns, &names).map(Misfit::Tool);
        self.misfits.extend(unmatched);
        self.narrow(|tool| patterns.iter().any(|pattern| matches(pattern, tool.name)))
    }

    /// Serves only the tools whose operations have one of these tags, in which `*` stands for any
    /// text and `?` for any character. Tools of your own have no tags, so they are not served. It
    /// applies to all tools that were added before.
    ///
    /// A tag that no tool has is an error of [`Server::of`](crate::Server::of) and
    /// [`run`](crate::run), which suggests the closest one.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::{Server, Tools};
    ///
    /// let error = Server::of(Tools::of(&pets::API).only_tags(["orders"]), []);
    /// let error = error.expect_err("matches nothing").to_string();
    /// assert!(error.contains("no tool has a tag that matches 'orders'"), "{error}");
    /// ```
    #[must_use]
    pub fn only_tags<P: Into<String>>(mut self, patterns: impl IntoIterator<Item = P>) -> Self {
        let patterns: Vec<String> = patterns.into_iter().map(Into::into).collect();
        let hints = self.sources.iter().flat_map(NarrowedSource::hints);
        let mut tags: Vec<&str> = hints.flat_map(|tool| tool.tags).collect();
        tags.sort_unstable();
        tags.dedup();
        let unmatched = unmatched(&patterns, &tags).map(Misfit::Tag);
        self.misfits.extend(unmatched);
        let has_tag = |tag: &&str| patterns.iter().any(|pattern| matches(pattern, tag));
        self.narrow(|tool| tool.tags.iter().any(has_tag))
    }

    fn narrow(mut self, keep: impl Fn(&ToolHints) -> bool) -> Self {
        let had_tools = self.names().next().is_some();
        for source in &mut self.sources {
            source.retain(&keep);
        }
        if had_tools && self.names().next().is_none() {
            self.misfits.push(Misfit::NothingLeft);
        }
        self
    }

    /// The first thing that is wrong with what the tools were narrowed to.
    pub(super) fn check_restrictions(&self) -> Result<(), ToolsError> {
        match self.misfits.first().cloned() {
            None => Ok(()),
            Some(Misfit::Tool(Unmatched { pattern, similar })) => {
                Err(ToolsError::UnmatchedTool { pattern, similar })
            }
            Some(Misfit::Tag(Unmatched { pattern, similar })) => {
                Err(ToolsError::UnmatchedTag { pattern, similar })
            }
            Some(Misfit::NothingLeft) => Err(ToolsError::NothingLeft),
        }
    }
}

/// The patterns that match none of the names.
fn unmatched(patterns: &[String], names: &[&str]) -> impl Iterator<Item = Unmatched> {
    let fails = |pattern: &&String| !names.iter().any(|name| matches(pattern, name));
    let unmatched = patterns.iter().filter(fails).map(|pattern| Unmatched {
        pattern: pattern.clone(),
        similar: suggest_names(pattern, names.iter().copied())
            .into_iter()
            .map(str::to_owned)
            .collect(),
    });
    unmatched.collect::<Vec<_>>().into_iter()
}

/// Wildcard matching with one point to return to: after a mismatch, the last `*` takes one more
/// character. At most `pattern × name` steps, unlike a recursive matcher.
fn matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    let (mut at_pattern, mut at_name) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at_name < name.len() {
        match pattern.get(at_pattern) {
            Some('*') => {
                star = Some((at_pattern, at_name));
                at_pattern += 1;
            }
            Some(wanted) if *wanted == '?' || name.get(at_name) == Some(wanted) => {
                at_pattern += 1;
                at_name += 1;
            }
            _ => {
                let Some((star_pattern, star_name)) = star else {
                    return false;
                };
                star = Some((star_pattern, star_name + 1));
                at_pattern = star_pattern + 1;
                at_name = star_name + 1;
            }
        }
    }
    pattern.iter().skip(at_pattern).all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn wildcards_match_any_text_and_any_character() {
        for (pattern, name, expected) in [
            ("list_pets", "list_pets", true),
            ("list_pets", "list_pet", false),
            ("list_pet", "list_pets", false),
            ("*", "", true),
            ("*", "list_pets", true),
            ("list_*", "list_pets", true),
            ("*_pets", "list_my_pets", true),
            ("*_pet", "list_pets", false),
            ("l*p?ts", "list_pets", true),
            ("*a*b*c", "xxaxxbxxbc", true),
            ("?", "ü", true),
            ("", "x", false),
            ("List_pets", "list_pets", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_hostile_pattern_takes_little_time() {
        let pattern = "*a".repeat(200);
        assert!(!matches(&pattern, &format!("{}b", "a".repeat(5_000))));
    }
}
