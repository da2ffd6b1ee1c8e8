use super::kind::Kind;
use super::postings::{Impact, read};
use super::query::{Query, Wanted};
use super::weigh::STEPS;
use super::Hit;

/// A table of words as [`build`](super::build) makes it, to search in.
#[derive(Clone, Copy, Debug)]
pub struct Index<'a> {
    words: &'a [(&'a str, &'a str)],
    documents: usize,
}

/// The words of an index, each in its row.
#[derive(Clone, Copy)]
pub(super) struct Words<'a>(&'a [(&'a str, &'a str)]);

/// Hits with less than this share of the best one's score are no hits.
const TAIL: f32 = 0.25;

impl<'a> Index<'a> {
    /// The index of as many documents, from words and their postings, sorted by word.
    pub const fn new(words: &'a [(&'a str, &'a str)], documents: usize) -> Self {
        Self { words, documents }
    }

    /// The documents that `query` may ask for, the best first.
    pub fn search(&self, query: &str) -> Vec<Hit> {
        let query = Query::new(query, Words(self.words));
        let asked = query.wanted.iter().map(|wanted| wanted.weight).sum::<f32>();
        let mut totals = vec![Total::default(); self.documents];
        for wanted in &query.wanted {
            for (document, score) in self.scores(wanted) {
                totals[document].score += score * wanted.weight;
                totals[document].met += wanted.weight;
            }
        }
        for total in &mut totals {
            total.score *= COVER + (1.0 - COVER) * total.met / asked;
        }
        if let Some(intent) = query.intent {
            for kind in Kind::ALL {
                self.each(kind.row(), |document, _| totals[document].score *= intent.served_by(kind));
            }
        }
        let mut hits: Vec<Hit> = totals
            .into_iter()
            .enumerate()
            .filter(|(_, total)| total.met > 0.0)
            .map(|(document, total)| Hit { document, score: total.score })
            .collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
        let least = hits.first().map_or(0.0, |best| best.score * TAIL);
        hits.retain(|hit| hit.score >= least);
        hits
    }

    fn each(&self, word: &str, each: impl FnMut(usize, Impact)) {
        if let Some(row) = Words(self.words).find(word) {
            read(self.words[row].1, self.documents, each);
        }
    }

    /// The best that any of the words says for each document.
    fn scores(&self, wanted: &Wanted) -> Vec<(usize, f32)> {
        let mut best = vec![0.0_f32; self.documents];
        for (row, factor) in &wanted.rows {
            let postings = self.words.get(*row).map_or("", |(_, postings)| postings);
            read(postings, self.documents, |document, impact| {
                let score = f32::from(impact) / STEPS * factor;
                best[document] = best[document].max(score);
            });
        }
        best.into_iter().enumerate().filter(|(_, score)| *score > 0.0).collect()
    }
}

/// What a document has of what was asked.
#[derive(Clone, Copy, Default)]
struct Total {
    score: f32,
    met: f32,
}

/// What is left of the score of a document that meets next to nothing of what was asked.
const COVER: f32 = 0.7;

impl<'a> Words<'a> {
    /// The row of a stem.
    pub(super) fn find(self, stem: &str) -> Option<usize> {
        self.0.binary_search_by(|(word, _)| (*word).cmp(stem)).ok()
    }

    /// The rows of words that begin with `start`.
    pub(super) fn beginning(self, start: &str) -> impl Iterator<Item = usize> {
        let first = self.0.partition_point(|(word, _)| *word < start);
        let rows = self.0[first..].iter().take_while(move |(word, _)| word.starts_with(start)).count();
        first..first + rows
    }

    /// All words, by row.
    pub(super) fn stems(self) -> impl Iterator<Item = &'a str> {
        self.0.iter().map(|(word, _)| *word)
    }
}
