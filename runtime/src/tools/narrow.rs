//! Narrows a finished server: of the tools that were compiled in, only some are served.
//!
//! Each method removes tools from the sources that were added so far and never adds one, so a
//! restriction can only be followed by a stricter one. What is removed is not listed, not found by
//! name and not part of discovery: to a client it does not exist. A pattern that matches nothing is
//! kept and reported when the server starts, because a misspelt name must not pass silently.

use std::collections::HashSet;

use super::tools_source::{ToolHints, ToolsSource};
use super::{Tools, ToolsError};
use toolwright_inspect::suggest::suggest_names;

/// A source and which of its tools are served.
#[derive(Clone)]
pub(super) struct NarrowedSource {
    pub(super) source: ToolsSource,
    /// The names of the tools that are served; `None`: all.
    allowed: Option<HashSet<&'static str>>,
}

/// What is wrong with a restriction; becomes a [`ToolsError`] when the server starts.
#[derive(Clone, Debug)]
pub(super) enum RestrictionError {
    UnmatchedTool(UnmatchedPattern),
    UnmatchedTag(UnmatchedPattern),
    NothingLeft,
}

/// A pattern that matches nothing, and the names that come closest.
#[derive(Clone, Debug)]
pub(super) struct UnmatchedPattern {
    pattern: String,
    similar: Vec<String>,
}

impl NarrowedSource {
    pub(super) fn new(source: ToolsSource) -> Self {
        let allowed = None;
        Self { source, allowed }
    }

    pub(super) fn allows(&self, tool: &str) -> bool {
        self.allowed.as_ref().is_none_or(|all| all.contains(tool))
    }

    /// The names of the tools that are served.
    pub(super) fn tool_names(&self) -> impl Iterator<Item = &'static str> {
        let tool_names = self.source.tool_names().into_iter();
        tool_names.filter(|name| self.allows(name))
    }

    /// The tools that are served.
    pub(super) fn tool_hints(&self) -> impl Iterator<Item = ToolHints> {
        let tool_hints = self.source.tool_hints().into_iter();
        tool_hints.filter(|tool| self.allows(tool.name))
    }

    fn retain_tools(&mut self, keep: impl Fn(&ToolHints) -> bool) {
        // From what is still served, so that restrictions add up.
        let kept = self.tool_hints().filter(|tool| keep(tool));
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
    /// let tools = Tools::from_api(&pets::API).read_only();
    /// assert!(tool_list(tools).contains("list_pets"));
    /// ```
    #[must_use]
    pub fn read_only(self) -> Self {
        self.retain_tools(|tool| tool.annotations.read_only)
    }

    /// Serves only the tools whose names match one of the patterns, in which `*` stands for any text
    /// and `?` for any character. It applies to all tools that were added before.
    ///
    /// A pattern that matches no tool is an error of [`Server::from_tools`](crate::Server::from_tools) and
    /// [`run`](crate::run), which suggests the closest name.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::{Server, Tools, tool_list};
    ///
    /// let tools = Tools::from_api(&pets::API).only_tools(["get_*"]);
    /// assert!(!tool_list(tools).contains("list_pets"));
    ///
    /// let misspelt = Tools::from_api(&pets::API).only_tools(["lst_pets"]);
    /// let error = Server::from_tools(misspelt, []).expect_err("matches nothing").to_string();
    /// assert!(error.contains("did you mean `list_pets`"), "{error}");
    /// ```
    #[must_use]
    pub fn only_tools<P: Into<String>>(mut self, patterns: impl IntoIterator<Item = P>) -> Self {
        let patterns: Vec<String> = patterns.into_iter().map(Into::into).collect();
        let names: Vec<&str> = self.tool_names().collect();
        let unmatched =
            find_unmatched_patterns(&patterns, &names).map(RestrictionError::UnmatchedTool);
        self.restriction_errors.extend(unmatched);
        self.retain_tools(|tool| {
            patterns
                .iter()
                .any(|pattern| matches_wildcard(pattern, tool.name))
        })
    }

    /// Serves only the tools whose operations have one of these tags, in which `*` stands for any
    /// text and `?` for any character. Tools of your own have no tags, so they are not served. It
    /// applies to all tools that were added before.
    ///
    /// A tag that no tool has is an error of [`Server::from_tools`](crate::Server::from_tools) and
    /// [`run`](crate::run), which suggests the closest one.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::{Server, Tools};
    ///
    /// let error = Server::from_tools(Tools::from_api(&pets::API).only_tags(["orders"]), []);
    /// let error = error.expect_err("matches nothing").to_string();
    /// assert!(error.contains("no tool has a tag that matches 'orders'"), "{error}");
    /// ```
    #[must_use]
    pub fn only_tags<P: Into<String>>(mut self, patterns: impl IntoIterator<Item = P>) -> Self {
        let patterns: Vec<String> = patterns.into_iter().map(Into::into).collect();
        let hints = self.sources.iter().flat_map(NarrowedSource::tool_hints);
        let mut tags: Vec<&str> = hints.flat_map(|tool| tool.tags).copied().collect();
        tags.sort_unstable();
        tags.dedup();
        let unmatched =
            find_unmatched_patterns(&patterns, &tags).map(RestrictionError::UnmatchedTag);
        self.restriction_errors.extend(unmatched);
        let has_tag = |tag: &&str| {
            patterns
                .iter()
                .any(|pattern| matches_wildcard(pattern, tag))
        };
        self.retain_tools(|tool| tool.tags.iter().any(has_tag))
    }

    fn retain_tools(mut self, keep: impl Fn(&ToolHints) -> bool) -> Self {
        // A restriction before the first tool is added is legal, and leaves nothing because there
        // was nothing.
        let had_tools = self.tool_names().next().is_some();
        for source in &mut self.sources {
            source.retain_tools(&keep);
        }
        if had_tools && self.tool_names().next().is_none() {
            self.restriction_errors.push(RestrictionError::NothingLeft);
        }
        self
    }

    /// The first thing that is wrong with what the tools were narrowed to.
    pub(super) fn check_restrictions(&self) -> Result<(), ToolsError> {
        match self.restriction_errors.first().cloned() {
            None => Ok(()),
            Some(RestrictionError::UnmatchedTool(UnmatchedPattern { pattern, similar })) => {
                Err(ToolsError::UnmatchedTool { pattern, similar })
            }
            Some(RestrictionError::UnmatchedTag(UnmatchedPattern { pattern, similar })) => {
                Err(ToolsError::UnmatchedTag { pattern, similar })
            }
            Some(RestrictionError::NothingLeft) => Err(ToolsError::NothingLeft),
        }
    }
}

/// The patterns that match none of the names.
fn find_unmatched_patterns(
    patterns: &[String],
    names: &[&str],
) -> impl Iterator<Item = UnmatchedPattern> {
    let fails = |pattern: &&String| !names.iter().any(|name| matches_wildcard(pattern, name));
    let unmatched = patterns
        .iter()
        .filter(fails)
        .map(|pattern| UnmatchedPattern {
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
fn matches_wildcard(pattern: &str, name: &str) -> bool {
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
    use super::matches_wildcard;

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
            assert_eq!(
                matches_wildcard(pattern, name),
                expected,
                "{pattern} {name}"
            );
        }
    }

    #[test]
    fn a_hostile_pattern_takes_little_time() {
        let pattern = "*a".repeat(200);
        assert!(!matches_wildcard(
            &pattern,
            &format!("{}b", "a".repeat(5_000))
        ));
    }
}
