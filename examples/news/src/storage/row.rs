//! A row, and its columns by name as the types that results need.

use serde_json::Value as Json;
use sqlx::any::AnyRow;
use sqlx::{Decode, Row as _, Type};
use toolwright::{Map, ToolError};

use crate::time::{Time, format_time, parse_stored_time};

/// A row of a result.
pub(crate) struct Row(AnyRow);

impl Row {
    pub(super) fn new(row: AnyRow) -> Self {
        Self(row)
    }

    fn get<'r, T>(&'r self, column: &str) -> Result<T, ToolError>
    where
        T: Decode<'r, sqlx::Any> + Type<sqlx::Any>,
    {
        Ok(self.0.try_get_unchecked(column)?)
    }

    pub(crate) fn integer(&self, column: &str) -> Result<i64, ToolError> {
        self.get(column)
    }

    pub(crate) fn optional_integer(&self, column: &str) -> Result<Option<i64>, ToolError> {
        self.get(column)
    }

    pub(crate) fn optional_real(&self, column: &str) -> Result<Option<f64>, ToolError> {
        self.get(column)
    }

    pub(crate) fn text(&self, column: &str) -> Result<String, ToolError> {
        self.get(column)
    }

    pub(crate) fn optional_text(&self, column: &str) -> Result<Option<String>, ToolError> {
        self.get(column)
    }

    /// A boolean, which SQLite stores as an integer.
    pub(crate) fn flag(&self, column: &str) -> Result<bool, ToolError> {
        self.get(column)
            .or_else(|_| self.integer(column).map(|number| number != 0))
    }

    /// A time as results have it.
    pub(crate) fn time(&self, column: &str) -> Result<String, ToolError> {
        let time = self.optional_time(column)?;
        time.ok_or_else(|| ToolError::new(format_args!("The column {column} is empty.")))
    }

    pub(crate) fn optional_time(&self, column: &str) -> Result<Option<String>, ToolError> {
        Ok(self.optional_moment(column)?.map(format_time))
    }

    pub(crate) fn optional_moment(&self, column: &str) -> Result<Option<Time>, ToolError> {
        let text = self.optional_text(column)?;
        Ok(text.as_deref().and_then(parse_stored_time))
    }

    /// JSON, selected as `column::text`.
    pub(crate) fn optional_json(&self, column: &str) -> Result<Option<Json>, ToolError> {
        let text = self.optional_text(column)?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    }

    /// A JSON object.
    pub(crate) fn optional_object(&self, column: &str) -> Result<Option<Map<Json>>, ToolError> {
        Ok(self.optional_json(column)?.and_then(into_map))
    }
}

/// The members of an object; nothing of other values.
pub(crate) fn into_map(value: Json) -> Option<Map<Json>> {
    match value {
        Json::Object(members) => Some(members.into_iter().collect()),
        _ => None,
    }
}

/// An object of these members.
pub(crate) fn from_map(map: &Map<Json>) -> Json {
    let members = map.iter();
    Json::Object(
        members
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .collect(),
    )
}
