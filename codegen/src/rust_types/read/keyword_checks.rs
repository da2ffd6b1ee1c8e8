//! Keywords of JSON Schema, and the types that they are for.

use serde_json::Value;

use crate::rust_types::rust_kind::RustKind;

/// Whether a keyword says something about the values of a type.
pub(super) fn check_keyword_fits(
    kind: &RustKind,
    spelled: &str,
    keyword: &str,
    value: &Value,
) -> Result<(), String> {
    let kind = kind.without_null();
    if let RustKind::Other(_) = kind {
        return Err(format!(
            "only the name of `{spelled}` is known here: write this where the type is defined, or write a \
             newtype and put this on its field"
        ));
    }
    let (wanted, fits) = match keyword {
        "minLength" | "maxLength" | "pattern" => ("text", matches!(kind, RustKind::String)),
        "format" => (
            "text or numbers",
            matches!(
                kind,
                RustKind::String | RustKind::Integer(..) | RustKind::F32 | RustKind::F64
            ),
        ),
        "minItems" | "maxItems" | "uniqueItems" => (
            "lists",
            matches!(kind, RustKind::List(_) | RustKind::Set(_)),
        ),
        _ => (
            "numbers",
            matches!(kind, RustKind::Integer(..) | RustKind::F32 | RustKind::F64),
        ),
    };
    if !fits {
        return Err(format!(
            "`{}` is for {wanted}, which `{spelled}` is not{}",
            attribute_name(keyword),
            suggest_attribute(kind, keyword)
        ));
    }
    match (kind, keyword, as_whole_number(value)) {
        (RustKind::Integer(min, _), "minimum", Some(bound)) if bound < *min => Err(format!(
            "a `{spelled}` is always at least {min}: remove this, or set a higher bound"
        )),
        (RustKind::Integer(_, max), "maximum", Some(bound)) if bound > *max => Err(format!(
            "a `{spelled}` is always at most {max}: remove this, or set a lower bound"
        )),
        _ => Ok(()),
    }
}

/// The attribute of a keyword, `min_length` of `minLength`.
fn attribute_name(keyword: &str) -> String {
    let letters = keyword.chars().map(|c| match c.is_uppercase() {
        true => format!("_{}", c.to_lowercase()),
        false => c.to_string(),
    });
    letters.collect()
}

fn suggest_attribute(kind: &RustKind, keyword: &str) -> String {
    let side = if keyword.to_lowercase().contains("min") {
        "min"
    } else {
        "max"
    };
    match (kind, keyword) {
        (_, "multipleOf" | "pattern" | "format" | "uniqueItems") => ": remove it".to_owned(),
        (RustKind::String, _) => format!(": write `{side}_length`"),
        (RustKind::List(_) | RustKind::Set(_), _) => format!(": write `{side}_items`"),
        (RustKind::Integer(..) | RustKind::F32 | RustKind::F64, _) => {
            format!(": write `{side}imum`")
        }
        _ => ": remove it".to_owned(),
    }
}

/// What no value can satisfy.
pub(super) fn find_contradiction(said: &[(&'static str, Value)]) -> Option<String> {
    let number = |keyword: &str| {
        let (_, value) = said.iter().find(|(known, _)| *known == keyword)?;
        value.as_f64()
    };
    [
        ("minimum", "maximum"),
        ("minLength", "maxLength"),
        ("minItems", "maxItems"),
    ]
    .into_iter()
    .find_map(|(least, most)| {
        let (min, max) = (number(least)?, number(most)?);
        (min > max)
            .then(|| format!("no value is at least {min} and at most {max}: change one of the two"))
    })
}

fn as_whole_number(value: &Value) -> Option<i128> {
    let signed = value.as_i64().map(i128::from);
    signed.or_else(|| value.as_u64().map(i128::from))
}
