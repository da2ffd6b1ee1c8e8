//! What each `Rule` means: a sentence about a tool or a schema that breaks it, or nothing.
//! Sentences have no full stop and name the offending value, since the caller puts the place before
//! them and the reason behind them.

use serde_json::Value;

use super::CheckedTool;
use super::node::Node;
use crate::clients::{Prefix, Rule};
use crate::schema::keyword::declared_types;

/// What is wrong with a tool as a whole.
pub(super) fn of_tool(
    rule: Rule,
    server: &str,
    tool: &CheckedTool,
    nodes: &[Node],
) -> Option<String> {
    let over = |what: &str, count: usize, most: usize| {
        (count > most).then(|| format!("{count} {what}, more than {most}"))
    };
    match rule {
        Rule::ToolName { longest, prefix } => long_name(tool.name, server, longest, prefix),
        Rule::ToolNameStart => tool
            .name
            .starts_with(|c: char| c.is_ascii_digit() || c == '-')
            .then(|| format!("the tool name `{}` does not start with a letter", tool.name)),
        Rule::Title => tool
            .title
            .is_empty()
            .then(|| "there is no title".to_owned()),
        Rule::Hints(needed) => {
            let missing = needed.iter().filter(|hint| !tool.hints.contains(hint));
            let missing: Vec<String> = missing.map(|hint| format!("`{hint}`")).collect();
            (!missing.is_empty()).then(|| format!("{} not stated", missing.join(", ")))
        }
        Rule::Description(most) => over("bytes of description", tool.description.len(), most),
        Rule::Properties(most) => {
            let count = nodes.iter().filter(|node| node.property.is_some()).count();
            over("properties", count, most)
        }
        Rule::EnumValues(most) => over(
            "values of `enum`s",
            nodes.iter().map(enum_values).sum(),
            most,
        ),
        Rule::Depth(most) => {
            let depth = nodes.iter().map(|node| node.depth).max().unwrap_or(0);
            over("levels of objects", depth, most)
        }
        _ => None,
    }
}

fn long_name(name: &str, server: &str, longest: usize, prefix: Option<Prefix>) -> Option<String> {
    let before = prefix.map_or(0, |prefix| prefix.length(server));
    let length = before + name.len();
    (length > longest).then(|| {
        let beside = match before {
            0 => String::new(),
            before => format!(", including {before} for the server `{server}`"),
        };
        format!("the tool name has {length} characters{beside}, more than {longest}")
    })
}

fn enum_values(node: &Node) -> usize {
    let values = node.schema.get("enum").and_then(Value::as_array);
    values.map_or(0, Vec::len)
}

/// What is wrong with a schema.
pub(super) fn of_node(rule: Rule, node: &Node) -> Option<String> {
    let schema = node.schema;
    match rule {
        Rule::NoDefinitions => {
            let target = schema.get("$ref")?;
            Some(format!("the reference {target}"))
        }
        Rule::OneType => match schema.get("type") {
            Some(Value::Array(types)) => {
                Some(format!("the type is {}", Value::from(types.clone())))
            }
            _ => None,
        },
        // References have a rule of their own, `NoDefinitions`. Reporting them here would name each
        // one twice.
        Rule::Keywords(known) => list_keywords(schema.keys().filter(|keyword| {
            !matches!(keyword.as_str(), "$ref" | "$defs") && !known.contains(&keyword.as_str())
        })),
        Rule::NoKeywords(refused) => list_keywords(
            schema
                .keys()
                .filter(|keyword| refused.contains(&keyword.as_str())),
        ),
        Rule::StringEnums => {
            let values = schema.get("enum")?.as_array()?;
            let other = values.iter().find(|value| !value.is_string())?;
            Some(format!("the value {other} of the `enum` is not a string"))
        }
        Rule::Typed => {
            let silent = ["type", "anyOf", "oneOf", "allOf", "$ref"]
                .iter()
                .all(|keyword| !schema.contains_key(*keyword));
            silent.then(|| "no `type`".to_owned())
        }
        Rule::LoneAnyOf => {
            let beside = schema.keys().filter(|keyword| *keyword != "anyOf");
            let beside = schema.get("anyOf").and_then(|_| list_keywords(beside))?;
            Some(format!("{beside} beside `anyOf`"))
        }
        Rule::StringFormats(known) => {
            let format = schema.get("format")?.as_str()?;
            let refused = declared_types(schema).contains(&"string") && !known.contains(&format);
            refused.then(|| format!("the format `{format}`"))
        }
        Rule::Identifiers => {
            let name = node.property?;
            (!is_identifier(name)).then(|| format!("the name `{name}`"))
        }
        _ => None,
    }
}

fn list_keywords<'a>(keywords: impl Iterator<Item = &'a String>) -> Option<String> {
    let keywords: Vec<String> = keywords.map(|keyword| format!("`{keyword}`")).collect();
    (!keywords.is_empty()).then(|| keywords.join(", "))
}

fn is_identifier(name: &str) -> bool {
    name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
