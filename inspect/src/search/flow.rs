//! Scores that follow the data: who looks for one operation needs those that return what it takes.

use super::postings::read_postings;

/// What a document gains from the best of those that take what it returns.
const CONSUMED: f32 = 0.5;
/// What it gains from the best of those that return what it takes.
const PRODUCED: f32 = 0.15;
/// What it gains for being between two that are asked for.
const BETWEEN: f32 = 0.4;
/// The share of these gains that a document has which no word asks for.
const UNASKED: f32 = 0.2;
/// How often scores are handed on: chains have about three steps.
const ROUNDS: usize = 2;

/// Hands on scores between documents that return and those that take, by rows of pairs of them. The highest score
/// stays what it was.
pub(super) fn follow_flow<'a>(rows: impl Iterator<Item = &'a str>, scores: &mut [f32]) {
    let pairs: Vec<Pair> = rows.flat_map(|row| read_pairs(row, scores.len())).collect();
    let best = scores.iter().copied().fold(0.0, f32::max);
    if best <= 0.0 || pairs.is_empty() {
        return;
    }
    for score in scores.iter_mut() {
        *score /= best;
    }
    for _ in 0..ROUNDS {
        let mut consumers = vec![0.0_f32; scores.len()];
        let mut producers = vec![0.0_f32; scores.len()];
        for pair in &pairs {
            consumers[pair.producer] = consumers[pair.producer].max(scores[pair.consumer]);
            producers[pair.consumer] = producers[pair.consumer].max(scores[pair.producer]);
        }
        for ((score, consumer), producer) in scores.iter_mut().zip(consumers).zip(producers) {
            let share = UNASKED + (1.0 - UNASKED) * *score;
            *score += (CONSUMED * consumer + PRODUCED * producer) * share
                + BETWEEN * consumer.min(producer);
        }
        let highest = scores.iter().copied().fold(0.0, f32::max);
        for score in scores.iter_mut() {
            *score /= highest;
        }
    }
    for score in scores.iter_mut() {
        *score *= best;
    }
}

/// A document that returns what another one takes.
struct Pair {
    producer: usize,
    consumer: usize,
}

fn read_pairs(row: &str, documents: usize) -> Vec<Pair> {
    let mut pairs = Vec::new();
    read_postings(row, documents, |consumer, producer| {
        let producer = usize::from(producer);
        if producer < documents {
            pairs.push(Pair { producer, consumer });
        }
    });
    pairs
}
