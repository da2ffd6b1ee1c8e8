//! Recognizes the HTML tags that Markdown has something for. Any other text in angle brackets, such as a placeholder
//! `<name>`, is no tag.

/// What a tag means for the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagMeaning {
    /// A paragraph, or something else that stands in lines of its own.
    Block,
    /// A heading.
    Heading,
    /// A new line.
    Break,
    /// A line between paragraphs.
    Rule,
    /// A list, with numbers or not.
    List { numbered: bool },
    /// An item of a list.
    Item,
    /// A row of a table.
    Row,
    /// A cell of a row.
    Cell,
    /// Code in lines of its own.
    Preformatted,
    /// Code in a line.
    Code,
    /// Text between these marks.
    Marked(&'static str),
    /// Text after this mark.
    Prefixed(&'static str),
    /// A link.
    Link,
    /// Nothing that Markdown has.
    Plain,
}

/// The start or the end of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HtmlTag<'t> {
    /// In small letters.
    pub(super) name: String,
    pub(super) meaning: TagMeaning,
    pub(super) is_end: bool,
    /// Where a link leads.
    pub(super) href: Option<&'t str>,
    /// The bytes that it takes.
    pub(super) len: usize,
}

impl TagMeaning {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "p" | "div" | "blockquote" | "center" | "section" | "table" | "thead" | "tbody"
            | "dl" => Self::Block,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Self::Heading,
            "br" => Self::Break,
            "hr" => Self::Rule,
            "ul" => Self::List { numbered: false },
            "ol" => Self::List { numbered: true },
            "li" | "dt" => Self::Item,
            "tr" | "dd" => Self::Row,
            "td" | "th" => Self::Cell,
            "pre" => Self::Preformatted,
            "code" | "tt" | "kbd" | "samp" | "var" => Self::Code,
            "b" | "strong" => Self::Marked("**"),
            "i" | "em" => Self::Marked("*"),
            "sup" => Self::Prefixed("^"),
            "sub" => Self::Prefixed("_"),
            "a" => Self::Link,
            "span" | "font" | "nobr" | "u" | "small" | "big" => Self::Plain,
            _ => return None,
        })
    }

    /// Whether a tag may stand alone, as in old HTML; of all others there have to be two.
    pub(super) fn may_be_alone(self) -> bool {
        matches!(self, Self::Break | Self::Rule | Self::Block | Self::Item)
    }
}

impl<'t> HtmlTag<'t> {
    /// The tag that a text begins with, if it is one that is known.
    pub(super) fn parse_at_start(text: &'t str) -> Option<Self> {
        let rest = text.strip_prefix('<')?;
        let (is_end, rest) = match rest.strip_prefix('/') {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric())?;
        let name = rest[..end].to_ascii_lowercase();
        // Unknown names stay as they are: `<name>` and `<image>` are placeholders far more often
        // than tags.
        let meaning = TagMeaning::from_name(&name)?;
        let mut href = None;
        let mut rest = &rest[end..];
        loop {
            let trimmed = rest.trim_start();
            let close = trimmed
                .strip_prefix("/>")
                .or_else(|| trimmed.strip_prefix('>'));
            if let Some(after) = close {
                return Some(Self {
                    name,
                    meaning,
                    is_end,
                    href,
                    len: text.len() - after.len(),
                });
            }
            // Attributes are apart from what stands before them.
            if trimmed.len() == rest.len() {
                return None;
            }
            let (attribute, value, after) = parse_attribute(trimmed)?;
            if attribute.eq_ignore_ascii_case("href") {
                href = value;
            }
            rest = after;
        }
    }
}

/// The attribute that a text begins with, its value, and the rest.
fn parse_attribute(text: &str) -> Option<(&str, Option<&str>, &str)> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "-_:.".contains(c);
    let end = text.find(|c| !is_of_name(c)).filter(|end| *end > 0)?;
    let (name, rest) = text.split_at(end);
    let Some(value) = rest.trim_start().strip_prefix('=') else {
        return Some((name, None, rest));
    };
    let value = value.trim_start();
    if let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let (value, rest) = value[1..].split_once(quote)?;
        return Some((name, Some(value), rest));
    }
    let is_end = |c: char| c.is_whitespace() || "\"'=<>`".contains(c);
    let end = value.find(is_end).filter(|end| *end > 0)?;
    let (value, rest) = value.split_at(end);
    Some((name, Some(value), rest))
}
