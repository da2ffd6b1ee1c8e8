use heck::ToShoutySnakeCase;
use indexmap::IndexMap;

use super::PartPlan;

/// Bytes that a use of a shared text costs, and a shared text itself.
const OVERHEAD: usize = 64;

/// A text before it is known what of it others have too.
pub(super) type Pieces = Vec<Piece>;

/// A piece of a text.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Text of this schema.
    Text(String),
    /// The whole schema of a property of that name.
    Property(String, String),
    /// A part as it will be; nothing is joined to it.
    Part(PartPlan),
}

/// The texts that are worth being stored once.
pub(super) struct Pool {
    texts: IndexMap<String, String>,
    keys: IndexMap<String, String>,
}

impl Pool {
    /// What occurs so often in all texts that sharing it saves more than it costs.
    pub(super) fn new<'a>(all: impl Iterator<Item = &'a Pieces>) -> Self {
        let mut counts: IndexMap<&str, (usize, &str)> = IndexMap::new();
        for piece in all.flatten() {
            if let Piece::Property(name, text) = piece {
                counts.entry(text).or_insert((0, name)).0 += 1;
            }
        }
        let mut pool = Self {
            texts: IndexMap::new(),
            keys: IndexMap::new(),
        };
        for (text, (count, name)) in counts {
            if (count - 1) * text.len() > (count + 1) * OVERHEAD {
                let key = pool.unused(name);
                pool.texts.insert(key.clone(), text.to_owned());
                pool.keys.insert(text.to_owned(), key);
            }
        }
        pool
    }

    fn unused(&self, name: &str) -> String {
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
        key
    }

    /// The parts of a text.
    pub(super) fn parts(&self, pieces: Pieces) -> Vec<PartPlan> {
        let mut parts = Vec::new();
        let mut text = String::new();
        let flush = |text: &mut String, parts: &mut Vec<PartPlan>| {
            if !text.is_empty() {
                parts.push(PartPlan::Text(std::mem::take(text)));
            }
        };
        for piece in pieces {
            let part = match piece {
                Piece::Text(piece) => {
                    text.push_str(&piece);
                    continue;
                }
                Piece::Property(_, piece) => match self.keys.get(&piece) {
                    Some(key) => PartPlan::Shared(key.clone()),
                    None => {
                        text.push_str(&piece);
                        continue;
                    }
                },
                Piece::Part(part) => part,
            };
            flush(&mut text, &mut parts);
            parts.push(part);
        }
        flush(&mut text, &mut parts);
        parts
    }

    pub(super) fn texts(&self) -> &IndexMap<String, String> {
        &self.texts
    }

    pub(super) fn into_texts(self) -> IndexMap<String, String> {
        self.texts
    }
}
