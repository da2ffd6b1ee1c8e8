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
    if base.variables.is_empty() && base.description.is_empty() {
        return Ok(quote!(#ty::new(#url)));
    }
    let description = string(&base.description)?;
    let variables = base.variables.iter().map(|one| variable(one, scope));
    let variables = variables.collect::<Result<Vec<_>, _>>()?;
    Ok(quote! {
        #ty { url: #url, description: #description, variables: &[#(#variables),*] }
    })
}

fn variable(variable: &UrlVariable, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("UrlVariable");
    let name = string(&variable.name)?;
    let default = match &variable.default {
        Some(default) => {
            let default = string(default)?;
            quote!(Some(#default))
        }
        None => quote!(None),
    };
    let values = strings(&variable.values)?;
    let description = string(&variable.description)?;
    Ok(quote! {
        #ty { name: #name, default: #default, values: &[#(#values),*], description: #description }
    })
}
