//! The structure in one sentence, for a model that decides what to read next.

use crate::api::types::{InputFormat, SchemaNode};

/// Names that are listed; the rest are counted.
const MAX_NAMES: usize = 12;

/// The sentence.
pub(crate) fn summarize(format: InputFormat, node: &SchemaNode) -> String {
    match format {
        InputFormat::Xml => summarize_document("XML document", node),
        InputFormat::Xsd => summarize_document("XSD schema", node),
        InputFormat::Csv => summarize_table(node),
        InputFormat::Json => summarize_value("JSON", node),
        InputFormat::Yaml => summarize_value("YAML", node),
        InputFormat::JsonSchema => summarize_schema("JSON Schema", node),
        InputFormat::Avro => summarize_schema("Avro schema", node),
        InputFormat::Protobuf => summarize_schema("Protobuf schema", node),
    }
}

fn summarize_document(what: &str, node: &SchemaNode) -> String {
    let roots: Vec<(&str, &SchemaNode)> = node.properties.iter().flat_map(|it| it.iter()).collect();
    match roots[..] {
        [(name, root)] => format!("{what} with {name} root element{}", contents(root)),
        [] => format!("{what} without a root element"),
        _ => {
            let names = roots.iter().map(|(name, _)| (*name).to_owned());
            format!(
                "{what} with the root elements {}",
                join(limit(names.collect()))
            )
        }
    }
}

/// ` containing Customer (Name, Email) and Items array`.
fn contents(node: &SchemaNode) -> String {
    if node.r#type == "array" {
        let items = node.items.as_deref().map(names_of).unwrap_or_default();
        let item = node.item_name.as_deref().unwrap_or("item");
        return format!(" containing {item} array{}", in_brackets(&items));
    }
    let parts = describe_properties(node);
    match (parts.is_empty(), node.r#type.as_str()) {
        (true, "object") => " without content".to_owned(),
        (true, other) => format!(" of type {other}"),
        (false, _) => format!(" containing {}", join(limit(parts))),
    }
}

fn summarize_value(what: &str, node: &SchemaNode) -> String {
    match node.r#type.as_str() {
        "object" => format!("{what} object{}", with(node)),
        "array" => summarize_array(what, node),
        other => format!("{what} value of type {other}"),
    }
}

fn summarize_array(what: &str, node: &SchemaNode) -> String {
    let count = match (node.min_items, node.max_items) {
        // Of data, both limits are the number of its items.
        (Some(least), Some(most)) if least == most => format!(" of {most}"),
        _ => " of".to_owned(),
    };
    match node.items.as_deref() {
        None => format!("Empty {what} array"),
        Some(items) if items.r#type == "object" => {
            format!("{what} array{count} objects{}", with(items))
        }
        Some(items) => format!("{what} array{count} items of type {}", items.r#type),
    }
}

fn summarize_table(node: &SchemaNode) -> String {
    let columns = node.items.as_deref();
    let columns = columns.and_then(|items| items.properties.as_ref());
    let columns: Vec<String> = columns
        .iter()
        .flat_map(|it| it.iter())
        .map(|(name, column)| format!("{name} ({})", column.r#type))
        .collect();
    let rows = node.max_items.unwrap_or_default();
    let plural = if rows == 1 { "" } else { "s" };
    format!(
        "CSV table of {rows} row{plural} with {}",
        join(limit(columns))
    )
}

fn summarize_schema(what: &str, node: &SchemaNode) -> String {
    match node.r#type.as_str() {
        "object" => format!("{what} of an object{}", with(node)),
        "array" => format!(
            "{what} of an array{}",
            node.items.as_deref().map(with).unwrap_or_default()
        ),
        "any" => format!("{what} of values of several types"),
        other => format!("{what} of a value of type {other}"),
    }
}

/// ` with customer (name, email) and items array`.
fn with(node: &SchemaNode) -> String {
    let parts = describe_properties(node);
    match parts.is_empty() {
        true if node.additional_properties.is_some() => " with properties of any name".to_owned(),
        true => " without properties".to_owned(),
        false => format!(" with {}", join(limit(parts))),
    }
}

fn describe_properties(node: &SchemaNode) -> Vec<String> {
    let properties = node.properties.iter().flat_map(|it| it.iter());
    let described = properties.map(|(name, child)| match child.r#type.as_str() {
        "array" => format!("{name} array"),
        "object" => format!("{name}{}", in_brackets(&names_of(child))),
        _ => name.to_owned(),
    });
    described.collect()
}

fn names_of(node: &SchemaNode) -> Vec<String> {
    let properties = node.properties.iter().flat_map(|it| it.iter());
    properties.map(|(name, _)| name.to_owned()).collect()
}

fn in_brackets(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => format!(" ({})", limit(names.to_vec()).join(", ")),
    }
}

fn limit(mut parts: Vec<String>) -> Vec<String> {
    let more = parts.len().saturating_sub(MAX_NAMES);
    // "1 more" would be as long as most names.
    if more > 1 {
        parts.truncate(MAX_NAMES);
        parts.push(format!("{more} more"));
    }
    parts
}

/// `a`, `a and b`, `a, b, and c`.
pub(crate) fn join(parts: Vec<String>) -> String {
    match &parts[..] {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        // No comma between two: it belongs to lists of three and more.
        [first, second] => format!("{first} and {second}"),
        [others @ .., last] => format!("{}, and {last}", others.join(", ")),
    }
}

/// `Object with orderId (string), customerName (string), and total (number)`.
pub(crate) fn summarize_output(node: &SchemaNode) -> String {
    match node.r#type.as_str() {
        "object" => {
            let properties = node.properties.iter().flat_map(|it| it.iter());
            let fields = properties.map(|(name, child)| format!("{name} ({})", child.r#type));
            let fields: Vec<String> = fields.collect();
            match fields.is_empty() {
                true => "Object without known fields".to_owned(),
                false => format!("Object with {}", join(limit(fields))),
            }
        }
        "array" => match node.items.as_deref() {
            Some(items) if items.r#type == "object" => {
                format!("Array of objects with {}", join(limit(names_of(items))))
            }
            Some(items) => format!("Array of {} items", items.r#type),
            None => "Array of unknown items".to_owned(),
        },
        "any" => "Value of an uncertain type".to_owned(),
        other => format!("Value of type {other}"),
    }
}
