//! Colours for texts on a terminal: ECMA-48, "Select Graphic Rendition".
//!
//! Only the form of the text is known here, and not what it says. Whether a terminal shows colours is
//! for the program to decide.

pub(crate) const BOLD: &str = "1";
pub(crate) const DIM: &str = "2";
pub(crate) const RED: &str = "1;31";
pub(crate) const GREEN: &str = "1;32";
pub(crate) const YELLOW: &str = "1;33";
const BLUE: &str = "1;34";
const CYAN: &str = "1;36";

/// A text in a colour.
pub(crate) fn paint(text: &str, color: &str) -> String {
    format!("\u{1b}[{color}m{text}\u{1b}[0m")
}

/// Diagnostics as they are [rendered](crate::source::Source::render), in the colours of rustc: the level
/// and what is marked in red, yellow or green, the frame around the line in blue.
///
/// ```
/// use toolwright_codegen::diagnostics::colorize;
///
/// let colored = colorize("error: no title\n --> api.json:1:1\n");
/// assert_eq!(
///     colored,
///     "\u{1b}[1;31merror\u{1b}[0m: \u{1b}[1mno title\u{1b}[0m\n\u{1b}[1;34m -->\u{1b}[0m api.json:1:1\n"
/// );
/// ```
pub fn colorize(rendered: &str) -> String {
    let mut color = BOLD;
    rendered
        .split_inclusive('\n')
        .map(|line| {
            let text = line.trim_end_matches('\n');
            color = level_color(text).unwrap_or(color);
            format!("{}{}", colorize_line(text, color), &line[text.len()..])
        })
        .collect()
}

/// The colour of the level that a diagnostic begins with.
fn level_color(line: &str) -> Option<&'static str> {
    match line.split_once(": ")?.0 {
        "error" => Some(RED),
        "warning" | "portability" => Some(YELLOW),
        "note" => Some(GREEN),
        "help" => Some(CYAN),
        _ => None,
    }
}

fn colorize_line(line: &str, color: &str) -> String {
    if level_color(line).is_some()
        && let Some((level, message)) = line.split_once(": ")
    {
        return format!("{}: {}", paint(level, color), paint(message, BOLD));
    }
    let frame = frame_length(line);
    if frame == 0 {
        return line.to_owned();
    }
    let (frame, rest) = line.split_at(frame);
    let is_marks = !rest.is_empty() && rest.trim_matches([' ', '^']).is_empty();
    let rest = if is_marks {
        paint(rest, color)
    } else {
        rest.to_owned()
    };
    format!("{}{rest}", paint(frame, BLUE))
}

/// How much of a line is the frame: the number of the line and the bar, the arrow, or the sign of a note.
fn frame_length(line: &str) -> usize {
    let start = line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    let sign = ["-->", "|", "="]
        .into_iter()
        .find(|sign| start.starts_with(sign));
    match sign {
        // A second line of a message that begins with such a sign is coloured as well, which does no harm.
        Some(sign) if line.starts_with([' ', '1', '2', '3', '4', '5', '6', '7', '8', '9']) => {
            line.len() - start.len() + sign.len()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without the codes, for which every text is as it was.
    fn without_colors(colored: &str) -> String {
        let mut parts = colored.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| {
            text + part.split_once('m').map_or("", |(_, rest)| rest)
        })
    }

    #[test]
    fn a_diagnostic_is_coloured_as_rustc_does() {
        let rendered = "warning: a title is a string\n --> api.json:1:20\n  |\n1 | {\"title\": 5}\n  \
                        |           ^\n  |\n  = at: #/info/title\n";
        let colored = colorize(rendered);
        assert_eq!(without_colors(&colored), rendered);
        insta::assert_snapshot!(colored.replace('\u{1b}', "ESC"), @"
        ESC[1;33mwarningESC[0m: ESC[1ma title is a stringESC[0m
        ESC[1;34m -->ESC[0m api.json:1:20
        ESC[1;34m  |ESC[0m
        ESC[1;34m1 |ESC[0m {\"title\": 5}
        ESC[1;34m  |ESC[0mESC[1;33m           ^ESC[0m
        ESC[1;34m  |ESC[0m
        ESC[1;34m  =ESC[0m at: #/info/title
        ");
    }
}
