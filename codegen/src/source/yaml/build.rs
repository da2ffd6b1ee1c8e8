use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span, Tag};
use serde_json::{Map, Value};

use super::quotes;
use super::relax::Relaxed;
use super::scalar::{self, Scalar, is_merge_key};
use crate::diagnostics::{Diagnostics, Mark};
use crate::source::error::Flaw;
use crate::source::lines::Lines;
use crate::source::{MAX_DEPTH, MAX_VALUES, pointer, too_deep, too_many};

/// What aliases may add to a document: its size in values, long strings counting for several.
const MAX_EXPANSION: usize = 500_000;

/// The bytes of a string that count as one value more.
const WEIGHED_BYTES: usize = 64;

/// A YAML document.
#[derive(Debug)]
pub(in super::super) struct Parsed {
    pub(in super::super) root: Value,
    pub(in super::super) relaxed: Relaxed,
    pub(in super::super) has_duplicate_keys: bool,
    pub(in super::super) warnings: Diagnostics,
}

/// Reads the first document of a YAML text; of equal keys in a mapping the last one counts.
pub(in super::super) fn parse(text: &str) -> Result<Parsed, Flaw> {
    let mut relaxed = Relaxed::default();
    loop {
        let strict = relaxed.apply(text);
        match build(&strict) {
            Ok(mut builder) => {
                warn_of_indentation(&mut builder.warnings, text, &relaxed);
                return Ok(Parsed {
                    root: builder.root.unwrap_or_default(),
                    relaxed,
                    has_duplicate_keys: builder.has_duplicate_keys,
                    warnings: builder.warnings,
                });
            }
            Err(Refusal::Scan(error)) if relaxed.repair(&strict, &error) => {}
            Err(refusal) => return Err(refusal.located(text, &relaxed)),
        }
    }
}

fn build(text: &str) -> Result<Builder, Refusal> {
    let mut builder = Builder::default();
    let mut parser = Parser::new_from_str(text);
    for event in &mut parser {
        let (event, span) = event?;
        if event == Event::DocumentEnd {
            break;
        }
        builder.take(event, span)?;
    }
    if let Some((Event::DocumentStart(_), _)) = parser.peek().transpose()? {
        let message = "the file has several YAML documents, only the first is read";
        builder.warnings.warning("", message);
    }
    Ok(builder)
}

fn warn_of_indentation(warnings: &mut Diagnostics, text: &str, relaxed: &Relaxed) {
    let Some(place) = relaxed.places().first() else {
        return;
    };
    let lines = Lines::of(text);
    let byte = lines.byte_of_char(text, *place);
    let line = lines.locate(text, byte..byte).line;
    let more = match relaxed.places().len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let message = format!("line {line}{more} should be indented more than the block around it");
    warnings.warning_at("", Mark::Text(byte..byte), message);
}

/// Why a document is not read.
enum Refusal {
    Scan(ScanError),
    TooDeep(Marker),
    TooMany(Marker),
    Other(Marker, &'static str),
}

impl From<ScanError> for Refusal {
    fn from(error: ScanError) -> Self {
        Self::Scan(error)
    }
}

impl Refusal {
    fn located(&self, text: &str, relaxed: &Relaxed) -> Flaw {
        let byte = |marker: &Marker| Lines::of(text).byte_of_char(text, relaxed.original(marker));
        match self {
            Self::Scan(error) if error.info() == "recursion limit exceeded" => {
                too_deep(byte(error.marker()))
            }
            Self::Scan(error) => {
                let at = byte(error.marker());
                let message = quotes::explained(text, at, error.info());
                Flaw::at(at, message.unwrap_or_else(|| error.info().to_owned()))
            }
            Self::TooDeep(marker) => too_deep(byte(marker)),
            Self::TooMany(marker) => too_many(byte(marker)),
            Self::Other(marker, message) => Flaw::at(byte(marker), *message),
        }
    }
}

/// A value with what it takes to repeat it.
#[derive(Clone)]
struct Built {
    value: Value,
    weight: usize,
    height: usize,
}

impl Built {
    fn scalar(value: Value) -> Self {
        let weight = match &value {
            Value::String(text) => 1 + text.len() / WEIGHED_BYTES,
            _ => 1,
        };
        Self {
            value,
            weight,
            height: 0,
        }
    }
}

/// A sequence or mapping that is not finished.
struct Frame {
    content: Content,
    anchor: usize,
    weight: usize,
    height: usize,
}

enum Content {
    Sequence(Vec<Value>),
    Mapping {
        members: Map<String, Value>,
        merged: Map<String, Value>,
        key: Option<Key>,
    },
}

enum Key {
    Member(String),
    Merge,
}

#[derive(Default)]
struct Builder {
    open: Vec<Frame>,
    anchors: HashMap<usize, Built>,
    expansion: usize,
    root: Option<Value>,
    events: usize,
    has_duplicate_keys: bool,
    warnings: Diagnostics,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Refusal> {
        self.events += 1;
        // Keys and the ends of collections are events too.
        if self.events > 2 * MAX_VALUES {
            return Err(Refusal::TooMany(span.start));
        }
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.scalar(text, style, anchor, tag.as_deref(), span)
            }
            Event::Alias(anchor) => self.alias(anchor, span),
            Event::SequenceStart(anchor, _) => {
                self.open(anchor, Content::Sequence(Vec::new()), span)
            }
            Event::MappingStart(anchor, _) => {
                let content = Content::Mapping {
                    members: Map::new(),
                    merged: Map::new(),
                    key: None,
                };
                self.open(anchor, content, span)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            _ => Ok(()),
        }
    }

    /// The place for the key that the innermost mapping waits for.
    fn awaited_key(&mut self) -> Option<&mut Option<Key>> {
        match &mut self.open.last_mut()?.content {
            Content::Mapping { key, .. } if key.is_none() => Some(key),
            _ => None,
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'_, str>,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        span: Span,
    ) -> Result<(), Refusal> {
        if let Some(key) = self.awaited_key() {
            *key = Some(match is_merge_key(&text, style, tag) {
                true => Key::Merge,
                false => Key::Member(text.clone().into_owned()),
            });
            let built = Built::scalar(Value::String(text.into_owned()));
            return self.remember(anchor, &built, span);
        }
        let value = match scalar::resolve(&text, style, tag) {
            Scalar::Value(value) => value,
            Scalar::NotFinite => {
                self.warn(format!("`{text}` is no number in JSON, read as a string"));
                Value::String(text.into_owned())
            }
            Scalar::Mismatch => {
                self.warn(format!(
                    "`{text}` is not what its tag says, read as a string"
                ));
                Value::String(text.into_owned())
            }
            Scalar::UnknownTag => {
                let tag = tag.map(|tag| format!("{}{}", tag.handle, tag.suffix));
                let tag = tag.unwrap_or_default();
                self.warn(format!("the tag `{tag}` is not known, read as a string"));
                Value::String(text.into_owned())
            }
        };
        self.add(Built::scalar(value), anchor, span)
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<(), Refusal> {
        let Some(weight) = self.anchors.get(&anchor).map(|built| built.weight) else {
            let message = "this alias is within the value that it stands for";
            return Err(Refusal::Other(span.start, message));
        };
        self.charge(weight, span)?;
        let Some(built) = self.anchors.get(&anchor).cloned() else {
            return Ok(());
        };
        if self.open.len() + built.height > MAX_DEPTH {
            return Err(Refusal::TooDeep(span.start));
        }
        if let Some(key) = self.awaited_key() {
            *key = Some(Key::Member(match built.value {
                Value::String(text) => text,
                Value::Array(_) | Value::Object(_) => return Err(collection_key(span)),
                scalar => scalar.to_string(),
            }));
            return Ok(());
        }
        self.add(built, 0, span)
    }

    fn open(&mut self, anchor: usize, content: Content, span: Span) -> Result<(), Refusal> {
        if self.awaited_key().is_some() {
            return Err(collection_key(span));
        }
        if self.open.len() == MAX_DEPTH {
            return Err(Refusal::TooDeep(span.start));
        }
        self.open.push(Frame {
            content,
            anchor,
            weight: 1,
            height: 0,
        });
        Ok(())
    }

    fn close(&mut self, span: Span) -> Result<(), Refusal> {
        let Some(frame) = self.open.pop() else {
            return Ok(());
        };
        let value = match frame.content {
            Content::Sequence(items) => Value::Array(items),
            Content::Mapping {
                members,
                mut merged,
                ..
            } => {
                if merged.is_empty() {
                    merged = members;
                } else {
                    merged.extend(members);
                }
                Value::Object(merged)
            }
        };
        let built = Built {
            value,
            weight: frame.weight,
            height: frame.height + 1,
        };
        self.add(built, frame.anchor, span)
    }

    fn add(&mut self, built: Built, anchor: usize, span: Span) -> Result<(), Refusal> {
        self.remember(anchor, &built, span)?;
        let Some(frame) = self.open.last_mut() else {
            self.root = Some(built.value);
            return Ok(());
        };
        frame.weight += built.weight;
        frame.height = frame.height.max(built.height);
        match &mut frame.content {
            Content::Sequence(items) => items.push(built.value),
            Content::Mapping {
                members,
                merged,
                key,
            } => {
                let name = match mem::take(key) {
                    Some(Key::Member(name)) => name,
                    Some(Key::Merge) if is_mergeable(&built.value) => {
                        merge(merged, built.value);
                        return Ok(());
                    }
                    Some(Key::Merge) => "<<".to_owned(),
                    None => return Ok(()),
                };
                frame.weight += name.len() / WEIGHED_BYTES;
                self.has_duplicate_keys |= members.insert(name, built.value).is_some();
            }
        }
        Ok(())
    }

    fn remember(&mut self, anchor: usize, built: &Built, span: Span) -> Result<(), Refusal> {
        if anchor != 0 {
            self.charge(built.weight, span)?;
            self.anchors.insert(anchor, built.clone());
        }
        Ok(())
    }

    fn charge(&mut self, weight: usize, span: Span) -> Result<(), Refusal> {
        self.expansion = self.expansion.saturating_add(weight);
        if self.expansion > MAX_EXPANSION {
            let message = "the aliases of this file add more than 500,000 values";
            return Err(Refusal::Other(span.start, message));
        }
        Ok(())
    }

    fn warn(&mut self, message: String) {
        let mut place = String::new();
        for frame in &self.open {
            place = match &frame.content {
                Content::Sequence(items) => pointer::join_index(&place, items.len()),
                Content::Mapping { key, .. } => match key {
                    Some(Key::Member(name)) => pointer::join(&place, name),
                    Some(Key::Merge) | None => pointer::join(&place, "<<"),
                },
            };
        }
        self.warnings.warning(place, message);
    }
}

fn collection_key(span: Span) -> Refusal {
    let message = "a mapping or sequence cannot be a key; text with braces needs quotes";
    Refusal::Other(span.start, message)
}

fn is_mergeable(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(items) => items.iter().all(Value::is_object),
        _ => false,
    }
}

/// Earlier ones win.
fn merge(into: &mut Map<String, Value>, value: Value) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                into.entry(key).or_insert(value);
            }
        }
        Value::Array(items) => items.into_iter().for_each(|item| merge(into, item)),
        _ => {}
    }
}
