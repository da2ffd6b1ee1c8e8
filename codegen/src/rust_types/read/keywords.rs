//! Keywords of JSON Schema, and the types that they are for.

use serde_json::Value;

use crate::rust_types::kind::Kind;

/// Whether a keyword says something about the values of a type.
pub(super) fn check(
    kind: &Kind,
    spelled: &str,
    keyword: &str,
    value: &Value,
) -> Result<(), String> {
    let kind = kind.without_null();
    if let Kind::Other(_) = kind {
        return Err(format!(
            "nothing is seen of `{spelled}` here but its name: write this where the type is defined, or make \
             it a newtype with this at its field"
        ));
    }
    let (wanted, fits) = match keyword {
        "minLength" | "maxLength" | "pattern" => ("text", matches!(kind, Kind::String)),
        "format" => (
            "text or numbers",
            matches!(
                kind,
                Kind::String | Kind::Integer(..) | Kind::F32 | Kind::F64
            ),
        ),
        "minItems" | "maxItems" | "uniqueItems" => {
            ("lists", matches!(kind, Kind::List(_) | Kind::Set(_)))
        }
        _ => (
            "numbers",
            matches!(kind, Kind::Integer(..) | Kind::F32 | Kind::F64),
        ),
    };
    if !fits {
        return Err(format!(
            "`{}` is for {wanted}, and `{spelled}` is none{}",
            attribute(keyword),
            instead(kind, keyword)
        ));
    }
    match (kind, keyword, whole(value)) {
        (Kind::Integer(min, _), "minimum", Some(bound)) if bound < *min => Err(format!(
            "a `{spelled}` is at least {min} anyway: remove this, or name a higher bound"
        )),
        (Kind::Integer(_, max), "maximum", Some(bound)) if bound > *max => Err(format!(
            "a `{spelled}` is at most {max} anyway: remove this, or name a lower bound"
        )),
        _ => Ok(()),
    }
}

/// The attribute of a keyword, `min_length` of `minLength`.
fn attribute(keyword: &str) -> String {
    let letters = keyword.chars().map(|c| match c.is_uppercase() {
        true => format!("_{}", c.to_lowercase()),
        false => c.to_string(),
    });
    letters.collect()
}

fn instead(kind: &Kind, keyword: &str) -> String {
    let side = if keyword.to_lowercase().contains("min") {
        "min"
    } else {
        "max"
    };
    match (kind, keyword) {
        (_, "multipleOf" | "pattern" | "format" | "uniqueItems") => ": remove it".to_owned(),
        (Kind::String, _) => format!(": write `{side}_length`"),
        (Kind::List(_) | Kind::Set(_), _) => format!(": write `{side}_items`"),
        (Kind::Integer(..) | Kind::F32 | Kind::F64, _) => format!(": write `{side}imum`"),
        _ => ": remove it".to_owned(),
    }
}

/// What no value can satisfy.
pub(super) fn contradiction(said: &[(&'static str, Value)]) -> Option<String> {
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
            .then(|| format!("no value is {min} at least and {max} at most: change one of the two"))
    })
}

fn whole(value: &Value) -> Option<i128> {
    let signed = value.as_i64().map(i128::from);
    signed.or_else(|| value.as_u64().map(i128::from))
}
