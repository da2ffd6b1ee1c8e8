//! One SQL statement with its values. It is written in PostgreSQL's dialect with `?` for each value; for SQLite
//! the casts (`::timestamptz`) are left out, since it stores times and JSON as texts. So each query is written
//! once.

use std::iter::Peekable;
use std::str::Chars;

use serde_json::Value as Json;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};
use toolwright::ToolError;

use super::Row;
use crate::time::{Time, format_time};

/// Whose SQL it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// Full-text search in a dialect: what is joined to `items i`, and what sorts the best match first.
pub(crate) struct Search {
    pub(crate) join: &'static str,
    pub(crate) order: &'static str,
}

impl Dialect {
    /// The join has a `?` for the words, as [`search_words`](Self::search_words) gives them.
    pub(crate) fn search(self) -> Search {
        match self {
            Self::Sqlite => Search {
                join: " JOIN items_fts ON items_fts.rowid = i.id AND items_fts MATCH ?",
                order: "items_fts.rank",
            },
            Self::Postgres => Search {
                join: " JOIN plainto_tsquery('english', ?) AS words ON i.search @@ words",
                order: "ts_rank(i.search, words) DESC",
            },
        }
    }

    /// What finds the articles with all of these words.
    pub(crate) fn search_words(self, words: &str) -> String {
        match self {
            // Quoted words are only words: AND, NEAR, `*` and `:` mean nothing in them.
            Self::Sqlite => {
                let words = words.split_whitespace();
                let quoted = words.map(|word| format!("\"{}\"", word.replace('"', "\"\"")));
                quoted.collect::<Vec<_>>().join(" ")
            }
            Self::Postgres => words.to_owned(),
        }
    }
}

/// A value that is bound.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    Flag(bool),
}

/// SQL with values.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    sql: String,
    values: Vec<Value>,
}

impl Statement {
    pub(crate) fn new(sql: impl Into<String>) -> Self {
        Self {
            sql: sql.into(),
            values: Vec::new(),
        }
    }

    /// The value of the next `?`.
    #[must_use]
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    pub(crate) fn append_sql(&mut self, sql: &str) {
        self.sql.push_str(sql);
    }

    /// Appends `AND condition`, which has a `?` for each value.
    pub(crate) fn add_condition(
        &mut self,
        condition: &str,
        values: impl IntoIterator<Item = Value>,
    ) {
        self.append_sql(" AND ");
        self.append_sql(condition);
        self.values.extend(values);
    }

    /// Appends `AND condition` if there is a value for it.
    pub(crate) fn add_condition_if(&mut self, condition: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.add_condition(condition, [value.into()]);
        }
    }

    /// Appends `AND expression IN (…)`, unless there are no values.
    pub(crate) fn add_in_condition<V: Into<Value>>(&mut self, expression: &str, values: Vec<V>) {
        // `IN ()` is no SQL. No values mean no condition, not no rows.
        if values.is_empty() {
            return;
        }
        let marks = vec!["?"; values.len()].join(", ");
        let condition = format!("{expression} IN ({marks})");
        self.add_condition(&condition, values.into_iter().map(Into::into));
    }

    /// Appends what limits the rows.
    pub(crate) fn add_page(&mut self, limit: i64, offset: i64) {
        self.append_sql(" LIMIT ? OFFSET ?");
        self.values.extend([limit.into(), offset.into()]);
    }

    pub(super) async fn fetch_all(
        self,
        dialect: Dialect,
        connection: &mut AnyConnection,
    ) -> Result<Vec<Row>, ToolError> {
        let sql = translate(&self.sql, dialect);
        let rows = bind_values(&sql, self.values).fetch_all(connection).await?;
        Ok(rows.into_iter().map(Row::new).collect())
    }

    pub(super) async fn execute(
        self,
        dialect: Dialect,
        connection: &mut AnyConnection,
    ) -> Result<u64, ToolError> {
        let sql = translate(&self.sql, dialect);
        let done = bind_values(&sql, self.values).execute(connection).await?;
        Ok(done.rows_affected())
    }
}

fn bind_values(sql: &str, values: Vec<Value>) -> Query<'_, Any, AnyArguments<'_>> {
    let query = sqlx::query(sql);
    values.into_iter().fold(query, |query, value| match value {
        Value::Integer(value) => query.bind(value),
        Value::Real(value) => query.bind(value),
        Value::Text(value) => query.bind(value),
        Value::Flag(value) => query.bind(value),
    })
}

/// The SQL as the database takes it: both know `$1`, and SQLite has no `::`.
fn translate(sql: &str, dialect: Dialect) -> String {
    let mut translated = String::with_capacity(sql.len());
    let mut count = 0;
    let mut rest = sql.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            // No literal of these statements has a question mark or a `::`; whatever comes from
            // outside is bound.
            '?' => {
                count += 1;
                translated.push_str(&format!("${count}"));
            }
            ':' if dialect == Dialect::Sqlite && rest.next_if_eq(&':').is_some() => {
                skip_type(&mut rest);
            }
            _ => translated.push(character),
        }
    }
    translated
}

fn skip_type(rest: &mut Peekable<Chars<'_>>) {
    while rest
        .next_if(|it| it.is_ascii_alphanumeric() || *it == '_')
        .is_some()
    {}
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(Some(value))
    }
}

impl From<Option<i64>> for Value {
    fn from(value: Option<i64>) -> Self {
        Self::Integer(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Real(Some(value))
    }
}

impl From<Option<f64>> for Value {
    fn from(value: Option<f64>) -> Self {
        Self::Real(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Flag(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(Some(value))
    }
}

impl From<Option<String>> for Value {
    fn from(value: Option<String>) -> Self {
        Self::Text(value)
    }
}

impl From<Time> for Value {
    fn from(value: Time) -> Self {
        format_time(value).into()
    }
}

impl From<Option<Time>> for Value {
    fn from(value: Option<Time>) -> Self {
        value.map(format_time).into()
    }
}

impl From<Json> for Value {
    fn from(value: Json) -> Self {
        value.to_string().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn casts_are_left_out_for_sqlite() {
        let sql = "SELECT a::text FROM t WHERE b >= ?::timestamptz AND c = ?";
        assert_eq!(
            translate(sql, Dialect::Postgres),
            "SELECT a::text FROM t WHERE b >= $1::timestamptz AND c = $2"
        );
        assert_eq!(
            translate(sql, Dialect::Sqlite),
            "SELECT a FROM t WHERE b >= $1 AND c = $2"
        );
    }

    #[test]
    fn words_of_a_search_are_only_words() {
        let words = |text| Dialect::Sqlite.search_words(text);
        assert_eq!(
            words(r#"AI "or" NOT* x:y"#),
            r#""AI" """or""" "NOT*" "x:y""#
        );
    }
}
