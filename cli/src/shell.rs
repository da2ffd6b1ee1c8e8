//! Words of commands that people copy into a shell. They come here without NUL, which no shell can pass on.

/// A word in a shell.
pub(crate) fn quote_for_shell(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| String::new(), Into::into)
}

/// Words as a shell takes them.
pub(crate) fn join_for_shell(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| quote_for_shell(word)).collect();
    quoted.join(" ")
}

#[cfg(test)]
mod tests {
    use super::join_for_shell;

    #[test]
    fn a_shell_reads_the_words_that_were_written() {
        let words = ["--name", "my pets", "it's", ""].map(str::to_owned);
        assert_eq!(shlex::split(&join_for_shell(&words)), Some(words.to_vec()));
    }
}
