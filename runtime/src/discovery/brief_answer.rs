//! What the schema provider answers in brief, made of the schema of the operation's arguments when somebody asks. The full
//! answer is made at build time instead.

use serde_json::{Map, Value};
use toolwright_inspect::{BriefOperation, ToolSchema};

use super::catalogue::{Catalogue, KnownEndpoint, ValueSource};
use super::lister::summary_of;
use super::schema_form::{ProviderDefaults, SchemaForm};
use crate::discovery_table::SchemaFormat;
use crate::document::BrokenDocument;
use crate::tools::DiscoveryNames;

/// The answer for an endpoint in one of the brief forms.
pub(super) fn write_brief_answer(
    catalogue: &Catalogue,
    names: &DiscoveryNames,
    defaults: ProviderDefaults<'_>,
    index: usize,
    form: SchemaForm,
) -> Result<String, BrokenDocument> {
    let known = catalogue.endpoint_at(index);
    let known = known.ok_or_else(|| BrokenDocument::new("discovery"))?;
    let input = read_input_schema(catalogue, defaults, index)?;
    let output = match form.has_output {
        true => Some(read_output_schema(catalogue, names, index, known)?),
        false => None,
    };
    let call = match defaults.has_executor {
        true => format!(
            "{} with this method and endpoint_path, and the parameters in request_data",
            names.executor_for(known.is_read_only())
        ),
        false => format!("{} with the parameters", known.name()),
    };
    let schema = ToolSchema::parse(known.name(), "", &input);
    let sources = catalogue.sources_of(index);
    let operation = BriefOperation {
        schema: &schema,
        method: known.method(),
        path: known.path(),
        summary: &summary_of(known),
        needs: list_needs(&schema, &sources),
        call: &call,
        output,
    };
    Ok(match form.format {
        SchemaFormat::Compact => operation.write_compact(form.max_bytes),
        SchemaFormat::Nested | SchemaFormat::Full => operation.write_nested(form.max_bytes),
    })
}

/// The whole schema of an endpoint's arguments, in which files have the sources that the operator allows.
pub(super) fn read_input_schema(
    catalogue: &Catalogue,
    defaults: ProviderDefaults<'_>,
    index: usize,
) -> Result<Value, BrokenDocument> {
    let known = catalogue.endpoint_at(index);
    let tool = known.map_or("discovery", KnownEndpoint::name);
    let text = catalogue.input_schema(index)?;
    let mut schema: Value = serde_json::from_str(&text).map_err(|_| BrokenDocument::new(tool))?;
    (defaults.sources_of)(tool).restrict_in(&mut schema);
    Ok(schema)
}

/// Arguments, each with the tool that likeliest returns a value for it.
fn list_needs<'a>(schema: &ToolSchema, sources: &[ValueSource<'a>]) -> Vec<(&'a str, &'a str)> {
    let mut needs: Vec<(&str, &str)> = Vec::new();
    for source in sources {
        // The spec's arguments may be hidden or fixed; then a call that sets them is rejected.
        let is_argument = schema.parameter(source.argument).is_some();
        // The likeliest of each argument is the first.
        let is_first = needs
            .last()
            .is_none_or(|(argument, _)| *argument != source.argument);
        if is_argument && is_first {
            needs.push((source.argument, source.tool));
        }
    }
    needs
}

/// The output schema as the full answer has it. Servers that list no output schemas have it nowhere else.
fn read_output_schema(
    catalogue: &Catalogue,
    names: &DiscoveryNames,
    index: usize,
    known: &KnownEndpoint,
) -> Result<Value, BrokenDocument> {
    let answer = catalogue.provider_answer(index, names.executor_for(known.is_read_only()))?;
    let answer: Map<String, Value> =
        serde_json::from_str(answer).map_err(|_| BrokenDocument::new(known.name()))?;
    let output = answer.get("output_schema").cloned();
    output.ok_or_else(|| BrokenDocument::new(known.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn hidden_arguments_are_not_needed() {
        let schema = json!({"properties": {"petId": {"type": "integer"}}});
        let schema = ToolSchema::parse("get_pet", "", &schema);
        let source = |argument, tool| ValueSource {
            argument,
            producer: 0,
            tool,
            place: "id",
        };
        let sources = [
            source("shopId", "list_shops"),
            source("petId", "list_pets"),
            source("petId", "find_pets"),
        ];
        assert_eq!(list_needs(&schema, &sources), [("petId", "list_pets")]);
    }
}
