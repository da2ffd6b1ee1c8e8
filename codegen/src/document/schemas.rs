use indexmap::IndexSet;
use serde_json::{Map, Value};

use super::layout::Layout;
use crate::interned::Interner;
use crate::model::{Api, Need};
use crate::schema_texts::SchemaTexts;

/// Tools that are named as those that return a value for one argument: a server may not serve the first.
const MOST_SOURCES: usize = 3;

/// The schemas of each tool and the tools that return values for its arguments, and the definitions that the full ones refer to. A client schema stands for itself; a full
/// one has its definitions beside the tools, since each tool of a large API may reach all of them.
pub(super) fn lay_out_schemas(
    api: &Api,
    texts: &SchemaTexts,
    interner: &mut Interner,
) -> Vec<(String, Layout)> {
    let mut used: IndexSet<&str> = IndexSet::new();
    let tools = api
        .operations_by_tool()
        .into_iter()
        .map(|(index, operation)| {
            let definitions = texts.inputs.get(index).map(|it| &it.faithful.definitions);
            let definitions = definitions.into_iter().flatten();
            used.extend(definitions.map(String::as_str));
            let needs = write_needs(api, api.flow.needs.get(index).map_or(&[], Vec::as_slice));
            (
                operation.tool.clone(),
                tool_layout(texts, index, needs, interner),
            )
        });
    let tools = Layout::Object(tools.collect());
    used.sort_unstable();
    let definitions = used.into_iter().filter_map(|key| {
        let definition = texts.faithful_definition(key)?;
        Some((key.to_owned(), Layout::Value(interner.intern(&definition))))
    });
    let definitions: Vec<_> = definitions.collect();
    let mut layouts = vec![("tools".to_owned(), tools)];
    if !definitions.is_empty() {
        layouts.push(("$defs".to_owned(), Layout::Object(definitions)));
    }
    layouts
}

/// The tools that return values for arguments, each with the place in its response: `{"petId": ["list_pets [].id"]}`.
fn write_needs(api: &Api, needs: &[Need]) -> Option<Value> {
    let mut arguments = Map::new();
    for need in needs {
        let sources = need.producers.iter().take(MOST_SOURCES);
        let sources = sources.filter_map(|it| {
            let tool = &api.operations.get(it.operation)?.tool;
            Some(Value::from(format!("{tool} {}", it.place).trim_end()))
        });
        arguments.insert(need.argument.clone(), sources.collect());
    }
    (!arguments.is_empty()).then_some(Value::Object(arguments))
}

fn tool_layout(
    texts: &SchemaTexts,
    index: usize,
    needs: Option<Value>,
    interner: &mut Interner,
) -> Layout {
    let full = texts.faithful_root(index);
    let client = texts.portable_input(index);
    let refers_to_definitions = texts
        .inputs
        .get(index)
        .is_some_and(|input| !input.faithful.definitions.is_empty());
    // The order of properties is part of what a client is shown, and no part of what values compare.
    let (full_text, client_text) = (full.to_string(), client.to_string());
    let is_same = !refers_to_definitions && full_text == client_text;
    let output = texts.portable_output(index);
    let members = [
        ("input", Some(full)),
        ("client", (!is_same).then_some(client)),
        ("output", (output != Value::Null).then_some(output)),
        ("needs", needs),
    ];
    let members = members.into_iter().filter_map(|(key, schema)| {
        Some((key.to_owned(), Layout::Value(interner.intern(&schema?))))
    });
    Layout::Object(members.collect())
}
