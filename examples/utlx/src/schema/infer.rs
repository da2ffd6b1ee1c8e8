//! Infers the structure of data, whatever its format.

use crate::api::types::{InputFormat, SchemaNode};
use crate::failure::Failure;
use crate::schema::merge::merge;
use crate::schema::wrapper::collapse_wrappers;
use crate::schema::{csv, json, node, xml, yaml};

/// A structure, and what it does not show.
#[derive(Debug, PartialEq)]
pub(crate) struct Described {
    pub(crate) node: SchemaNode,
    pub(crate) notes: Vec<String>,
}

impl From<SchemaNode> for Described {
    fn from(node: SchemaNode) -> Self {
        Self {
            node,
            notes: Vec::new(),
        }
    }
}

/// Infers the structure of data.
///
/// # Errors
///
/// The text is not of that format.
pub(crate) fn infer_data(text: &str, format: InputFormat) -> Result<Described, Failure> {
    match format {
        InputFormat::Xml => {
            let mut node = xml::infer_document(&xml::parse(text)?);
            collapse_wrappers(&mut node);
            Ok(node.into())
        }
        InputFormat::Csv => {
            let table = csv::parse(text)?;
            let mut notes = Vec::new();
            if !table.has_header {
                notes.push(
                    "The first line has values and no names, so the columns are numbered."
                        .to_owned(),
                );
            }
            if table.delimiter != ',' {
                notes.push(format!("The delimiter is {:?}.", table.delimiter));
            }
            Ok(Described {
                node: csv::infer_table(&table),
                notes,
            })
        }
        InputFormat::Yaml => {
            let documents = yaml::parse(text)?;
            let count = documents.len();
            let nodes = documents.iter().map(json::infer_value);
            let node = nodes.reduce(merge).unwrap_or_else(|| node::of_type("null"));
            let note =
                format!("There are {count} documents; the structure is that of any of them.");
            Ok(Described {
                node,
                notes: (count > 1).then_some(note).into_iter().collect(),
            })
        }
        _ => Ok(json::infer_value(&json::parse(text)?).into()),
    }
}
