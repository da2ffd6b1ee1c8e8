use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{Api, Handler, Operation};

use super::EmitError;
use super::ident::ident;
use super::literal::string;
use super::scope::Scope;
use super::texts::ToolTexts;
use super::{call_options, method, security};

/// The declaration of the tools, in the order of the spec.
pub(crate) fn table(scope: &Scope<'_>) -> TokenStream {
    let ty = scope.runtime("Tool");
    quote!(static TOOLS: &[#ty])
}

/// The `Tool` of an operation.
pub(crate) fn expression(
    operation: &Operation,
    api: &Api,
    texts: &ToolTexts,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("Tool");
    let handlers = scope.runtime("Handler");
    let annotations = scope.runtime("Annotations");
    let request = ident(&operation.request)?;
    let runs = match operation.handler {
        Handler::Upstream => quote!(#handlers::upstream::<#request>()),
        Handler::Manual { .. } => quote!(#handlers::manual::<#request>()),
    };
    let name = string(&operation.tool)?;
    let title = string(&operation.title)?;
    let description = string(&operation.description)?;
    let method = method::expression(&operation.method, scope)?;
    let path = string(&operation.path)?;
    let call = call_options::expression(&operation.call, scope)?;
    let input = input(texts, &operation.constant, scope)?;
    let output = output(texts, scope);
    let security = security::of_operation(&operation.security, api)?;
    Ok(quote! {
        #ty {
            name: #name,
            title: #title,
            description: #description,
            method: #method,
            path: #path,
            call: #call,
            annotations: #annotations::of(#method),
            input: #input,
            output: #output,
            security: #security,
            handler: #runs,
        }
    })
}

fn input(texts: &ToolTexts, constant: &str, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("InputSchema");
    let constant = ident(constant)?;
    let text = scope.runtime("SchemaText");
    let faithful = &texts.faithful;
    let portable = match &texts.portable {
        Some(portable) => quote!(Some(#text(#portable))),
        None => quote!(None),
    };
    let referenced = &texts.referenced;
    Ok(quote! {
        #ty {
            faithful: #text(#faithful),
            portable: #portable,
            referenced: &[#(#referenced),*],
            check: &checks::#constant,
        }
    })
}

fn output(texts: &ToolTexts, scope: &Scope<'_>) -> TokenStream {
    let Some(output) = &texts.output else {
        return quote!(None);
    };
    let ty = scope.runtime("OutputSchema");
    let text = scope.runtime("SchemaText");
    let portable = &output.portable;
    let referenced = &output.referenced;
    let wrapped = output.wrapped;
    quote! {
        Some(#ty {
            portable: #text(#portable),
            referenced: &[#(#referenced),*],
            wrapped: #wrapped,
        })
    }
}
