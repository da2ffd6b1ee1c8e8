//! Title and description of a tool, for models and people, and the documentation of its request struct.

use super::Lowering;
use crate::diagnostics::Shortened;
use crate::html::to_markdown;
use crate::markdown::to_model_text;
use crate::normalize::Operation;
use crate::schema::truncate_text;

/// Characters of a description, unless a setting says otherwise: what is longer costs every conversation
/// tokens.
const LONGEST_DESCRIPTION: usize = 800;

/// Name of an operation for people: its summary, or the first of several sentences, where that is short.
pub(super) fn operation_title(operation: &Operation) -> Option<String> {
    const LONGEST: usize = 80;
    let summary = to_markdown(trimmed_text(operation.summary.as_deref()));
    let is_short = |text: &str| !text.is_empty() && text.len() <= LONGEST;
    let title = match is_short(&summary) && !summary.contains('\n') {
        true => summary.into_owned(),
        false => find_first_sentence(&summary).filter(|first| is_short(first))?,
    };
    Some(title.trim_end_matches('.').to_owned())
}

/// What is before the first full stop that a capital letter follows, in the first paragraph of a text and on one line.
fn find_first_sentence(text: &str) -> Option<String> {
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut stops = line
        .match_indices(". ")
        .map(|(at, stop)| (at, at + stop.len()));
    let end = stops.find(|(_, next)| line[*next..].starts_with(char::is_uppercase));
    end.map(|(at, _)| line[..at].to_owned())
}

/// What an operation does, for models: the summary and the description, or else the words of `title`. The
/// summary is left out if the description says it.
fn full_description(operation: &Operation, title: &str, longest: usize) -> String {
    let summary = to_model_text(trimmed_text(operation.summary.as_deref()), longest);
    let description = to_model_text(trimmed_text(operation.description.as_deref()), longest);
    match (summary.is_empty(), description.is_empty()) {
        (true, true) => format!("{title}."),
        (false, true) => summary.into_owned(),
        (true, false) => description.into_owned(),
        (false, false) if contains_summary(&description, &summary) => description.into_owned(),
        (false, false) => format!("{summary}\n\n{description}"),
    }
}

/// Whether a description has the words of the summary in a row, or all of them in its first sentence.
fn contains_summary(description: &str, summary: &str) -> bool {
    let summary = lowercase_words(summary);
    let words = lowercase_words(description);
    if summary.is_empty() || words.windows(summary.len()).any(|some| some == summary) {
        return true;
    }
    let first = description.split_inclusive(['.', '!', '?', '\n']).next();
    let first = lowercase_words(first.unwrap_or_default());
    summary.iter().all(|word| first.contains(word))
}

fn lowercase_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

impl Lowering<'_> {
    /// The description of a tool, as models are shown it. One that is cut is noted.
    pub(super) fn describe_tool(
        &mut self,
        operation: &Operation,
        title: &str,
        tool: &str,
    ) -> String {
        let longest = self.settings.max_description.unwrap_or(LONGEST_DESCRIPTION);
        let whole = full_description(operation, title, longest);
        let mut text = truncate_text(&whole, longest);
        if text != whole {
            self.truncated.push(Shortened {
                pointer: operation.pointer.clone(),
                name: format!("`{tool}`"),
                length: whole.chars().count(),
            });
        }
        // MCP has no field for it, so models learn it from the text.
        if operation.is_deprecated {
            text.push_str("\n\nDeprecated.");
        }
        text
    }
}

/// Documentation of the request struct.
pub(super) fn request_doc(operation: &Operation) -> String {
    let summary = trimmed_text(operation.summary.as_deref());
    let description = trimmed_text(operation.description.as_deref());
    let mut parts = Vec::new();
    if !summary.is_empty() && !repeats_summary(description, summary) {
        parts.push(summary);
    }
    if !description.is_empty() {
        parts.push(description);
    }
    parts.join("\n\n")
}

fn trimmed_text(text: Option<&str>) -> &str {
    text.map(str::trim).unwrap_or_default()
}

fn repeats_summary(description: &str, summary: &str) -> bool {
    let summary = summary.trim_end_matches('.');
    !summary.is_empty() && description.starts_with(summary)
}

#[cfg(test)]
mod tests {
    use super::find_first_sentence;

    #[test]
    fn a_sentence_ends_before_another_one() {
        for (text, expected) in [
            ("Get an order. It is throttled.", Some("Get an order")),
            (
                "Get a token for programs\nin a cloud. Others have one.",
                Some("Get a token for programs in a cloud"),
            ),
            ("Returns things, e.g. pets", None),
            ("Get an order", None),
            ("Get an order\n\nIt is throttled. Really.", None),
            ("", None),
        ] {
            assert_eq!(find_first_sentence(text).as_deref(), expected, "{text}");
        }
    }
}
