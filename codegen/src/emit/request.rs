//! Writes the request struct of an operation: its fields with docs, how it is decoded from
//! arguments, and how it is written into an HTTP request. Takes the operation as it was lowered, so
//! styles and escaping are decided already; here each is the name of a method of the runtime.
//! Bodies are written by `body`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::model::{Escaping, Location, Operation, Parameter, ParameterStyle, QueryString};
use crate::source::pointer::escape;

use super::EmitError;
use super::body;
use super::derives::Derives;
use super::docs::{self, Docs};
use super::ident::{ident, variant};
use super::literal::string;
use super::scope::Scope;

/// The request struct of an operation and its `Request`.
pub(crate) fn items(
    operation: &Operation,
    derives: &Derives<'_>,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let docs = docs(operation)?;
    let derive = derives.of_struct(operation.fields());
    let name = ident(&operation.request)?;
    let fields = fields(operation, scope)?;
    let implementation = implementation(operation, &name, scope)?;
    Ok(quote! {
        #docs
        #derive
        pub struct #name { #fields }

        #implementation
    })
}

/// What is said of an operation, and which one it is.
pub(crate) fn docs(operation: &Operation) -> Result<TokenStream, EmitError> {
    let mut docs = Docs::new()
        .spec(&operation.doc)
        .or_spec(&operation.title)
        .ours(docs::code(&format!(
            "{} {}",
            operation.method, operation.path
        )));
    if operation.deprecated {
        docs = docs.ours("Deprecated by the API.");
    }
    docs.attributes()
}

fn fields(operation: &Operation, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let mut fields = TokenStream::new();
    for parameter in &operation.parameters {
        let docs = Docs::new()
            .spec(&parameter.field.doc)
            .or_ours(parameter_doc(parameter));
        fields.extend(scope.field(&parameter.field, docs)?);
    }
    if let Some(body) = &operation.body {
        if let Some(field) = body.format.field() {
            fields.extend(scope.field(field, Docs::new().spec(&field.doc))?);
        }
        let docs = Docs::new().spec(&body.field.doc).or_ours(body::doc(body));
        fields.extend(scope.field(&body.field, docs)?);
    }
    Ok(fields)
}

fn parameter_doc(parameter: &Parameter) -> String {
    let place = match parameter.location {
        Location::QueryString(_) => return "The query string.".to_owned(),
        Location::Path => "Path parameter",
        Location::Query => "Query parameter",
        Location::Header => "Header",
        Location::Cookie => "Cookie",
    };
    format!("{place} {}.", docs::code(&parameter.name))
}

fn implementation(
    operation: &Operation,
    name: &Ident,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let request = scope.runtime("Request");
    let fields = scope.runtime("Fields");
    let http_request = scope.runtime("HttpRequest");
    let mut decode = Vec::new();
    let mut encode = Vec::new();
    for parameter in &operation.parameters {
        decode.push(decode_parameter(parameter)?);
        encode.push(encode_parameter(parameter, scope)?);
    }
    if let Some(body) = &operation.body {
        decode.push(body::decode(body)?);
        encode.push(body::encode(body, scope)?);
    }
    // A parameter that nothing reads would be a warning in the user's build.
    let (fields_name, request_name) = if decode.is_empty() {
        (quote!(_), quote!(_))
    } else {
        (quote!(fields), quote!(request))
    };
    Ok(quote! {
        impl #request for #name {
            fn decode(#fields_name: &mut #fields<'_>) -> Self {
                Self { #(#decode),* }
            }

            fn encode(&self, #request_name: &mut #http_request) {
                #(#encode;)*
            }
        }
    })
}

fn decode_parameter(parameter: &Parameter) -> Result<TokenStream, EmitError> {
    let name = ident(&parameter.field.ident)?;
    let wire = string(&parameter.field.wire)?;
    Ok(quote!(#name: fields.take(#wire)))
}

fn encode_parameter(parameter: &Parameter, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let name = string(&parameter.name)?;
    let field = ident(&parameter.field.ident)?;
    if parameter.may_be_empty {
        return encode_possibly_empty(parameter, scope);
    }
    let (method, default) = match &parameter.location {
        Location::Path => ("path", ParameterStyle::Simple),
        Location::Query => ("query", ParameterStyle::FormExploded),
        Location::QueryString(written) => return query_string(parameter, written, scope),
        Location::Header => ("header", ParameterStyle::Simple),
        Location::Cookie => ("cookie", ParameterStyle::FormExploded),
    };
    let suffix = match (&parameter.location, parameter.escaping) {
        (Location::Path, Escaping::Segments) if parameter.style == default => {
            return Ok(quote!(request.path_segments(#name, &self.#field)));
        }
        (Location::Header, _) | (_, Escaping::Full | Escaping::Segments) => "with_style",
        (_, Escaping::Reserved) => "reserved",
        (_, Escaping::None) => "raw",
    };
    if parameter.style == default && suffix == "with_style" {
        let method = format_ident!("{method}");
        return Ok(quote!(request.#method(#name, &self.#field)));
    }
    let method = format_ident!("{method}_{suffix}");
    let styles = scope.runtime("Style");
    let style = variant(parameter.style)?;
    Ok(quote!(request.#method(#name, #styles::#style, &self.#field)))
}

/// A parameter of which the spec says that nothing is one of its values.
fn encode_possibly_empty(
    parameter: &Parameter,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let name = string(&parameter.name)?;
    let field = ident(&parameter.field.ident)?;
    // An empty segment of a path may lead to another operation, so it must be allowed.
    if parameter.location == Location::Path {
        return Ok(quote!(request.path_or_empty(#name, &self.#field)));
    }
    let styles = scope.runtime("Style");
    let style = variant(parameter.style)?;
    Ok(quote!(request.query_or_empty(#name, #styles::#style, &self.#field)))
}

fn query_string(
    parameter: &Parameter,
    written: &QueryString,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let field = ident(&parameter.field.ident)?;
    Ok(match written {
        QueryString::Form(encodings) => {
            let table = body::table(encodings, scope)?;
            let at = string(&format!("/{}", escape(&parameter.field.wire)))?;
            quote!(request.query_form(#at, #table, &self.#field))
        }
        QueryString::Json => quote!(request.query_json(&self.#field)),
        QueryString::Text => quote!(request.query_text(&self.#field)),
    })
}
