//! What the schema provider answers in brief, made of the schema of the operation's arguments when somebody asks. The full
//! answer is made at build time instead.

use serde_json::{Map, Value};
use toolwright_inspect::{BriefOperation, ToolSchema};

use super::catalogue::{Catalogue, KnownEndpoint};
use super::lister::summary_of;
use super::schema_form::{ProviderDefaults, SchemaForm};
use crate::document::BrokenDocument;
use crate::tools::{DiscoveryNames, SchemaFormat};

/// The answer for an endpoint in one of the brief forms.
pub(super) fn write_brief_answer(
    catalogue: &Catalogue,
    names: &DiscoveryNames,
    defaults: ProviderDefaults,
    index: usize,
    form: SchemaForm,
) -> Result<String, BrokenDocument> {
    let known = catalogue.endpoint_at(index);
    let known = known.ok_or_else(|| BrokenDocument::new("discovery"))?;
    let input = catalogue.input_schema(index)?;
    let input: Value =
        serde_json::from_str(&input).map_err(|_| BrokenDocument::new(known.name()))?;
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
    let mut sources = catalogue.sources_of(index);
    // The likeliest of each argument is the first.
    sources.dedup_by(|next, first| next.argument == first.argument);
    let needs = sources.iter().map(|source| (source.argument, source.tool));
    let operation = BriefOperation {
        schema: &ToolSchema::parse(known.name(), "", &input),
        method: known.method(),
        path: known.path(),
        summary: &summary_of(known),
        needs: needs.collect(),
        call: &call,
        output,
    };
    Ok(match form.format {
        SchemaFormat::Compact => operation.write_compact(form.max_bytes),
        SchemaFormat::Nested | SchemaFormat::Full => operation.write_nested(form.max_bytes),
    })
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
