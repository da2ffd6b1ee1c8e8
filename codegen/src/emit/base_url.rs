//! Where an API is.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{BaseUrl, UrlVariable};

use super::EmitError;
use super::literal::{string, strings};
use super::scope::Scope;

/// A list of base URLs.
pub(crate) fn list(urls: &[BaseUrl], scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let urls = urls.iter().map(|url| expression(url, scope));
    let urls = urls.collect::<Result<Vec<_>, _>>()?;
    Ok(quote!(&[#(#urls),*]))
}

fn expression(base: &BaseUrl, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("BaseUrl");
    let url = string(&base.url)?;
    let mut value = quote!(#ty::new(#url));
    value.extend(description(&base.description)?);
    if !base.variables.is_empty() {
        let variables = base.variables.iter().map(|one| variable(one, scope));
        let variables = variables.collect::<Result<Vec<_>, _>>()?;
        value.extend(quote!(.variables(&[#(#variables),*])));
    }
    Ok(value)
}

fn variable(variable: &UrlVariable, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("UrlVariable");
    let name = string(&variable.name)?;
    let mut value = quote!(#ty::new(#name));
    if let Some(default) = &variable.default {
        let default = string(default)?;
        value.extend(quote!(.default(#default)));
    }
    if !variable.values.is_empty() {
        let values = strings(&variable.values)?;
        value.extend(quote!(.values(&[#(#values),*])));
    }
    value.extend(description(&variable.description)?);
    Ok(value)
}

fn description(text: &str) -> Result<TokenStream, EmitError> {
    if text.is_empty() {
        return Ok(TokenStream::new());
    }
    let text = string(text)?;
    Ok(quote!(.description(#text)))
}
