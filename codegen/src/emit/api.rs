use indexmap::IndexMap;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::model::Api;

use super::docs::{self, Docs};
use super::literal::string;
use super::scope::Scope;
use super::{EmitError, EmitSettings, base_url, security};

/// What stands above the list of variables.
const CREDENTIALS: [&str; 2] = [
    "Credentials come from the environment. With `_FILE` or `_COMMAND` behind its name, a variable of a",
    "secret names a file or a command to get it from. `--help` lists all variables.",
];

/// A field that does not speak for itself, and what is said of it.
pub(crate) const BY_NAME: (&str, &str) = (
    "by_name:",
    "Places in `TOOLS`, in the order of their names.",
);

/// The `API` of a file.
pub(crate) fn item(
    api: &Api,
    settings: &EmitSettings,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let docs = Docs::new()
        .ours(format!("{}, as MCP tools.", docs::code(title(api))))
        .spec(&api.description)
        .list(&CREDENTIALS, security::variables(api))
        .attributes()?;
    let ty = scope.runtime("Api");
    let name = string(&api.name)?;
    let title = string(&api.title)?;
    let version = string(&api.version)?;
    let description = string(&api.description)?;
    let servers = base_url::list(&api.servers, scope)?;
    let security = security::all(api)?;
    let by_name = by_name(api)?;
    let tags = tags(api)?;
    let mock_responses = if settings.answers {
        quote!(mock_responses::ALL)
    } else {
        quote!(None)
    };
    let discovery = match &settings.discovery {
        Some(_) => quote!(discovery::ALL),
        None => quote!(None),
    };
    let bridge = match &settings.bridge {
        Some(_) => quote!(bridge::ALL),
        None => quote!(None),
    };
    let value = quote! {
        #ty {
            name: #name,
            title: #title,
            version: #version,
            description: #description,
            servers: #servers,
            security: #security,
            tools: TOOLS,
            schemas: &schemas::ALL,
            by_name: &[#(#by_name),*],
            tags: &[#(#tags),*],
            mock_responses: #mock_responses,
            discovery: #discovery,
            bridge: #bridge,
        }
    };
    if api.manual().next().is_none() {
        return Ok(quote!(#docs pub static API: #ty = #value;));
    }
    let manual = scope.runtime("ManualApi");
    Ok(quote!(#docs pub static API: #manual = #manual::new(#value);))
}

/// What people call the API.
pub(crate) fn title(api: &Api) -> &str {
    if api.title.trim().is_empty() {
        &api.name
    } else {
        &api.title
    }
}

/// The tags in the order of their first operation, each with the places of its tools. One table for
/// the whole API: a field of each tool would be one more constant for rustc to evaluate per tool.
fn tags(api: &Api) -> Result<Vec<TokenStream>, EmitError> {
    let mut tags: IndexMap<&str, Vec<usize>> = IndexMap::new();
    for (index, operation) in api.operations.iter().enumerate() {
        for tag in &operation.tags {
            let tools = tags.entry(tag).or_default();
            // A tag may be listed twice.
            if tools.last() != Some(&index) {
                tools.push(index);
            }
        }
    }
    let entry = |(tag, tools): (&str, Vec<usize>)| {
        let tag = string(tag)?;
        let tools = tools.into_iter().map(Literal::usize_unsuffixed);
        Ok(quote!((#tag, &[#(#tools),*])))
    };
    tags.into_iter().map(entry).collect()
}

fn by_name(api: &Api) -> Result<Vec<Literal>, EmitError> {
    let count = api.operations.len();
    if count > usize::from(u16::MAX) + 1 {
        return Err(EmitError::TooManyTools(count));
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&index| &api.operations[index].tool);
    Ok(order.into_iter().map(Literal::usize_unsuffixed).collect())
}
