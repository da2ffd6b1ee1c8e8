//! The formats `uri`, `uri-reference`, `iri` and `iri-reference` (RFC 3986, RFC 3987).

use super::network_names::is_ipv6;

/// The characters beyond ASCII that a text may have.
type Others = fn(char) -> bool;

pub(super) fn is_uri(text: &str) -> bool {
    is_absolute(text, |_| false)
}

pub(super) fn is_uri_reference(text: &str) -> bool {
    is_reference(text, |_| false)
}

pub(super) fn is_iri(text: &str) -> bool {
    is_absolute(text, is_ucs_character)
}

pub(super) fn is_iri_reference(text: &str) -> bool {
    is_reference(text, is_ucs_character)
}

/// A character that an IRI has beyond ASCII.
pub(super) fn is_ucs_character(c: char) -> bool {
    matches!(c, '\u{a0}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{ffef}')
        || (c > '\u{ffff}' && u32::from(c) & 0xffff < 0xfffe)
}

/// Whether a text consists of such characters and of percent-encoded ones.
pub(super) fn is_percent_encoded(text: &str, holds: impl Fn(char) -> bool) -> bool {
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let is_hex = |c: Option<char>| c.is_some_and(|c| c.is_ascii_hexdigit());
        let good = match c {
            '%' => is_hex(rest.next()) && is_hex(rest.next()),
            c => holds(c),
        };
        if !good {
            return false;
        }
    }
    true
}

fn is_absolute(text: &str, others: Others) -> bool {
    text.split_once(':')
        .is_some_and(|(scheme, rest)| is_scheme(scheme) && is_hierarchical_part(rest, others))
}

fn is_reference(text: &str, others: Others) -> bool {
    let first_segment = text.split(['/', '?', '#']).next().unwrap_or_default();
    if first_segment.contains(':') {
        return is_absolute(text, others);
    }
    is_hierarchical_part(text, others)
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

fn is_hierarchical_part(text: &str, others: Others) -> bool {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (text, query) = text.split_once('?').unwrap_or((text, ""));
    let is_private = |c: char| others('\u{a0}') && matches!(c, '\u{e000}'..='\u{f8ff}');
    let path = match text.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            if !self::is_authority(authority, others) {
                return false;
            }
            path
        }
        None => text,
    };
    let in_path = |c: char| is_path_character(c) || others(c);
    is_percent_encoded(path, |c| in_path(c) || c == '/')
        && is_percent_encoded(query, |c| in_path(c) || "/?".contains(c) || is_private(c))
        && is_percent_encoded(fragment, |c| in_path(c) || "/?".contains(c))
}

fn is_authority(text: &str, others: Others) -> bool {
    let in_name = |c: char| is_unreserved(c) || "!$&'()*+,;=".contains(c) || others(c);
    let (user, host) = text.rsplit_once('@').unwrap_or(("", text));
    let (host, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let Some((literal, port)) = rest.split_once(']') else {
                return false;
            };
            if !is_ipv6(literal) && !is_future_address(literal) {
                return false;
            }
            match port.strip_prefix(':') {
                Some(port) => ("", port),
                None if port.is_empty() => ("", ""),
                None => return false,
            }
        }
        None => host.split_once(':').unwrap_or((host, "")),
    };
    is_percent_encoded(user, |c| in_name(c) || c == ':')
        && is_percent_encoded(host, in_name)
        && port.bytes().all(|byte| byte.is_ascii_digit())
}

/// `v1.fe80::a` and the like.
fn is_future_address(text: &str) -> bool {
    let Some((version, address)) = text
        .strip_prefix(['v', 'V'])
        .and_then(|t| t.split_once('.'))
    else {
        return false;
    };
    !version.is_empty()
        && version.bytes().all(|byte| byte.is_ascii_hexdigit())
        && !address.is_empty()
        && address
            .chars()
            .all(|c| is_unreserved(c) || "!$&'()*+,;=:".contains(c))
}

fn is_path_character(c: char) -> bool {
    is_unreserved(c) || "!$&'()*+,;=:@".contains(c)
}

fn is_unreserved(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~".contains(c)
}
