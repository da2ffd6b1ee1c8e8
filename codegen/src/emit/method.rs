use proc_macro2::TokenStream;
use quote::quote;

use super::EmitError;
use super::ident::variant;
use super::literal::string;
use super::scope::Scope;
use crate::model::Method;

/// The runtime's `Method`.
pub(crate) fn expression(method: &Method, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let methods = scope.runtime("Method");
    if let Method::Other(token) = method {
        let token = string(token.as_str())?;
        return Ok(quote!(#methods::Other(#token)));
    }
    let method = variant(method)?;
    Ok(quote!(#methods::#method))
}
