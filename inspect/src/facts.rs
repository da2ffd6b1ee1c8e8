//! A description and what is added to it, in the line of a parameter or below it.

/// How much deeper than its parameter a line of the description stands: deeper than members do.
const INDENT: usize = 4;

/// The lines of a parameter. A description of one line is in that of the parameter; of a longer one,
/// what would be taken for parameters is below it.
pub(crate) fn append_facts(head: String, description: &str, facts: &str) -> Vec<String> {
    let lines = description.lines().map(str::trim_end);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        [] => vec![join_sentences(head, facts)],
        [only] if !is_item(only) => {
            vec![join_sentences(
                format!("{head}: {}", only.trim_start()),
                facts,
            )]
        }
        [first, rest @ ..] => {
            let depth = head.len() - head.trim_start().len() + INDENT;
            let (head, rest) = match is_item(first) {
                true => (format!("{head}:"), lines.as_slice()),
                false => (format!("{head}: {}", first.trim_start()), rest),
            };
            let facts = Some(facts).filter(|facts| !facts.is_empty());
            let rest = rest.iter().copied().chain(facts);
            let rest = rest.map(|line| format!("{:depth$}{line}", ""));
            [head].into_iter().chain(rest).collect()
        }
    }
}

/// A text and what comes after it, with one full stop between.
fn join_sentences(text: String, facts: &str) -> String {
    let ends = text.ends_with(['.', '!', '?', '…']);
    match (facts, ends) {
        ("", _) => text,
        (facts, true) => format!("{text} {facts}"),
        (facts, false) => format!("{text}. {facts}"),
    }
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
}
