//! The names and schemas of tools.

use std::collections::HashMap;

use serde_json::Value;

use super::report::Report;
use super::{rule, text_of};
use crate::connection::excerpt;

pub(super) fn check_schemas(tools: &[Value], report: &mut Report) {
    if tools.is_empty() {
        return report.skip_the_rest(
            &[
                rule::TOOL_FORM,
                rule::UNIQUE_NAMES,
                rule::NAME_FORM,
                rule::INPUT_SCHEMA,
                rule::OUTPUT_SCHEMA,
            ],
            "there are no tools",
        );
    }
    let all = format!("{} tools", tools.len());
    report.judge(rule::TOOL_FORM, &incomplete(tools), &*all);
    report.judge(rule::UNIQUE_NAMES, &repeated_names(tools), &*all);
    report.judge(rule::NAME_FORM, &unusual_names(tools), &*all);
    report.judge(rule::INPUT_SCHEMA, &wrong_inputs(tools), &*all);
    let outputs = tools
        .iter()
        .filter(|tool| tool.get("outputSchema").is_some())
        .count();
    match outputs {
        0 => report.skip(rule::OUTPUT_SCHEMA, "no tool has an output schema"),
        count => report.judge(
            rule::OUTPUT_SCHEMA,
            &wrong_schemas(tools, "outputSchema"),
            format!("of {count} tools"),
        ),
    }
}

/// The name of a tool, or what stands for it.
pub(super) fn name_of(tool: &Value, index: usize) -> String {
    let name = text_of(tool, "name").map(str::to_owned);
    name.unwrap_or_else(|| format!("tool {}", index + 1))
}

fn incomplete(tools: &[Value]) -> Vec<String> {
    let tools = tools.iter().enumerate();
    let wrong = tools.filter_map(|(index, tool)| {
        let problem = match (tool.get("name"), tool.get("inputSchema")) {
            (None, _) => "has no `name`",
            (Some(name), _) if !name.is_string() => "has a `name` that is not a string",
            (_, None) => "has no `inputSchema`",
            _ => return None,
        };
        Some(format!("{} {problem}", name_of(tool, index)))
    });
    wrong.collect()
}

fn repeated_names(tools: &[Value]) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in tools.iter().filter_map(|tool| text_of(tool, "name")) {
        *counts.entry(name).or_default() += 1;
    }
    let repeated = counts.into_iter().filter(|(_, count)| *count > 1);
    let mut wrong: Vec<String> = repeated
        .map(|(name, count)| format!("{count} tools are called `{name}`"))
        .collect();
    // A hash map has no order, and reports of the same server should be equal.
    wrong.sort();
    wrong
}

fn unusual_names(tools: &[Value]) -> Vec<String> {
    let is_usual = |name: &str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
        // Since revision 2025-11-25 MCP recommends these characters and this length.
        (1..=128).contains(&name.len()) && name.chars().all(allowed)
    };
    let names = tools.iter().filter_map(|tool| text_of(tool, "name"));
    names
        .filter(|name| !is_usual(name))
        .map(|name| format!("`{}`", excerpt(name)))
        .collect()
}

fn wrong_inputs(tools: &[Value]) -> Vec<String> {
    let mut wrong = wrong_schemas(tools, "inputSchema");
    for (index, tool) in tools.iter().enumerate() {
        let Some(schema) = tool.get("inputSchema").filter(|schema| schema.is_object()) else {
            continue;
        };
        let root = schema.get("type");
        if root.and_then(Value::as_str) != Some("object") {
            let shown = root.map_or("missing".to_owned(), Value::to_string);
            let name = name_of(tool, index);
            wrong.push(format!(
                "{name}: the root's `type` has to be \"object\", and is {shown}"
            ));
        }
    }
    wrong
}

fn wrong_schemas(tools: &[Value], member: &str) -> Vec<String> {
    let tools = tools.iter().enumerate();
    let wrong = tools.filter_map(|(index, tool)| {
        let problem = problem_of(tool.get(member)?)?;
        Some(format!("{}: {problem}", name_of(tool, index)))
    });
    wrong.collect()
}

/// Why a value is not a schema of its dialect. A dialect that is not known here is not held against anybody, nor are
/// patterns that another engine of regular expressions may know.
fn problem_of(schema: &Value) -> Option<String> {
    if !schema.is_object() {
        return Some(format!(
            "the schema is not an object but {}",
            excerpt(&schema.to_string())
        ));
    }
    if let Some(dialect) = text_of(schema, "$schema")
        // Whatever is not known here may be known to the server's clients.
        && !is_known(dialect)
    {
        return None;
    }
    let error = jsonschema::meta::validate(schema).err()?;
    let place = error.instance_path().to_string();
    let place = if place.is_empty() {
        "/".to_owned()
    } else {
        place
    };
    Some(format!("{place}: {}", excerpt(&error.to_string())))
}

fn is_known(dialect: &str) -> bool {
    let dialect = dialect.trim_end_matches('#');
    // Drafts before 2019-09 are named by `http`, and many servers write `https`.
    let dialect = dialect.split_once("://").map_or(dialect, |(_, rest)| rest);
    [
        "json-schema.org/draft/2020-12/schema",
        "json-schema.org/draft/2019-09/schema",
        "json-schema.org/draft-07/schema",
        "json-schema.org/draft-06/schema",
        "json-schema.org/draft-04/schema",
    ]
    .contains(&dialect)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_are_held_to_their_dialect() {
        let right = [
            json!({"type": "object"}),
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "definitions": {}}),
            json!({"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": true}),
            json!({"$schema": "https://example.com/dialect", "type": "thing"}),
            json!({"type": "object", "properties": {"a": {"pattern": "(?<=x)\\p{Lu}"}}}),
        ];
        for schema in right {
            assert_eq!(problem_of(&schema), None, "{schema}");
        }
        let wrong = [
            json!(null),
            json!({"type": "thing"}),
            json!({"type": "object", "properties": []}),
            json!({"type": "object", "properties": {"a": {"type": "string", "minLength": -1}}}),
            json!({"type": "object", "required": "a"}),
        ];
        for schema in wrong {
            assert!(problem_of(&schema).is_some(), "{schema}");
        }
    }

    #[test]
    fn repeated_and_unusual_names_are_found() {
        let tools = [
            json!({"name": "a"}),
            json!({"name": "b b"}),
            json!({"name": "a"}),
        ];
        assert_eq!(repeated_names(&tools), ["2 tools are called `a`"]);
        assert_eq!(unusual_names(&tools), ["`b b`"]);
        assert_eq!(incomplete(&tools).len(), 3);
    }
}
