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
pub fn scheme(reference: &str) -> Option<&str> {
    let (scheme, _) = reference.split_once(':')?;
    let mut characters = scheme.chars();
    let is_scheme = characters.next()?.is_ascii_alphabetic()
        && characters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_scheme.then_some(scheme)
}

/// Whether a reference is an absolute URL of the web.
pub fn is_web(reference: &str) -> bool {
    scheme(reference).is_some_and(|scheme| {
        scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
    })
}

/// What a reference means where `base` is the URI of the document that it stands in (RFC 3986,
/// 5.2). Neither has a fragment.
///
/// ```
/// use toolwright_codegen::source::uri::resolve;
/// assert_eq!(resolve("https://a.example/b/c.yaml", "../d.yaml"), "https://a.example/d.yaml");
/// ```
pub fn resolve(base: &str, reference: &str) -> String {
    let (root, path) = split_path(base);
    if reference.is_empty() {
        return base.to_owned();
    }
    if scheme(reference).is_some() {
        return normalized(reference);
    }
    if reference.starts_with("//") {
        let scheme = scheme(base).unwrap_or_default();
        return normalized(&format!("{scheme}:{reference}"));
    }
    if reference.starts_with('/') {
        return normalized(&format!("{root}{reference}"));
    }
    let path = path.split('?').next().unwrap_or_default();
    if reference.starts_with('?') {
        return format!("{root}{path}{reference}");
    }
    let folder = path.rfind('/').map_or("/", |end| &path[..=end]);
    normalized(&format!("{root}{folder}{reference}"))
}

/// Scheme and host in lower case, the path without dot segments.
pub fn normalized(uri: &str) -> String {
    let (root, path) = split_path(uri);
    if !root.contains("//") {
        return uri.to_owned();
    }
    let (path, query) = match path.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (path, None),
    };
    let mut out = root.to_ascii_lowercase();
    out.push_str(&without_dots(path));
    if let Some(query) = query {
        out.push('?');
        out.push_str(query);
    }
    out
}

/// Scheme and authority, and what follows them.
fn split_path(uri: &str) -> (&str, &str) {
    let start = match uri.find("//") {
        Some(slashes) if uri[..slashes].ends_with(':') => slashes + 2,
        _ => scheme(uri).map_or(0, |scheme| scheme.len() + 1),
    };
    let end = uri[start..]
        .find(['/', '?'])
        .map_or(uri.len(), |length| start + length);
    uri.split_at(end)
}

fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." if is_last => kept.push(""),
            "." => {}
            ".." => {
                kept.pop();
                if is_last {
                    kept.push("");
                }
            }
            segment => kept.push(segment),
        }
    }
    kept.iter().map(|segment| format!("/{segment}")).collect()
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
    fn schemes_are_told_from_paths() {
        assert_eq!(scheme("https://a"), Some("https"));
        assert_eq!(scheme("a/b:c"), None);
        assert_eq!(scheme("pets.yaml"), None);
        assert!(is_web("HTTP://a"));
        assert!(!is_web("file:///a"));
    }
}
