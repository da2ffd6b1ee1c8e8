use proc_macro2::TokenStream;
use quote::quote;

use super::HandlerMethod;
use crate::emit::EmitError;
use crate::emit::ident::ident;
use crate::emit::response;
use crate::emit::scope::Scope;
use crate::model::Operation;

/// A method to copy, which compiles and answers that it is not written.
pub(super) fn line(
    operation: &Operation,
    name: &str,
    scope: &Scope<'_>,
) -> Result<String, EmitError> {
    let HandlerMethod { name, request, .. } = method(operation, name, scope)?;
    let [call, error] = ["Call", "ToolError"].map(|name| text(&scope.runtime(name)));
    let result = text(&result(operation, scope)?);
    Ok(format!(
        "async fn {name}(&self, request: {request}, call: &{call}<'_>) -> {result} \
         {{ Err({error}::new(\"not written\")) }}"
    ))
}

/// The method of an operation, with types as they are named in that scope.
pub(super) fn method(
    operation: &Operation,
    name: &str,
    scope: &Scope<'_>,
) -> Result<HandlerMethod, EmitError> {
    Ok(HandlerMethod {
        operation: format!("{} {}", operation.method, operation.path),
        name: ident(name)?.to_string(),
        request: text(&scope.at_root(&operation.request)?),
        response: text(&response::ty_of(operation, scope)?),
    })
}

/// What a method comes to.
pub(super) fn result(operation: &Operation, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let (result, error) = (scope.result(), scope.runtime("ToolError"));
    let response = response::ty_of(operation, scope)?;
    Ok(quote!(#result<#response, #error>))
}

/// A type as it is written. `proc_macro2` and rustc put spaces between tokens, each in its own way.
fn text(ty: &TokenStream) -> String {
    let text: String = ty.to_string().split_whitespace().collect();
    text.replace(',', ", ")
}
