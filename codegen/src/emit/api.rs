use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::model::{Api, SecurityKind, SecurityScheme};

use super::docs::{self, Docs};
use super::ident::variant;
use super::literal::string;
use super::scope::Scope;
use super::{EmitError, EmitSettings};

/// The `API` of a file.
pub(crate) fn item(
    api: &Api,
    settings: &EmitSettings,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let docs = Docs::new()
        .ours(format!("{}, as MCP tools.", docs::code(title(api))))
        .spec(&api.description)
        .attributes()?;
    let ty = scope.runtime("Api");
    let name = string(&api.name)?;
    let title = string(&api.title)?;
    let version = string(&api.version)?;
    let description = string(&api.description)?;
    let servers = strings(&api.servers)?;
    let security = api
        .security
        .iter()
        .map(|scheme| security_scheme(scheme, scope))
        .collect::<Result<Vec<_>, _>>()?;
    let by_name = by_name(api)?;
    let answers = if settings.answers {
        quote!(answers::ALL)
    } else {
        quote!(None)
    };
    Ok(quote! {
        #docs
        pub static API: #ty = #ty {
            name: #name,
            title: #title,
            version: #version,
            description: #description,
            servers: &[#(#servers),*],
            security: &[#(#security),*],
            tools: TOOLS,
            schemas: &schemas::ALL,
            by_name: &[#(#by_name),*],
            answers: #answers,
        };
    })
}

/// What people call the API.
pub(crate) fn title(api: &Api) -> &str {
    if api.title.trim().is_empty() {
        &api.name
    } else {
        &api.title
    }
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

fn security_scheme(scheme: &SecurityScheme, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("SecurityScheme");
    let name = string(&scheme.name)?;
    let kind = security_kind(&scheme.kind, scope)?;
    let env = string(&scheme.env)?;
    Ok(quote!(#ty { name: #name, kind: #kind, env: #env }))
}

fn security_kind(kind: &SecurityKind, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("SecurityKind");
    Ok(match kind {
        SecurityKind::ApiKey(place, name) => {
            let places = scope.runtime("ApiKeyIn");
            let place = variant(place)?;
            let name = string(name)?;
            quote!(#ty::ApiKey(#places::#place, #name))
        }
        SecurityKind::Basic => quote!(#ty::Basic),
        SecurityKind::Bearer => quote!(#ty::Bearer),
    })
}

fn strings(texts: &[String]) -> Result<Vec<Literal>, EmitError> {
    texts.iter().map(|text| string(text)).collect()
}
