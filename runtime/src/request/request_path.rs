//! The path of a request while its placeholders are filled. It rejects values that would change which operation the
//! path means, however they are encoded. Values come already escaped.

use std::ops::Range;

use percent_encoding::percent_decode_str;

use crate::request::escaping::escape_path_literal;

/// The path of a request while its placeholders are filled.
///
/// A value never changes which operation is called: it stays within its segment, and the segment
/// is not a dot segment (RFC 3986, 5.2.4), which URL parsers and servers resolve even when they are
/// percent-encoded. Nor is it empty, unless the spec has that among its values.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RequestPath {
    text: String,
    /// Some specs tell operations apart by a query in their path, `/bucket?acl`.
    query: String,
}

impl RequestPath {
    pub(super) fn new(template: &str) -> Self {
        // A fragment is never sent (RFC 9110, 7.1). Some specs tell operations apart by one.
        let without_fragment = template.split('#').next().unwrap_or_default();
        let (path, query) = without_fragment
            .split_once('?')
            .unwrap_or((without_fragment, ""));
        let mut text = escape_path_literal(path).into_owned();
        if !text.starts_with('/') {
            text.insert(0, '/');
        }
        Self {
            text,
            query: escape_path_literal(query).into_owned(),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn query(&self) -> &str {
        &self.query
    }

    /// As [`fill_placeholder`](Self::fill_placeholder), with a value that is not empty.
    pub(super) fn fill_non_empty(&mut self, name: &str, value: &str) -> Result<(), String> {
        if value.is_empty() {
            return Err("is empty, which would change the path of the request".to_owned());
        }
        self.fill_placeholder(name, value)
    }

    /// Puts a value, already escaped, in the place of `{name}`. After an error the path is not to be used.
    pub(super) fn fill_placeholder(&mut self, name: &str, value: &str) -> Result<(), String> {
        // The template was escaped as a whole, so the names in it were, too.
        let name = escape_path_literal(name);
        let mut found = false;
        // A loop that ends: an escaped value has no `{`, so it cannot bring its own placeholder.
        while let Some(placeholder) = find_placeholder(&self.text, &name) {
            let segment = segment_around(&self.text, &placeholder);
            // The whole segment is checked, not the value alone: `.{value}` with a dot would make `..`.
            if segment == placeholder {
                reject_dot_segments(value)?;
            } else {
                let before = self.text.get(segment.start..placeholder.start);
                let after = self.text.get(placeholder.end..segment.end);
                reject_dot_segments(
                    &[before.unwrap_or_default(), value, after.unwrap_or_default()].concat(),
                )?;
            }
            self.text = replace_range(&self.text, &placeholder, value);
            found = true;
        }
        while let Some(placeholder) = find_placeholder(&self.query, &name) {
            self.query = replace_range(&self.query, &placeholder, value);
            found = true;
        }
        if found {
            Ok(())
        } else {
            Err(format!("has no place in the path {}", self.text))
        }
    }

    /// Whether `{name}` stands in the path, rather than in its query.
    pub(super) fn is_in_segment(&self, name: &str) -> bool {
        find_placeholder(&self.text, &escape_path_literal(name)).is_some()
    }

    /// The first placeholder that no value was given for.
    pub(super) fn first_unfilled(&self) -> Option<&str> {
        [&self.text, &self.query].into_iter().find_map(|text| {
            let (_, after) = text.split_once('{')?;
            Some(after.split('}').next().unwrap_or(after))
        })
    }
}

/// The text with a value in the place of a placeholder.
fn replace_range(text: &str, placeholder: &Range<usize>, value: &str) -> String {
    let before = text.get(..placeholder.start).unwrap_or_default();
    let after = text.get(placeholder.end..).unwrap_or_default();
    [before, value, after].concat()
}

/// Where `{name}` stands.
fn find_placeholder(text: &str, name: &str) -> Option<Range<usize>> {
    text.match_indices('{').find_map(|(start, _)| {
        let rest = text.get(start + 1..)?.strip_prefix(name)?;
        rest.starts_with('}')
            .then_some(start..start + name.len() + 2)
    })
}

fn segment_around(text: &str, place: &Range<usize>) -> Range<usize> {
    let before = text.get(..place.start).unwrap_or_default();
    let after = text.get(place.end..).unwrap_or_default();
    let start = before.rfind('/').map_or(0, |slash| slash + 1);
    let end = after.find('/').unwrap_or(after.len());
    start..place.end + end
}

/// How often a value is decoded: proxies and frameworks in a row have each been seen to decode once.
const MOST_DECODINGS: usize = 3;

/// A text as a server sees it that decodes it again and again.
fn decode_fully(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..MOST_DECODINGS {
        let decoded = percent_decode_str(&text).decode_utf8_lossy().into_owned();
        if decoded == text {
            break;
        }
        text = decoded;
    }
    text
}

/// What is suspicious in an escaped value of one segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suspicion {
    /// A character that ends the path for programs written in C.
    Nul,
    /// A character that separates segments for a server that decodes before it routes.
    Separator,
}

/// Looks for what would change the path of the request once a server has decoded it.
pub(super) fn find_suspicious_encoding(escaped: &str) -> Option<Suspicion> {
    if !escaped.contains('%') {
        return None;
    }
    let decoded = decode_fully(escaped);
    if decoded.contains('\0') {
        return Some(Suspicion::Nul);
    }
    decoded
        .contains(['/', '\\'])
        .then_some(Suspicion::Separator)
}

fn reject_dot_segments(segment: &str) -> Result<(), String> {
    // The check is made when the last placeholder of the segment is filled.
    if segment.contains('{') || !segment.contains(['.', '%']) {
        return Ok(());
    }
    let decoded = decode_fully(segment);
    // Java servers drop `;…` from a segment before they resolve dots.
    match decoded
        .split(['/', '\\'])
        .filter_map(|piece| piece.split(';').next())
        .find(|piece| matches!(*piece, "." | ".."))
    {
        Some(dots) => Err(format!(
            "makes '{decoded}' of a part of the path; the dot segment '{dots}' would change the \
             path of the request"
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str, values: &[(&str, &str)]) -> Result<String, String> {
        let mut path = RequestPath::new(template);
        for (name, value) in values {
            path.fill_non_empty(name, value)?;
        }
        Ok(path.text().to_owned())
    }

    #[test]
    fn placeholders_are_filled_wherever_they_stand() {
        let values = [("owner", "a"), ("repo", "b")];
        assert_eq!(
            filled("/repos/{owner}/{repo}.json", &values).as_deref(),
            Ok("/repos/a/b.json")
        );
        assert_eq!(
            filled("/{a}...{b}", &[("a", "x"), ("b", "y")]).as_deref(),
            Ok("/x...y")
        );
        assert_eq!(
            filled("/{a}/{a}-{a}", &[("a", "x")]).as_deref(),
            Ok("/x/x-x")
        );
    }

    #[test]
    fn dot_segments_are_refused_also_when_two_values_make_them() {
        assert!(filled("/x/{a}", &[("a", "..")]).is_err());
        assert!(filled("/x/{a}", &[("a", ".")]).is_err());
        assert!(filled("/x/{a}{b}", &[("a", "."), ("b", ".")]).is_err());
        assert!(filled("/x/{a}.", &[("a", ".")]).is_err());
        assert!(filled("/x/{a}", &[("a", "b%2F..%2F..%2Fadmin")]).is_err());
        assert!(filled("/x/{a}", &[("a", "..%5Cadmin")]).is_err());
        assert!(filled("/x/{a}{b}", &[("a", ".."), ("b", ";b=1")]).is_err());
        assert_eq!(filled("/x/{a}", &[("a", "...")]).as_deref(), Ok("/x/..."));
        // A server that decodes twice sees a dot.
        assert!(filled("/x/{a}", &[("a", "%252e")]).is_err());
        assert!(filled("/x/{a}", &[("a", "%25252e%25252e")]).is_err());
        assert!(filled("/x/{a}", &[("a", "%252e%252e%252fadmin")]).is_err());
        assert_eq!(
            filled("/x/{a}", &[("a", "100%25")]).as_deref(),
            Ok("/x/100%25")
        );
        assert_eq!(filled("/x/v{a}", &[("a", ".")]).as_deref(), Ok("/x/v."));
    }

    #[test]
    fn separators_are_seen_however_often_they_are_encoded() {
        for (escaped, expected) in [
            ("a%2Fb", Some(Suspicion::Separator)),
            ("a%5Cb", Some(Suspicion::Separator)),
            ("a%252Fb", Some(Suspicion::Separator)),
            ("a%2500", Some(Suspicion::Nul)),
            ("a%00%2F", Some(Suspicion::Nul)),
            ("begin%21%2A%27%28%29%3B%3A%40%20%26%3D%2B%24%2Cend", None),
            ("100%25", None),
            ("plain", None),
        ] {
            assert_eq!(find_suspicious_encoding(escaped), expected, "{escaped}");
        }
    }

    #[test]
    fn empty_values_are_refused() {
        assert!(filled("/x/{a}", &[("a", "")]).is_err());
        assert!(filled("/x{a}", &[("a", "")]).is_err());
    }

    #[test]
    fn empty_values_can_be_had() {
        let filled = |template: &str| {
            let mut path = RequestPath::new(template);
            path.fill_placeholder("a", "")
                .map(|()| path.text().to_owned())
        };
        assert_eq!(filled("/x/{a}").as_deref(), Ok("/x/"));
        assert_eq!(filled("/x/{a}/y").as_deref(), Ok("/x//y"));
        assert!(filled("/x/{a}./y").is_err());
    }

    #[test]
    fn a_value_without_a_place_is_refused() {
        assert!(filled("/x", &[("a", "b")]).is_err());
        assert!(filled("/x/{ab}{b}", &[("a", "b")]).is_err());
        assert!(filled("/x/{a", &[("a", "b")]).is_err());
    }

    #[test]
    fn templates_may_have_odd_characters() {
        assert_eq!(
            filled("x/ü {pet id}", &[("pet id", "1")]).as_deref(),
            Ok("/x/%C3%BC%201")
        );
        let path = RequestPath::new("/bucket?acl#part");
        assert_eq!((path.text(), path.query()), ("/bucket", "acl"));
        assert_eq!(RequestPath::new("/a/{b}").first_unfilled(), Some("b"));
    }
}
