//! URI references, as RFC 3986 has them.

/// A URI reference in its parts; the fragment is cut off before.
struct Parts<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
}

/// Splits a reference at its fragment.
pub(super) fn split_fragment(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// Resolves a reference without fragment against a base URI without fragment.
pub(super) fn join(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    let (base, reference) = (Parts::of(base), Parts::of(reference));
    let whole = if reference.scheme.is_some() {
        reference
    } else if reference.authority.is_some() {
        Parts {
            scheme: base.scheme,
            ..reference
        }
    } else {
        let path = merge(&base, reference.path);
        let query = match reference.path {
            "" => reference.query.or(base.query),
            _ => reference.query,
        };
        return Parts {
            path: &path,
            query,
            ..base
        }
        .text();
    };
    let path = without_dots(whole.path);
    Parts {
        path: &path,
        ..whole
    }
    .text()
}

fn merge(base: &Parts<'_>, path: &str) -> String {
    if path.is_empty() {
        return base.path.to_owned();
    }
    if path.starts_with('/') {
        return without_dots(path);
    }
    match base.path.rfind('/') {
        Some(last) => without_dots(&format!("{}{path}", &base.path[..=last])),
        None if base.authority.is_some() => without_dots(&format!("/{path}")),
        None => path.to_owned(),
    }
}

fn without_dots(path: &str) -> String {
    if !path.contains('.') || !path.contains('/') {
        return path.to_owned();
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." && kept.len() > 1 {
                    kept.pop();
                }
                if last {
                    kept.push("");
                }
            }
            segment => kept.push(segment),
        }
    }
    kept.join("/")
}

impl<'a> Parts<'a> {
    fn of(reference: &'a str) -> Self {
        let (scheme, rest) = match reference.split_once(':') {
            Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
            _ => (None, reference),
        };
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query)),
            None => (rest, None),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Self {
            scheme,
            authority,
            path,
            query,
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(scheme) = self.scheme {
            text.push_str(scheme);
            text.push(':');
        }
        if let Some(authority) = self.authority {
            text.push_str("//");
            text.push_str(authority);
        }
        text.push_str(self.path);
        if let Some(query) = self.query {
            text.push('?');
            text.push_str(query);
        }
        text
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved_as_in_rfc_3986() {
        for (reference, expected) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../../g", "http://a/g"),
            ("g;x=1/../y", "http://a/b/c/y"),
        ] {
            assert_eq!(join("http://a/b/c/d;p?q", reference), expected);
        }
        assert_eq!(join("", "item.json"), "item.json");
        assert_eq!(join("http://a", "item"), "http://a/item");
        assert_eq!(join("urn:x:y", ""), "urn:x:y");
        assert_eq!(join("file:///a/b.json", "c.json"), "file:///a/c.json");
    }
}
