//! Rewrites one line of a spec's Markdown for rustdoc, which warns of links to unknown items, of
//! HTML and of bare URLs. Links to the web stay, other links become their text, images become
//! links, and tags that only format are dropped. It takes and gives a line; blocks are the work of
//! `block`.

use crate::html::{code_span_len, count_backticks};

/// Where the text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Line,
    LinkText,
}

/// Matching brackets further apart than this are no link.
const LINK_LIMIT: usize = 1000;

/// One line of text: links only to the web, no HTML, no bare URL. Code spans stay; they end on
/// their line.
pub(super) fn tame(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    push(&mut out, line, Place::Line);
    out
}

fn push(out: &mut String, line: &str, place: Place) {
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '\\' => push_escape(out, rest),
            '`' => push_code(out, rest),
            '!' if place == Place::Line && rest[1..].starts_with('[') => {
                // An image becomes a link: documentation should not load pictures.
                if Link::parse(&rest[1..]).is_none() {
                    out.push('!');
                }
                1
            }
            '[' => push_bracket(out, rest, place),
            '<' => push_angle(out, rest),
            'h' if place == Place::Line => push_url(out, rest),
            c => {
                out.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
}

fn push_escape(out: &mut String, rest: &str) -> usize {
    match rest[1..].chars().next() {
        Some(next) if next.is_ascii_punctuation() => {
            out.push_str(&rest[..2]);
            2
        }
        Some(_) => {
            out.push('\\');
            1
        }
        None => 1,
    }
}

fn push_code(out: &mut String, rest: &str) -> usize {
    let ticks = count_backticks(rest);
    match code_span_len(rest) {
        Some(len) => {
            out.push_str(&rest[..len]);
            len
        }
        None => {
            out.push_str(&"\\`".repeat(ticks));
            ticks
        }
    }
}

fn push_bracket(out: &mut String, rest: &str, place: Place) -> usize {
    if place == Place::Line
        && let Some(link) = Link::parse(rest)
    {
        link.push(out);
        return link.len;
    }
    let mut after = rest[1..].chars();
    if after.next() == Some(']') && !matches!(after.next(), Some('(' | '[' | ':')) {
        out.push_str("[]");
        return 2;
    }
    out.push_str("\\[");
    1
}

/// `[text](target "title")`
struct Link<'a> {
    text: &'a str,
    target: &'a str,
    len: usize,
}

impl<'a> Link<'a> {
    fn parse(rest: &'a str) -> Option<Self> {
        let close = closing(rest, '[', ']')?;
        let text = &rest[1..close];
        let target = rest[close + 1..]
            .strip_prefix('(')
            .map(|_| &rest[close + 1..])?;
        let end = closing(target, '(', ')')?;
        let inside = target[1..end].trim();
        let target = inside.split_whitespace().next().unwrap_or_default();
        let target = target.trim_start_matches('<').trim_end_matches('>');
        Some(Self {
            text,
            target,
            len: close + 1 + end + 1,
        })
    }

    /// A link to the web stays; of any other, whose target is not here, the text.
    fn push(&self, out: &mut String) {
        let leads_somewhere = ["https://", "http://", "mailto:"]
            .iter()
            .any(|scheme| self.target.starts_with(scheme))
            && !self.target.contains(['<', '>', '\\', '`', '[', ']']);
        match (leads_somewhere, self.text.trim()) {
            (true, "") => {
                out.push('<');
                out.push_str(self.target);
                out.push('>');
            }
            (true, text) => {
                out.push('[');
                push(out, text, Place::LinkText);
                out.push_str("](");
                out.push_str(self.target);
                out.push(')');
            }
            (false, text) => push_flat(out, text),
        }
    }
}

fn push_flat(out: &mut String, text: &str) {
    // The text of a link stands on the line now; brackets in it are no links again.
    if text.contains("](") {
        push(out, text, Place::LinkText);
    } else {
        push(out, text, Place::Line);
    }
}

/// Index of the bracket that closes the one at the start.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len().min(LINK_LIMIT) {
        let c = text[at..].chars().next()?;
        if c == '\\' {
            at += 1 + text[at + 1..].chars().next()?.len_utf8();
            continue;
        }
        if c == '`' {
            at += code_span_len(&text[at..]).unwrap_or_else(|| count_backticks(&text[at..]));
            continue;
        }
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
        at += c.len_utf8();
    }
    None
}

fn push_angle(out: &mut String, rest: &str) -> usize {
    let Some(next) = rest[1..].chars().next() else {
        out.push('<');
        return 1;
    };
    if !(next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')) {
        out.push('<');
        return 1;
    }
    let Some(end) = rest.find('>') else {
        out.push_str("\\<");
        return 1;
    };
    let inside = &rest[1..end];
    if is_web(inside) && !inside.contains(char::is_whitespace) && !inside[1..].contains('<') {
        out.push_str(&rest[..=end]);
        return end + 1;
    }
    if is_formatting(inside) {
        return end + 1;
    }
    out.push_str("\\<");
    1
}

fn is_web(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

/// Whether `inside` of angle brackets is a tag that only formats text.
fn is_formatting(inside: &str) -> bool {
    const TAGS: [&str; 33] = [
        "a",
        "b",
        "blockquote",
        "br",
        "center",
        "code",
        "dd",
        "div",
        "dl",
        "dt",
        "em",
        "font",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "li",
        "note",
        "ol",
        "p",
        "pre",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "tt",
        "u",
        "ul",
    ];
    let tag = inside.trim_start_matches('/');
    let name_len = tag.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (name, after) = tag.split_at(name_len);
    let attributes = after.trim_end_matches('/').trim();
    TAGS.binary_search(&name.to_ascii_lowercase().as_str())
        .is_ok()
        && (attributes.is_empty() || (after.starts_with(' ') && attributes.contains('=')))
        && !attributes.contains('<')
}

fn push_url(out: &mut String, rest: &str) -> usize {
    if !is_web(rest) {
        out.push('h');
        return 1;
    }
    let len = url_len(rest);
    let url = &rest[..len];
    if url.ends_with("://") {
        out.push_str(url);
    } else {
        out.push('<');
        out.push_str(url);
        out.push('>');
    }
    len
}

fn url_len(text: &str) -> usize {
    let mut braces = 0_i32;
    let end = text.find(|c: char| {
        braces += i32::from(c == '{') - i32::from(c == '}');
        braces < 0 || c.is_whitespace() || "<>\"'`()[]|\\*".contains(c)
    });
    let url = &text[..end.unwrap_or(text.len())];
    let bare = url.trim_end_matches(['.', ',', ';', ':', '!', '?']);
    if is_web(bare) { bare.len() } else { url.len() }
}

#[cfg(test)]
mod tests {
    use super::tame;

    #[test]
    fn brackets_are_no_items() {
        assert_eq!(tame("an [Item] of ids[]"), "an \\[Item] of ids[]");
        assert_eq!(
            tame("[a][b] [c]: d [](e) [^1]"),
            "\\[a]\\[b] \\[c]: d  \\[^1]"
        );
        assert_eq!(tame("`[a]` \\[b]"), "`[a]` \\[b]");
    }

    #[test]
    fn only_links_to_the_web_stay() {
        assert_eq!(
            tame("[a `b]`](https://c.d \"t\") [e](#f) [Pet](Pet)"),
            "[a `b]`](https://c.d) e Pet"
        );
        assert_eq!(tame("[](https://c.d)"), "<https://c.d>");
        assert_eq!(tame("![x](https://c.d/e.png)"), "[x](https://c.d/e.png)");
        assert_eq!(tame("![x]"), "!\\[x]");
        assert_eq!(
            tame("[![b](https://i)](https://c)"),
            "[!\\[b](https://i)](https://c)"
        );
    }

    #[test]
    fn urls_are_links() {
        assert_eq!(
            tame("(see https://a.b/c?d=e.)"),
            "(see <https://a.b/c?d=e>.)"
        );
        assert_eq!(tame("https://{x}.y/z}"), "<https://{x}.y/z>}");
        assert_eq!(tame("<https://a.b> http://"), "<https://a.b> http://");
        assert_eq!(
            tame("[https://a.b](https://a.b)"),
            "[https://a.b](https://a.b)"
        );
    }

    #[test]
    fn html_goes_and_generics_stay() {
        assert_eq!(tame("<p>a<br/>b</p>"), "ab");
        assert_eq!(tame("<a href=\"x\">a</a> <b>c</b>"), "a c");
        assert_eq!(
            tame("List<String> <id> a < b <!-- c"),
            "List\\<String> \\<id> a < b \\<!-- c"
        );
        assert_eq!(
            tame("<script>alert(1)</script>"),
            "\\<script>alert(1)\\</script>"
        );
    }

    #[test]
    fn backticks_come_in_pairs() {
        assert_eq!(tame("a ` <b2> `` c"), "a \\` \\<b2> \\`\\` c");
        assert_eq!(tame("`` a ` <x> `` b"), "`` a ` <x> `` b");
    }

    #[test]
    fn nothing_is_slow_or_deep() {
        for unit in [
            "[", "![", "[a](", "`", "<", "\\", "(", "[[](", "https://", "<a", "`a``b",
        ] {
            tame(&unit.repeat(5_000));
        }
    }

    #[test]
    fn unicode_is_cut_between_characters() {
        assert_eq!(tame("é[é](é)`é`<é>\\é"), "éé`é`<é>\\é");
    }
}
