/// How many characters of a text are looked for to find where it begins among others.
const BEGINNING: usize = 60;

/// Whether a text is shown without its end, and if so, whether a mark says it. `None` as well for a text that cannot
/// be compared, because it has markup, which is shown as Markdown.
pub(super) fn cut(whole: &str, shown: &str) -> Option<bool> {
    if whole.contains(['<', '&', '*', '`', '\\']) {
        return None;
    }
    let [whole, shown] = [whole, shown].map(words);
    let beginning: String = whole.chars().take(BEGINNING).collect();
    let from = shown.find(&beginning)?;
    let (shown, is_marked) = match shown[from..].split_once('…') {
        Some((shown, _)) if !whole.contains('…') => (shown.trim_end(), true),
        _ => (&shown[from..], false),
    };
    let is_cut = whole.len() > shown.len() && whole.starts_with(shown);
    is_cut.then_some(is_marked)
}

/// A text with one space between its words, and without marks that are not seen.
fn words(text: &str) -> String {
    let text = text.replace(['\u{200b}', '\u{200c}', '\u{200d}', '\u{feff}'], "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_whole_cut_or_marked() {
        let whole = "One sentence.  Another\none.";
        assert_eq!(cut(whole, "Title.\n\nOne sentence. Another one."), None);
        let long = format!("{whole} {}", "More of it. ".repeat(20));
        let half = &long[..long.len() / 2];
        assert_eq!(cut(&long, half), Some(false));
        assert_eq!(cut(&long, &format!("Title: {half} …")), Some(true));
        let hidden = long.replace("One", "O\u{200b}ne");
        assert_eq!(cut(&hidden, &long), None);
        assert_eq!(cut("<p>markup</p>", "markup"), None);
    }
}
