/// The largest length up to `limit` that is between two characters: `str::floor_char_boundary`, which the oldest Rust that the
/// workspace builds with does not have yet.
pub(crate) fn floor_char_boundary(text: &str, limit: usize) -> usize {
    let mut end = text.len().min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::floor_char_boundary;

    #[test]
    fn a_character_is_not_split() {
        let ends = [0, 1, 2, 3, 4, 9].map(|limit| floor_char_boundary("a€b", limit));
        assert_eq!(ends, [0, 1, 1, 1, 4, 5]);
    }
}
