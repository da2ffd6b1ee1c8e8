//! Texts from outside: HTML to plain text, elements of a page, and limits of length.

/// Removes tags, scripts and comments, and decodes the entities that feeds use. White space is one space.
pub(crate) fn strip_html(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    // An end that is not there is looked for once, not for each beginning: whoever wrote this may mean harm.
    let mut elements = [("script", true), ("style", true)];
    let mut has_tags = true;
    while let Some(start) = rest.find('<').filter(|_| has_tags) {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        // A tag ends a word, as in `<li>one</li><li>two</li>`.
        text.push(' ');
        let skipped = elements.iter_mut().find_map(|(name, has_end)| {
            if !*has_end || !begins_element(rest, name) {
                return None;
            }
            let behind = skip_element(rest, name);
            *has_end = behind.is_some();
            behind
        });
        rest = match skipped.or_else(|| skip_tag(rest)) {
            Some(behind) => behind,
            None => {
                has_tags = rest.contains('>');
                text.push('<');
                &rest[1..]
            }
        };
    }
    text.push_str(rest);
    collapse_spaces(&decode_entities(&text))
}

/// What is behind a tag or a comment. None if it is neither, as in `1 < 2`.
fn skip_tag(html: &str) -> Option<&str> {
    if let Some(comment) = html.strip_prefix("<!--") {
        return comment
            .split_once("-->")
            .map_or(Some(""), |(_, rest)| Some(rest));
    }
    let first = html[1..].chars().next()?;
    if !(first.is_ascii_alphabetic() || matches!(first, '/' | '!' | '?')) {
        return None;
    }
    html.split_once('>').map(|(_, rest)| rest)
}

/// Whether an element of this name begins here.
fn begins_element(html: &str, name: &str) -> bool {
    let Some((tag, behind)) = html[1..].split_at_checked(name.len()) else {
        return false;
    };
    tag.eq_ignore_ascii_case(name)
        && behind.starts_with(|it: char| it == '>' || it == '/' || it.is_ascii_whitespace())
}

/// What is behind an element and its content.
fn skip_element<'h>(html: &'h str, name: &str) -> Option<&'h str> {
    let from = find_ignoring_case(html, &format!("</{name}"))?;
    skip_tag(&html[from..])
}

/// Where an element begins, and where its content does.
fn find_element(html: &str, name: &str) -> Option<(usize, usize)> {
    let tag = format!("<{name}");
    let mut from = 0;
    loop {
        let start = from + find_ignoring_case(&html[from..], &tag)?;
        let behind = &html[start + tag.len()..];
        if behind.starts_with(|it: char| it == '>' || it == '/' || it.is_ascii_whitespace()) {
            return Some((start, start + tag.len() + behind.find('>')? + 1));
        }
        from = start + tag.len();
    }
}

/// The text of the first element of this name.
pub(crate) fn extract_element(html: &str, name: &str) -> Option<String> {
    let (_, content) = find_element(html, name)?;
    let rest = &html[content..];
    let end = find_ignoring_case(rest, &format!("</{name}"))?;
    Some(strip_html(&rest[..end])).filter(|text| !text.is_empty())
}

/// `needle` is ASCII, so a match begins and ends between characters.
fn find_ignoring_case(text: &str, needle: &str) -> Option<usize> {
    let mut windows = text.as_bytes().windows(needle.len());
    windows.position(|window| window.eq_ignore_ascii_case(needle.as_bytes()))
}

/// Longest entity that is decoded, `&#x10FFFF;`.
const LONGEST_ENTITY: usize = 10;

fn decode_entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        decoded.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.bytes().take(LONGEST_ENTITY).position(|it| it == b';');
        match end.and_then(|end| Some((decode_entity(&rest[1..end])?, end))) {
            Some((character, end)) => {
                decoded.push(character);
                rest = &rest[end + 1..];
            }
            None => {
                decoded.push('&');
                rest = &rest[1..];
            }
        }
    }
    decoded + rest
}

fn decode_entity(name: &str) -> Option<char> {
    let number = |digits: &str, radix| char::from_u32(u32::from_str_radix(digits, radix).ok()?);
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        "hellip" => Some('…'),
        "ndash" => Some('–'),
        "mdash" => Some('—'),
        "rsquo" => Some('’'),
        _ => match name.strip_prefix('#')?.strip_prefix(['x', 'X']) {
            Some(digits) => number(digits, 16),
            None => number(&name[1..], 10),
        },
    }
}

/// Spaces and control characters, of which PostgreSQL rejects NUL, as single spaces.
pub(crate) fn collapse_spaces(text: &str) -> String {
    let words = text.split(|it: char| it.is_whitespace() || it.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The first characters of a text, with an ellipsis if there are more.
pub(crate) fn truncate_text(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_plain_text() {
        for (html, text) in [
            (
                "<p>One &amp; <b>two</b></p>\n<p>three</p>",
                "One & two three",
            ),
            ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
            ("a<script>alert(1)</script>b<!-- c -->d", "a b d"),
            ("&#65;&#x42;&unknown; &", "AB&unknown; &"),
            ("tab\tnul\0end", "tab nul end"),
            ("<", "<"),
            ("ä<br>ö", "ä ö"),
            ("<scripts>a</scripts> <SCRIPT src=x>b</Script >c", "a c"),
            ("a<script>b", "a b"),
            ("1 <b", "1 <b"),
            ("<ä>", "<ä>"),
        ] {
            assert_eq!(strip_html(html), text, "{html}");
        }
    }

    /// What never ends is not looked for again and again: these take milliseconds, or else hours.
    #[test]
    fn hostile_html_takes_no_longer() {
        for piece in [
            "<b>", "<a", "<script>", "<style ", "<!-", "</script", "&", "<<",
        ] {
            let text = strip_html(&piece.repeat(1_000_000));
            assert!(text.len() <= 4 * piece.len() * 1_000_000);
            extract_element(&piece.repeat(1_000_000), "h1");
        }
    }

    #[test]
    fn elements_are_found_by_name() {
        let page = "<HTML><header>x</header><h1 class='a'>The <i>title</i></H1><p></p>";
        assert_eq!(extract_element(page, "h1").as_deref(), Some("The title"));
        assert_eq!(extract_element(page, "p"), None);
        assert_eq!(extract_element(page, "h"), None);
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(truncate_text("äöü", 2), "äö…");
        assert_eq!(truncate_text("äöü", 3), "äöü");
    }
}
