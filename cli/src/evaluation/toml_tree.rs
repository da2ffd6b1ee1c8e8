//! TOML as a JSON value, and where each of its values stands, so that files of tasks are read alike in all formats.

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toolwright_codegen::source::pointer;

/// A file in TOML.
pub(super) struct TomlTree {
    pub(super) root: Value,
    /// The byte at which each value begins, by its JSON pointer.
    offsets: Vec<(String, usize)>,
}

/// What is wrong with the text, and at which byte.
pub(super) struct TomlFlaw {
    pub(super) message: String,
    pub(super) offset: usize,
}

impl TomlTree {
    pub(super) fn parse(text: &str) -> Result<Self, TomlFlaw> {
        let table = DeTable::parse(text).map_err(|error| TomlFlaw {
            message: error.message().to_owned(),
            offset: error.span().map_or(0, |span| span.start),
        })?;
        let mut tree = Self {
            root: Value::Null,
            offsets: Vec::new(),
        };
        tree.root = tree.convert_table("", table.get_ref());
        Ok(tree)
    }

    /// The byte at which a value begins, or the nearest enclosing one that there is.
    pub(super) fn offset_of(&self, pointer: &str) -> usize {
        let mut at = pointer;
        loop {
            if let Some((_, offset)) = self.offsets.iter().find(|(known, _)| known == at) {
                return *offset;
            }
            match pointer::split(at) {
                Some((parent, _)) => at = parent,
                None => return 0,
            }
        }
    }

    fn convert_table(&mut self, at: &str, table: &DeTable<'_>) -> Value {
        let members = table.iter().map(|(key, value)| {
            let key = key.get_ref().as_ref();
            (
                key.to_owned(),
                self.convert_value(pointer::join(at, key), value),
            )
        });
        Value::Object(Map::from_iter(members))
    }

    fn convert_value(&mut self, at: String, value: &Spanned<DeValue<'_>>) -> Value {
        let converted = match value.get_ref() {
            DeValue::String(text) => Value::from(text.as_ref()),
            DeValue::Boolean(flag) => Value::from(*flag),
            DeValue::Array(items) => {
                let items = items.iter().enumerate();
                let items = items
                    .map(|(index, item)| self.convert_value(pointer::join_index(&at, index), item));
                Value::Array(items.collect())
            }
            DeValue::Table(table) => self.convert_table(&at, table),
            // A task has none of these, so it is enough that they are neither texts nor lists.
            DeValue::Integer(_) | DeValue::Float(_) | DeValue::Datetime(_) => Value::Null,
        };
        self.offsets.push((at, value.span().start));
        converted
    }
}
