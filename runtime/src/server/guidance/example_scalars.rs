//! Makes numbers and strings for an example of arguments, by the bounds, the format and the pattern of their schemas.

use rmcp::model::JsonObject;
use toolwright_inspect::generate_match;

use crate::value::Json;

/// Longer texts are no help as examples.
const MAX_TEXT: usize = 64;

/// The least number that the schema allows, or else the greatest.
pub(super) fn example_number(schema: &JsonObject) -> Json {
    let bound = |keyword: &str| schema.get(keyword).filter(|bound| bound.is_number());
    let beyond = |bound: &Json, step: i64| {
        let bound = bound.as_i64()?;
        bound.checked_add(step).map(Json::from)
    };
    let least = bound("minimum")
        .cloned()
        .or_else(|| beyond(bound("exclusiveMinimum")?, 1));
    let made = least
        .or_else(|| bound("maximum").cloned())
        .or_else(|| beyond(bound("exclusiveMaximum")?, -1));
    let Some(step) = bound("multipleOf") else {
        return made.unwrap_or_else(|| Json::from(1));
    };
    let multiple = made.and_then(|made| next_multiple(made.as_i64()?, step.as_i64()?));
    multiple.map_or_else(|| step.clone(), Json::from)
}

/// The next multiple of `step` from `number` on.
fn next_multiple(number: i64, step: i64) -> Option<i64> {
    match number.checked_rem_euclid(step)? {
        0 => Some(number),
        rest => number.checked_add(step.checked_sub(rest)?),
    }
}

/// A text of the pattern, the format and the length.
pub(super) fn example_string(schema: &JsonObject) -> Option<Json> {
    let length = |keyword: &str| {
        let length = schema.get(keyword)?.as_u64()?;
        Some(usize::try_from(length).unwrap_or(usize::MAX))
    };
    let least = length("minLength").unwrap_or(0);
    let most = length("maxLength").unwrap_or(usize::MAX);
    if least > MAX_TEXT {
        return None;
    }
    if let Some(pattern) = schema.get("pattern").and_then(Json::as_str) {
        // A repetition may have to be as long as the text, or to leave room for what is around it.
        let rounds = (0..4).chain([least.saturating_sub(1), least]);
        let mut texts = rounds.filter_map(|more| generate_match(pattern, more));
        let fits = |text: &String| (least..=most.min(MAX_TEXT)).contains(&text.chars().count());
        return texts.find(fits).map(Json::String);
    }
    // Hosts and addresses are those reserved for documentation (RFC 2606, RFC 5737, RFC 3849).
    let text = match schema.get("format").and_then(Json::as_str) {
        Some("date") => "2026-01-31",
        Some("date-time") => "2026-01-31T12:00:00Z",
        Some("time") => "12:00:00Z",
        Some("duration") => "P1D",
        Some("uuid") => "123e4567-e89b-12d3-a456-426614174000",
        Some("email") => "name@example.com",
        Some("hostname") => "example.com",
        Some("uri" | "url") => "https://example.com",
        Some("ipv4") => "192.0.2.1",
        Some("ipv6") => "2001:db8::1",
        Some("byte" | "binary") => "aGVsbG8=",
        _ => "text",
    };
    let text: String = text.chars().take(most).collect();
    Some(Json::String(format!("{text:x<least$}")))
}
