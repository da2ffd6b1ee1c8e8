//! Reads a JSON text as far as it may be kept, and how many bytes that takes.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::truncate_json::{KeptLengths, MIN_TRUNCATED_STRING};
use crate::char_boundary::floor_char_boundary;
use crate::value::Json;

/// JSON without most of what will be left out.
#[derive(Debug)]
pub(super) enum JsonOutline<'t> {
    /// `null`, a boolean or a number.
    Scalar(Json),
    Text(Cow<'t, str>),
    /// The first items, and how many there were.
    List {
        items: Vec<Self>,
        length: usize,
    },
    Object(Vec<(String, Self)>),
}

impl<'t> JsonOutline<'t> {
    /// # Errors
    ///
    /// The text is not JSON.
    pub(super) fn read_text(text: &'t str, sizes: &mut KeptSizes) -> serde_json::Result<Self> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let outline = reader.deserialize_any(OutlineReader { sizes, place: 0 })?;
        reader.end()?;
        Ok(outline)
    }
}

/// How many bytes are kept if each list keeps so many items.
///
/// A value has a place: the largest index on the way to it, of an item in its list. It is kept if lists keep more items
/// than that. So the bytes at each place say how long lists can be, whatever the form of the JSON is. A place that is too far
/// for the limit, also with all long strings truncated, is forgotten as soon as that is known.
#[derive(Debug)]
pub(super) struct KeptSizes {
    limit: usize,
    /// The bytes at each place.
    sizes: Vec<PlaceSize>,
    /// The sum of what is at all places, with truncated strings.
    truncated: usize,
    /// Values at this place and behind it are left out.
    end: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct PlaceSize {
    whole: usize,
    /// With truncated strings.
    truncated: usize,
}

impl KeptSizes {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            sizes: Vec::new(),
            truncated: 0,
            end: usize::MAX,
        }
    }

    fn may_keep(&self, place: usize) -> bool {
        place < self.end
    }

    fn add(&mut self, place: usize, bytes: usize) {
        self.add_string(place, bytes, bytes);
    }

    fn add_string(&mut self, place: usize, whole: usize, truncated: usize) {
        if !self.may_keep(place) {
            return;
        }
        if place >= self.sizes.len() {
            self.sizes.resize(place + 1, PlaceSize::default());
        }
        if let Some(size) = self.sizes.get_mut(place) {
            size.whole += whole;
            size.truncated += truncated;
            self.truncated += truncated;
        }
        // One item stays even if it is too large, to show the form of the others.
        while self.truncated > self.limit && self.sizes.len() > 1 {
            let last = self.sizes.pop().unwrap_or_default();
            self.truncated -= last.truncated;
            self.end = self.sizes.len();
        }
    }

    /// The longest lists that fit. Strings are truncated only if lists do not suffice: a shorter list is still right, half a
    /// string may mislead.
    pub(super) fn choose_lengths(&self) -> KeptLengths {
        let mut whole = 0;
        let fits = |size: &&PlaceSize| {
            whole += size.whole;
            whole <= self.limit
        };
        match self.sizes.iter().take_while(fits).count() {
            0 => KeptLengths {
                items: self.sizes.len().max(1),
                strings: MIN_TRUNCATED_STRING,
            },
            items => KeptLengths {
                items,
                strings: usize::MAX,
            },
        }
    }
}

/// Reads the value at a place.
struct OutlineReader<'s> {
    sizes: &'s mut KeptSizes,
    place: usize,
}

impl OutlineReader<'_> {
    fn read_scalar<'t>(self, value: Json, bytes: usize) -> JsonOutline<'t> {
        self.sizes.add(self.place, bytes);
        JsonOutline::Scalar(value)
    }

    /// How much of a string is stored: one that is longer than the limit can only be truncated.
    fn stored_length(self, text: &str) -> usize {
        let whole = string_size(text);
        // Twice, because most escapes take two bytes.
        let truncated = whole.min(2 * MIN_TRUNCATED_STRING);
        self.sizes.add_string(self.place, whole, truncated);
        match whole > self.sizes.limit {
            // A character more than what is shown, so that it is known to be truncated.
            true => floor_char_boundary(text, MIN_TRUNCATED_STRING + 4),
            false => text.len(),
        }
    }
}

impl<'t> DeserializeSeed<'t> for OutlineReader<'_> {
    type Value = JsonOutline<'t>;

    fn deserialize<D: serde::Deserializer<'t>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'t> Visitor<'t> for OutlineReader<'_> {
    type Value = JsonOutline<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(self.read_scalar(Json::Null, 5))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(self.read_scalar(value.into(), 5))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        let value = Json::from(value);
        let bytes = value.to_string().len();
        Ok(self.read_scalar(value, bytes))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        let value = Json::from(value);
        let bytes = value.to_string().len();
        Ok(self.read_scalar(value, bytes))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        let value = Json::from(value);
        let bytes = value.to_string().len();
        Ok(self.read_scalar(value, bytes))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'t str) -> Result<Self::Value, E> {
        let stored = self.stored_length(text);
        Ok(JsonOutline::Text(text[..stored].into()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        let stored = self.stored_length(text);
        Ok(JsonOutline::Text(text[..stored].to_owned().into()))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        self.sizes.add(self.place, 2);
        let (mut items, mut length) = (Vec::new(), 0);
        loop {
            let place = self.place.max(length);
            if self.sizes.may_keep(place) {
                let sizes = &mut *self.sizes;
                let Some(item) = list.next_element_seed(OutlineReader { sizes, place })? else {
                    break;
                };
                self.sizes.add(place, 1);
                items.push(item);
            } else if list.next_element::<IgnoredAny>()?.is_none() {
                break;
            }
            length += 1;
        }
        Ok(JsonOutline::List { items, length })
    }

    fn visit_map<A: MapAccess<'t>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        self.sizes.add(self.place, 2);
        let mut members = Vec::new();
        while self.sizes.may_keep(self.place) {
            let Some(name) = object.next_key::<String>()? else {
                return Ok(JsonOutline::Object(members));
            };
            self.sizes.add(self.place, string_size(&name) + 2);
            let (sizes, place) = (&mut *self.sizes, self.place);
            let member = object.next_value_seed(OutlineReader { sizes, place })?;
            members.push((name, member));
        }
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(JsonOutline::Object(members))
    }
}

/// Bytes of a string in JSON.
fn string_size(text: &str) -> usize {
    let escapes = text
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | b'\n' | b'\r' | b'\t' => 1,
            0..=0x1f => 5,
            _ => 0,
        })
        .sum::<usize>();
    text.len() + escapes + 2
}
