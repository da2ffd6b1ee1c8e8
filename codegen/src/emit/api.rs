//! Writes the `API` of a generated file: a call of the runtime's builder with what the spec says of
//! the whole, and docs that list the variables of its credentials. Takes the model. The parts that
//! it names, such as `TOOLS`, are written by others.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::Api;
use crate::setting::SchemaFormat;

use super::docs::{self, Docs};
use super::literal::string;
use super::scope::Scope;
use super::{EmitError, EmitSettings, base_url, security};

/// What stands above the list of variables.
const CREDENTIALS: &str = "Credentials come from the environment. With `_FILE` or `_COMMAND` behind its name, a \
    variable of a secret names a file or a command to get it from. `--help` lists all variables.";

/// The `API` of a file.
pub(crate) fn item(
    api: &Api,
    settings: &EmitSettings,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let docs = Docs::new()
        .ours(format!("{}, as MCP tools.", docs::code(title(api))))
        .spec(&api.description)
        .with_list(CREDENTIALS, security::variables(api))
        .attributes()?;
    let ty = scope.runtime("Api");
    let name = string(&api.name)?;
    let mut value = quote!(#ty::new(#name));
    for (method, text) in [
        (quote!(title), &api.title),
        (quote!(version), &api.version),
        (quote!(description), &api.description),
    ] {
        if !text.is_empty() {
            let text = string(text)?;
            value.extend(quote!(.#method(#text)));
        }
    }
    if !api.servers.is_empty() {
        let servers = base_url::list(&api.servers, scope)?;
        value.extend(quote!(.servers(#servers)));
    }
    if !api.security.is_empty() {
        let security = security::all(api)?;
        value.extend(quote!(.security(#security)));
    }
    value.extend(quote!(.tools(TOOLS).schemas(&SCHEMAS)));
    if settings.answers {
        value.extend(quote!(.mock_responses(mock_responses!(DOCUMENT))));
    }
    if let Some(discovery) = &settings.discovery {
        let prefix = string(discovery.name_prefix().as_str())?;
        let format = settings.discovery_format.map(|format| {
            let format = match format {
                SchemaFormat::Nested => quote!(Nested),
                SchemaFormat::Compact => quote!(Compact),
                SchemaFormat::Full => quote!(Full),
            };
            quote!(, #format)
        });
        value.extend(quote!(.discovery(discovery!(#prefix, DOCUMENT #format))));
    }
    if settings.bridge.is_some() {
        value.extend(quote!(.bridge(bridge!(DOCUMENT))));
    }
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
