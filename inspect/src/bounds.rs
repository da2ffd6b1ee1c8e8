//! The bounds of a schema in words: how large a number is, how long a text, how many items.

use serde_json::Value;

use crate::reader::Reader;

/// A longer pattern is not shown: it would say less than it costs.
const MAX_PATTERN: usize = 120;

/// A bound of a parameter in words.
///
/// ```
/// use serde_json::json;
/// use toolwright_inspect::ToolSchema;
///
/// let schema = json!({"properties": {"limit": {"type": "integer", "minimum": 1, "maximum": 100}}});
/// let tool = ToolSchema::parse("list_pets", "", &schema);
/// let bound = &tool.parameters[0].bounds[0];
/// assert_eq!((bound.of, bound.text.as_str()), ("Range", "1 to 100"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bound {
    /// What it is a bound of: `Range`, `Length`, `Count` or `Pattern`.
    pub of: &'static str,
    /// The bound, for example `1 to 100`.
    pub text: String,
}

/// The bounds that the schema states.
pub(crate) fn describe_bounds(schema: &Reader<'_>) -> Vec<Bound> {
    let range = describe_range(schema);
    let length = describe_count(schema, "minLength", "maxLength", "character");
    let items = describe_count(schema, "minItems", "maxItems", "item");
    let pattern = schema.keyword("pattern").and_then(Value::as_str);
    let pattern = pattern
        .filter(|it| it.len() <= MAX_PATTERN)
        .map(str::to_owned);
    let bounds = [
        ("Range", range),
        ("Length", length),
        ("Count", items),
        ("Pattern", pattern),
    ];
    let stated = bounds.into_iter();
    stated
        .filter_map(|(of, text)| Some(Bound { of, text: text? }))
        .collect()
}

fn describe_range(schema: &Reader<'_>) -> Option<String> {
    let number = |keyword: &str| schema.keyword(keyword).filter(|it| it.is_number());
    // In draft 4 `exclusiveMinimum` is a boolean beside `minimum`.
    let is_exclusive = |keyword: &str| schema.keyword(keyword) == Some(&Value::Bool(true));
    let least = number("minimum").map(|it| (it, is_exclusive("exclusiveMinimum")));
    let least = least.or_else(|| Some((number("exclusiveMinimum")?, true)));
    let most = number("maximum").map(|it| (it, is_exclusive("exclusiveMaximum")));
    let most = most.or_else(|| Some((number("exclusiveMaximum")?, true)));
    let least_text = |(value, excluded): (&Value, bool)| match excluded {
        true => format!("more than {value}"),
        false => format!("at least {value}"),
    };
    let most_text = |(value, excluded): (&Value, bool)| match excluded {
        true => format!("less than {value}"),
        false => format!("at most {value}"),
    };
    match (least, most) {
        (None, None) => None,
        (Some((least, false)), Some((most, false))) => Some(format!("{least} to {most}")),
        (Some(least), Some(most)) => Some(format!("{}, {}", least_text(least), most_text(most))),
        (Some(least), None) => Some(least_text(least)),
        (None, Some(most)) => Some(most_text(most)),
    }
}

fn count_units(count: u64, unit: &str) -> String {
    match count {
        1 => format!("1 {unit}"),
        _ => format!("{count} {unit}s"),
    }
}

fn describe_count(schema: &Reader<'_>, least: &str, most: &str, unit: &str) -> Option<String> {
    let count = |keyword: &str| schema.keyword(keyword)?.as_u64();
    // Every text has no less than 0 characters.
    let least = count(least).filter(|it| *it > 0);
    match (least, count(most)) {
        (None, None) => None,
        (Some(least), Some(most)) if least == most => Some(count_units(least, unit)),
        (Some(least), Some(most)) => Some(format!("{least} to {}", count_units(most, unit))),
        (Some(least), None) => Some(format!("at least {}", count_units(least, unit))),
        (None, Some(most)) => Some(format!("at most {}", count_units(most, unit))),
    }
}
