use indexmap::IndexSet;
use serde_json::{Map, Value};

use super::layout::Layout;
use super::shared_descriptions::DescriptionSection;
use crate::interned::Interner;
use crate::model::{Api, Need, Operation};
use crate::schema_texts::{SchemaTexts, parse_schema_text};

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
    let mut descriptions = DescriptionSection::new(&texts.shared_descriptions);
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
                tool_layout(
                    texts,
                    index,
                    [("needs", needs), ("read_only", write_read_only(operation))],
                    &mut descriptions,
                    interner,
                ),
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
    layouts.extend(descriptions.into_layout(interner));
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

/// The properties that the API sets, which errors name.
fn write_read_only(operation: &Operation) -> Option<Value> {
    let names = &operation.read_only;
    (!names.is_empty()).then(|| names.iter().cloned().collect())
}

fn tool_layout(
    texts: &SchemaTexts,
    index: usize,
    hints: [(&str, Option<Value>); 2],
    descriptions: &mut DescriptionSection<'_>,
    interner: &mut Interner,
) -> Layout {
    let (full_text, client_text) = (
        texts.faithful_root_text(index),
        texts.portable_input_text(index),
    );
    let full = interner.intern(&parse_schema_text(&full_text));
    let refers_to_definitions = texts
        .inputs
        .get(index)
        .is_some_and(|input| !input.faithful.definitions.is_empty());
    // The order of properties is part of what a client is shown, and no part of what values compare.
    let has_same_text = !refers_to_definitions && full_text == client_text;
    let client = match has_same_text && texts.shared_descriptions.is_empty() {
        true => full,
        false => descriptions.intern_client_schema(&parse_schema_text(&client_text), interner),
    };
    // Unless descriptions became references, equal schemas are one value.
    let client = (!has_same_text || client != full).then_some(client);
    let output = texts.portable_output(index);
    let output = (output != Value::Null).then(|| interner.intern(&output));
    let hints = hints.map(|(key, hint)| (key, hint.map(|hint| interner.intern(&hint))));
    let members = [
        ("input", Some(full)),
        ("client", client),
        ("output", output),
    ];
    let members = members.into_iter().chain(hints);
    let members = members.filter_map(|(key, id)| Some((key.to_owned(), Layout::Value(id?))));
    Layout::Object(members.collect())
}
