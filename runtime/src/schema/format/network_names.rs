//! The formats of addresses and names: `ipv4`, `ipv6`, `hostname`, `email` and `idn-email`.

use std::net::{Ipv4Addr, Ipv6Addr};

pub(super) fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

pub(super) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

pub(super) fn is_hostname(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_hostname_label)
}

/// Hyphens in third and fourth place are for names in another script, which `xn--` begins.
fn is_hostname_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    let reserved = bytes.get(2..4) == Some(b"--");
    let encoded = bytes
        .get(..2)
        .is_some_and(|start| start.eq_ignore_ascii_case(b"xn"));
    (1..=63).contains(&bytes.len())
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        && bytes.first() != Some(&b'-')
        && bytes.last() != Some(&b'-')
        && (!reserved || (encoded && bytes.len() > 4))
}

pub(super) fn is_email(text: &str) -> bool {
    text.is_ascii() && is_mailbox(text, is_hostname)
}

/// What names in other scripts may consist of is left to who resolves them.
pub(super) fn is_idn_email(text: &str) -> bool {
    is_mailbox(text, |domain| {
        domain.split('.').all(|label| {
            !label.is_empty()
                && label
                    .chars()
                    .all(|c| !c.is_ascii() || c.is_ascii_alphanumeric() || c == '-')
        })
    })
}

fn is_mailbox(text: &str, domain_holds: impl Fn(&str) -> bool) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    is_local_part(local)
        && match domain
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            Some(literal) => match literal.strip_prefix("IPv6:") {
                Some(address) => is_ipv6(address),
                None => is_ipv4(literal),
            },
            None => domain_holds(domain),
        }
}

fn is_local_part(text: &str) -> bool {
    match text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    {
        Some(quoted) => is_quoted_text(quoted),
        None => text.split('.').all(|atom| {
            !atom.is_empty()
                && atom.chars().all(|c| {
                    c.is_ascii_alphanumeric() || !c.is_ascii() || "!#$%&'*+-/=?^_`{|}~".contains(c)
                })
        }),
    }
}

fn is_quoted_text(text: &str) -> bool {
    let mut escaped = false;
    for c in text.chars() {
        match c {
            _ if c.is_control() => return false,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return false,
            _ => {}
        }
    }
    !escaped
}
