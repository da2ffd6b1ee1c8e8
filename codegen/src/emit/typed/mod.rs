//! The implementations of a user's type: how it is decoded and encoded, its tables and its texts.

mod decode;
mod encode;
mod ends;
mod form;
mod payload;
mod placed;
mod stub;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::EmitError;
use super::checks::{Checks, alias};
use super::literal::string;
use crate::rust_types::{Direction, ReferencedTypes, TypeSchemas, UserType};
pub(crate) use placed::place_code;
pub(crate) use stub::stub;

/// All that a derive macro gives, as one item without a name.
pub(crate) fn items(
    user_type: &UserType,
    schemas: &TypeSchemas,
    direction: Direction,
) -> Result<TokenStream, EmitError> {
    let mut types = ReferencedTypes(schemas.types.0.clone());
    let form = form::form_expression(user_type, direction, &mut types);
    let form = quote!(const FORM: ::toolwright::Form = #form;);
    let parts = form::asserted(user_type, direction, &mut types);
    let (ends, ended) = ends::constant(user_type, direction, &mut types).unzip();
    let coded = match direction {
        Direction::Input => decode::implementation(user_type)?,
        Direction::Output => encode::implementation(user_type)?,
    };
    let aliases = types.0.iter().enumerate().map(|(index, ty)| {
        let alias = alias(index);
        let span = ty.span();
        let ty = replace_self(ty.to_token_stream(), &user_type.ident);
        quote_spanned!(span => type #alias = #ty;)
    });
    let described = described(user_type, schemas, &quote!(#form #ends), direction)?;
    Ok(quote! {
        const _: () = {
            #(#aliases)*
            #parts
            #ended
            #coded
            #described
        };
    })
}

fn described(
    user_type: &UserType,
    schemas: &TypeSchemas,
    constants: &TokenStream,
    direction: Direction,
) -> Result<TokenStream, EmitError> {
    let ident = &user_type.ident;
    let schema = schema(user_type, schemas, direction)?;
    if direction == Direction::Output {
        return Ok(quote! {
            #[automatically_derived]
            impl ::toolwright::ToolOutput for #ident {
                #constants
                #schema
            }

            #[automatically_derived]
            impl ::toolwright::IntoOutcome for #ident {
                fn into_outcome(self) -> ::toolwright::Outcome {
                    ::toolwright::generated::json(self)
                }
            }
        });
    }
    let mut checks = Checks::of_types(schemas.types.0.len());
    checks.declare_schema("CHECK", &schemas.check);
    let tables = placed::aliases_at(&schemas.types.0, checks.into_block());
    Ok(quote! {
        #[automatically_derived]
        impl ::toolwright::ToolInput for #ident {
            #constants

            fn check() -> &'static ::toolwright::schema::Schema {
                #[allow(unused_imports)]
                use ::toolwright::schema::*;
                #tables
                &CHECK
            }

            #schema
        }
    })
}

fn schema(
    user_type: &UserType,
    schemas: &TypeSchemas,
    direction: Direction,
) -> Result<TokenStream, EmitError> {
    let name = string(&user_type.name)?;
    let faithful = schemas.faithful.to_string();
    let listed = schemas.listed.to_string();
    let listed = match listed == faithful {
        true => quote!(::core::option::Option::None),
        false => {
            let listed = string(&listed)?;
            quote!(::core::option::Option::Some(#listed))
        }
    };
    let faithful = string(&faithful)?;
    let implemented = tool_trait(direction);
    let types = schemas.types.0.iter().enumerate().map(|(index, ty)| {
        let alias = alias(index);
        placed::place_code(ty.span(), quote!(<#alias as #implemented>::schema))
    });
    Ok(quote! {
        fn schema() -> &'static ::toolwright::TypeSchema {
            static SCHEMA: ::toolwright::TypeSchema = ::toolwright::TypeSchema {
                name: #name,
                faithful: #faithful,
                listed: #listed,
                types: &[#(#types),*],
            };
            &SCHEMA
        }
    })
}

/// The trait that is implemented.
fn tool_trait(direction: Direction) -> TokenStream {
    match direction {
        Direction::Input => quote!(::toolwright::ToolInput),
        Direction::Output => quote!(::toolwright::ToolOutput),
    }
}

/// A type as it reads outside of its own definition, where there is no `Self`.
fn replace_self(ty: TokenStream, ident: &Ident) -> TokenStream {
    let replaced = ty.into_iter().map(|token| match token {
        TokenTree::Ident(word) if word == "Self" => {
            let mut ident = ident.clone();
            ident.set_span(word.span());
            TokenTree::Ident(ident)
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), replace_self(group.stream(), ident));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    });
    replaced.collect()
}
