//! The words of an index.

/// The words of an index with their postings, in rows that are sorted by word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a>(pub &'a [(&'a str, &'a str)]);

impl<'a> Words<'a> {
    /// The row of a word.
    pub(super) fn find_row(self, word: &str) -> Option<usize> {
        let found = self.0.binary_search_by(|(known, _)| (*known).cmp(word));
        found.ok()
    }

    /// The rows of the words that begin with `start`.
    pub(super) fn beginning_with(self, start: &str) -> impl Iterator<Item = usize> {
        let first = self.0.partition_point(|(word, _)| *word < start);
        let words = self.0.iter().skip(first);
        first
            ..first
                + words
                    .take_while(|(word, _)| word.starts_with(start))
                    .count()
    }

    /// The word of a row.
    pub(super) fn word(self, row: usize) -> &'a str {
        self.0.get(row).map_or("", |(word, _)| word)
    }

    /// All words with their rows.
    pub(super) fn all_stems(self) -> impl Iterator<Item = (usize, &'a str)> {
        self.0.iter().map(|(word, _)| *word).enumerate()
    }

    /// The postings of a row; none where there is no such row.
    pub(super) fn postings(self, row: usize) -> &'a str {
        self.0.get(row).map_or("", |(_, postings)| postings)
    }
}
