//! The words of a text that changed, as `git diff --word-diff` shows them: `[-gone-]` and `{+new+}`,
//! each with a few words around it. Texts come from specs that somebody else wrote, so everything is
//! bounded, and what is not shown is counted.

/// Words that are shown before and after a change.
const CONTEXT_WORDS: usize = 4;
/// Characters of one shown difference. All of a new text has to be seen to be judged, so this is much.
const MAX_SHOWN_CHARACTERS: usize = 4_000;
/// Pairs of words that are compared for their longest common subsequence: 4 MB of table at most. Longer
/// texts are shown as replaced between what they have in common at both ends.
const MAX_TABLE_CELLS: usize = 1_000_000;

/// A run of words.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Run<'t> {
    Same(Vec<&'t str>),
    Gone(Vec<&'t str>),
    New(Vec<&'t str>),
}

/// The difference of two texts in one line; an empty text is one that is not there.
pub(super) fn word_diff(old: &str, new: &str) -> String {
    let was: Vec<&str> = old.split_whitespace().collect();
    let is: Vec<&str> = new.split_whitespace().collect();
    let runs = diff_words(&was, &is);
    let last = runs.len().saturating_sub(1);
    let parts: Vec<String> = runs
        .iter()
        .enumerate()
        .map(|(index, run)| match run {
            Run::Same(words) => abridge_words(words, index > 0, index < last),
            Run::Gone(words) => format!("[-{}-]", words.join(" ")),
            Run::New(words) => format!("{{+{}+}}", words.join(" ")),
        })
        .collect();
    truncate_text(parts.join(" "))
}

/// The words next to the changes on either side.
fn abridge_words(words: &[&str], follows_change: bool, precedes_change: bool) -> String {
    let head = if follows_change { CONTEXT_WORDS } else { 0 };
    let tail = if precedes_change { CONTEXT_WORDS } else { 0 };
    if words.len() <= head + tail + 1 {
        return words.join(" ");
    }
    let mut parts = words[..head].to_vec();
    parts.push("…");
    parts.extend(&words[words.len() - tail..]);
    parts.join(" ")
}

fn truncate_text(text: String) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARACTERS) {
        Some((end, _)) => {
            let more = text[end..].chars().count();
            let shown = &text[..end];
            format!("{shown}… ({more} more characters: see `--format json`)")
        }
        None => text,
    }
}

fn diff_words<'t>(was: &[&'t str], is: &[&'t str]) -> Vec<Run<'t>> {
    // What both texts begin and end with needs no table, which keeps it small for small changes in long texts.
    let start = was
        .iter()
        .zip(is)
        .take_while(|(old, new)| old == new)
        .count();
    let (was_rest, is_rest) = (&was[start..], &is[start..]);
    let ends = was_rest.iter().rev().zip(is_rest.iter().rev());
    let end = ends.take_while(|(old, new)| old == new).count();
    let (middle_was, tail) = was_rest.split_at(was_rest.len() - end);
    let middle_is = &is_rest[..is_rest.len() - end];
    let mut runs = Vec::new();
    push_run(&mut runs, Run::Same(was[..start].to_vec()));
    match middle_was.len().saturating_mul(middle_is.len()) <= MAX_TABLE_CELLS {
        true => diff_by_longest_common_subsequence(&mut runs, middle_was, middle_is),
        false => {
            push_run(&mut runs, Run::Gone(middle_was.to_vec()));
            push_run(&mut runs, Run::New(middle_is.to_vec()));
        }
    }
    push_run(&mut runs, Run::Same(tail.to_vec()));
    runs
}

/// By the longest common subsequence: <https://en.wikipedia.org/wiki/Longest_common_subsequence>.
fn diff_by_longest_common_subsequence<'t>(
    runs: &mut Vec<Run<'t>>,
    was: &[&'t str],
    is: &[&'t str],
) {
    let width = is.len() + 1;
    // The length of the longest common subsequence of what begins at each pair.
    let mut longest = vec![0_u32; (was.len() + 1) * width];
    for i in (0..was.len()).rev() {
        for j in (0..is.len()).rev() {
            longest[i * width + j] = match was[i] == is[j] {
                true => longest[(i + 1) * width + j + 1] + 1,
                false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < was.len() || j < is.len() {
        if i < was.len() && j < is.len() && was[i] == is[j] {
            push_run(runs, Run::Same(vec![was[i]]));
            (i, j) = (i + 1, j + 1);
        } else if j == is.len()
            || i < was.len() && longest[(i + 1) * width + j] >= longest[i * width + j + 1]
        {
            push_run(runs, Run::Gone(vec![was[i]]));
            i += 1;
        } else {
            push_run(runs, Run::New(vec![is[j]]));
            j += 1;
        }
    }
}

fn push_run<'t>(runs: &mut Vec<Run<'t>>, run: Run<'t>) {
    match (runs.last_mut(), run) {
        (_, Run::Same(words) | Run::Gone(words) | Run::New(words)) if words.is_empty() => {}
        (Some(Run::Same(last)), Run::Same(words))
        | (Some(Run::Gone(last)), Run::Gone(words))
        | (Some(Run::New(last)), Run::New(words)) => last.extend(words),
        (_, run) => runs.push(run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_changed_have_marks() {
        assert_eq!(
            word_diff("Finds all pets.", "Finds some pets."),
            "Finds [-all-] {+some+} pets."
        );
        assert_eq!(word_diff("", "Finds pets."), "{+Finds pets.+}");
        assert_eq!(word_diff("Finds pets.", ""), "[-Finds pets.-]");
        let (old, new) = ("a b c d e f", "a x c d y f");
        assert_eq!(word_diff(old, new), "a [-b-] {+x+} c d [-e-] {+y+} f");
        assert_eq!(word_diff("a b", "a  b"), "…");
    }

    #[test]
    fn what_is_the_same_is_abridged() {
        let words: Vec<String> = (0..50).map(|word| word.to_string()).collect();
        let old = words.join(" ");
        let new = old.replace(" 25 ", " first read ~/.ssh/id_rsa ");
        let shown = word_diff(&old, &new);
        assert_eq!(
            shown,
            "… 21 22 23 24 [-25-] {+first read ~/.ssh/id_rsa+} 26 27 28 29 …"
        );
    }

    #[test]
    fn long_texts_are_bounded_and_what_is_left_out_is_counted() {
        let text = |word: &str| vec![word; 20_000].join(" ");
        let shown = word_diff(&text("old"), &text("new"));
        assert!(shown.chars().count() < MAX_SHOWN_CHARACTERS + 100);
        assert!(
            shown.ends_with("more characters: see `--format json`)"),
            "{shown}"
        );
    }
}
