use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::EmitError;
use crate::emit::ident::ident;
use crate::emit::response;
use crate::emit::scope::Scope;
use crate::model::Operation;

/// A method to copy: `async fn place_order(…) -> … { todo!() }`.
pub(super) fn method(
    operation: &Operation,
    name: &str,
    scope: &Scope<'_>,
) -> Result<String, EmitError> {
    let name = ident(name)?;
    let request = scope.at_root(&operation.request)?;
    let call = scope.runtime("Call");
    let result = result(operation, scope)?;
    let file = syn::parse2(quote! {
        impl Handlers for H {
            async fn #name(&self, request: #request, call: &#call<'_>) -> #result {}
        }
    })?;
    let text = prettyplease::unparse(&file);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let method = text
        .split_once("H { ")
        .map_or(text.as_str(), |(_, rest)| rest);
    let method = method.trim_end_matches(['{', '}', ' ']);
    let method = method
        .replace("( &self", "(&self")
        .replace(", ) ->", ") ->");
    Ok(format!("{method} {{ todo!() }}"))
}

/// What a method comes to.
pub(super) fn result(operation: &Operation, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let (result, error) = (scope.result(), scope.runtime("ToolError"));
    let response = response::ty_of(operation, scope)?;
    Ok(quote!(#result<#response, #error>))
}
