//! A case of the conformance suite, read leniently: what is missing is derived or left empty.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::utlx::calls::called_functions;

/// Longer data is cut: an example shows what data looks like.
const MAX_DATA_BYTES: usize = 20_000;

/// A case, as examples are made of it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) description: String,
    /// The category and the tags.
    pub(crate) topics: Vec<String>,
    pub(crate) input_formats: Vec<String>,
    pub(crate) output_format: String,
    pub(crate) transformation: String,
    pub(crate) input: String,
    pub(crate) output: String,
    /// The functions that the transformation calls, sorted.
    pub(crate) functions: Vec<String>,
}

/// Reads a case from the value of its file; `stem` is the name of the file.
///
/// # Errors
///
/// There is no transformation.
pub(crate) fn read_case(value: &Value, stem: &str) -> Result<Case, String> {
    if !value.is_object() {
        return Err("it is not a mapping".to_owned());
    }
    let text = |name: &str| {
        let text = value.get(name).and_then(Value::as_str).map(str::trim);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let transformation = text("transformation").ok_or("it has no `transformation`")?;
    let inputs = read_inputs(value);
    let input_formats = inputs.iter().map(|input| input.format.clone()).collect();
    let input = match &inputs[..] {
        [only] => only.data.clone(),
        several => {
            let shown = several
                .iter()
                .map(|it| format!("{} ({}):\n{}", it.name, it.format, it.data));
            shown.collect::<Vec<_>>().join("\n\n")
        }
    };
    let expected = value.get("expected");
    let output = match (expected, value.get("error_expected")) {
        (Some(expected), _) => show_data(expected.get("data")),
        // A case that must fail shows models what is not allowed.
        (None, Some(error)) => format!("Error: {}", show_data(Some(error))),
        (None, None) => String::new(),
    };
    let tags = value.get("tags").and_then(Value::as_array);
    let tags = tags.into_iter().flatten().filter_map(Value::as_str);
    Ok(Case {
        name: text("name").unwrap_or_else(|| stem.to_owned()),
        description: text("description").unwrap_or_default(),
        topics: text("category")
            .into_iter()
            .chain(tags.map(str::to_owned))
            .collect(),
        output_format: normalize_format(&format_of(expected).unwrap_or_default()),
        functions: called_functions(&transformation),
        input_formats,
        input: cut(input),
        output: cut(output),
        transformation,
    })
}

struct Input {
    name: String,
    format: String,
    data: String,
}

fn read_inputs(value: &Value) -> Vec<Input> {
    let read = |name: &str, input: &Value| Input {
        name: name.to_owned(),
        format: normalize_format(&format_of(Some(input)).unwrap_or_default()),
        data: match input.get("file").and_then(Value::as_str) {
            Some(file) if input.get("data").is_none() => format!("(the file {file})"),
            _ => show_data(input.get("data")),
        },
    };
    match (
        value.get("input"),
        value.get("inputs").and_then(Value::as_object),
    ) {
        (Some(input), _) => vec![read("input", input)],
        (None, Some(inputs)) => inputs
            .iter()
            .map(|(name, input)| read(name, input))
            .collect(),
        (None, None) => Vec::new(),
    }
}

fn format_of(value: Option<&Value>) -> Option<String> {
    let format = value?.get("format")?.as_str()?;
    Some(format.to_owned())
}

fn show_data(data: Option<&Value>) -> String {
    match data {
        None => String::new(),
        Some(Value::String(text)) => text.trim_end().to_owned(),
        Some(value) => format!("{value:#}"),
    }
}

fn cut(mut text: String) -> String {
    if text.len() <= MAX_DATA_BYTES {
        return text;
    }
    let mut end = MAX_DATA_BYTES;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text.push('…');
    text
}

/// One name for each format: the suite says `jsch` and `proto`, calls say `json-schema` and `protobuf`.
pub(crate) fn normalize_format(format: &str) -> String {
    let lower = format.trim().to_lowercase();
    match lower.as_str() {
        "jsch" | "jsonschema" | "json_schema" => "json-schema".to_owned(),
        "proto" | "protobuf3" => "protobuf".to_owned(),
        "yml" => "yaml".to_owned(),
        _ => lower,
    }
}
