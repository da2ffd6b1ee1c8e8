//! Reads YAML to values that know where they stand: the configuration needs places for its errors, instance data and
//! the cases of the suite need values. Built on the events of `saphyr-parser`; the number of values, their texts and their
//! depth are limited. What an anchor keeps and what an alias repeats are copies and count like what the file has, so that
//! a small file cannot become a large tree.

mod scalar;

use std::collections::{HashMap, HashSet};

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Tag};
use serde_json::{Map, Value};
use thiserror::Error;

/// Values of a text, copies for anchors and aliases included.
const MAX_VALUES: usize = 500_000;
/// Bytes of all texts, copies for anchors and aliases included.
const MAX_TEXT_BYTES: usize = 64 << 20;
/// `serde_json` reads as many levels.
const MAX_DEPTH: usize = 128;

/// A value and the place where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Yaml {
    pub(crate) value: YamlValue,
    pub(crate) place: Place,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum YamlValue {
    /// Neither a list nor a mapping.
    Scalar(Value),
    Sequence(Vec<Yaml>),
    /// In the order of the file.
    Mapping(Vec<Entry>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    /// Where the key begins.
    pub(crate) place: Place,
    pub(crate) value: Yaml,
}

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// Why a text is not the YAML that is read here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {}, column {}: {message}", .place.line, .place.column)]
pub(crate) struct YamlError {
    pub(crate) message: String,
    pub(crate) place: Place,
}

impl From<&Marker> for Place {
    fn from(marker: &Marker) -> Self {
        Self {
            line: marker.line(),
            // Markers count columns from 0.
            column: marker.col() + 1,
        }
    }
}

/// Reads the documents of a text.
///
/// # Errors
///
/// The text is not YAML, has two equal keys in a mapping, or exceeds the limits.
pub(crate) fn parse_documents(text: &str) -> Result<Vec<Yaml>, YamlError> {
    let mut tree = Tree::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| YamlError {
            message: error.info().to_owned(),
            place: error.marker().into(),
        })?;
        tree.add_event(event, Place::from(&span.start))?;
    }
    Ok(tree.documents)
}

/// Reads the first document of a text; `null` if there is none.
///
/// # Errors
///
/// As [`parse_documents`].
pub(crate) fn parse(text: &str) -> Result<Yaml, YamlError> {
    let first = parse_documents(text)?.into_iter().next();
    Ok(first.unwrap_or(Yaml {
        value: YamlValue::Scalar(Value::Null),
        place: Place { line: 1, column: 1 },
    }))
}

impl Yaml {
    /// The value as JSON, without places.
    pub(crate) fn to_json(&self) -> Value {
        match &self.value {
            YamlValue::Scalar(value) => value.clone(),
            YamlValue::Sequence(items) => items.iter().map(Self::to_json).collect(),
            YamlValue::Mapping(entries) => {
                let members = entries.iter();
                let members: Map<String, Value> = members
                    .map(|entry| (entry.key.clone(), entry.value.to_json()))
                    .collect();
                Value::Object(members)
            }
        }
    }
}

/// The tree of a text, while its events come.
#[derive(Default)]
struct Tree {
    documents: Vec<Yaml>,
    open: Vec<Open>,
    anchors: HashMap<usize, Anchored>,
    size: Size,
}

/// The value of an anchor.
struct Anchored {
    value: Yaml,
    size: Size,
}

/// What values take.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    values: usize,
    text_bytes: usize,
}

/// A list or a mapping that has not ended.
struct Open {
    place: Place,
    anchor: usize,
    /// What the values before it took.
    size_before: Size,
    content: OpenContent,
}

enum OpenContent {
    Sequence(Vec<Yaml>),
    Mapping {
        entries: Vec<Entry>,
        keys: HashSet<String>,
        /// A key whose value has not come.
        key: Option<(String, Place)>,
    },
}

impl Tree {
    fn add_event(&mut self, event: Event<'_>, place: Place) -> Result<(), YamlError> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let size = Size {
                    values: 1,
                    text_bytes: text.len(),
                };
                self.charge(size, place)?;
                let value = resolve(&text, style, tag.as_deref());
                let value = Yaml {
                    value: YamlValue::Scalar(value),
                    place,
                };
                self.remember(anchor, &value, size)?;
                self.add_value(value)
            }
            Event::Alias(anchor) => {
                let Some(size) = self.anchors.get(&anchor).map(|it| it.size) else {
                    return Err(yaml_error(
                        "an alias within its own anchor is not supported",
                        place,
                    ));
                };
                // Before the copy is made.
                self.charge(size, place)?;
                match self.anchors.get(&anchor) {
                    Some(anchored) => self.add_value(anchored.value.clone()),
                    None => Ok(()),
                }
            }
            Event::SequenceStart(anchor, _) => {
                self.open(anchor, OpenContent::Sequence(Vec::new()), place)
            }
            Event::MappingStart(anchor, _) => {
                let content = OpenContent::Mapping {
                    entries: Vec::new(),
                    keys: HashSet::new(),
                    key: None,
                };
                self.open(anchor, content, place)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            _ => Ok(()),
        }
    }

    fn open(&mut self, anchor: usize, content: OpenContent, place: Place) -> Result<(), YamlError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(yaml_error(format!("more than {MAX_DEPTH} levels"), place));
        }
        let size_before = self.size;
        self.charge(
            Size {
                values: 1,
                text_bytes: 0,
            },
            place,
        )?;
        self.open.push(Open {
            place,
            anchor,
            size_before,
            content,
        });
        Ok(())
    }

    fn close(&mut self) -> Result<(), YamlError> {
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let value = match open.content {
            OpenContent::Sequence(items) => YamlValue::Sequence(items),
            OpenContent::Mapping { entries, .. } => YamlValue::Mapping(entries),
        };
        let value = Yaml {
            value,
            place: open.place,
        };
        // The copies for anchors within it are part of this: too much rather than too little.
        let size = Size {
            values: self.size.values - open.size_before.values,
            text_bytes: self.size.text_bytes - open.size_before.text_bytes,
        };
        self.remember(open.anchor, &value, size)?;
        self.add_value(value)
    }

    fn add_value(&mut self, value: Yaml) -> Result<(), YamlError> {
        let Some(parent) = self.open.last_mut() else {
            self.documents.push(value);
            return Ok(());
        };
        match &mut parent.content {
            OpenContent::Sequence(items) => items.push(value),
            OpenContent::Mapping { entries, keys, key } => match key.take() {
                None => {
                    let YamlValue::Scalar(scalar) = &value.value else {
                        return Err(yaml_error(
                            "a key must not be a list or a mapping",
                            value.place,
                        ));
                    };
                    let name = match scalar {
                        Value::String(text) => text.clone(),
                        other => other.to_string(),
                    };
                    if !keys.insert(name.clone()) {
                        return Err(yaml_error(
                            format!("the key `{name}` is there twice"),
                            value.place,
                        ));
                    }
                    *key = Some((name, value.place));
                }
                Some((key, place)) => entries.push(Entry { key, place, value }),
            },
        }
        Ok(())
    }

    /// Keeps a copy of a value with an anchor. Anchors are numbered from 1; 0 is none.
    fn remember(&mut self, anchor: usize, value: &Yaml, size: Size) -> Result<(), YamlError> {
        if anchor == 0 {
            return Ok(());
        }
        self.charge(size, value.place)?;
        let value = value.clone();
        self.anchors.insert(anchor, Anchored { value, size });
        Ok(())
    }

    fn charge(&mut self, size: Size, place: Place) -> Result<(), YamlError> {
        self.size.values = self.size.values.saturating_add(size.values);
        self.size.text_bytes = self.size.text_bytes.saturating_add(size.text_bytes);
        if self.size.values > MAX_VALUES {
            return Err(yaml_error(format!("more than {MAX_VALUES} values"), place));
        }
        if self.size.text_bytes > MAX_TEXT_BYTES {
            let megabytes = MAX_TEXT_BYTES >> 20;
            let message = format!("more than {megabytes} MB of text, what aliases repeat included");
            return Err(yaml_error(message, place));
        }
        Ok(())
    }
}

/// The value of a scalar by the core schema (YAML 1.2.2, section 10.3): only plain ones may be other than text.
fn resolve(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Value {
    let is_text = tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
    match style {
        ScalarStyle::Plain if !is_text => scalar::resolve_plain_scalar(text),
        _ => Value::String(text.to_owned()),
    }
}

fn yaml_error(message: impl Into<String>, place: Place) -> YamlError {
    YamlError {
        message: message.into(),
        place,
    }
}

#[cfg(test)]
mod tests;
