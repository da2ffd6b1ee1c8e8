//! How a request decodes and encodes its body.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{Body, BodyFormat, BodyPlace, PropertyEncoding, Sequence};

use crate::source::pointer::escape;

use super::EmitError;
use super::docs;
use super::ident::{ident, variant};
use super::literal::{string, strings};
use super::scope::Scope;

/// What the field is, where the spec does not say it.
pub(crate) fn doc(body: &Body) -> String {
    let names: Vec<String> = body
        .format
        .media_types()
        .into_iter()
        .map(docs::code)
        .collect();
    format!("The body, {}.", names.join(" or "))
}

/// The fields of the struct.
pub(crate) fn decode(body: &Body) -> Result<TokenStream, EmitError> {
    let name = ident(&body.field.ident)?;
    let wire = string(&body.field.wire)?;
    let value = match (body.place, body.field.required) {
        (BodyPlace::Property, _) => quote!(#name: fields.take(#wire)),
        (BodyPlace::Merged, true) => quote!(#name: fields.take_rest()),
        (BodyPlace::Merged, false) => quote!(#name: fields.take_rest_if_any()),
    };
    let Some(chosen) = body.format.field() else {
        return Ok(value);
    };
    let name = ident(&chosen.ident)?;
    let wire = string(&chosen.wire)?;
    Ok(quote!(#name: fields.take(#wire), #value))
}

/// The statement that sets the body.
pub(crate) fn encode(body: &Body, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let field = ident(&body.field.ident)?;
    Ok(match &body.format {
        BodyFormat::Json(name) if name == "application/json" => quote!(request.json(&self.#field)),
        BodyFormat::Json(name) => {
            let name = string(name)?;
            quote!(request.json_with_content_type(#name, &self.#field))
        }
        BodyFormat::JsonEither(chosen, names) => {
            let chosen = ident(&chosen.ident)?;
            let names = strings(names)?;
            quote!(request.json_with_chosen_content_type(&[#(#names),*], &self.#chosen, &self.#field))
        }
        BodyFormat::Form(encodings) if encodings.is_empty() => quote!(request.form(&self.#field)),
        BodyFormat::Form(encodings) => {
            let at = pointer(body)?;
            let table = table(encodings, scope)?;
            quote!(request.form_with_encodings(#at, #table, &self.#field))
        }
        BodyFormat::Multipart(name, encodings) => {
            let at = pointer(body)?;
            let table = table(encodings, scope)?;
            if name == "multipart/form-data" {
                quote!(request.multipart(#at, #table, &self.#field))
            } else {
                let name = string(name)?;
                quote!(request.multipart_as(#name, #at, #table, &self.#field))
            }
        }
        BodyFormat::Parts(name, first, rest) => {
            let name = string(name)?;
            let at = pointer(body)?;
            let first = expressions(first, scope)?;
            let rest = expression(rest, scope)?;
            quote!(request.parts(#name, #at, &[#(#first),*], #rest, &self.#field))
        }
        BodyFormat::Sequence(sequence, name) => {
            let name = string(name)?;
            match sequence {
                Sequence::JsonLines => quote!(request.json_lines(#name, &self.#field)),
                Sequence::JsonRecords => quote!(request.json_records(#name, &self.#field)),
                Sequence::Events => {
                    let at = pointer(body)?;
                    quote!(request.events(#name, #at, &self.#field))
                }
            }
        }
        BodyFormat::Xml(name, root) => {
            let name = string(name)?;
            let at = pointer(body)?;
            let table = ident(&root.table)?;
            let root = string(&root.name)?;
            quote!(request.xml(#name, #at, #root, &xml::#table, &self.#field))
        }
        BodyFormat::Text(name) => {
            let name = string(name)?;
            quote!(request.text(#name, &self.#field))
        }
        BodyFormat::Binary(names) => {
            let at = pointer(body)?;
            let names = strings(names)?;
            quote!(request.binary(#at, &[#(#names),*], &self.#field))
        }
    })
}

/// JSON pointer of the body within the arguments.
fn pointer(body: &Body) -> Result<proc_macro2::Literal, EmitError> {
    match body.place {
        BodyPlace::Merged => string(""),
        BodyPlace::Property => string(&format!("/{}", escape(&body.field.wire))),
    }
}

/// The entries of a table of encodings, by the names of properties.
pub(crate) fn table(
    encodings: &[(String, PropertyEncoding)],
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let entries = encodings
        .iter()
        .map(|(name, encoding)| {
            let name = string(name)?;
            let encoding = expression(encoding, scope)?;
            Ok(quote!((#name, #encoding)))
        })
        .collect::<Result<Vec<_>, EmitError>>()?;
    Ok(quote!(&[#(#entries),*]))
}

fn expressions(
    encodings: &[PropertyEncoding],
    scope: &Scope<'_>,
) -> Result<Vec<TokenStream>, EmitError> {
    let all = encodings.iter().map(|encoding| expression(encoding, scope));
    all.collect()
}

fn expression(encoding: &PropertyEncoding, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("Encoding");
    let content_type = string(&encoding.content_type)?;
    let mut out = match encoding {
        PropertyEncoding { is_file: true, .. } => quote!(#ty::for_file(#content_type)),
        PropertyEncoding {
            style: Some(style), ..
        } => {
            let styles = scope.runtime("Style");
            let style = variant(*style)?;
            quote!(#ty::with_style(#styles::#style))
        }
        _ if encoding.content_type.is_empty() => quote!(#ty::DEFAULT),
        _ => quote!(#ty::with_content_type(#content_type)),
    };
    if encoding.allow_reserved {
        out = quote!(#out.reserved());
    }
    if !encoding.headers.is_empty() {
        let headers = encoding
            .headers
            .iter()
            .map(|(name, value)| {
                let name = string(name)?;
                let value = string(value)?;
                Ok(quote!((#name, #value)))
            })
            .collect::<Result<Vec<_>, EmitError>>()?;
        out = quote!(#out.headers(&[#(#headers),*]));
    }
    Ok(out)
}
