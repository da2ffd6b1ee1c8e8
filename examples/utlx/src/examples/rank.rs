//! Ranks cases for a call. The relevance, from 0 to 1, is the mean of what the call asks for: formats, words, functions.

use super::case::{Case, normalize_format};
use super::index::Index;
use crate::api::types::{Example, GetExamplesBody};

const FORMATS: f64 = 0.35;
const WORDS: f64 = 0.4;
const FUNCTIONS: f64 = 0.25;

/// A case and how relevant it is.
#[derive(Debug)]
pub(crate) struct Ranked<'i> {
    pub(crate) case: &'i Case,
    pub(crate) relevance: f64,
}

/// All cases by falling relevance; those of equal relevance in the order of the suite.
pub(crate) fn rank_cases<'i>(index: &'i Index, call: &GetExamplesBody) -> Vec<Ranked<'i>> {
    let input = normalize_format(&call.input_format);
    let output = normalize_format(&call.output_format);
    let description = call
        .description
        .as_deref()
        .map(str::trim)
        .unwrap_or_default();
    let similarities = index.similarities(description);
    let functions = call.functions.as_deref().unwrap_or_default();
    let cases = index.cases.iter().enumerate();
    let mut ranked: Vec<Ranked<'i>> = cases
        .map(|(number, case)| {
            let mut total = Total::default();
            total.add_score(FORMATS, score_formats(case, &input, &output));
            if !description.is_empty() {
                let similarity = similarities.get(&number).copied();
                total.add_score(WORDS, similarity.unwrap_or_default());
            }
            if !functions.is_empty() {
                total.add_score(FUNCTIONS, score_functions(case, functions));
            }
            Ranked {
                case,
                relevance: total.mean(),
            }
        })
        .collect();
    ranked.sort_by(|one, other| other.relevance.total_cmp(&one.relevance));
    ranked
}

impl Ranked<'_> {
    pub(crate) fn to_example(&self) -> Example {
        let Case {
            name,
            description,
            transformation,
            input,
            output,
            ..
        } = self.case.clone();
        Example {
            name,
            description,
            transformation,
            input,
            output,
            // Two digits are enough to compare, and fewer tokens.
            relevance: (self.relevance.clamp(0.0, 1.0) * 100.0).round() / 100.0,
        }
    }
}

/// A weighted mean.
#[derive(Default)]
struct Total {
    sum: f64,
    weights: f64,
}

impl Total {
    fn add_score(&mut self, weight: f64, score: f64) {
        self.sum += weight * score;
        self.weights += weight;
    }

    fn mean(&self) -> f64 {
        self.sum / self.weights
    }
}

/// Both formats are equal, or one of them, or they are related.
fn score_formats(case: &Case, input: &str, output: &str) -> f64 {
    let inputs = case
        .input_formats
        .iter()
        .map(|format| score_format(format, input));
    let input = inputs.fold(0.0, f64::max);
    let output = score_format(&case.output_format, output);
    // A case with several inputs shows more than was asked for.
    let several = if case.input_formats.len() > 1 {
        0.05
    } else {
        0.0
    };
    let both = if input == 1.0 && output == 1.0 {
        0.2
    } else {
        0.0
    };
    (0.4 * input + 0.4 * output + both - several).max(0.0)
}

/// Schemas are written in the format of data, so an example of one helps with the other.
fn score_format(one: &str, other: &str) -> f64 {
    let family = |format: &str| match format {
        "xsd" => "xml".to_owned(),
        "json-schema" | "avro" | "yaml" => "json".to_owned(),
        other => other.to_owned(),
    };
    if one == other {
        1.0
    } else if !one.is_empty() && family(one) == family(other) {
        0.3
    } else {
        0.0
    }
}

/// How many of the functions a case has; a little less for others that it has as well.
fn score_functions(case: &Case, wanted: &[String]) -> f64 {
    let mut wanted: Vec<&String> = wanted.iter().collect();
    wanted.sort();
    wanted.dedup();
    let shared = wanted
        .iter()
        .filter(|name| case.functions.contains(**name))
        .count() as f64;
    let of_both = wanted.len() as f64 + case.functions.len() as f64 - shared;
    0.8 * shared / wanted.len() as f64 + 0.2 * shared / of_both.max(1.0)
}
