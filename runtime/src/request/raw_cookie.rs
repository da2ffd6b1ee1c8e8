use crate::request::value_shape::ValueShape;

/// Checks that a value can stand in a cookie as it is, in style `cookie` (OpenAPI 3.2): nothing is
/// escaped there.
pub(super) fn check_cookie(shape: &ValueShape) -> Result<(), String> {
    let problem = match shape {
        ValueShape::Undefined => None,
        ValueShape::Text(text) => find_value_problem(text),
        ValueShape::Items(items) => items.iter().find_map(|item| find_value_problem(item)),
        ValueShape::Members(members) => members.iter().find_map(|(name, value)| {
            find_name_problem(name).or_else(|| find_value_problem(value))
        }),
        ValueShape::Tree(value) => find_value_problem(&value.to_string()),
    };
    problem.map_or(Ok(()), Err)
}

fn find_value_problem(text: &str) -> Option<String> {
    let quoted = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let found = quoted
        .unwrap_or(text)
        .chars()
        .find(|c| !is_cookie_octet(*c))?;
    Some(format!(
        "contains {found:?}, which a cookie cannot contain: percent-encode it"
    ))
}

fn find_name_problem(name: &str) -> Option<String> {
    let is_token = !name.is_empty() && name.chars().all(|c| is_cookie_octet(c) && c != '=');
    (!is_token).then(|| format!("has the name {name:?}, which no cookie can have"))
}

/// `cookie-octet` of RFC 6265, section 4.1.1.
fn is_cookie_octet(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '"' | ',' | ';' | '\\')
}
