//! Multipart bodies that are lists: a part for each item, encoded by its position (OpenAPI 3.2,
//! "Encoding By Position").

use serde_json::{Map, Value};

use super::encodings::{Multipart, Naming};
use crate::model::PropertyEncoding;
use crate::normalize::{Encoding, PositionalEncoding};
use crate::schema::resolve_reference;

/// The encodings of the first items, and that of all others.
#[derive(Debug)]
pub(in crate::lower) struct Encodings {
    /// Of the first items, by position.
    pub(super) first: Vec<PropertyEncoding>,
    /// Of all items behind them.
    pub(super) rest: PropertyEncoding,
}

impl Multipart<'_> {
    /// The encodings, and the schema of the arguments.
    pub(super) fn read_list(&self, schema: &Value) -> (Value, Encodings) {
        let PositionalEncoding { first, rest } =
            self.media.positional_encoding.clone().unwrap_or_default();
        let mut argument = resolve_reference(schema, self.definitions).clone();
        let items = argument.get("items");
        let prefix = argument.get("prefixItems").and_then(Value::as_array);
        let prefix = prefix.map(Vec::as_slice).unwrap_or_default();
        let (arguments, encodings): (Vec<Value>, Vec<PropertyEncoding>) = (0..)
            .take(first.len().max(prefix.len()))
            .map(|index| {
                let stated = first.get(index).unwrap_or(&rest);
                self.read_item(stated, prefix.get(index).or(items))
            })
            .unzip();
        let (items, rest) = self.read_item(&rest, items);
        if encodings.iter().any(|encoding| encoding.is_file) {
            argument["prefixItems"] = arguments.into();
        }
        if rest.is_file {
            argument["items"] = items;
        }
        let encodings = Encodings {
            first: encodings,
            rest,
        };
        (argument, encodings)
    }

    /// The argument and the encoding of an item; the schema says nothing of it where there is none.
    fn read_item(&self, stated: &Encoding, schema: Option<&Value>) -> (Value, PropertyEncoding) {
        let file = schema.and_then(|schema| match resolve_reference(schema, self.definitions) {
            Value::Object(object) if object.contains_key("items") => None,
            _ => self.file_of_property(Some(stated), schema),
        });
        let mut encoding = PropertyEncoding::default();
        if let Some(file) = &file {
            encoding.is_file = true;
            encoding.content_type.clone_from(&file.media_type);
        }
        self.apply_stated(stated, &mut encoding, Naming::Position);
        // An item of a list is a part, so there is nothing left that a style could apply to.
        encoding.style = None;
        let any = || Value::Object(Map::new());
        let schema = || schema.cloned().unwrap_or_else(any);
        let argument = file.map_or_else(schema, |file| file.argument);
        (argument, encoding)
    }
}
