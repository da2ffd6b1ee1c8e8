//! What the schemas of the tools leave open and a handler has to check: counts that have no lower bound,
//! periods of any length, confirmations.

use toolwright::ToolError;

/// Longest period that a tool looks back: ten years.
const MOST_DAYS: i64 = 3_660;

/// Most words of a search, and most keywords.
const MOST_WORDS: usize = 32;

/// Most bytes of them.
const LONGEST_WORDS: usize = 1_000;

/// How many results are wanted: the argument, or else the default of the schema.
///
/// # Errors
///
/// If it is not at least 1.
pub(crate) fn check_count(
    pointer: &str,
    count: Option<i64>,
    default: i64,
) -> Result<i64, ToolError> {
    let count = count.unwrap_or(default);
    // SQLite reads a negative `LIMIT` as none at all, and PostgreSQL refuses it, so the schema is not
    // relied on alone.
    if count < 1 {
        let message = format!("must be at least 1 (got {count})");
        return Err(ToolError::invalid_argument(pointer, message));
    }
    Ok(count)
}

/// How many results are skipped: the argument, or else none.
///
/// # Errors
///
/// If it is negative.
pub(crate) fn check_offset(offset: Option<i64>) -> Result<i64, ToolError> {
    let offset = offset.unwrap_or(0);
    if offset < 0 {
        let message = format!("must be at least 0 (got {offset})");
        return Err(ToolError::invalid_argument("/offset", message));
    }
    Ok(offset)
}

/// A period in hours.
///
/// # Errors
///
/// If it is not at least 1, or longer than ten years.
pub(crate) fn check_hours(
    pointer: &str,
    hours: Option<i64>,
    default: i64,
) -> Result<i64, ToolError> {
    check_period(pointer, hours.unwrap_or(default), MOST_DAYS * 24)
}

/// A period in days.
///
/// # Errors
///
/// If it is not at least 1, or longer than ten years.
pub(crate) fn check_days(pointer: &str, days: Option<i64>, default: i64) -> Result<i64, ToolError> {
    check_period(pointer, days.unwrap_or(default), MOST_DAYS)
}

fn check_period(pointer: &str, period: i64, most: i64) -> Result<i64, ToolError> {
    if (1..=most).contains(&period) {
        return Ok(period);
    }
    let message = format!("must be from 1 to {most} (got {period})");
    Err(ToolError::invalid_argument(pointer, message))
}

/// Rejects a deletion that is not confirmed.
///
/// # Errors
///
/// If `confirm` is false.
pub(crate) fn require_confirmation(confirm: bool, loss: &str) -> Result<(), ToolError> {
    if confirm {
        return Ok(());
    }
    let message = format!("must be true, since this {loss} and cannot be undone");
    Err(ToolError::invalid_argument("/confirm", message))
}

/// Rejects a text of spaces.
///
/// # Errors
///
/// If there is nothing else in it.
pub(crate) fn require_text(pointer: &str, text: &str) -> Result<String, ToolError> {
    match text.trim() {
        "" => Err(ToolError::invalid_argument(pointer, "must not be empty")),
        text => Ok(text.to_owned()),
    }
}

/// Words to look for, few enough that the database finds them soon.
///
/// # Errors
///
/// If there is none, or too many.
pub(crate) fn require_words(pointer: &str, text: &str) -> Result<String, ToolError> {
    let text = require_text(pointer, text)?;
    check_words(pointer, &text)?;
    Ok(text)
}

/// Rejects more words than a database should look for.
///
/// # Errors
///
/// If there are too many, they are too long, or one of them has a NUL character.
pub(crate) fn check_words(pointer: &str, text: &str) -> Result<(), ToolError> {
    let wrong = |message: String| Err(ToolError::invalid_argument(pointer, message));
    let words = text.split_whitespace().count();
    if words > MOST_WORDS {
        return wrong(format!(
            "must have at most {MOST_WORDS} words (got {words})"
        ));
    }
    if text.len() > LONGEST_WORDS {
        let length = text.len();
        return wrong(format!(
            "must have at most {LONGEST_WORDS} bytes (got {length})"
        ));
    }
    // PostgreSQL has no NUL in texts, and would fail without saying where it stands.
    match text.contains('\0') {
        true => wrong("must not have a NUL character".to_owned()),
        false => Ok(()),
    }
}

/// Keywords, few enough that the database finds them soon.
///
/// # Errors
///
/// If there are too many, or one is too long.
pub(crate) fn check_keywords(
    pointer: &str,
    keywords: Option<Vec<String>>,
) -> Result<Vec<String>, ToolError> {
    let keywords = keywords.unwrap_or_default();
    if keywords.len() > MOST_WORDS {
        let message = format!(
            "must have at most {MOST_WORDS} items (got {})",
            keywords.len()
        );
        return Err(ToolError::invalid_argument(pointer, message));
    }
    for (index, keyword) in keywords.iter().enumerate() {
        check_words(&format!("{pointer}/{index}"), keyword)?;
    }
    Ok(keywords)
}
