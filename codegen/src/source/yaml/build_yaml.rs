//! Builds a JSON value from the events of a YAML parser: anchors and aliases, merge keys, duplicate keys. Depth,
//! number of values and what aliases add are limited here, before anything is built of them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span, Tag};
use serde_json::{Map, Value};

use super::quote_errors;
use super::relaxed_indentation::RelaxedIndentation;
use super::resolve_scalar::{self, Scalar, is_merge_key};
use crate::diagnostics::{Diagnostics, Mark};
use crate::source::line_index::LineIndex;
use crate::source::source_error::TextFlaw;
use crate::source::{MAX_DEPTH, MAX_VALUES, pointer, too_deep, too_many};

/// What aliases may add to a document: its size in values, long strings counting for several.
const MAX_EXPANSION: usize = 500_000;

/// The bytes of a string that count as one value more.
const WEIGHED_BYTES: usize = 64;

/// A YAML document.
#[derive(Debug)]
pub(in super::super) struct Parsed {
    pub(in super::super) root: Value,
    pub(in super::super) relaxed: RelaxedIndentation,
    pub(in super::super) has_duplicate_keys: bool,
    pub(in super::super) warnings: Diagnostics,
}

/// Reads the first document of a YAML text; of equal keys in a mapping the last one counts.
pub(in super::super) fn parse_yaml(text: &str) -> Result<Parsed, TextFlaw> {
    let mut relaxed = RelaxedIndentation::default();
    loop {
        let strict = relaxed.indent_text(text);
        match build_document(&strict) {
            Ok(mut builder) => {
                warn_of_indentation(&mut builder.warnings, text, &relaxed);
                return Ok(Parsed {
                    root: builder.root.unwrap_or_default(),
                    relaxed,
                    has_duplicate_keys: builder.has_duplicate_keys,
                    warnings: builder.warnings,
                });
            }
            // Parsed again from the start after each repair. A repair consumes a line, so this
            // ends.
            Err(YamlRefusal::Scan(error)) if relaxed.repair_indentation(&strict, &error) => {}
            Err(refusal) => return Err(refusal.to_flaw(text, &relaxed)),
        }
    }
}

fn build_document(text: &str) -> Result<Builder, YamlRefusal> {
    let mut builder = Builder::default();
    let mut parser = Parser::new_from_str(text);
    for event in &mut parser {
        let (event, span) = event?;
        if event == Event::DocumentEnd {
            break;
        }
        builder.take_event(event, span)?;
    }
    // The rest is ignored as other tools do, but with a warning: a stray `---` can hide half of a
    // spec.
    if let Some((Event::DocumentStart(_), _)) = parser.peek().transpose()? {
        let message = "the file contains several YAML documents; only the first is read";
        builder.warnings.warning("", message);
    }
    Ok(builder)
}

fn warn_of_indentation(warnings: &mut Diagnostics, text: &str, relaxed: &RelaxedIndentation) {
    let Some(place) = relaxed.indented_positions().first() else {
        return;
    };
    let lines = LineIndex::from_text(text);
    let byte = lines.byte_of_char(text, *place);
    let line = lines.locate(text, byte..byte).line;
    let more = match relaxed.indented_positions().len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let message =
        format!("line {line}{more} should be indented more than the block that contains it");
    warnings.warning_at("", Mark::Text(byte..byte), message);
}

/// Why a document is not read.
enum YamlRefusal {
    Scan(ScanError),
    TooDeep(Marker),
    TooMany(Marker),
    Other(Marker, &'static str),
}

impl From<ScanError> for YamlRefusal {
    fn from(error: ScanError) -> Self {
        Self::Scan(error)
    }
}

impl YamlRefusal {
    fn to_flaw(&self, text: &str, relaxed: &RelaxedIndentation) -> TextFlaw {
        let byte = |marker: &Marker| {
            LineIndex::from_text(text).byte_of_char(text, relaxed.original_position(marker))
        };
        match self {
            Self::Scan(error) if error.info() == "recursion limit exceeded" => {
                too_deep(byte(error.marker()))
            }
            Self::Scan(error) => {
                let at = byte(error.marker());
                let message = quote_errors::explain_quote_error(text, at, error.info());
                TextFlaw::at_byte(at, message.unwrap_or_else(|| error.info().to_owned()))
            }
            Self::TooDeep(marker) => too_deep(byte(marker)),
            Self::TooMany(marker) => too_many(byte(marker)),
            Self::Other(marker, message) => TextFlaw::at_byte(byte(marker), *message),
        }
    }
}

/// A value with what it takes to repeat it.
#[derive(Clone)]
struct BuiltValue {
    value: Value,
    weight: usize,
    height: usize,
}

impl BuiltValue {
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
struct OpenCollection {
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
    open: Vec<OpenCollection>,
    anchors: HashMap<usize, BuiltValue>,
    expansion: usize,
    root: Option<Value>,
    events: usize,
    has_duplicate_keys: bool,
    warnings: Diagnostics,
}

impl Builder {
    fn take_event(&mut self, event: Event<'_>, span: Span) -> Result<(), YamlRefusal> {
        self.events += 1;
        // Keys and the ends of collections are events too.
        if self.events > 2 * MAX_VALUES {
            return Err(YamlRefusal::TooMany(span.start));
        }
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.add_scalar(text, style, anchor, tag.as_deref(), span)
            }
            Event::Alias(anchor) => self.add_alias(anchor, span),
            Event::SequenceStart(anchor, _) => {
                self.open_collection(anchor, Content::Sequence(Vec::new()), span)
            }
            Event::MappingStart(anchor, _) => {
                let content = Content::Mapping {
                    members: Map::new(),
                    merged: Map::new(),
                    key: None,
                };
                self.open_collection(anchor, content, span)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close_collection(span),
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

    fn add_scalar(
        &mut self,
        text: Cow<'_, str>,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        span: Span,
    ) -> Result<(), YamlRefusal> {
        if let Some(key) = self.awaited_key() {
            *key = Some(match is_merge_key(&text, style, tag) {
                true => Key::Merge,
                false => Key::Member(text.clone().into_owned()),
            });
            let built = BuiltValue::scalar(Value::String(text.into_owned()));
            return self.remember_anchor(anchor, &built, span);
        }
        let value = match resolve_scalar::resolve_scalar(&text, style, tag) {
            Scalar::Value(value) => value,
            Scalar::NotFinite => {
                self.warn_here(format!(
                    "`{text}` is not a number in JSON; it is read as a string"
                ));
                Value::String(text.into_owned())
            }
            Scalar::Mismatch => {
                self.warn_here(format!(
                    "`{text}` does not match its tag; it is read as a string"
                ));
                Value::String(text.into_owned())
            }
            Scalar::UnknownTag => {
                let tag = tag.map(|tag| format!("{}{}", tag.handle, tag.suffix));
                let tag = tag.unwrap_or_default();
                self.warn_here(format!(
                    "the tag `{tag}` is unknown; the value is read as a string"
                ));
                Value::String(text.into_owned())
            }
        };
        self.add_value(BuiltValue::scalar(value), anchor, span)
    }

    fn add_alias(&mut self, anchor: usize, span: Span) -> Result<(), YamlRefusal> {
        let Some(weight) = self.anchors.get(&anchor).map(|built| built.weight) else {
            // YAML 1.2 allows an alias inside its own anchor (section 3.2.1, a graph). JSON has no
            // graphs.
            let message = "this alias is within the value that it refers to";
            return Err(YamlRefusal::Other(span.start, message));
        };
        // An alias repeats a value, so that a short file could ask for billions (a "billion laughs" attack).
        self.charge_expansion(weight, span)?;
        let Some(built) = self.anchors.get(&anchor).cloned() else {
            return Ok(());
        };
        // A deep value may stand at a deep place by way of an alias.
        if self.open.len() + built.height > MAX_DEPTH {
            return Err(YamlRefusal::TooDeep(span.start));
        }
        if let Some(key) = self.awaited_key() {
            *key = Some(Key::Member(match built.value {
                Value::String(text) => text,
                Value::Array(_) | Value::Object(_) => return Err(refuse_collection_key(span)),
                // JSON keys are strings, so the key `200` becomes "200". Specs write response codes
                // that way.
                scalar => scalar.to_string(),
            }));
            return Ok(());
        }
        self.add_value(built, 0, span)
    }

    fn open_collection(
        &mut self,
        anchor: usize,
        content: Content,
        span: Span,
    ) -> Result<(), YamlRefusal> {
        if self.awaited_key().is_some() {
            return Err(refuse_collection_key(span));
        }
        if self.open.len() == MAX_DEPTH {
            return Err(YamlRefusal::TooDeep(span.start));
        }
        self.open.push(OpenCollection {
            content,
            anchor,
            weight: 1,
            height: 0,
        });
        Ok(())
    }

    fn close_collection(&mut self, span: Span) -> Result<(), YamlRefusal> {
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
                    // Members that are written out win over merged ones (YAML 1.1, merge key language-independent type).
                    merged.extend(members);
                }
                Value::Object(merged)
            }
        };
        let built = BuiltValue {
            value,
            weight: frame.weight,
            height: frame.height + 1,
        };
        self.add_value(built, frame.anchor, span)
    }

    fn add_value(
        &mut self,
        built: BuiltValue,
        anchor: usize,
        span: Span,
    ) -> Result<(), YamlRefusal> {
        self.remember_anchor(anchor, &built, span)?;
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
                        merge_mappings(merged, built.value);
                        return Ok(());
                    }
                    // Not a mapping, so it is no merge but an ordinary member that happens to have
                    // this name.
                    Some(Key::Merge) => "<<".to_owned(),
                    None => return Ok(()),
                };
                frame.weight += name.len() / WEIGHED_BYTES;
                self.has_duplicate_keys |= members.insert(name, built.value).is_some();
            }
        }
        Ok(())
    }

    fn remember_anchor(
        &mut self,
        anchor: usize,
        built: &BuiltValue,
        span: Span,
    ) -> Result<(), YamlRefusal> {
        if anchor != 0 {
            self.charge_expansion(built.weight, span)?;
            self.anchors.insert(anchor, built.clone());
        }
        Ok(())
    }

    fn charge_expansion(&mut self, weight: usize, span: Span) -> Result<(), YamlRefusal> {
        self.expansion = self.expansion.saturating_add(weight);
        if self.expansion > MAX_EXPANSION {
            let message = "the aliases of this file expand to more than 500,000 values";
            return Err(YamlRefusal::Other(span.start, message));
        }
        Ok(())
    }

    fn warn_here(&mut self, message: String) {
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

fn refuse_collection_key(span: Span) -> YamlRefusal {
    let message = "a mapping or sequence cannot be a key; put quotes around text with braces";
    YamlRefusal::Other(span.start, message)
}

fn is_mergeable(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(items) => items.iter().all(Value::is_object),
        _ => false,
    }
}

/// Earlier ones win.
fn merge_mappings(into: &mut Map<String, Value>, value: Value) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                into.entry(key).or_insert(value);
            }
        }
        Value::Array(items) => items
            .into_iter()
            .for_each(|item| merge_mappings(into, item)),
        _ => {}
    }
}
