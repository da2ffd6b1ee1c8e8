//! Constants of an `enum`, with the titles, names and descriptions that the spec gives them.

use std::collections::HashMap;

use serde_json::Value;

use crate::schema::X_CONSTANTS;

/// A constant and what the spec says of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Constant<T> {
    /// The value.
    pub(super) value: T,
    /// The title of the schema that admits this value alone.
    pub(super) title: Option<String>,
    /// What code is to call it.
    pub(super) name: Option<String>,
    /// What the spec says of it, in Markdown, may be empty.
    pub(super) doc: String,
}

impl<T> Constant<T> {
    /// The same of a value as Rust has it.
    pub(super) fn with_value<U>(&self, value: U) -> Constant<U> {
        Constant {
            value,
            title: self.title.clone(),
            name: self.name.clone(),
            doc: self.doc.clone(),
        }
    }
}

/// What a schema says of the values of its `enum`.
pub(super) struct Notes<'a>(HashMap<String, &'a Value>);

impl<'a> Notes<'a> {
    pub(super) fn from_schema(schema: &'a Value) -> Self {
        let noted = schema.get(X_CONSTANTS).and_then(Value::as_array);
        let noted = noted.into_iter().flatten();
        Self(
            noted
                .filter_map(|one| Some((one.get("const")?.to_string(), one)))
                .collect(),
        )
    }

    /// One of the values, `written` as JSON.
    pub(super) fn make_constant<T>(&self, value: T, written: &Value) -> Constant<T> {
        let noted = match self.0.is_empty() {
            true => None,
            false => self.0.get(&written.to_string()),
        };
        let text = |key| Some(noted?.get(key)?.as_str()?.to_owned());
        Constant {
            value,
            title: None,
            name: text("title"),
            doc: text("description").unwrap_or_default(),
        }
    }
}
