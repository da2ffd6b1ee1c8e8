//! Puts a generated file together: the order of its items and modules, its comment at the top, and
//! the JSON beside it. Takes a model with the texts of its schemas, and gives both files as texts
//! that depend on these alone. How each item reads is decided by the other files of `emit`.

use std::collections::HashSet;

use quote::quote;

use crate::document::{DocumentRequest, write_document};
use crate::generated_code::GeneratedCode;
use crate::model::Api;
use crate::schema_texts::SchemaTexts;
use crate::side_by_side::do_side_by_side;

use super::checks::Checks;
use super::derives::Derives;
use super::docs::{one_line, wrap_prose};
use super::layout::MAX_WIDTH;
use super::scope::Scope;
use super::source::{Level, Source, Table};
use super::types::Types;
use super::{
    EmitError, EmitSettings, api, document, handlers, request, response, security, tool, types, xml,
};

/// The oldest version of the runtime that runs generated files, which the runtime checks when they are compiled: the
/// same as `toolwright::generated::REQUIRED_VERSION`. Raise both to the next minor version when a generated file needs
/// something of the runtime that it did not have before, or means something else by what it names;
/// `docs/upgrading.md` has the rules.
const REQUIRED_VERSION: &str = "0.1";

/// Writes an API as Rust source, a file to be declared with `mod` or to be included in a module, and the JSON that it
/// includes.
/// `texts` are those of the API's schemas, as [`plan`](crate::schema_texts::plan) makes them.
///
/// The text depends on nothing but the arguments.
///
/// # Errors
///
/// When a derive in the settings is no path, the model is not in itself consistent, or the texts are
/// not the model's.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::emit::{EmitSettings, emit};
/// use toolwright_codegen::schema_texts::{TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let texts = plan(modelled.api(), &TextSettings::default());
/// let code = emit(modelled.api(), &texts, &EmitSettings::default())?;
/// assert!(code.rust().contains("pub struct ListPets"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn emit(
    api: &Api,
    texts: &SchemaTexts,
    settings: &EmitSettings,
) -> Result<GeneratedCode, EmitError> {
    let spec = one_line(&settings.spec);
    let request = DocumentRequest {
        api,
        texts,
        spec: spec.as_ref(),
        has_mock_responses: settings.answers,
        discovery: settings.discovery.as_ref(),
        bridge: settings.bridge.as_ref(),
    };
    let type_names = api.types.iter().map(|def| def.ident.as_str());
    let type_names: HashSet<&str> = type_names.collect();
    let root = make_root_scope(api, &type_names);
    // With discovery the document takes longer than the rest, and only its declaration depends on it. It has to be written without
    // tokens: in a macro, those of proc_macro2 live on the macro's own thread.
    let (document, rest) = do_side_by_side(
        || write_document(&request),
        || write_items(api, texts, settings, &type_names, &root),
    );
    let json_file = format!("{}.json", api.name);
    let mut source = Source::new(&write_head(api, settings));
    source.items(quote!(
        use toolwright::generated::*;
    ))?;
    source.items(quote!(
        const _: () = ::toolwright::generated::requires_version(#REQUIRED_VERSION);
    ))?;
    source.items(document::item(&json_file, &document.fingerprint, &root)?)?;
    source.append_items(rest?);
    Ok(GeneratedCode::new(
        source.finish(),
        document.json,
        json_file,
    ))
}

fn make_root_scope<'a>(api: &'a Api, type_names: &'a HashSet<&'a str>) -> Scope<'a> {
    let requests = api.operations.iter().map(|op| op.request.as_str());
    let responses = api.operations.iter().filter_map(response::ident_of);
    Scope::root(requests.chain(responses).collect(), type_names)
}

/// Writes the items that follow the declaration of the document.
fn write_items(
    api: &Api,
    texts: &SchemaTexts,
    settings: &EmitSettings,
    type_names: &HashSet<&str>,
    root: &Scope<'_>,
) -> Result<Source, EmitError> {
    let traits = handlers::names(api);
    let by_hand = Scope::handlers(traits.iter().map(String::as_str).collect(), type_names);
    let derives = Derives::new(&settings.derives, &api.types)?;
    let mut checks = Checks::new(&api.definitions).asserting_formats(settings.assert_formats);

    let mut source = Source::default();
    source.items(api::item(api, settings, root)?)?;
    for (index, operation) in api.operations.iter().enumerate() {
        checks.declare_schema(&operation.constant, operation.checked());
        if texts.inputs.get(index).is_none() {
            return Err(EmitError::Text(operation.tool.clone()));
        }
        source.items(request::items(operation, &derives, root)?)?;
        source.items(response::items(operation, &derives, root)?)?;
    }
    source.items(handlers::items(api, root)?)?;
    let mut table = Table::new(tool::table(root), Level::File);
    // By name, as the runtime finds them, while requests stay in the order of the spec.
    for (index, operation) in api.operations_by_tool() {
        let output = texts.outputs.get(index).and_then(Option::as_ref);
        table.add(tool::expression(operation, api, output, root)?)?;
    }
    source.table(table)?;
    let types = Types {
        derives: &derives,
        scope: &Scope::types(type_names),
        sent: &api.sent_types(),
    };
    source.module(handlers::head(), handlers::traits(api, root, &by_hand)?)?;
    source.module(types::head(), types.items(&api.types, &mut checks)?)?;
    source.module(quote!(mod security), security::items(api)?)?;
    source.module(quote!(mod xml), xml::items(&api.xml)?)?;
    source.module(quote!(mod checks), [checks.into_module()])?;
    Ok(source)
}

/// Ordinary comments: a file that is included cannot have inner ones.
fn write_head(api: &Api, settings: &EmitSettings) -> String {
    let title = one_line(api::title(api));
    let version = one_line(&api.version);
    let count = api.operations.len();
    let tools = if count == 1 { "tool" } else { "tools" };
    let subject = format!("{title} {version}");
    let subject = write_comment(&format!("{}: {count} {tools}.", subject.trim()));
    let origin = write_comment(&format!(
        "@generated by toolwright {} from {}; do not edit.",
        one_line(&settings.version),
        one_line(&settings.spec),
    ));
    format!(
        "{subject}//\n{origin}{}\
         // To change it, change the spec or the settings, then build again or run `toolwright generate`.\n\n",
        settings.options,
    )
}

fn write_comment(text: &str) -> String {
    let lines = wrap_prose(text, MAX_WIDTH - "// ".len());
    lines.iter().map(|line| format!("// {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::REQUIRED_VERSION;

    #[test]
    fn the_runtime_requires_the_version_that_is_written() {
        let runtime = include_str!("../../../runtime/src/generated/version.rs");
        let line = format!("pub const REQUIRED_VERSION: &str = {REQUIRED_VERSION:?};");
        assert!(runtime.contains(&line), "the runtime needs `{line}`");
    }
}
