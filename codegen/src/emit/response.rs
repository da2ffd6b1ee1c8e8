//! Writes the typed response of an operation: an enum where several statuses have bodies of
//! different types, otherwise the type itself, and code that reads it from a reply and writes it as
//! content. Operations without typed responses get nothing from here.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};

use crate::model::{Operation, Payload, Response, ResponseVariant};

use super::EmitError;
use super::derives::Derives;
use super::docs::Docs;
use super::ident::ident;
use super::literal::string;
use super::scope::Scope;

/// The name of the enum that an operation's response is.
pub(crate) fn ident_of(operation: &Operation) -> Option<&str> {
    match operation.response.as_ref()? {
        Response::Either { ident, .. } => Some(ident),
        Response::Always(_) | Response::Perhaps(_) => None,
    }
}

/// The `Operation` of a request, where callers get typed responses.
pub(crate) fn items(
    operation: &Operation,
    derives: &Derives<'_>,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let Some(response) = &operation.response else {
        return Ok(TokenStream::new());
    };
    let (declared, ty, read, (taken, write)) = match response {
        Response::Always(payload) => {
            let read = reading(payload);
            (
                None,
                self::ty(payload, scope)?,
                read,
                writing(payload, scope),
            )
        }
        Response::Perhaps(payload) => {
            let ty = self::ty(payload, scope)?;
            let option = scope.option();
            let read = reading(payload);
            let (taken, content) = writing(payload, scope);
            let (_, nothing) = writing(&Payload::Nothing, scope);
            let write = quote!(match response {
                Some(#taken) => #content,
                None => #nothing,
            });
            (
                None,
                quote!(#option<#ty>),
                quote!((!reply.is_empty()).then(|| #read)),
                (quote!(response), write),
            )
        }
        Response::Either {
            ident: name,
            variants,
        } => {
            let declared = declaration(name, variants, operation, derives, scope)?;
            let name = ident(name)?;
            let read = reading_either(variants)?;
            let write = writing_either(variants, scope)?;
            (
                Some(declared),
                quote!(#name),
                read,
                (quote!(response), write),
            )
        }
    };
    let operations = scope.runtime("Operation");
    let request = ident(&operation.request)?;
    let tool = scope.runtime("Tool");
    let reply = scope.runtime("Reply");
    let content = scope.runtime("Content");
    let name = string(&operation.tool)?;
    let streams = response.payloads().iter().any(|it| it.is_stream());
    let streams = streams.then(|| {
        quote!(
            const STREAMS: bool = true;
        )
    });
    let reply_name = match read.is_empty() {
        true => quote!(_),
        false => quote!(reply),
    };
    Ok(quote! {
        #declared

        impl #operations for #request {
            type Response = #ty;
            #streams

            #[inline]
            fn tool() -> &'static #tool {
                find_tool(TOOLS, #name)
            }

            #[inline]
            fn read(#reply_name: &mut #reply) -> Self::Response { #read }

            #[inline]
            fn write(#taken: Self::Response) -> #content { #write }
        }
    })
}

/// The type of an operation's response; `()` where it has none.
pub(crate) fn ty_of(operation: &Operation, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    match &operation.response {
        None => Ok(quote!(())),
        Some(Response::Always(payload)) => ty(payload, scope),
        Some(Response::Perhaps(payload)) => {
            let (option, ty) = (scope.option(), ty(payload, scope)?);
            Ok(quote!(#option<#ty>))
        }
        Some(Response::Either { ident: name, .. }) => scope.at_root(name),
    }
}

/// The type that a body is read as.
fn ty(payload: &Payload, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    use crate::model::Type;
    Ok(match payload {
        Payload::Nothing => quote!(()),
        Payload::Json(ty) => scope.ty(ty)?,
        Payload::Text => scope.ty(&Type::String)?,
        Payload::File => scope.ty(&Type::File)?,
        Payload::Items(ty) => {
            let (items, ty) = (scope.runtime("Items"), scope.ty(ty)?);
            quote!(#items<#ty>)
        }
        Payload::Events(ty) => {
            let (items, event) = (scope.runtime("Items"), scope.runtime("Event"));
            let ty = scope.ty(ty)?;
            quote!(#items<#event<#ty>>)
        }
    })
}

fn reading(payload: &Payload) -> TokenStream {
    match payload {
        Payload::Nothing => quote!(),
        Payload::Json(_) => quote!(reply.json()),
        Payload::Text => quote!(reply.text()),
        Payload::File => quote!(reply.file()),
        Payload::Items(_) | Payload::Events(_) => quote!(reply.items()),
    }
}

/// The name that the value is taken by, and the content that is made of it.
fn writing(payload: &Payload, scope: &Scope<'_>) -> (TokenStream, TokenStream) {
    let content = scope.runtime("Content");
    match payload {
        Payload::Nothing => (quote!(()), quote!(#content::Nothing)),
        Payload::Json(_) => (quote!(value), quote!(#content::json(&value))),
        Payload::Text => (quote!(text), quote!(#content::Text(text))),
        Payload::File => (quote!(file), quote!(#content::File(file))),
        Payload::Items(_) | Payload::Events(_) => {
            (quote!(items), quote!(#content::from_items(items)))
        }
    }
}

fn declaration(
    name: &str,
    variants: &[ResponseVariant],
    operation: &Operation,
    derives: &Derives<'_>,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let derive = match variants.iter().any(|it| it.payload.is_stream()) {
        true => &derives.stream,
        false => &derives.record,
    };
    let docs = Docs::new().ours(format!("What comes back from `{}`.", operation.request));
    let docs = docs.attributes()?;
    let name = ident(name)?;
    let mut declared = TokenStream::new();
    for variant in variants {
        let docs = Docs::new()
            .spec(&variant.doc)
            .or_ours(doc(variant))
            .attributes()?;
        let ident = ident(&variant.ident)?;
        declared.extend(match &variant.payload {
            Payload::Nothing => quote!(#docs #ident,),
            payload => {
                let ty = ty(payload, scope)?;
                quote!(#docs #ident(#ty),)
            }
        });
    }
    Ok(quote! {
        #docs
        #derive
        pub enum #name { #declared }
    })
}

fn doc(variant: &ResponseVariant) -> String {
    match variant.status {
        Some(status) => format!("Status {status}."),
        None => "Any other status.".to_owned(),
    }
}

fn reading_either(variants: &[ResponseVariant]) -> Result<TokenStream, EmitError> {
    let is_whole = |variant: &ResponseVariant| !variant.payload.is_stream();
    let last = |variant: &&ResponseVariant| variant.status.is_none();
    let other = variants
        .iter()
        .find(|variant| last(variant) && is_whole(variant))
        .or_else(|| variants.iter().find(last))
        .or(variants.first());
    let mut others: Vec<&ResponseVariant> = variants
        .iter()
        .filter(|variant| Some(*variant) != other)
        .collect();
    // Arms are tried in order: exact statuses come before the rest, and the stream of a status,
    // which has a guard, before its whole body.
    others.sort_by_key(|variant| (last(variant), is_whole(variant)));
    let mut arms = TokenStream::new();
    for variant in others {
        let value = constructed(variant)?;
        let status = match variant.status {
            Some(status) => Literal::u16_unsuffixed(status).into_token_stream(),
            None => quote!(_),
        };
        let mut siblings = variants.iter().filter(|it| it.status == variant.status);
        let guard = (variant.payload.is_stream() && siblings.any(is_whole))
            .then(|| quote!(if reply.is_stream()));
        arms.extend(quote!(#status #guard => #value,));
    }
    let last = other.map(constructed).transpose()?;
    Ok(quote! {
        match reply.status() {
            #arms
            _ => #last,
        }
    })
}

fn constructed(variant: &ResponseVariant) -> Result<TokenStream, EmitError> {
    let ident = ident(&variant.ident)?;
    Ok(match &variant.payload {
        Payload::Nothing => quote!(Self::Response::#ident),
        payload => {
            let value = reading(payload);
            quote!(Self::Response::#ident(#value))
        }
    })
}

fn writing_either(
    variants: &[ResponseVariant],
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let mut arms = TokenStream::new();
    for variant in variants {
        let ident = ident(&variant.ident)?;
        let (taken, content) = writing(&variant.payload, scope);
        arms.extend(match &variant.payload {
            Payload::Nothing => quote!(Self::Response::#ident => #content,),
            _ => quote!(Self::Response::#ident(#taken) => #content,),
        });
    }
    Ok(quote!(match response { #arms }))
}
