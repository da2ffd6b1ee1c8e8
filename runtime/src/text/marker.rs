/// What stands in a text for something stored elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker<'t> {
    /// `"$ref":"#/$defs/{name}"`
    Reference(&'t str),
    /// `"$shared":"{name}"`
    Shared(&'t str),
}

const REFERENCE: &str = "\"$ref\":\"#/$defs/";
const SHARED: &str = "\"$shared\":\"";

/// The first marker of a text, what is before it, and what comes after it.
pub(super) fn split(text: &'static str) -> Option<(&'static str, Marker<'static>, &'static str)> {
    let mut from = 0;
    while let Some(found) = text[from..].find("\"$") {
        let (before, rest) = text.split_at(from + found);
        if let Some((marker, after)) = read(rest) {
            return Some((before, marker, after));
        }
        from += found + 2;
    }
    None
}

fn read(text: &'static str) -> Option<(Marker<'static>, &'static str)> {
    if let Some(rest) = text.strip_prefix(REFERENCE) {
        let (name, after) = rest.split_once('"')?;
        return Some((Marker::Reference(name), after));
    }
    let (name, after) = text.strip_prefix(SHARED)?.split_once('"')?;
    Some((Marker::Shared(name), after))
}
