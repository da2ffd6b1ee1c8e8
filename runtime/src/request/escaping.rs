//! How text is escaped for the place it goes to: a path segment, a query, a form, a cookie or a header. Each place
//! has its own set of characters, named after the standard that defines it. It does not know parameters.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::request::Style;

/// How text is made safe for the place it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escape {
    /// Paths and queries: only RFC 3986's unreserved characters stay as they are.
    Percent,
    /// Paths where a value is of several segments: the slash and what RFC 3986 allows in a segment
    /// stay. A percent sign does not, so that no dot is hidden.
    Segments,
    /// Paths with `allowReserved`: what RFC 3986 allows in a segment stays, and percent triples do,
    /// but for an encoded dot, which becomes one.
    Segment,
    /// Queries with `allowReserved`: RFC 6570's `{+var}`, so reserved characters and percent
    /// triples stay, except the characters that would end the parameter or mean something else to
    /// a server: `#` and `&`, `+` (a space in forms), `[` and `]` (not allowed in a query).
    Reserved,
    /// Forms: the bytes that the media type's own serializer leaves, and `+` for a space (WHATWG
    /// URL, "application/x-www-form-urlencoded percent-encode set"; RFC 1866, 8.2.1).
    Form,
    /// Headers: nothing can be escaped; what is not allowed is refused.
    Raw,
    /// Cookies: what is no `cookie-octet` of RFC 6265 is percent-encoded, and the percent sign.
    Cookie,
    /// Cookies with `allowReserved`: percent triples stay.
    CookieReserved,
}

const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A dollar sign is legal in a query, and OData's gateways look for `$filter` as it stands.
// Names keep the dollar sign, but values do not: only names are compared by gateways.
const QUERY_NAME: &AsciiSet = &UNRESERVED.remove(b'$');

const RESERVED: &AsciiSet = &UNRESERVED
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b';')
    .remove(b'=');

const SEGMENT: &AsciiSet = &SEGMENTS.add(b'/');

const SEGMENTS: &AsciiSet = &RESERVED.add(b'?').remove(b'&').remove(b'+');

/// The space is left to become a plus.
const FORM: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'*')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b' ');

const COOKIE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'%')
    .add(b',')
    .add(b';')
    .add(b'\\');

/// What the literal text of a path template may not contain; braces are left for placeholders.
const LITERAL: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'|');

impl Escape {
    /// Appends a value.
    pub(super) fn push_escaped(self, out: &mut String, text: &str) {
        match self {
            Self::Percent => out.extend(utf8_percent_encode(text, UNRESERVED)),
            Self::Segments => out.extend(utf8_percent_encode(text, SEGMENTS)),
            Self::Segment => push_keeping_triples(out, &decode_dots(text), SEGMENT),
            Self::Reserved => push_keeping_triples(out, text, RESERVED),
            Self::Form => push_form_escaped(out, text),
            // Nothing is escaped; the caller has checked for characters that are not allowed.
            Self::Raw => out.push_str(text),
            Self::Cookie => out.extend(utf8_percent_encode(text, COOKIE)),
            Self::CookieReserved => push_keeping_triples(out, text, COOKIE),
        }
    }

    /// Appends the name of a parameter.
    pub(super) fn push_escaped_name(self, out: &mut String, name: &str) {
        match self {
            Self::Raw => out.push_str(name),
            Self::Percent | Self::Segments | Self::Segment | Self::Reserved => {
                out.extend(utf8_percent_encode(name, QUERY_NAME));
            }
            Self::Form => push_form_escaped(out, name),
            Self::Cookie | Self::CookieReserved => {
                out.extend(utf8_percent_encode(name, UNRESERVED));
            }
        }
    }

    /// What stands between the items of an array.
    pub(super) fn delimiter(self, style: Style) -> &'static str {
        match (style, self) {
            (Style::SpaceDelimited, Self::Raw) => " ",
            (Style::SpaceDelimited, Self::Form) => "+",
            (Style::SpaceDelimited, _) => "%20",
            (Style::PipeDelimited, Self::Raw) => "|",
            (Style::PipeDelimited, _) => "%7C",
            (Style::TabDelimited, Self::Raw) => "\t",
            (Style::TabDelimited, _) => "%09",
            (Style::LabelExploded, _) => ".",
            _ => ",",
        }
    }
}

/// The literal text of a path template.
pub(super) fn escape_path_literal(text: &str) -> Cow<'_, str> {
    utf8_percent_encode(text, LITERAL).into()
}

fn push_form_escaped(out: &mut String, text: &str) {
    for piece in utf8_percent_encode(text, FORM) {
        out.push_str(&piece.replace(' ', "+"));
    }
}

fn push_keeping_triples(out: &mut String, text: &str, set: &'static AsciiSet) {
    for (index, piece) in text.split('%').enumerate() {
        if index > 0 {
            let is_triple = piece
                .as_bytes()
                .get(..2)
                .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
            // A percent sign that begins no triple must be escaped, or the URL would be invalid.
            out.push_str(if is_triple { "%" } else { "%25" });
        }
        out.extend(utf8_percent_encode(piece, set));
    }
}

/// An encoded dot is a dot (RFC 3986, 2.3): it is made bare, so that no dot segment is hidden.
fn decode_dots(text: &str) -> String {
    text.replace("%2e", ".").replace("%2E", ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(escape: Escape, text: &str) -> String {
        let mut out = String::new();
        escape.push_escaped(&mut out, text);
        out
    }

    #[test]
    fn only_unreserved_characters_stay() {
        assert_eq!(escaped(Escape::Percent, "aZ09-._~"), "aZ09-._~");
        assert_eq!(escaped(Escape::Percent, r"a/b?c#d\"), "a%2Fb%3Fc%23d%5C");
        assert_eq!(escaped(Escape::Percent, "é +&=%"), "%C3%A9%20%2B%26%3D%25");
    }

    #[test]
    fn segments_keep_what_a_path_may_have() {
        assert_eq!(
            escaped(Escape::Segments, "a/b:c;d=e&f+g@"),
            "a/b:c;d=e&f+g@"
        );
        assert_eq!(
            escaped(Escape::Segments, r"a?b#c\d%2e[é"),
            "a%3Fb%23c%5Cd%252e%5B%C3%A9"
        );
    }

    #[test]
    fn one_segment_keeps_what_it_may_have_and_triples() {
        assert_eq!(
            escaped(Escape::Segment, "a:b;c=d&e,f+g@%41%2F"),
            "a:b;c=d&e,f+g@%41%2F"
        );
        assert_eq!(
            escaped(Escape::Segment, r"a/b?c#d[e]\%zz%2e%2E"),
            "a%2Fb%3Fc%23d%5Be%5D%5C%25zz.."
        );
    }

    #[test]
    fn reserved_characters_stay_inside_their_parameter() {
        assert_eq!(escaped(Escape::Reserved, "a/b?c:d,e;f=g"), "a/b?c:d,e;f=g");
        assert_eq!(
            escaped(Escape::Reserved, "a&b=c#d+e[f]"),
            "a%26b=c%23d%2Be%5Bf%5D"
        );
        assert_eq!(escaped(Escape::Reserved, "%26 %zz %"), "%26%20%25zz%20%25");
        assert_eq!(escaped(Escape::Reserved, "%é"), "%25%C3%A9");
    }

    #[test]
    fn forms_have_a_plus_for_a_space() {
        assert_eq!(escaped(Escape::Form, "aZ09*-._"), "aZ09*-._");
        assert_eq!(
            escaped(Escape::Form, "a b+~&=\r\né"),
            "a+b%2B%7E%26%3D%0D%0A%C3%A9"
        );
    }

    #[test]
    fn cookies_keep_cookie_octets() {
        assert_eq!(escaped(Escape::Cookie, "a=b:c/d"), "a=b:c/d");
        assert_eq!(
            escaped(Escape::Cookie, "a;b,c\" \\%\n"),
            "a%3Bb%2Cc%22%20%5C%25%0A"
        );
    }
}
