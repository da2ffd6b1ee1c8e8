//! Text that models read and people do not see: invisible and control characters, and HTML comments.
//!
//! Takes a text of a spec, gives it without what is hidden, and says what that was. It must not know
//! where a text comes from: `normalize` cleans all texts of a document.

mod characters;
mod comments;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use characters::{Part, is_control, may_be_hidden_in, split_at_hidden, tag_as_ascii};

/// How many different characters a remark lists, and how much of a hidden text it quotes.
const MOST_LISTED: usize = 5;
const LONGEST_QUOTE: usize = 80;

/// What was hidden in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HiddenText {
    /// The different invisible characters, in the order of the text.
    invisible: CharacterList,
    /// The different control characters.
    control: CharacterList,
    /// What tag characters spell, or its beginning.
    spelled: String,
    /// The beginning of the first comment.
    comment: Option<String>,
}

/// Different characters; as many as are shown, and whether there are others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CharacterList {
    first: Vec<char>,
    has_more: bool,
}

impl CharacterList {
    fn add(&mut self, c: char) {
        if self.first.contains(&c) {
            return;
        }
        match self.first.len() < MOST_LISTED {
            true => self.first.push(c),
            false => self.has_more = true,
        }
    }

    fn list_code_points(&self, kind: &str) -> Option<String> {
        if self.first.is_empty() {
            return None;
        }
        let codes = self
            .first
            .iter()
            .map(|c| format!("U+{:04X}", u32::from(*c)));
        let mut codes = codes.collect::<Vec<_>>().join(", ");
        if self.has_more {
            codes.push_str(", …");
        }
        Some(format!("{kind} characters ({codes})"))
    }
}

impl HiddenText {
    /// What characters a text hides, whatever its comments are: for texts that are no Markdown.
    pub(crate) fn find_characters_in(text: &str) -> Option<Self> {
        if !may_be_hidden_in(text) {
            return None;
        }
        let mut hidden = Self::default();
        split_at_hidden(text, |part| {
            if let Part::Hidden(c) = part {
                hidden.add(c);
            }
        });
        (hidden != Self::default()).then_some(hidden)
    }

    /// What is hidden in either way; characters of the second come last.
    pub(crate) fn merge(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(mut one), Some(other)) => {
                for c in other.invisible.first.iter().chain(&other.control.first) {
                    one.add(*c);
                }
                Some(one)
            }
            (one, other) => one.or(other),
        }
    }

    fn add(&mut self, c: char) {
        match is_control(c) {
            true => self.control.add(c),
            false => self.invisible.add(c),
        }
        let room = self.spelled.len() < LONGEST_QUOTE;
        self.spelled.extend(tag_as_ascii(c).filter(|_| room));
    }

    /// What is hidden, as the object of a sentence: `invisible characters (U+200B)`.
    pub(crate) fn describe_findings(&self) -> String {
        let invisible = self.invisible.list_code_points("invisible");
        let control = self.control.list_code_points("control");
        let comment = self.comment.as_ref().map(|_| "an HTML comment".to_owned());
        let parts: Vec<String> = [invisible, control, comment]
            .into_iter()
            .flatten()
            .collect();
        parts.join(" and ")
    }

    /// How a sentence goes on about what is hidden.
    pub(crate) fn pronoun(&self) -> &'static str {
        match self.invisible.first.is_empty() && self.control.first.is_empty() {
            true => "it",
            false => "them",
        }
    }

    /// What the hidden text says, if that can be read.
    pub(crate) fn quote(&self) -> Option<String> {
        match (&self.comment, self.spelled.is_empty()) {
            (Some(comment), _) => Some(format!("the comment says {comment:?}")),
            (None, false) => Some(format!("the tag characters spell {:?}", self.spelled)),
            (None, true) => None,
        }
    }
}

/// A text without hidden characters and without HTML comments, and what these were.
pub(crate) fn clean_text(text: &str) -> (Cow<'_, str>, Option<HiddenText>) {
    let mut hidden = HiddenText::find_characters_in(text);
    // The characters first: one of them may part what is a comment without it.
    let visible = remove_characters(text);
    let uncommented = comments::remove_comments(&visible).map(|(kept, comments)| {
        let first = comments.first().copied().unwrap_or_default();
        hidden.get_or_insert_default().comment = Some(quote_comment(first));
        kept
    });
    match uncommented {
        Some(kept) => (Cow::Owned(kept), hidden),
        None => (visible, hidden),
    }
}

/// A text without hidden characters. Characters that are white space become a space.
pub(crate) fn remove_characters(text: &str) -> Cow<'_, str> {
    if !may_be_hidden_in(text) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    split_at_hidden(text, |part| match part {
        Part::Visible(part) => kept.push_str(part),
        Part::Hidden(c) if c.is_whitespace() => kept.push(' '),
        Part::Hidden(_) => {}
    });
    Cow::Owned(kept)
}

fn quote_comment(comment: &str) -> String {
    let inner = comment.strip_prefix("<!--").unwrap_or(comment);
    let inner = inner.strip_suffix("-->").unwrap_or(inner);
    let words = inner.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}
