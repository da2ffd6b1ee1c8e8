//! Paths with values in the places of a template's placeholders.

use percent_encoding::percent_decode_str;

/// What no path has, unless the spec itself has it.
pub(super) const FORBIDDEN: [char; 6] = ['<', '>', '"', '|', '?', '*'];

/// The values of the placeholders of `template`, `/pages/{id}`, in `path`, `/pages/7`, decoded; `None`
/// where the path does not fit. A value stays within its segment, or where the spec has a query in the path
/// within its pair; it is not empty, and has no braces, nor what no path has, that are not escaped.
pub(super) fn match_template<'t>(template: &'t str, path: &str) -> Option<Vec<(&'t str, String)>> {
    let mut values = Vec::new();
    match (template.split_once('?'), path.split_once('?')) {
        (None, None) => match_parts(template, path, '/', &mut values)?,
        (Some((template, pairs)), Some((path, query))) => {
            match_parts(template, path, '/', &mut values)?;
            match_parts(pairs, query, '&', &mut values)?;
        }
        _ => return None,
    }
    Some(values)
}

/// Fits the parts of a text to those of a template.
fn match_parts<'t>(
    template: &'t str,
    text: &str,
    separator: char,
    values: &mut Vec<(&'t str, String)>,
) -> Option<()> {
    let mut parts = text.split(separator);
    for pattern in template.split(separator) {
        match_part(pattern, parts.next()?, values)?;
    }
    parts.next().is_none().then_some(())
}

/// The placeholders of a template, in their order.
pub(super) fn placeholder_names(template: &str) -> impl Iterator<Item = &str> {
    let after = template.split('{').skip(1);
    after.filter_map(|rest| Some(rest.split_once('}')?.0))
}

/// A placeholder takes as little as it can, the last one of a segment all that is left.
fn match_part<'t>(
    mut pattern: &'t str,
    mut segment: &str,
    values: &mut Vec<(&'t str, String)>,
) -> Option<()> {
    while let Some((before, rest)) = pattern.split_once('{') {
        let (name, after) = rest.split_once('}')?;
        segment = segment.strip_prefix(before)?;
        let literal = after.split('{').next().unwrap_or_default();
        let end = match (literal, literal.len() == after.len()) {
            (_, true) => segment.len().checked_sub(literal.len())?,
            (literal, false) => segment.find(literal)?,
        };
        let (value, left) = segment.split_at_checked(end)?;
        // A placeholder is no value: it is one of another name, or of another template.
        if value.is_empty() || value.contains(['{', '}']) || value.contains(FORBIDDEN) {
            return None;
        }
        // Decoded after the match: an encoded slash (`%2F`) belongs to the value.
        let decoded = percent_decode_str(value).decode_utf8().ok()?;
        values.push((name, decoded.into_owned()));
        (pattern, segment) = (after, left);
    }
    (pattern == segment).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(template: &str, path: &str) -> Option<String> {
        let values = match_template(template, path)?;
        let values = values.iter().map(|(name, value)| format!("{name}={value}"));
        Some(values.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn values_are_read() {
        for (template, path, expected) in [
            ("/pages/{id}", "/pages/7", Some("id=7")),
            ("/pages/{id}", "/pages/a%2Fb%20c", Some("id=a/b c")),
            ("/pages/{id}/x/{n}", "/pages/ä/x/2", Some("id=ä n=2")),
            ("/files/{name}.json", "/files/a.b.json", Some("name=a.b")),
            ("/diff/{a}...{b}", "/diff/v1...v2", Some("a=v1 b=v2")),
            ("/Pages('{id}')", "/Pages('x')", Some("id=x")),
            ("/pages", "/pages", Some("")),
            ("/pages/{id}", "/pages/", None),
            ("/pages/{id}", "/pages", None),
            ("/pages/{id}", "/pages/7/x", None),
            ("/pages/{id}", "/users/7", None),
            ("/files/{name}.json", "/files/a.xml", None),
            ("/files/{name}.json", "/files/.json", None),
            ("/pages/{id}", "/pages/%FF", None),
            ("/pages/{id}", "/pages/{pageId}", None),
            ("/pages/{id}", "/pages/%7Bid%7D", Some("id={id}")),
            ("/files/{n}é", "/files/ab", None),
            (
                "/pages/{id}?do={x}&all",
                "/pages/7?do=a/b&all",
                Some("id=7 x=a/b"),
            ),
            (
                "/pages/{id}?do={x}",
                "/pages/7?do=a%26b%3F",
                Some("id=7 x=a&b?"),
            ),
            ("/pages/{id}?do={x}", "/pages/7?do=a&b", None),
            ("/pages/{id}?do={x}", "/pages/7", None),
            ("/pages/{id}", "/pages/7?do=a", None),
            ("/pages/{id}", "/pages/a*b", None),
            ("/pages/{id}", "/pages/a%2Ab", Some("id=a*b")),
            ("/pages/*/{id}", "/pages/*/7", Some("id=7")),
        ] {
            assert_eq!(of(template, path).as_deref(), expected, "{template} {path}");
        }
    }

    #[test]
    fn placeholders_are_named() {
        let names: Vec<&str> = placeholder_names("/a/{id}/b/{x}-{y}").collect();
        assert_eq!(names, ["id", "x", "y"]);
        assert_eq!(placeholder_names("/a").count(), 0);
    }
}
