/// So many of them, `2 tools`.
pub(crate) fn count_noun(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
