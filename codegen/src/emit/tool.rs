//! Writes the `Tool` of an operation: a call of the runtime's builder, with a method for each part
//! that the operation has. Takes the lowered operation and its texts. Parts that are empty or
//! follow from others, such as a description that repeats the title, are left out, so that
//! generated files stay short.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{Api, Handler, ListedAnnotations, Operation};
use crate::schema_texts::OutputText;

use super::EmitError;
use super::ident::ident;
use super::literal::string;
use super::scope::Scope;
use super::{call_options, method, security};

/// The declaration of the tools, which are sorted by name.
pub(crate) fn table(scope: &Scope<'_>) -> TokenStream {
    let ty = scope.runtime("Tool");
    quote!(static TOOLS: &[#ty])
}

/// The `Tool` of an operation.
pub(crate) fn expression(
    operation: &Operation,
    api: &Api,
    output: Option<&OutputText>,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("Tool");
    let handlers = scope.runtime("Handler");
    let request = ident(&operation.request)?;
    let runs = match operation.handler {
        Handler::Upstream => quote!(#handlers::upstream::<#request>()),
        Handler::Manual { .. } => quote!(#handlers::manual::<#request>()),
    };
    let name = string(&operation.tool)?;
    let method = method::expression(&operation.method, scope)?;
    let path = string(&operation.path)?;
    let mut tool = quote!(#ty::new(#name, #method, #path));
    tool.extend(texts_of(operation)?);
    if !operation.tags.is_empty() {
        let mut tags: Vec<&str> = Vec::new();
        for tag in &operation.tags {
            // A spec may list a tag twice.
            if !tags.contains(&tag.as_str()) {
                tags.push(tag);
            }
        }
        let tags = tags.into_iter().map(string);
        let tags = tags.collect::<Result<Vec<_>, _>>()?;
        tool.extend(quote!(.tags(&[#(#tags),*])));
    }
    if let Some(call) = call_options::expression(&operation.call, scope)? {
        tool.extend(quote!(.call(#call)));
    }
    if let Some(annotations) = stated_annotations(operation, scope) {
        tool.extend(quote!(.annotations(#annotations)));
    }
    let input = input(&operation.constant, scope)?;
    tool.extend(quote!(.input(#input)));
    if let Some(output) = output.map(|output| output_schema(output, scope)) {
        tool.extend(quote!(.output(#output)));
    }
    if !operation.security.is_empty() {
        let security = security::of_operation(&operation.security, api)?;
        tool.extend(quote!(.security(#security)));
    }
    tool.extend(quote!(.handler(#runs)));
    Ok(tool)
}

/// The title and the description, which is the title unless it is said.
fn texts_of(operation: &Operation) -> Result<TokenStream, EmitError> {
    let mut calls = TokenStream::new();
    if !operation.title.is_empty() {
        let title = string(&operation.title)?;
        calls.extend(quote!(.title(#title)));
    }
    if operation.description != operation.title {
        let description = string(&operation.description)?;
        calls.extend(quote!(.description(#description)));
    }
    Ok(calls)
}

/// The hints, if they are not those of the method.
fn stated_annotations(operation: &Operation, scope: &Scope<'_>) -> Option<TokenStream> {
    let hints = operation.annotations();
    if hints == ListedAnnotations::for_method(&operation.method) {
        return None;
    }
    let ty = scope.runtime("Annotations");
    let ListedAnnotations {
        read_only,
        idempotent,
        open_world,
        ..
    } = hints;
    let destructive = hints.may_destroy();
    Some(quote! {
        #ty {
            read_only: #read_only,
            destructive: Some(#destructive),
            idempotent: #idempotent,
            open_world: #open_world,
        }
    })
}

fn input(constant: &str, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("InputSchema");
    let constant = ident(constant)?;
    Ok(quote!(#ty::in_document(&checks::#constant)))
}

fn output_schema(output: &OutputText, scope: &Scope<'_>) -> TokenStream {
    let ty = scope.runtime("OutputSchema");
    match output.wrapped {
        true => quote!(#ty::in_document().wrapped()),
        false => quote!(#ty::in_document()),
    }
}
