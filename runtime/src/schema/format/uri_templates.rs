use super::uris::{is_percent_encoded, is_ucs_character};

pub(super) fn is_uri_template(text: &str) -> bool {
    let mut rest = text;
    while let Some((literal, after)) = rest.split_once('{') {
        let Some((expression, after)) = after.split_once('}') else {
            return false;
        };
        if !self::is_template_literal(literal) || !self::is_template_expression(expression) {
            return false;
        }
        rest = after;
    }
    is_template_literal(rest)
}

fn is_template_literal(text: &str) -> bool {
    is_percent_encoded(text, |c| {
        c.is_ascii_graphic() && !"\"%<>\\^`{|}".contains(c) || is_ucs_character(c)
    })
}

fn is_template_expression(text: &str) -> bool {
    let variables = text.strip_prefix(|c| "+#./;?&=,!@|".contains(c));
    variables
        .unwrap_or(text)
        .split(',')
        .all(is_template_variable)
}

fn is_template_variable(text: &str) -> bool {
    let name = match text.split_once(':') {
        Some((name, length)) => {
            let digits = length.bytes().all(|byte| byte.is_ascii_digit());
            if !digits || !(1..=4).contains(&length.len()) || length.starts_with('0') {
                return false;
            }
            name
        }
        None => text.strip_suffix('*').unwrap_or(text),
    };
    name.split('.').all(|part| {
        !part.is_empty() && is_percent_encoded(part, |c| c.is_ascii_alphanumeric() || c == '_')
    })
}
