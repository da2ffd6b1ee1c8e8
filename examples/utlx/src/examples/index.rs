//! The inverted index: for each stem, the cases that have it with its weight there (TF-IDF, [Salton and Buckley]), so
//! that a query is compared with the cases that share a word with it alone. The vectors of cases have length 1.
//!
//! [Salton and Buckley]: https://doi.org/10.1016/0306-4573(88)90021-0

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::case::Case;
use super::suite::{Cases, Unreadable};
use super::words::stems_of;

/// How much a word counts by where it stands.
const DESCRIPTION: f64 = 3.0;
const NAME: f64 = 2.0;
const TOPICS: f64 = 1.0;
const FUNCTIONS: f64 = 1.0;

/// What is searched.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Index {
    pub(crate) cases: Vec<Case>,
    pub(crate) unreadable: Vec<Unreadable>,
    /// How many files the suite has.
    pub(crate) files: usize,
    stems: BTreeMap<String, Postings>,
}

/// The cases that have a stem.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Postings {
    inverse_frequency: f64,
    cases: Vec<Posting>,
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Posting {
    case: usize,
    weight: f64,
}

impl Index {
    pub(crate) fn build(cases: Cases, files: usize) -> Self {
        let Cases { cases, unreadable } = cases;
        let counts: Vec<HashMap<String, f64>> = cases.iter().map(count_stems).collect();
        let mut in_cases: BTreeMap<&str, usize> = BTreeMap::new();
        for stem in counts.iter().flat_map(HashMap::keys) {
            *in_cases.entry(stem).or_default() += 1;
        }
        let total = cases.len() as f64;
        let mut stems: BTreeMap<String, Postings> = in_cases
            .into_iter()
            .map(|(stem, count)| {
                let postings = Postings {
                    inverse_frequency: (1.0 + total / count as f64).ln(),
                    cases: Vec::with_capacity(count),
                };
                (stem.to_owned(), postings)
            })
            .collect();
        for (case, counts) in counts.iter().enumerate() {
            let weigh = |stem: &str, count: f64| {
                let frequency = stems.get(stem).map_or(0.0, |it| it.inverse_frequency);
                (1.0 + count.ln().max(0.0)) * frequency
            };
            let weights: Vec<(&str, f64)> = counts
                .iter()
                .map(|(stem, count)| (stem.as_str(), weigh(stem, *count)))
                .collect();
            let length = weights
                .iter()
                .map(|(_, weight)| weight * weight)
                .sum::<f64>()
                .sqrt();
            for (stem, weight) in weights {
                if let Some(postings) = stems.get_mut(stem) {
                    postings.cases.push(Posting {
                        case,
                        weight: weight / length,
                    });
                }
            }
        }
        Self {
            cases,
            unreadable,
            files,
            stems,
        }
    }

    /// The cosine between a text and each case that shares a word with it, by the case's number.
    pub(crate) fn similarities(&self, text: &str) -> HashMap<usize, f64> {
        let mut counts: HashMap<String, f64> = HashMap::new();
        for stem in stems_of(text) {
            *counts.entry(stem).or_default() += 1.0;
        }
        let mut length = 0.0;
        let mut found: HashMap<usize, f64> = HashMap::new();
        // A word that no case has makes every case less similar.
        let unknown = (1.0 + self.cases.len() as f64).ln();
        for (stem, count) in &counts {
            let postings = self.stems.get(stem);
            let frequency = postings.map_or(unknown, |it| it.inverse_frequency);
            let weight = (1.0 + count.ln()) * frequency;
            length += weight * weight;
            for posting in postings.iter().flat_map(|it| &it.cases) {
                *found.entry(posting.case).or_default() += weight * posting.weight;
            }
        }
        let length = length.sqrt();
        found
            .values_mut()
            .for_each(|similarity| *similarity /= length);
        found
    }

    /// The lines of transformations that call a function, the shortest first.
    pub(crate) fn lines_calling<'i>(&'i self, function: &str) -> Vec<&'i str> {
        let call = format!("{function}(");
        let users = self
            .cases
            .iter()
            .filter(|case| case.functions.iter().any(|it| it == function));
        let lines = users.flat_map(|case| case.transformation.lines().map(str::trim));
        let mut lines: Vec<&str> = lines
            .filter(|line| {
                line.match_indices(&call).any(|(index, _)| {
                    let before = line[..index].chars().next_back();
                    before.is_none_or(|it| !it.is_alphanumeric() && it != '_')
                })
            })
            .map(|line| line.trim_end_matches(','))
            .filter(|line| line.len() <= 120 && has_balanced_brackets(line))
            .collect();
        lines.sort_by_key(|line| line.len());
        lines.dedup();
        lines
    }
}

fn has_balanced_brackets(line: &str) -> bool {
    let count = |signs: &[char]| line.chars().filter(|it| signs.contains(it)).count();
    count(&['(', '[', '{']) == count(&[')', ']', '}'])
}

fn count_stems(case: &Case) -> HashMap<String, f64> {
    let mut counts: HashMap<String, f64> = HashMap::new();
    let mut add = |text: &str, weight: f64| {
        for stem in stems_of(text) {
            *counts.entry(stem).or_default() += weight;
        }
    };
    add(&case.description, DESCRIPTION);
    add(&case.name, NAME);
    case.topics.iter().for_each(|topic| add(topic, TOPICS));
    case.functions
        .iter()
        .for_each(|function| add(function, FUNCTIONS));
    counts
}
