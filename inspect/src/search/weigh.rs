//! What a word says for a document: BM25F ("Simple BM25 Extension to Multiple Weighted Fields",
//! Robertson, Zaragoza and Taylor, 2004), with one impact for a word in a document.

use std::collections::{BTreeMap, BTreeSet};

use super::Document;
use super::fields::{Fields, RETURNED, WEIGHTS, document_fields};
use super::postings::Impact;

/// How soon more of the same word says little more.
const SATURATION: f32 = 2.0;

/// How far a long field makes its words count less, from 0 to 1.
const LENGTH_COUNTS: f32 = 0.9;

/// Impacts are tenths of a score.
pub(super) const STEPS: f32 = 10.0;

/// The impacts of each word, in the order of the documents.
pub(super) fn compute_impacts(
    documents: &[Document<'_>],
) -> BTreeMap<String, Vec<(usize, Impact)>> {
    let texts: Vec<Fields> = documents.iter().map(document_fields).collect();
    let averages = average_lengths(&texts);
    let mut weights: BTreeMap<String, Vec<(usize, f32)>> = BTreeMap::new();
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, texts) in texts.iter().enumerate() {
        for word in told_words(texts) {
            *told.entry(word).or_default() += 1;
        }
        for (word, weight) in weights_of(texts, &averages) {
            weights
                .entry(word.to_owned())
                .or_default()
                .push((index, weight));
        }
    }
    let total = documents.len() as f32;
    weights
        .into_iter()
        .map(|(word, weights)| {
            // A word is no less telling for being in many responses.
            let with = told.get(word.as_str()).copied().unwrap_or(weights.len());
            let rarity = inverse_document_frequency(with as f32, total);
            let impacts = weights
                .into_iter()
                .map(|(document, weight)| {
                    (
                        document,
                        quantize_score(rarity * weight / (SATURATION + weight)),
                    )
                })
                .filter(|(_, impact)| *impact > 0);
            (word, impacts.collect())
        })
        .filter(|(_, impacts): &(String, Vec<_>)| !impacts.is_empty())
        .collect()
}

/// The words of a document beside those of its response.
fn told_words(texts: &Fields) -> BTreeSet<&str> {
    let told = texts.iter().take(RETURNED);
    told.flatten().map(String::as_str).collect()
}

fn quantize_score(score: f32) -> Impact {
    // A cast from a float saturates.
    (score * STEPS).round() as Impact
}

/// The inverse frequency of documents, which is never negative.
fn inverse_document_frequency(with: f32, all: f32) -> f32 {
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}

/// The mean length of each field, of the documents that have it.
fn average_lengths(documents: &[Fields]) -> Vec<f32> {
    (0..WEIGHTS.len())
        .map(|field| {
            let lengths = documents.iter().filter_map(|texts| texts.get(field));
            let (count, sum) = lengths
                .map(BTreeSet::len)
                .filter(|length| *length > 0)
                .fold((0_usize, 0_usize), |(count, sum), length| {
                    (count + 1, sum + length)
                });
            sum as f32 / count.max(1) as f32
        })
        .collect()
}

fn weights_of<'t>(texts: &'t Fields, averages: &[f32]) -> BTreeMap<&'t str, f32> {
    let mut weights: BTreeMap<&str, f32> = BTreeMap::new();
    for ((weight, words), average) in WEIGHTS.iter().zip(texts).zip(averages) {
        let share = weight * normalized_length(words.len() as f32, *average);
        for word in words {
            *weights.entry(word).or_default() += share;
        }
    }
    weights
}

/// What is left of the weight of a word in a field that is longer than elsewhere.
fn normalized_length(length: f32, average: f32) -> f32 {
    let relative = if average > 0.0 { length / average } else { 1.0 };
    1.0 / (1.0 - LENGTH_COUNTS + LENGTH_COUNTS * relative)
}
