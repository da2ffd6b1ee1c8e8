//! Schemas and names that were made to do harm.

use std::time::{Duration, Instant};

use serde_json::json;
use toolwright_inspect::suggest::suggest_names;
use toolwright_inspect::{Parameter, ToolSchema};

fn count(parameters: &[Parameter]) -> usize {
    parameters
        .iter()
        .map(|it| {
            1 + count(&it.properties)
                + it.items
                    .iter()
                    .map(|it| count(&it.properties))
                    .sum::<usize>()
        })
        .sum()
}

#[test]
fn r4_definitions_that_double_end() {
    let mut definitions = serde_json::Map::new();
    for level in 0..30 {
        let next = json!({"$ref": format!("#/$defs/{}", level + 1)});
        definitions.insert(
            level.to_string(),
            json!({"properties": {"a": next, "b": next}}),
        );
    }
    let schema = json!({"$ref": "#/$defs/0", "$defs": definitions});
    let tool = ToolSchema::parse("tool", "", &schema);
    assert_eq!(count(&tool.parameters), 10_000);
}

#[test]
fn r4_references_that_lead_nowhere_end() {
    let schema = json!({
        "properties": {"a": {"$ref": "#/properties/b"}, "b": {"$ref": "#/properties/a"}, "c": {"$ref": "#"}},
    });
    let tool = ToolSchema::parse("tool", "", &schema);
    assert_eq!(tool.parameters.len(), 3);
    assert!(count(&tool.parameters) < 10);
}

#[test]
fn r4_schemas_are_read_to_a_depth() {
    let deep = (0..100).fold(
        json!({"type": "string"}),
        |inner, _| json!({"type": "object", "properties": {"in": inner}}),
    );
    let tool = ToolSchema::parse("tool", "", &deep);
    assert_eq!(count(&tool.parameters), 32);
    let block = tool.format_nested();
    assert!(block.ends_with("- in (object, optional)"), "{block}");
}

#[test]
fn r8_long_names_take_no_time() {
    let started = Instant::now();
    let long = "a_tool_".repeat(100_000);
    assert!(suggest_names(&long, ["a_tool", &long]).is_empty());
    let names: Vec<String> = (0..400)
        .map(|it| format!("{}{it}", "a".repeat(124)))
        .collect();
    suggest_names(&"a".repeat(1_000), names.iter().map(String::as_str));
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
}
