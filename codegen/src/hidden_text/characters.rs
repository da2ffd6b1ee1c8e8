//! Which characters of a text a reader cannot see, judged by their neighbours.
//!
//! Some invisible characters are part of ordinary writing: the joiners of emoji and of Persian or
//! Indic words, variation selectors, marks of direction in Hebrew or Arabic. These are visible by
//! what they do, and are not reported where writing needs them. All others can carry words that a
//! model reads and a reviewer does not see. So can the 240 ideographic variation selectors, one byte
//! in each: they only choose between ways to draw the same character, and a model draws nothing.

use crate::invisible::is_undrawn;

const ZERO_WIDTH_SPACE: char = '\u{200b}';
const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';
const EMOJI_SELECTOR: char = '\u{fe0f}';
const KEYCAP: char = '\u{20e3}';

/// The only flags that Unicode recommends to be written with tag characters: England, Scotland
/// and Wales (UTS #51, RGI emoji tag sequences).
const TAGGED_FLAGS: [&str; 3] = [
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
];

/// A text in parts: those that a reader can see, and single characters that nobody can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    Visible(&'t str),
    Hidden(char),
}

/// The parts of a text, in order.
pub(super) fn split_at_hidden<'t>(text: &'t str, mut take: impl FnMut(Part<'t>)) {
    let is_right_to_left = text.chars().any(is_right_to_left);
    let mut before = None;
    let mut from = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        // Tag characters are the best place to hide text, so only these whole sequences are let
        // through.
        let flag = TAGGED_FLAGS.iter().find(|flag| rest.starts_with(**flag));
        let end = at + flag.map_or(c.len_utf8(), |flag| flag.len());
        let neighbours = Neighbours {
            before,
            after: text[end..].chars().next(),
            is_right_to_left,
        };
        if flag.is_none() && is_hidden(c, &neighbours) {
            if from < at {
                take(Part::Visible(&text[from..at]));
            }
            take(Part::Hidden(c));
            from = end;
        } else {
            // Hidden characters do not count as neighbours: otherwise each of a long row would
            // excuse the next.
            before = Some(c);
        }
        at = end;
    }
    if from < text.len() {
        take(Part::Visible(&text[from..]));
    }
}

/// Whether a text can have hidden characters; most have none, and need no closer look.
pub(super) fn may_be_hidden_in(text: &str) -> bool {
    text.chars().any(|c| is_control(c) || is_undrawn(c))
}

/// What stands beside a character.
struct Neighbours {
    /// The last character before it that is not hidden.
    before: Option<char>,
    after: Option<char>,
    /// Whether the text has letters that are written from right to left.
    is_right_to_left: bool,
}

/// Whether a reader does not see a character where it stands. Of several in a row, each of which
/// would be all right alone, the first at most is.
fn is_hidden(c: char, beside: &Neighbours) -> bool {
    let before = |test: fn(char) -> bool| beside.before.is_some_and(test);
    let after = |test: fn(char) -> bool| beside.after.is_some_and(test);
    if is_control(c) {
        return true;
    }
    if !is_undrawn(c) {
        return false;
    }
    let is_needed = match c {
        // One joiner has a meaning; a row of both kinds is a way to write bits.
        NON_JOINER | JOINER if before(is_joiner) => false,
        JOINER if before(can_precede_emoji_joiner) && after(is_emoji) => true,
        // At the end of a word they shape its last letter.
        NON_JOINER | JOINER => {
            before(shapes_letters) && !after(|c| is_control(c) || is_undrawn(c))
                || beside.before.is_some() && after(shapes_letters)
        }
        ZERO_WIDTH_SPACE => before(is_without_spaces) && after(is_without_spaces),
        '\u{200e}' | '\u{200f}' | '\u{61c}' => {
            // Behind a control character, which will be removed, may be another such character.
            let is_followed = after(|c| is_control(c) || is_undrawn(c));
            beside.is_right_to_left && !before(is_undrawn) && !is_followed
        }
        '\u{fe0e}' | EMOJI_SELECTOR if before(is_emoji) => true,
        EMOJI_SELECTOR if before(has_keycap) => beside.after == Some(KEYCAP),
        '\u{fe00}'..='\u{fe0f}' => before(has_variants),
        '\u{180b}'..='\u{180f}' => before(|c| matches!(c, '\u{1820}'..='\u{18aa}')),
        _ => false,
    };
    !is_needed
}

/// Control characters but tabs and the ends of lines.
pub(super) fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// Tag characters, which mirror ASCII and are never drawn.
pub(super) fn tag_as_ascii(c: char) -> Option<char> {
    let ascii = u32::from(c).checked_sub(0xe0000)?;
    char::from_u32(ascii).filter(|c| matches!(c, ' '..='~'))
}

fn is_joiner(c: char) -> bool {
    matches!(c, NON_JOINER | JOINER)
}

/// The blocks that emoji are in; they have symbols as well, which do no harm.
fn is_emoji(c: char) -> bool {
    matches!(
        c,
        '\u{a9}'
            | '\u{ae}'
            | '\u{203c}'
            | '\u{2049}'
            | '\u{2122}'
            | '\u{2139}'
            | '\u{2190}'..='\u{21ff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{2460}'..='\u{24ff}'
            | '\u{25a0}'..='\u{27bf}'
            | '\u{2900}'..='\u{297f}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{3030}'
            | '\u{303d}'
            | '\u{3297}'
            | '\u{3299}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

fn can_precede_emoji_joiner(c: char) -> bool {
    is_emoji(c) || c == EMOJI_SELECTOR
}

fn has_keycap(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '#' | '*')
}

/// Letters whose shape depends on their neighbours: Arabic and its relatives, and the scripts of
/// India and Southeast Asia.
fn shapes_letters(c: char) -> bool {
    matches!(
        c,
        '\u{620}'..='\u{dff}'
            | '\u{f00}'..='\u{109f}'
            | '\u{1780}'..='\u{17b3}'
            | '\u{17b6}'..='\u{17ff}'
            | '\u{1820}'..='\u{18af}'
            | '\u{1900}'..='\u{1cff}'
            | '\u{a800}'..='\u{aaff}'
            | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}'
            | '\u{10ac0}'..='\u{10aff}'
            | '\u{11000}'..='\u{11fff}'
            | '\u{1e900}'..='\u{1e95f}'
    )
}

/// Scripts without spaces between words, where a zero-width space says where a line may end: Thai,
/// Lao, Burmese, Khmer.
fn is_without_spaces(c: char) -> bool {
    matches!(
        c,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{17ff}'
    )
}

fn is_right_to_left(c: char) -> bool {
    matches!(
        c,
        '\u{591}'..='\u{61b}'
            | '\u{61d}'..='\u{8ff}'
            | '\u{fb1d}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}'
            | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}'
    )
}

fn is_ideograph(c: char) -> bool {
    matches!(
        c,
        '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

/// What else variation selectors choose a shape of: ideographs and their punctuation, Burmese
/// letters, signs of mathematics (`StandardizedVariants.txt`).
fn has_variants(c: char) -> bool {
    is_ideograph(c)
        || matches!(
            c,
            '\u{1000}'..='\u{109f}'
                | '\u{2205}'..='\u{22ff}'
                | '\u{2a00}'..='\u{2aff}'
                | '\u{3000}'..='\u{303f}'
                | '\u{ff01}'..='\u{ff60}'
        )
}
