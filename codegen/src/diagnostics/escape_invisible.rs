//! Characters that a reader does not see, or that move a terminal's cursor, as escapes. Texts of specs
//! and of other servers are printed with them, since what somebody is shown must be what is there.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::invisible::is_invisible;

/// A text in which every character that is invisible, or that a terminal obeys, stands as Rust would
/// write it, such as `\u{1b}`. Line breaks and tabs stay.
///
/// ```
/// use toolwright_codegen::diagnostics::escape_invisible;
///
/// assert_eq!(escape_invisible("All pets.\n"), "All pets.\n");
/// assert_eq!(escape_invisible("a\u{1b}[2Jb"), r"a\u{1b}[2Jb");
/// assert_eq!(escape_invisible("pets\u{e0041}\u{202e}"), r"pets\u{e0041}\u{202e}");
/// ```
pub fn escape_invisible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_invisible(c) {
            // Writing to a string does not fail.
            let _ = write!(escaped, "{}", c.escape_unicode());
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}
