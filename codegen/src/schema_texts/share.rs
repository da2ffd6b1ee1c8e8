//! Finds texts that many schemas have in common, such as a `page` parameter, and keeps each once,
//! so that a server of a thousand tools is not mostly repetition. Takes the pieces of all texts and
//! gives parts that refer to shared ones, where that saves more bytes than it costs.

use std::collections::HashMap;

use heck::ToSnakeCase;
use indexmap::IndexMap;

use super::PartPlan;

/// Bytes that naming a shared text costs: the name, and the quotes around it.
const PART: usize = 24;

/// A text before it is known what of it others have too.
pub(super) type Pieces = Vec<Piece>;

/// A piece of a text.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Text of this schema.
    Text(String),
    /// A whole property.
    Property(Property),
    /// A part as it will be; nothing is joined to it.
    Part(PartPlan),
}

/// A property that names no definition.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) name: String,
    /// The key and the schema.
    pub(super) text: String,
    /// Whether another property comes before it.
    pub(super) follows: bool,
}

impl Property {
    pub(super) fn comma(&self) -> &'static str {
        if self.follows { "," } else { "" }
    }
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
            if let Piece::Property(property) = piece {
                counts
                    .entry(&property.text)
                    .or_insert((0, &property.name))
                    .0 += 1;
            }
        }
        for (text, (count, name)) in counts {
            // On the left what is saved. On the right what each use costs, since a part splits the
            // text around it, and the constant itself.
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
            let texts: Vec<&str> = run.iter().map(|key| pool.texts[key].as_str()).collect();
            let text = texts.join(",");
            let more = run.len() - 1;
            if count * more * PART > text.len() + 3 * PART {
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
            Piece::Property(property) => self.properties.get(&property.text),
            _ => None,
        }
    }

    fn add(&mut self, name: &str, text: String) -> String {
        let ascii: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        let base = match ascii.to_snake_case() {
            base if base.is_empty() => "property".to_owned(),
            base => base,
        };
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
            if let (Piece::Property(property), Some(key)) = (piece, self.shared(piece)) {
                if run.is_empty() {
                    sink.text.push_str(property.comma());
                }
                run.push(key.clone());
                continue;
            }
            self.flush_run(&mut run, &mut sink);
            match piece {
                Piece::Text(text) => sink.text.push_str(text),
                Piece::Property(property) => {
                    sink.text.push_str(property.comma());
                    sink.text.push_str(&property.text);
                }
                Piece::Part(part) => sink.push(part.clone()),
            }
        }
        self.flush_run(&mut run, &mut sink);
        sink.flush();
        sink.parts
    }

    fn flush_run(&self, run: &mut Vec<String>, sink: &mut Sink) {
        let run = std::mem::take(run);
        if let Some(key) = self.runs.get(&run) {
            return sink.push(PartPlan::Shared(key.clone()));
        }
        for (index, key) in run.into_iter().enumerate() {
            if index > 0 {
                sink.text.push(',');
            }
            sink.push(PartPlan::Shared(key));
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
