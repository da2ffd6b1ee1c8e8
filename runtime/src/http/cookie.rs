use crate::http::shape::Shape;

/// Why a value cannot stand in a cookie as it is, in style `cookie` (OpenAPI 3.2): nothing is
/// escaped there.
pub(super) fn objection(shape: &Shape) -> Option<String> {
    match shape {
        Shape::Undefined => None,
        Shape::Text(text) => objection_to(text),
        Shape::Items(items) => items.iter().find_map(|item| objection_to(item)),
        Shape::Members(members) => members
            .iter()
            .find_map(|(name, value)| objection_to_name(name).or_else(|| objection_to(value))),
        Shape::Tree(value) => objection_to(&value.to_string()),
    }
}

fn objection_to(text: &str) -> Option<String> {
    let quoted = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let found = quoted.unwrap_or(text).chars().find(|c| !is_octet(*c))?;
    Some(format!(
        "contains {found:?}, which a cookie can't carry as it is; give it percent-encoded"
    ))
}

fn objection_to_name(name: &str) -> Option<String> {
    let is_token = !name.is_empty() && name.chars().all(|c| is_octet(c) && c != '=');
    (!is_token).then(|| format!("has the name {name:?}, which no cookie can have"))
}

/// `cookie-octet` of RFC 6265, section 4.1.1.
fn is_octet(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '"' | ',' | ';' | '\\')
}
