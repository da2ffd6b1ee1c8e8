//! Makes a string that satisfies `format`, the bounds of its length and `pattern`. Candidates are tried in
//! order: a text of the format, the same with another length, texts generated from the pattern, common samples.

use serde_json::Value;
use toolwright_inspect::generate_match;

use crate::schema::keyword::Object;

/// Texts that many patterns accept.
const SAMPLES: [&str; 18] = [
    "a",
    "A",
    "0",
    "1",
    "abc",
    "ABC",
    "a1",
    "abc123",
    "Abcdef1!",
    "1.0.0",
    "2024-01-01",
    "2024-01-01T00:00:00Z",
    "example.com",
    "https://example.com/",
    "user@example.com",
    "192.0.2.1",
    "+15550100000",
    "00000000-0000-4000-8000-000000000000",
];

/// A text of the format, length and pattern; another one for each `nth`.
pub(super) fn make_text(object: &Object, nth: usize, conforms: &dyn Fn(&Value) -> bool) -> Value {
    let format = object.get("format").and_then(Value::as_str).unwrap_or("");
    let base64 = object.get("contentEncoding").and_then(Value::as_str) == Some("base64");
    let base = format_sample(if base64 { "byte" } else { format }, nth);
    let least = object
        .get("minLength")
        .and_then(Value::as_u64)
        .unwrap_or(0)
        // A spec may ask for gigabytes; the value is then one that does not conform.
        .min(10_000) as usize;
    let most = object.get("maxLength").and_then(Value::as_u64);
    let fitted = fit_length(&base, least, most);
    let source = object.get("pattern").and_then(Value::as_str);
    let generated = source.into_iter().flat_map(|source| {
        [
            0,
            1,
            2,
            3,
            4,
            8,
            least.saturating_sub(1),
            least,
            16,
            32,
            64,
            128,
            256,
        ]
        .into_iter()
        .filter_map(move |more| generate_match(source, more + nth))
    });
    let samples = SAMPLES.iter().map(|sample| (*sample).to_owned());
    std::iter::once(base.clone())
        .chain(std::iter::once(fitted.clone()))
        .chain(generated)
        .chain(samples)
        .map(Value::from)
        .find(|value| conforms(value))
        .unwrap_or(Value::from(fitted))
}

fn format_sample(format: &str, nth: usize) -> String {
    let number = nth % 10;
    match format {
        "date-time" => format!("2024-01-0{}T00:00:00Z", 1 + nth % 9),
        "date" => format!("2024-01-0{}", 1 + nth % 9),
        "time" => format!("00:00:0{number}Z"),
        "duration" => format!("P{}D", nth + 1),
        "uuid" => format!("00000000-0000-4000-8000-{nth:012}"),
        "email" | "idn-email" => format!("user{}@example.com", number_suffix(nth)),
        "hostname" | "idn-hostname" => format!("host{}.example.com", number_suffix(nth)),
        "uri" | "url" | "iri" => format!("https://example.com/{}", number_suffix(nth)),
        "uri-reference" | "iri-reference" => format!("/{}", number_suffix(nth)),
        "uri-template" => format!("/{{id{}}}", number_suffix(nth)),
        "ipv4" => format!("192.0.2.{}", nth % 254 + 1),
        "ipv6" => format!("2001:db8::{}", nth + 1),
        "json-pointer" => format!("/{nth}"),
        "byte" => ["AA==", "AQ==", "Ag==", "Aw=="][nth % 4].to_owned(),
        "regex" => format!(".{}", "*".repeat(nth.min(1))),
        _ => format!("string{}", number_suffix(nth)),
    }
}

fn number_suffix(nth: usize) -> String {
    if nth == 0 {
        String::new()
    } else {
        nth.to_string()
    }
}

fn fit_length(base: &str, least: usize, most: Option<u64>) -> String {
    let mut text: String = base.to_owned();
    let length = text.chars().count();
    if length < least {
        text.extend(std::iter::repeat_n('a', least - length));
    }
    match most {
        Some(most) => text.chars().take(most as usize).collect(),
        None => text,
    }
}
