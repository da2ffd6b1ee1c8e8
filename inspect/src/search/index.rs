//! The search in a table of words: impacts of words, then what the query wants done, then the flow of data.

use super::facts::{FROM, TEXT, end_row, read_origin_row};
use super::flow::follow_flow;
use super::kind::{Intent, Kind};
use super::meaning::Meaning;
use super::postings::read_postings;
use super::query::Query;
use super::weigh::STEPS;
use super::words::Words;
use super::{Hit, Origin};

/// What is left of the score of a document that meets next to nothing of what was asked.
const COVER: f32 = 0.7;
/// What a document that takes words to search for gains of the best score, if the query has a name.
const NAMED: f32 = 0.5;
/// What a document gains for each step by which its path is shorter, if the path ends with what is to be listed or
/// created.
const COLLECTION: f32 = 0.04;
/// If fewer documents are found, those that "list" alone finds follow.
const FEWEST: usize = 10;
/// Documents that words alone find, and which stay first.
const FOUND_BY_WORDS: usize = 5;
/// What the first document that only reads has at least over those that write, if something is to be read.
const BEHIND: f32 = 0.99;

/// A table of words as [`build`](super::build) makes it, to search in.
#[derive(Clone, Copy, Debug)]
pub struct Index<'a> {
    words: Words<'a>,
    documents: usize,
}

/// What a search finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The documents, the best first.
    pub hits: Vec<Hit>,
    /// Whether the best one may do what was asked: it has one of the things that the query speaks of, and not only
    /// a verb.
    pub is_likely: bool,
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
    /// order. With them come the documents that return what these take. A query of nothing but words such as "the"
    /// has no hits.
    pub fn search(&self, query: &str) -> Vec<Hit> {
        self.search_among(query, |_| true).hits
    }

    /// The hits of a search as if there were no other documents than those that `is_admitted` holds for.
    pub fn search_among(&self, query: &str, is_admitted: impl Fn(usize) -> bool) -> Found {
        let query = Query::new(query, self.words);
        if query.wanted.is_empty() {
            return Found::default();
        }
        let mut totals = vec![Total::default(); self.documents];
        let mut is_likely = false;
        for wanted in &query.wanted {
            let is_thing = !wanted.meaning.is_verb();
            for (document, score) in self
                .score_documents(&wanted.meaning)
                .into_iter()
                .enumerate()
            {
                if score > 0.0 && is_admitted(document) {
                    totals[document].score += score * wanted.weight;
                    totals[document].met += wanted.weight;
                    is_likely |= is_thing;
                }
            }
        }
        let asked: f32 = query.wanted.iter().map(|wanted| wanted.weight).sum();
        for total in &mut totals {
            total.score *= COVER + (1.0 - COVER) * total.met / asked;
        }
        let mut scores: Vec<f32> = totals.iter().map(|total| total.score).collect();
        self.prefer_collections(&query, &mut scores);
        if let Some(intent) = query.intent {
            self.prefer_intent(intent, &mut scores);
        }
        if query.has_name {
            self.prefer_searches(&mut scores);
        }
        let mut flowed = scores.clone();
        let rows = self
            .words
            .beginning_with(FROM)
            .map(|row| self.words.postings(row));
        follow_flow(rows, &mut flowed);
        for (document, score) in scores.iter_mut().zip(&mut flowed).enumerate() {
            if !is_admitted(document) {
                *score.0 = 0.0;
                *score.1 = 0.0;
            }
        }
        let mut scores = put_behind_best(&scores, &flowed);
        if matches!(
            query.intent,
            Some(Intent::Read | Intent::ReadOne | Intent::List)
        ) {
            self.put_writing_behind(&mut scores);
        }
        let mut hits = best_documents(&scores);
        if let Some(seeing) = query.seeing.filter(|_| hits.len() < FEWEST) {
            let seen = self.score_documents(&seeing).into_iter().enumerate();
            let seen = seen.map(|(document, score)| match scores[document] > 0.0 {
                false if is_admitted(document) => score,
                _ => 0.0,
            });
            append_behind(&mut hits, best_documents(&seen.collect::<Vec<f32>>()));
        }
        Found { hits, is_likely }
    }

    /// Where the values of a document's arguments come from, for each argument the likeliest first.
    pub fn origins_of(&self, document: usize) -> Vec<Origin<'a>> {
        let mut found: Vec<(&str, usize, Origin<'a>)> = Vec::new();
        for row in self.words.beginning_with(FROM) {
            let Some((rank, argument, place)) = read_origin_row(self.words.word(row)) else {
                continue;
            };
            read_postings(
                self.words.postings(row),
                self.documents,
                |consumer, producer| {
                    let producer = usize::from(producer);
                    if consumer == document && producer < self.documents {
                        let origin = Origin {
                            argument,
                            producer,
                            place,
                        };
                        found.push((argument, rank, origin));
                    }
                },
            );
        }
        found.sort();
        found.into_iter().map(|(_, _, origin)| origin).collect()
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

    fn postings_of(&self, name: &str) -> &'a str {
        self.words
            .find_row(name)
            .map_or("", |row| self.words.postings(row))
    }

    fn prefer_intent(&self, intent: Intent, scores: &mut [f32]) {
        for kind in Kind::ALL {
            read_postings(
                self.postings_of(kind.row_name()),
                self.documents,
                |document, _| {
                    // A factor rather than a filter, since the verb of a query may be misread.
                    scores[document] *= intent.served_by(kind);
                },
            );
        }
    }

    /// What is to be listed or created is so at the path that ends with it, the shorter the better: "create a team"
    /// is `POST /teams`.
    fn prefer_collections(&self, query: &Query, scores: &mut [f32]) {
        if !matches!(query.intent, Some(Intent::List | Intent::Create)) {
            return;
        }
        let Some(stem) = &query.object else {
            return;
        };
        read_postings(
            self.postings_of(&end_row(stem)),
            self.documents,
            |document, shortness| {
                scores[document] *= 1.0 + COLLECTION * f32::from(shortness);
            },
        );
    }

    /// A name or a quotation is something that a search is called with.
    fn prefer_searches(&self, scores: &mut [f32]) {
        let best = scores.iter().copied().fold(0.0, f32::max);
        read_postings(self.postings_of(TEXT), self.documents, |document, _| {
            scores[document] += best * NAMED;
        });
    }

    /// Whoever wants to see something is not offered a call first that changes something.
    fn put_writing_behind(&self, scores: &mut [f32]) {
        let mut best = 0.0_f32;
        for kind in [Kind::List, Kind::Read] {
            read_postings(
                self.postings_of(kind.row_name()),
                self.documents,
                |document, _| best = best.max(scores[document]),
            );
        }
        if best <= 0.0 {
            return;
        }
        for kind in [Kind::Create, Kind::Update, Kind::Delete] {
            read_postings(
                self.postings_of(kind.row_name()),
                self.documents,
                |document, _| {
                    scores[document] = scores[document].min(best * BEHIND);
                },
            );
        }
    }
}

/// The scores of all documents, in which those that are found by words alone stay the best in their order, and the
/// others follow by the flow of data.
fn put_behind_best(by_words: &[f32], by_flow: &[f32]) -> Vec<f32> {
    let mut best: Vec<usize> = (0..by_words.len())
        .filter(|it| by_words[*it] > 0.0)
        .collect();
    best.sort_by(|one, other| by_words[*other].total_cmp(&by_words[*one]));
    best.truncate(FOUND_BY_WORDS);
    let Some(least) = best.last().map(|last| by_words[*last]) else {
        return by_flow.to_vec();
    };
    let highest = by_flow.iter().copied().fold(0.0, f32::max);
    let mut scores: Vec<f32> = by_flow
        .iter()
        .map(|score| score / highest * least * BEHIND)
        .collect();
    for document in best {
        scores[document] = by_words[document];
    }
    scores
}

/// Puts further hits behind all others, in their order.
fn append_behind(hits: &mut Vec<Hit>, further: Vec<Hit>) {
    let least = hits.last().map_or(1.0, |hit| hit.score) * BEHIND;
    let best = further.first().map_or(1.0, |hit| hit.score);
    hits.extend(further.into_iter().map(|hit| Hit {
        score: hit.score / best * least,
        ..hit
    }));
}

fn best_documents(scores: &[f32]) -> Vec<Hit> {
    let found = scores.iter().enumerate().filter(|(_, score)| **score > 0.0);
    let mut hits: Vec<Hit> = found
        .map(|(document, score)| Hit {
            document,
            score: *score,
        })
        .collect();
    // The sort is stable, so equal scores keep the order of the documents and results are
    // reproducible.
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    hits
}
