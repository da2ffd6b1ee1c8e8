//! Code spans of Markdown (CommonMark, section 6.1): text between two runs of as many backticks.

/// How many backticks a text starts with.
pub(crate) fn count_backticks(text: &str) -> usize {
    text.bytes().take_while(|&byte| byte == b'`').count()
}

/// Length of the code span at the start: up to the next run of as many backticks.
pub(crate) fn code_span_len(text: &str) -> Option<usize> {
    let opening = count_backticks(text);
    let mut at = opening;
    while let Some(found) = text[at..].find('`') {
        at += found;
        let run = count_backticks(&text[at..]);
        at += run;
        if run == opening {
            return Some(at);
        }
    }
    None
}
