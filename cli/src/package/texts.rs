//! Texts of specs and manifests as packages can hold them: on one line, not too long, and URLs that are URLs.

use toolwright_codegen::diagnostics::is_invisible;

/// A text on one line without control and invisible formatting characters, of at most so many characters.
///
/// A longer one ends with an ellipsis behind its last whole word.
pub(crate) fn one_line(text: &str, longest: usize) -> String {
    let words = text.split_whitespace();
    let words = words.map(|word| word.chars().filter(|c| is_shown(*c)).collect::<String>());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    truncate_text(&line, longest)
}

/// A text of several lines, of at most so many characters.
pub(crate) fn clean_paragraphs(text: &str, longest: usize) -> String {
    let shown = text.chars().filter(|c| *c == '\n' || is_shown(*c));
    truncate_text(shown.collect::<String>().trim(), longest)
}

/// Directions, joiners and other characters that nobody sees could show a name that is not the one of the package, or say to models
/// what people do not read.
pub(crate) fn is_shown(c: char) -> bool {
    !c.is_control() && !is_invisible(c)
}

fn truncate_text(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let kept: String = text.chars().take(longest.saturating_sub(1)).collect();
    let end = kept
        .rfind(char::is_whitespace)
        .filter(|end| *end * 2 > kept.len());
    let kept = kept[..end.unwrap_or(kept.len())].trim_end();
    format!("{}…", kept.trim_end_matches([',', ';', ':', '.']))
}

/// An `http` or `https` URL as it was written, if it is one.
pub(crate) fn web_url(text: &str) -> Option<reqwest::Url> {
    let url: reqwest::Url = text.trim().parse().ok()?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.host_str().is_some();
    // Credentials in a URL would be published with it.
    (is_web && url.username().is_empty() && url.password().is_none()).then_some(url)
}

/// Whether a mail address is one for the strictest reader of it, the schema of MCPB.
pub(crate) fn is_mail_address(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else {
        return false;
    };
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "_'+-.".contains(c);
    let is_label = |label: &str| {
        let mut characters = label.chars();
        let starts_well = characters.next().is_some_and(|c| c.is_ascii_alphanumeric());
        starts_well && characters.all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let top = host.rsplit('.').next().unwrap_or_default();
    name.chars().all(is_of_name)
        && !name.is_empty()
        && !name.starts_with('.')
        && !name.ends_with(['.', '\''])
        && !text.contains("..")
        && host.contains('.')
        && host.split('.').all(is_label)
        && top.len() >= 2
        && top.chars().all(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_short_and_visible() {
        assert_eq!(one_line(" a\n\tb\u{202e}c\u{0} ", 10), "a bc");
        assert_eq!(one_line("one two three four", 12), "one two…");
        assert_eq!(one_line("one two, three", 10), "one two…");
        assert_eq!(one_line("äöüäöüäöü", 4), "äöü…");
        assert_eq!(one_line("\u{200b}", 4), "");
        // Hidden ASCII, and a letter that is drawn as a space.
        assert_eq!(one_line("a\u{e0141}\u{3164}b", 10), "ab");
        assert_eq!(clean_paragraphs("a\n\nb\u{7}", 10), "a\n\nb");
    }

    #[test]
    fn urls_are_of_the_web_and_without_credentials() {
        for (text, expected) in [
            ("https://example.com/a", true),
            (" http://example.com ", true),
            ("ftp://example.com", false),
            ("javascript:alert(1)", false),
            ("https://ann:secret@example.com", false),
            ("example.com", false),
            ("https://", false),
        ] {
            assert_eq!(web_url(text).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn mail_addresses_are_those_of_the_strictest_reader() {
        for (text, expected) in [
            ("ann@example.com", true),
            ("ann.b+c@mail.example.org", true),
            ("ann", false),
            ("ann@localhost", false),
            ("ann@-a.com", false),
            ("a..b@example.com", false),
            ("ann@example.c0m", false),
            ("@example.com", false),
            ("a@b@example.com", false),
        ] {
            assert_eq!(is_mail_address(text), expected, "{text}");
        }
    }
}
