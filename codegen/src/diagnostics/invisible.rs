//! Characters that a reader does not see, or that move a terminal's cursor, as escapes. Texts of specs
//! and of other servers are printed with them, since what somebody is shown must be what is there.

use std::borrow::Cow;
use std::fmt::Write as _;

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

/// Whether a character cannot be seen, or does something to those around it. Spaces of scripts are not
/// among them: they show as gaps. Nor are line breaks and tabs.
///
/// ```
/// use toolwright_codegen::diagnostics::is_invisible;
///
/// assert!(is_invisible('\u{202e}') && is_invisible('\u{0}'));
/// assert!(!is_invisible('a') && !is_invisible(' ') && !is_invisible('\n'));
/// ```
pub fn is_invisible(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // The Arabic letter mark, marks and overrides of direction, and isolates: UAX #9.
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        // Zero-width characters, invisible operators, the soft hyphen and the byte order mark.
        '\u{AD}' | '\u{34F}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200D}' => true,
        '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{FEFF}' => true,
        // Line and paragraph separators, which some terminals take for line breaks.
        '\u{2028}' | '\u{2029}' => true,
        // Fillers of Hangul, and annotations.
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' => true,
        // Variation selectors beyond the ones for emoji, and tags: both can carry hidden ASCII.
        '\u{FE00}'..='\u{FE0E}' | '\u{E0000}'..='\u{E0FFF}' => true,
        // Notes and shorthand format controls.
        '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' => true,
        _ => c.is_control(),
    }
}
