use std::collections::BTreeMap;

/// How many names end in what looks like a hash, and how many of those are the words of another name but for
/// that.
pub(super) fn count(names: &[&str]) -> [usize; 2] {
    let mut same_words: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        *same_words
            .entry(without_hash(name).unwrap_or(name))
            .or_default() += 1;
    }
    let words: Vec<&str> = names.iter().copied().filter_map(without_hash).collect();
    let told_apart = words.iter().filter(|words| same_words[*words] > 1).count();
    [words.len(), told_apart]
}

/// The words of a name that ends in six hexadecimal digits, a figure among them.
fn without_hash(name: &str) -> Option<&str> {
    let (words, hash) = name.rsplit_once('_')?;
    let is_hash = hash.len() == 6
        && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
        && hash.bytes().any(|byte| byte.is_ascii_digit());
    is_hash.then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_by_their_hash_or_by_words() {
        let names = ["get_a_1b2c3d", "get_a_1b2c3e", "get_b_1b2c3d", "get_decade"];
        assert_eq!(count(&names), [3, 2]);
    }
}
