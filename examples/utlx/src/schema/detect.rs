//! Decides whether a source is data or a schema, and notices that it is not of the format that was named.

use serde_json::Value;
use toolwright::generated::StringEnum as _;

use super::{json, xml, yaml};
use crate::api::types::{InputFormat, InputMode};
use crate::failure::Failure;

/// What a text is: the format that reads it, and whether it is data or a schema.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Detected {
    /// A schema that was named as `xml` is an XSD, one that was named as `json` or `yaml` a JSON Schema.
    pub(crate) format: InputFormat,
    pub(crate) mode: InputMode,
}

/// Decides by the arguments of a call and the text.
///
/// # Errors
///
/// The mode does not go with the format, or the text is obviously of another one.
pub(crate) fn detect(
    text: &str,
    format: InputFormat,
    mode: Option<InputMode>,
) -> Result<Detected, Failure> {
    check_format(text, format)?;
    let is_schema_format = matches!(
        format,
        InputFormat::Xsd | InputFormat::JsonSchema | InputFormat::Avro | InputFormat::Protobuf
    );
    match (is_schema_format, mode) {
        (true, Some(InputMode::Instance)) => Err(Failure::invalid_argument(
            "/mode",
            format!(
                "{} describes a schema, so mode must be \"schema\" or absent. For data, name the format of the data: \
                 xml, json, csv or yaml.",
                format.name()
            ),
        )),
        (true, _) => Ok(Detected {
            format,
            mode: InputMode::Schema,
        }),
        (false, Some(InputMode::Instance)) => Ok(Detected {
            format,
            mode: InputMode::Instance,
        }),
        (false, Some(InputMode::Schema)) => match schema_format(format) {
            Some(format) => Ok(Detected {
                format,
                mode: InputMode::Schema,
            }),
            None => Err(Failure::invalid_argument(
                "/mode",
                "there are no schemas in csv. For the columns of a table, leave mode out.",
            )),
        },
        (false, None) if is_schema(text, format) => Ok(Detected {
            format: schema_format(format).unwrap_or(format),
            mode: InputMode::Schema,
        }),
        (false, None) => Ok(Detected {
            format,
            mode: InputMode::Instance,
        }),
    }
}

/// The format of schemas that are written in a format of data.
fn schema_format(format: InputFormat) -> Option<InputFormat> {
    match format {
        InputFormat::Xml => Some(InputFormat::Xsd),
        InputFormat::Json | InputFormat::Yaml => Some(InputFormat::JsonSchema),
        _ => None,
    }
}

/// Whether a text is a schema although the format does not say so.
fn is_schema(text: &str, format: InputFormat) -> bool {
    match format {
        InputFormat::Xml => {
            // The search for the text is cheap, and spares most documents a second parse.
            text.contains("http://www.w3.org/2001/XMLSchema")
                && xml::parse(text).is_ok_and(|root| root.local_name() == "schema")
        }
        InputFormat::Json => {
            text.contains("\"$schema\"") && json::parse(text).is_ok_and(|it| is_json_schema(&it))
        }
        InputFormat::Yaml => {
            text.contains("$schema")
                && yaml::parse(text)
                    .is_ok_and(|documents| documents.first().is_some_and(is_json_schema))
        }
        _ => false,
    }
}

/// Data may refer to its schema by `$schema`, too, so this has to be the URI of JSON Schema itself.
fn is_json_schema(value: &Value) -> bool {
    let schema = value.get("$schema").and_then(Value::as_str);
    schema.is_some_and(|uri| uri.contains("json-schema.org"))
}

/// An error if a text is obviously of another format than the one that was named.
fn check_format(text: &str, format: InputFormat) -> Result<(), Failure> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.is_empty() {
        return Err(Failure::parse("The source is empty."));
    }
    let looks_like_xml = start.starts_with("<?xml")
        || (start.starts_with('<')
            && start[1..].starts_with(|it: char| it.is_alphabetic() || it == '!' || it == '_'));
    let looks_like_json =
        start.starts_with(['{', '[']) && serde_json::from_str::<Value>(start).is_ok();
    let wants_xml = matches!(format, InputFormat::Xml | InputFormat::Xsd);
    // JSON is YAML as well, so it is no mistake there.
    let wants_json = matches!(
        format,
        InputFormat::Json | InputFormat::JsonSchema | InputFormat::Avro | InputFormat::Yaml
    );
    let seen = match (looks_like_xml, looks_like_json) {
        (true, _) if !wants_xml => "XML",
        (_, true) if !wants_json => "JSON",
        _ => return Ok(()),
    };
    let advice = match seen {
        "XML" => "xml, or xsd for a schema",
        _ => "json, or json-schema or avro for a schema",
    };
    Err(Failure::parse(format!(
        "The source looks like {seen} and not like {}. Call again with format {advice}.",
        format.name()
    )))
}
