//! The module `security`: how operations authenticate.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{
    Api, OAuthFlow, OAuthGrant, Operation, Requirement, SecurityKind, SecurityScheme,
};

use super::ident::{ident, variant};
use super::literal::{string, strings};
use super::{EmitError, docs};

/// The items of the module, none when no operation authenticates.
pub(crate) fn items(api: &Api) -> Result<Vec<TokenStream>, EmitError> {
    if api.security.is_empty() {
        return Ok(Vec::new());
    }
    let mut items = vec![quote!(
        use toolwright::generated::*;
    )];
    for scheme in &api.security {
        items.push(item(scheme)?);
    }
    // Every operation may have alternatives of its own, and rustc warns of a static that nothing uses.
    let is_used = |operation: &Operation| uses_default(&operation.security, api);
    if api.operations.iter().any(is_used) {
        let alternatives = alternatives(&api.default_security, &api.security, &quote!())?;
        items.push(quote!(pub static DEFAULT: &[Requirement] = #alternatives;));
    }
    Ok(items)
}

/// The environment variables of the credentials, as a list in Markdown.
pub(crate) fn variables(api: &Api) -> Vec<String> {
    let has_password = |flows: &[OAuthFlow]| {
        let mut flows = flows.iter();
        flows.any(|flow| flow.grant == OAuthGrant::Password)
    };
    let variables = |scheme: &SecurityScheme| {
        let env = &scheme.env;
        let what = match scheme.kind {
            SecurityKind::ApiKey(..) => format!("`{env}`: API key"),
            SecurityKind::Bearer => format!("`{env}`: access token"),
            SecurityKind::Basic => {
                format!("`{env}_USERNAME`, `{env}_PASSWORD`: user name and password")
            }
            SecurityKind::OAuth2(ref flows) if has_password(flows) => {
                format!("`{env}`, or `{env}_USERNAME`, `{env}_PASSWORD` to get it: access token")
            }
            SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => {
                format!(
                    "`{env}`, or `{env}_CLIENT_ID`, `{env}_CLIENT_SECRET` to get it: access token"
                )
            }
            SecurityKind::MutualTls => {
                format!("`{env}_CERT`, `{env}_KEY`: files of a certificate and its key, in PEM")
            }
        };
        format!("{what}, for {}", docs::code(&scheme.name))
    };
    api.security.iter().map(variables).collect()
}

/// References to all schemes.
pub(crate) fn all(api: &Api) -> Result<TokenStream, EmitError> {
    let constants = api.security.iter().map(|scheme| ident(&scheme.constant));
    let constants = constants.collect::<Result<Vec<_>, _>>()?;
    Ok(quote!(&[#(&security::#constants),*]))
}

/// The alternatives of an operation.
pub(crate) fn of_operation(wanted: &[Requirement], api: &Api) -> Result<TokenStream, EmitError> {
    if uses_default(wanted, api) {
        return Ok(quote!(security::DEFAULT));
    }
    alternatives(wanted, &api.security, &quote!(security::))
}

/// Whether the alternatives of an operation are those of the whole API.
fn uses_default(wanted: &[Requirement], api: &Api) -> bool {
    !wanted.is_empty() && wanted == api.default_security
}

fn alternatives(
    wanted: &[Requirement],
    schemes: &[SecurityScheme],
    prefix: &TokenStream,
) -> Result<TokenStream, EmitError> {
    let mut alternatives = Vec::with_capacity(wanted.len());
    for requirement in wanted {
        let mut required = Vec::with_capacity(requirement.len());
        for part in requirement {
            let scheme = schemes
                .get(part.scheme)
                .ok_or(EmitError::SecurityScheme(part.scheme))?;
            let constant = ident(&scheme.constant)?;
            let scopes = strings(&part.scopes)?;
            required.push(quote!((&#prefix #constant, &[#(#scopes),*])));
        }
        alternatives.push(quote!(&[#(#required),*]));
    }
    Ok(quote!(&[#(#alternatives),*]))
}

fn item(scheme: &SecurityScheme) -> Result<TokenStream, EmitError> {
    let constant = ident(&scheme.constant)?;
    let name = string(&scheme.name)?;
    let kind = kind(&scheme.kind)?;
    let env = string(&scheme.env)?;
    Ok(quote! {
        pub static #constant: SecurityScheme =
            SecurityScheme::new(#name, SecurityKind::#kind, #env);
    })
}

fn kind(kind: &SecurityKind) -> Result<TokenStream, EmitError> {
    Ok(match kind {
        SecurityKind::ApiKey(place, name) => {
            let place = variant(place)?;
            let name = string(name)?;
            quote!(ApiKey(ApiKeyIn::#place, #name))
        }
        SecurityKind::Basic => quote!(Basic),
        SecurityKind::Bearer => quote!(Bearer),
        SecurityKind::OAuth2(flows) => {
            let flows = flows.iter().map(flow).collect::<Result<Vec<_>, _>>()?;
            quote!(OAuth2(&[#(#flows),*]))
        }
        SecurityKind::OpenIdConnect(url) => {
            let url = string(url)?;
            quote!(OpenIdConnect(#url))
        }
        SecurityKind::MutualTls => quote!(MutualTls),
    })
}

fn flow(flow: &OAuthFlow) -> Result<TokenStream, EmitError> {
    let grant = variant(flow.grant)?;
    let mut value = quote!(OAuthFlow::new(OAuthGrant::#grant));
    for (method, url) in [
        (quote!(authorization_url), &flow.authorization_url),
        (quote!(token_url), &flow.token_url),
        (quote!(refresh_url), &flow.refresh_url),
    ] {
        if !url.is_empty() {
            let url = string(url)?;
            value.extend(quote!(.#method(#url)));
        }
    }
    if !flow.scopes.is_empty() {
        let scopes = strings(&flow.scopes)?;
        value.extend(quote!(.scopes(&[#(#scopes),*])));
    }
    Ok(value)
}
