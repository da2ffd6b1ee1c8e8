//! Searches in the table of words that the compiler made. Takes a query in plain words and returns
//! documents with scores, the best first. Nothing is built or parsed at the start: the postings of
//! a word are read when a query contains it.

use super::Hit;
use super::kind::{Intent, Kind};
use super::meaning::Meaning;
use super::postings::read_postings;
use super::query::Query;
use super::weigh::STEPS;
use super::words::Words;

/// What is left of the score of a document that meets next to nothing of what was asked.
const COVER: f32 = 0.7;
/// Hits with less than this share of the best one's score are left out.
const TAIL: f32 = 0.25;

/// A table of words as [`build`](super::build) makes it, to search in.
#[derive(Clone, Copy, Debug)]
pub struct Index<'a> {
    words: Words<'a>,
    documents: usize,
}

/// What a document has of what was asked.
#[derive(Clone, Copy, Default)]
struct Total {
    score: f32,
    met: f32,
}

impl<'a> Index<'a> {
    /// The index of as many documents, from words and their postings, sorted by word.
    pub const fn new(words: &'a [(&'a str, &'a str)], documents: usize) -> Self {
        Self {
            words: Words(words),
            documents,
        }
    }

    /// The documents that `query` may ask for, the best first, and those that fit as well as each other in their
    /// order. Documents that fit much worse than the best one are left out. A query of nothing but words
    /// such as "the" has no hits.
    pub fn search(&self, query: &str) -> Vec<Hit> {
        self.search_among(query, |_| true)
    }

    /// The hits of a search as if there were no other documents than those that `is_admitted` holds for: the
    /// best one of these decides which are left out.
    pub fn search_among(&self, query: &str, is_admitted: impl Fn(usize) -> bool) -> Vec<Hit> {
        let query = Query::new(query, self.words);
        let mut totals = vec![Total::default(); self.documents];
        for wanted in &query.wanted {
            for (total, score) in totals.iter_mut().zip(self.score_documents(&wanted.meaning)) {
                if score > 0.0 {
                    total.score += score * wanted.weight;
                    total.met += wanted.weight;
                }
            }
        }
        let asked: f32 = query.wanted.iter().map(|wanted| wanted.weight).sum();
        for total in &mut totals {
            total.score *= COVER + (1.0 - COVER) * total.met / asked;
        }
        if let Some(intent) = query.intent {
            self.prefer_intent(intent, &mut totals);
        }
        best_documents(&totals, is_admitted)
    }

    /// The most that any of the words says for each document.
    fn score_documents(&self, meaning: &Meaning) -> Vec<f32> {
        let mut scores = vec![0.0_f32; self.documents];
        for (row, factor) in &meaning.rows {
            read_postings(
                self.words.postings(*row),
                self.documents,
                |document, impact| {
                    let score = f32::from(impact) / STEPS * factor;
                    scores[document] = scores[document].max(score);
                },
            );
        }
        scores
    }

    fn prefer_intent(&self, intent: Intent, totals: &mut [Total]) {
        for kind in Kind::ALL {
            let Some(row) = self.words.find_row(kind.row()) else {
                continue;
            };
            read_postings(self.words.postings(row), self.documents, |document, _| {
                // A factor rather than a filter, since the verb of a query may be misread.
                totals[document].score *= intent.served_by(kind);
            });
        }
    }
}

fn best_documents(totals: &[Total], is_admitted: impl Fn(usize) -> bool) -> Vec<Hit> {
    let met = totals
        .iter()
        .enumerate()
        .filter(|(document, total)| total.met > 0.0 && is_admitted(*document));
    let mut hits: Vec<Hit> = met
        .map(|(document, total)| Hit {
            document,
            score: total.score,
        })
        .collect();
    // The sort is stable, so equal scores keep the order of the documents and results are
    // reproducible.
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    let least = hits.first().map_or(0.0, |best| best.score * TAIL);
    hits.retain(|hit| hit.score >= least);
    hits
}
