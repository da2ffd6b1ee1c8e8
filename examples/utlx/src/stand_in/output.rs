//! Reads input data, and writes the value of a transformation in a format.

use std::fmt::Write as _;

use quick_xml::escape::escape;
use serde_json::Value;

use crate::failure::Failure;
use crate::schema::{csv, json, xml, yaml};

/// The value of data.
///
/// # Errors
///
/// The data is not of that format, or the format is not supported.
pub(super) fn read_data(text: &str, format: &str) -> Result<Value, Failure> {
    match format {
        "json" => json::parse(text),
        "xml" => Ok(xml::to_json(&xml::parse(text)?)),
        "csv" => Ok(csv::to_json(&csv::parse(text)?)),
        "yaml" => Ok(yaml::parse(text)?.into_iter().next().unwrap_or_default()),
        other => Err(unsupported_form(&format!("input in {other}"))),
    }
}

/// Data of a value.
///
/// # Errors
///
/// The value has no form in that format, or the format is not supported.
pub(super) fn write_data(value: &Value, format: &str) -> Result<String, Failure> {
    match format {
        "json" => Ok(write_json(value)),
        "xml" => write_xml(value),
        "csv" => write_csv(value),
        "yaml" => {
            let mut text = String::new();
            write_yaml(value, 0, &mut text);
            Ok(text.trim_start_matches('\n').trim_start().to_owned())
        }
        other => Err(unsupported_form(&format!("output in {other}"))),
    }
}

fn unsupported_form(what: &str) -> Failure {
    Failure::parse(format!("Not supported by the stand-in: {what}."))
}

/// JSON in one line, with a space behind `:` and `,`.
fn write_json(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter();
            let members = members.map(|(name, value)| {
                format!("{}: {}", Value::String(name.clone()), write_json(value))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => {
            let items = items.iter().map(write_json);
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        scalar => scalar.to_string(),
    }
}

/// An object with one member is its root element; anything else is put into `<root>`.
fn write_xml(value: &Value) -> Result<String, Failure> {
    let mut text = String::new();
    match value {
        Value::Object(members) if members.len() == 1 => {
            for (name, value) in members {
                write_element(name, value, &mut text)?;
            }
        }
        value => write_element("root", value, &mut text)?,
    }
    Ok(text)
}

fn write_element(name: &str, value: &Value, text: &mut String) -> Result<(), Failure> {
    // A little less than XML allows (XML 1.0, section 2.3), which no example needs.
    let is_name = name.starts_with(|it: char| it.is_alphabetic() || it == '_')
        && name
            .chars()
            .all(|it| it.is_alphanumeric() || "_-.:".contains(it));
    if !is_name {
        return Err(Failure::parse(format!(
            "{name:?} is not the name of an XML element."
        )));
    }
    match value {
        Value::Array(items) => items
            .iter()
            .try_for_each(|item| write_element(name, item, text)),
        Value::Object(members) => {
            let _ = write!(text, "<{name}");
            for (attribute, value) in members {
                if let Some(attribute) = attribute.strip_prefix('@') {
                    let _ = write!(text, " {attribute}=\"{}\"", escape(scalar_text(value)));
                }
            }
            text.push('>');
            for (child, value) in members.iter().filter(|(name, _)| !name.starts_with('@')) {
                match child.as_str() {
                    "#text" => text.push_str(&escape(scalar_text(value))),
                    child => write_element(child, value, text)?,
                }
            }
            let _ = write!(text, "</{name}>");
            Ok(())
        }
        scalar => {
            let _ = write!(text, "<{name}>{}</{name}>", escape(scalar_text(scalar)));
            Ok(())
        }
    }
}

fn scalar_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// A list of objects is a table; an object is a table of one row.
fn write_csv(value: &Value) -> Result<String, Failure> {
    let rows = match value {
        Value::Array(rows) => rows.iter().collect(),
        row => vec![row],
    };
    let objects: Option<Vec<_>> = rows.iter().map(|row| row.as_object()).collect();
    let objects = objects.ok_or_else(|| unsupported_form("csv of anything but objects"))?;
    let mut names: Vec<&String> = Vec::new();
    for name in objects.iter().flat_map(|object| object.keys()) {
        // In the order in which they occur first; rows need not have the same members.
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let fail = |error: ::csv::Error| Failure::internal(error.to_string());
    writer.write_record(&names).map_err(fail)?;
    for object in objects {
        let cells = names
            .iter()
            .map(|name| object.get(*name).map(scalar_text).unwrap_or_default());
        writer.write_record(cells).map_err(fail)?;
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| Failure::internal(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| Failure::internal(error.to_string()))
}

fn write_yaml(value: &Value, indent: usize, text: &mut String) {
    let margin = "  ".repeat(indent);
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (name, value) in members {
                let _ = write!(
                    text,
                    "\n{margin}{}:",
                    yaml_scalar(&Value::String(name.clone()))
                );
                write_yaml(value, indent + 1, text);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                let mut inner = String::new();
                write_yaml(item, indent + 1, &mut inner);
                let _ = write!(text, "\n{margin}- {}", inner.trim_start());
            }
        }
        scalar => {
            let _ = write!(text, " {}", yaml_scalar(scalar));
        }
    }
}

/// A text that would be read as something else is quoted as in JSON, which YAML reads.
fn yaml_scalar(value: &Value) -> String {
    let Value::String(text) = value else {
        return value.to_string();
    };
    let is_plain = text.starts_with(|it: char| it.is_alphabetic())
        && text
            .chars()
            .all(|it| it.is_alphanumeric() || " _-./@".contains(it))
        && !text.ends_with(' ')
        // The reader decides what is plain: `true` and `null` consist of letters, too.
        && crate::yaml::parse(text).is_ok_and(|parsed| parsed.to_json() == *value);
    match is_plain {
        true => text.clone(),
        false => value.to_string(),
    }
}
