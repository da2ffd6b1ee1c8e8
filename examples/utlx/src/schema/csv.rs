//! Infers the structure of CSV data: the delimiter is detected, and so is whether the first line has the names.

use csv::{ReaderBuilder, StringRecord, Trim};
use serde_json::{Map, Value};

use super::merge::merge;
use super::{node, scalar};
use crate::api::types::SchemaNode;
use crate::failure::Failure;

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// More columns are no table that a model could use.
const MAX_COLUMNS: usize = 1000;

/// A table as text.
pub(crate) struct Table {
    pub(crate) names: Vec<String>,
    pub(crate) rows: Vec<StringRecord>,
    /// Whether the names were in the first line.
    pub(crate) has_header: bool,
    pub(crate) delimiter: char,
}

/// Reads a text.
///
/// # Errors
///
/// A row has another number of columns than the first, or there are too many.
pub(crate) fn parse(text: &str) -> Result<Table, Failure> {
    // Spreadsheets write a byte order mark, which would become a part of the first column's name.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let delimiter = detect_delimiter(text);
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record
            .map_err(|error| Failure::parse(format!("The source is not valid CSV: {error}.")))?;
        if record.len() > MAX_COLUMNS {
            let message = format!(
                "The source has {} columns; at most {MAX_COLUMNS} are read.",
                record.len()
            );
            return Err(Failure::parse(message));
        }
        rows.push(record);
    }
    let has_header = rows.first().is_some_and(is_header);
    let names = match has_header {
        true => rows.remove(0).iter().map(str::to_owned).collect(),
        false => {
            let columns = rows.first().map_or(0, StringRecord::len);
            (1..=columns)
                .map(|number| format!("column{number}"))
                .collect()
        }
    };
    Ok(Table {
        names: make_unique(names),
        rows,
        has_header,
        delimiter: char::from(delimiter),
    })
}

/// What the rows look like: an array of objects.
pub(crate) fn infer_table(table: &Table) -> SchemaNode {
    let rows = table.rows.iter().map(|row| {
        let cells = table.names.iter().zip(row);
        let cells = cells.map(|(name, cell)| (name.clone(), infer_cell(cell)));
        node::object(cells)
    });
    let items = rows.reduce(merge).unwrap_or_else(|| {
        let names = table.names.iter().cloned();
        node::object(names.map(|name| (name, node::of_type("string"))))
    });
    node::array(Some(items), table.rows.len())
}

/// An empty cell has no type of its own.
fn infer_cell(cell: &str) -> SchemaNode {
    match cell {
        "" => node::of_type("null"),
        cell => scalar::infer_untyped(cell),
    }
}

/// The rows as JSON, every cell a text.
pub(crate) fn to_json(table: &Table) -> Value {
    let rows = table.rows.iter().map(|row| {
        let cells = table.names.iter().zip(row);
        let cells: Map<String, Value> = cells
            .map(|(name, cell)| (name.clone(), Value::String(cell.to_owned())))
            .collect();
        Value::Object(cells)
    });
    rows.collect()
}

/// The delimiter that the first line has most of.
fn detect_delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |delimiter: u8| {
        let mut is_quoted = false;
        let bytes = first.bytes().filter(|byte| {
            is_quoted ^= *byte == b'"';
            !is_quoted && *byte == delimiter
        });
        bytes.count()
    };
    // `max_by_key` takes the last of equals, and the comma is the first choice.
    let best = DELIMITERS
        .into_iter()
        .rev()
        .max_by_key(|delimiter| count(*delimiter));
    best.unwrap_or(b',')
}

/// Names are texts, and none is empty.
fn is_header(row: &StringRecord) -> bool {
    row.iter()
        .all(|cell| !cell.is_empty() && scalar::infer_untyped(cell).r#type == "string")
}

fn make_unique(names: Vec<String>) -> Vec<String> {
    let mut unique: Vec<String> = Vec::new();
    for name in names {
        let mut candidate = name.clone();
        let mut number = 2;
        // Rows become objects, and two columns of one name would lose the first.
        while unique.contains(&candidate) {
            candidate = format!("{name}_{number}");
            number += 1;
        }
        unique.push(candidate);
    }
    unique
}
