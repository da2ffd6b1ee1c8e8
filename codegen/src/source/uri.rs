//! References to documents (RFC 3986), as far as specs use them.

/// The part before the fragment, and the fragment where there is one.
///
/// ```
/// use toolwright_codegen::source::uri::split_fragment;
/// assert_eq!(split_fragment("pets.yaml#/Pet"), ("pets.yaml", Some("/Pet")));
/// assert_eq!(split_fragment("pets.yaml"), ("pets.yaml", None));
/// ```
pub fn split_fragment(reference: &str) -> (&str, Option<&str>) {
    match reference.split_once('#') {
        Some((document, fragment)) => (document, Some(fragment)),
        None => (reference, None),
    }
}

/// The scheme of a reference that has one.
///
/// ```
/// use toolwright_codegen::source::uri::scheme;
///
/// assert_eq!(scheme("https://a.example/b.yaml"), Some("https"));
/// assert_eq!(scheme("b.yaml"), None);
/// ```
pub fn scheme(reference: &str) -> Option<&str> {
    let (scheme, _) = reference.split_once(':')?;
    let mut characters = scheme.chars();
    let is_scheme = characters.next()?.is_ascii_alphabetic()
        && characters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_scheme.then_some(scheme)
}

/// Whether a reference is an absolute URL of the web.
///
/// ```
/// use toolwright_codegen::source::uri::is_web;
///
/// assert!(is_web("https://a.example/b.yaml") && !is_web("b.yaml"));
/// ```
pub fn is_web(reference: &str) -> bool {
    scheme(reference).is_some_and(|scheme| {
        scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
    })
}

/// What a reference means where `base` is the URI of the document that it stands in (RFC 3986,
/// 5.2), [`normalized`]. Neither has a fragment.
///
/// ```
/// use toolwright_codegen::source::uri::resolve;
/// assert_eq!(resolve("https://a.example/b/c.yaml", "../d.yaml"), "https://a.example/d.yaml");
/// ```
pub fn resolve(base: &str, reference: &str) -> String {
    normalized(&join(base, reference))
}

/// As [`resolve`], in the spelling of the two. The base may be relative or empty, which no URI is:
/// what comes out is relative then, too.
///
/// ```
/// use toolwright_codegen::source::uri::join;
/// assert_eq!(join("b/c.yaml", "d.yaml"), "b/d.yaml");
/// ```
pub fn join(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    let (base, reference) = (
        UriParts::parse_reference(base),
        UriParts::parse_reference(reference),
    );
    if reference.scheme.is_some() {
        let path = remove_dot_segments(reference.path);
        return reference.with_path(&path).to_text();
    }
    if reference.authority.is_some() {
        let path = remove_dot_segments(reference.path);
        let scheme = base.scheme;
        return UriParts {
            scheme,
            ..reference
        }
        .with_path(&path)
        .to_text();
    }
    let path = remove_dot_segments(&merge_paths(&base, reference.path));
    // Only a reference without a path keeps the query of its base (RFC 3986, section 5.2.2).
    let query = match reference.path {
        "" => reference.query.or(base.query),
        _ => reference.query,
    };
    UriParts { query, ..base }.with_path(&path).to_text()
}

/// Scheme and host in lower case, the path without dot segments; a relative reference as it is.
///
/// ```
/// use toolwright_codegen::source::uri::normalized;
///
/// assert_eq!(normalized("HTTPS://A.example/b/../c.yaml"), "https://a.example/c.yaml");
/// ```
pub fn normalized(uri: &str) -> String {
    let parts = UriParts::parse_reference(uri);
    // A relative reference has no host, and file names are case-sensitive.
    if parts.scheme.is_none() && parts.authority.is_none() {
        return uri.to_owned();
    }
    let scheme = parts.scheme.map(str::to_ascii_lowercase);
    let authority = parts.authority.map(str::to_ascii_lowercase);
    UriParts {
        scheme: scheme.as_deref(),
        authority: authority.as_deref(),
        path: &remove_dot_segments(parts.path),
        query: parts.query,
    }
    .to_text()
}

/// A reference in its parts.
#[derive(Clone, Copy)]
struct UriParts<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
}

impl<'a> UriParts<'a> {
    fn parse_reference(reference: &'a str) -> Self {
        let scheme = scheme(reference);
        let rest = scheme.map_or(reference, |scheme| &reference[scheme.len() + 1..]);
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

    fn with_path(self, path: &'a str) -> Self {
        Self { path, ..self }
    }

    fn to_text(self) -> String {
        let mut text = String::new();
        for (before, part, after) in [
            ("", self.scheme, ":"),
            ("//", self.authority, ""),
            ("", Some(self.path), ""),
            ("?", self.query, ""),
        ] {
            if let Some(part) = part {
                text.extend([before, part, after]);
            }
        }
        text
    }
}

/// A path in the folder that the base is in (RFC 3986, 5.2.3).
fn merge_paths(base: &UriParts<'_>, path: &str) -> String {
    if path.is_empty() {
        return base.path.to_owned();
    }
    if path.starts_with('/') {
        return path.to_owned();
    }
    match base.path.rfind('/') {
        Some(last) => format!("{}{path}", &base.path[..=last]),
        // A base with an authority and an empty path, `https://example.com` (RFC 3986, section
        // 5.2.3).
        None if base.authority.is_some() => format!("/{path}"),
        None => path.to_owned(),
    }
}

/// A path without `.` and `..` (RFC 3986, 5.2.4), but for those that lead out of a relative one.
fn remove_dot_segments(path: &str) -> String {
    let (root, steps) = match path.strip_prefix('/') {
        Some(steps) => ("/", steps),
        None => ("", path),
    };
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = steps.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." => {}
            // RFC 3986 drops such steps because its base is absolute. Here a path may lead out of
            // the spec's folder, and `confinement` must see that.
            ".." if root.is_empty() && kept.last().is_none_or(|last| *last == "..") => {
                kept.push("..");
            }
            ".." => {
                kept.pop();
            }
            segment => {
                kept.push(segment);
                continue;
            }
        }
        if is_last && !kept.is_empty() {
            kept.push("");
        }
    }
    format!("{root}{}", kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_as_the_standard_has_it() {
        let base = "http://a/b/c/d;p?q";
        for (reference, expected) in [
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
            ("../../g", "http://a/g"),
            ("../../../../g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("HTTPS://B.example/X", "https://b.example/X"),
            ("urn:x:y", "urn:x:y"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{reference}");
        }
        assert_eq!(
            resolve("https://a.example", "b.yaml"),
            "https://a.example/b.yaml"
        );
        assert_eq!(resolve("file:///spec", "pet"), "file:///pet");
    }

    #[test]
    fn references_are_joined_in_the_spelling_that_they_have() {
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
            ("../..", "http://a/"),
            ("../../../g", "http://a/g"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("//G/./x", "http://G/x"),
            ("HTTP://G/y/../x", "HTTP://G/x"),
        ] {
            assert_eq!(join("http://a/b/c/d;p?q", reference), expected);
        }
        assert_eq!(join("", "item.json"), "item.json");
        assert_eq!(join("http://a", "item"), "http://a/item");
        assert_eq!(join("http://a?q", "?y"), "http://a?y");
        assert_eq!(join("urn:x:y", ""), "urn:x:y");
        assert_eq!(join("urn:x:y", "z"), "urn:z");
        assert_eq!(join("file:///a/b.json", "c.json"), "file:///a/c.json");
    }

    #[test]
    fn a_relative_base_has_no_root_to_stop_at() {
        assert_eq!(join("a/b.json", "../c.json"), "c.json");
        assert_eq!(join("a/b.json", "../../c.json"), "../c.json");
        assert_eq!(join("../a.json", "../b.json"), "../../b.json");
        assert_eq!(resolve("", "../b.json"), "../b.json");
    }

    #[test]
    fn schemes_are_told_from_paths() {
        assert_eq!(scheme("https://a"), Some("https"));
        assert_eq!(scheme("a/b:c"), None);
        assert_eq!(scheme("pets.yaml"), None);
        assert!(is_web("HTTP://a"));
        assert!(!is_web("file:///a"));
    }
}
