use std::collections::HashMap;

use heck::ToShoutySnakeCase;
use indexmap::IndexMap;

use super::PartPlan;

/// Bytes that a part costs beside its text.
const PART: usize = 32;

/// A text before it is known what of it others have too.
pub(super) type Pieces = Vec<Piece>;

/// A piece of a text.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Text of this schema.
    Text(String),
    /// A whole property: its name, and its text with the comma before it and the key.
    Property(String, String),
    /// A part as it will be; nothing is joined to it.
    Part(PartPlan),
}

/// The texts that are worth being stored once: properties, and runs of them.
#[derive(Default)]
pub(super) struct Pool {
    texts: IndexMap<String, String>,
    properties: HashMap<String, String>,
    runs: HashMap<Vec<String>, String>,
}

impl Pool {
    /// What occurs so often in all texts that sharing it saves more than it costs.
    pub(super) fn new<'a>(all: impl Iterator<Item = &'a Pieces> + Clone) -> Self {
        let mut pool = Self::default();
        let mut counts: IndexMap<&str, (usize, &str)> = IndexMap::new();
        for piece in all.clone().flatten() {
            if let Piece::Property(name, text) = piece {
                counts.entry(text).or_insert((0, name)).0 += 1;
            }
        }
        for (text, (count, name)) in counts {
            if (count - 1) * text.len() > (count + 1) * 2 * PART {
                let key = pool.add(name, text.to_owned());
                pool.properties.insert(text.to_owned(), key);
            }
        }
        let mut counts: IndexMap<Vec<String>, usize> = IndexMap::new();
        for pieces in all {
            for run in pool.runs(pieces) {
                *counts.entry(run).or_default() += 1;
            }
        }
        for (run, count) in counts {
            let text: String = run.iter().map(|key| pool.texts[key].as_str()).collect();
            let more = run.len() - 1;
            if count * more * PART > text.len() + 2 * PART {
                let name = format!("{}_and_{more}_more", run[0]);
                let key = pool.add(&name, text);
                pool.runs.insert(run, key);
            }
        }
        pool
    }

    /// The longest sequences of several shared properties.
    fn runs(&self, pieces: &Pieces) -> Vec<Vec<String>> {
        let mut runs = vec![Vec::new()];
        for piece in pieces {
            match (self.shared(piece), runs.last_mut()) {
                (Some(key), Some(run)) => run.push(key.clone()),
                _ => runs.push(Vec::new()),
            }
        }
        runs.retain(|run| run.len() > 1);
        runs
    }

    fn shared(&self, piece: &Piece) -> Option<&String> {
        match piece {
            Piece::Property(_, text) => self.properties.get(text),
            _ => None,
        }
    }

    fn add(&mut self, name: &str, text: String) -> String {
        let ascii: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        let mut base = ascii.to_shouty_snake_case();
        if !base.starts_with(|c: char| c.is_ascii_alphabetic()) {
            base = format!("PROPERTY_{base}").trim_end_matches('_').to_owned();
        }
        let mut key = base.clone();
        let mut number = 2;
        while self.texts.contains_key(&key) {
            key = format!("{base}_{number}");
            number += 1;
        }
        self.texts.insert(key.clone(), text);
        key
    }

    /// The parts of a text.
    pub(super) fn parts(&self, pieces: &Pieces) -> Vec<PartPlan> {
        let mut sink = Sink::default();
        let mut run: Vec<String> = Vec::new();
        for piece in pieces {
            if let Some(key) = self.shared(piece) {
                run.push(key.clone());
                continue;
            }
            self.end(&mut run, &mut sink);
            match piece {
                Piece::Text(text) | Piece::Property(_, text) => sink.text.push_str(text),
                Piece::Part(part) => sink.push(part.clone()),
            }
        }
        self.end(&mut run, &mut sink);
        sink.flush();
        sink.parts
    }

    fn end(&self, run: &mut Vec<String>, sink: &mut Sink) {
        let run = std::mem::take(run);
        match self.runs.get(&run) {
            Some(key) => sink.push(PartPlan::Shared(key.clone())),
            None => {
                for key in run {
                    sink.push(PartPlan::Shared(key));
                }
            }
        }
    }

    pub(super) fn texts(&self) -> &IndexMap<String, String> {
        &self.texts
    }
}

#[derive(Default)]
struct Sink {
    parts: Vec<PartPlan>,
    text: String,
}

impl Sink {
    fn flush(&mut self) {
        if !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            self.parts.push(PartPlan::Text(text));
        }
    }

    fn push(&mut self, part: PartPlan) {
        self.flush();
        self.parts.push(part);
    }
}
