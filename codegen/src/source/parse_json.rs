//! JSON text to a value.

use serde::Deserialize;
use serde_json::Value;

use super::line_index::LineIndex;
use super::source_error::TextFlaw;
use super::{MAX_DEPTH, MAX_VALUES, too_deep, too_many};

/// What can be told of a JSON text without building anything.
struct JsonSurvey {
    members: usize,
    /// Where it goes beyond a limit.
    beyond: Option<TextFlaw>,
}

/// A JSON document.
pub(super) struct Parsed {
    pub(super) root: Value,
    pub(super) has_duplicate_keys: bool,
}

pub(super) enum JsonError {
    Syntax(TextFlaw),
    Limit(TextFlaw),
}

/// Reads a JSON text; of equal keys in an object the last one counts.
pub(super) fn parse_json(text: &str) -> Result<Parsed, JsonError> {
    let survey = survey_json(text.as_bytes());
    if let Some(flaw) = survey.beyond {
        return Err(JsonError::Limit(flaw));
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // serde_json stops at 128 levels; `survey_json` has checked our own limit before.
    deserializer.disable_recursion_limit();
    let root = Value::deserialize(&mut deserializer)
        .and_then(|root| deserializer.end().map(|()| root))
        .map_err(|error| JsonError::Syntax(flaw_from_error(text, &error)))?;
    // A map keeps one member for each key, so fewer members than colons means that a key was there twice.
    let has_duplicate_keys = survey.members != count_members(&root);
    Ok(Parsed {
        root,
        has_duplicate_keys,
    })
}

/// Counts members, values and depth by punctuation alone. Up to the first syntax error a parser sees the
/// same, so a text that passes here cannot take it deeper than the limit.
fn survey_json(bytes: &[u8]) -> JsonSurvey {
    let mut survey = JsonSurvey {
        members: 0,
        beyond: None,
    };
    let (mut depth, mut commas) = (0usize, 0usize);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = after_string(bytes, at);
                continue;
            }
            b':' => survey.members += 1,
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    survey.beyond = Some(too_deep(at));
                    return survey;
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => {
                commas += 1;
                if commas >= MAX_VALUES {
                    survey.beyond = Some(too_many(at));
                    return survey;
                }
            }
            _ => {}
        }
        at += 1;
    }
    survey
}

/// The byte after the string that starts with the quote at `at`.
pub(super) fn after_string(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn count_members(value: &Value) -> usize {
    match value {
        Value::Object(object) => object.len() + object.values().map(count_members).sum::<usize>(),
        Value::Array(items) => items.iter().map(count_members).sum(),
        _ => 0,
    }
}

/// serde_json counts columns in bytes, and puts them on the last byte that it has read.
fn flaw_from_error(text: &str, error: &serde_json::Error) -> TextFlaw {
    let line_start = match error.line() {
        0 | 1 => 0,
        line => LineIndex::from_text(text).start_of(line),
    };
    let mut at = (line_start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let full = error.to_string();
    let message = full.split(" at line ").next().unwrap_or(&full);
    // The error stands at the bracket after it.
    let before = text[..at].trim_end();
    match before.strip_suffix(',') {
        Some(before) if message == "trailing comma" => TextFlaw::at_byte(before.len(), message),
        _ => TextFlaw::at_byte(at, message),
    }
}
