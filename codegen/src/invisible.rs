//! Characters that a reader does not see, and the two answers there are to which they are: those that Unicode draws as nothing, of
//! which writing needs some, and those that are escaped wherever a text is shown or becomes code.

/// Whether a character cannot be seen, or does something to those around it. Spaces of scripts are not
/// among them: they show as gaps. Nor are line breaks, tabs, and the selector of emoji.
///
/// rustc denies some of them in literals and comments (`text_direction_codepoint_in_literal`).
///
/// ```
/// use toolwright_codegen::diagnostics::is_invisible;
///
/// assert!(is_invisible('\u{202e}') && is_invisible('\u{0}'));
/// assert!(!is_invisible('a') && !is_invisible(' ') && !is_invisible('\n'));
/// ```
pub fn is_invisible(c: char) -> bool {
    match c {
        '\n' | '\t' | '\u{fe0f}' => false,
        // Line and paragraph separators, which some terminals and editors take for line breaks.
        '\u{2028}' | '\u{2029}' => true,
        c => c.is_control() || is_undrawn(c),
    }
}

/// Characters without a shape of their own, wherever they stand: those that Unicode says may be
/// ignored when they are drawn (`Default_Ignorable_Code_Point`), and annotations between lines.
pub(crate) fn is_undrawn(c: char) -> bool {
    matches!(
        c,
        // The soft hyphen, the grapheme joiner, and the Arabic letter mark.
        '\u{ad}' | '\u{34f}' | '\u{61c}'
            // Fillers of Hangul, and vowels of Khmer that are not written.
            | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{3164}' | '\u{ffa0}'
            // Variation selectors of Mongolian, of all scripts, and of ideographs with tags before them: they can carry hidden text.
            | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}'
            // Characters of no width, joiners, and marks, overrides and isolates of direction (UAX #9).
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            // Annotations.
            | '\u{fff0}'..='\u{fffb}'
            // Controls of shorthand and of musical notation.
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
    )
}
