//! Writes `Encode` for a type of the user's, the counterpart of `decode`: a value becomes the JSON
//! that serde would write, in one pass and without an intermediate value. Takes the type as
//! `rust_types` has read it.

use proc_macro2::TokenStream;
use quote::quote;

use super::payload::{bound, pattern};
use super::placed::{asked, place, place_code};
use crate::emit::EmitError;
use crate::emit::literal::string;
use crate::rust_types::{Contents, Direction, Member, Role, Shape, Tagging, UserType, UserVariant};

/// `Encode` of a type. What is written to is `out`.
pub(super) fn implementation(user_type: &UserType) -> Result<TokenStream, EmitError> {
    let ident = &user_type.ident;
    let body = match &user_type.shape {
        Shape::Struct(contents) => {
            let pattern = pattern(&quote!(Self), contents);
            let written = payload(contents)?;
            quote!(let #pattern = self; #written)
        }
        Shape::Names(names) => {
            let idents = names.iter().map(|name| &name.ident);
            let wires = names
                .iter()
                .map(|name| string(&name.wire))
                .collect::<Result<Vec<_>, _>>()?;
            quote!(out.string(match self { #(Self::#idents => #wires),* }))
        }
        Shape::Choice(tagging, variants) => {
            let arms = variants.iter().map(|variant| arm(tagging, variant));
            let arms = arms.collect::<Result<Vec<_>, _>>()?;
            quote!(match self { #(#arms)* })
        }
    };
    let asked = asked(user_type.all_members(), Direction::Output);
    Ok(quote! {
        #[automatically_derived]
        impl ::toolwright::value::Encode for #ident {
            fn encode(&self, out: &mut ::toolwright::value::Encoder) { #asked #body }
        }
    })
}

fn arm(tagging: &Tagging, variant: &UserVariant) -> Result<TokenStream, EmitError> {
    let (ident, wire) = (&variant.ident, string(&variant.wire)?);
    let contents = &variant.contents;
    let pattern = pattern(&quote!(Self::#ident), contents);
    let written = match (tagging, contents) {
        (Tagging::Untagged, _) => payload(contents)?,
        (Tagging::External, Contents::Unit) => quote!(out.string(#wire);),
        (Tagging::External, _) => {
            let inner = payload(contents)?;
            quote! {
                let mut object = out.open_object();
                { let out = object.member(#wire); #inner }
                object.close();
            }
        }
        (Tagging::Internal(tag), _) => {
            let tag = string(tag)?;
            let members = members(contents.members())?;
            quote! {
                let mut object = out.open_object();
                object.field_or_null(#tag, &#wire);
                #members
                object.close();
            }
        }
        (Tagging::Adjacent(tag, content), _) => {
            let (tag, content) = (string(tag)?, string(content)?);
            let inner = match contents {
                Contents::Unit => TokenStream::new(),
                _ => {
                    let inner = payload(contents)?;
                    quote!({ let out = object.member(#content); #inner })
                }
            };
            quote! {
                let mut object = out.open_object();
                object.field_or_null(#tag, &#wire);
                #inner
                object.close();
            }
        }
    };
    Ok(quote!(#pattern => { #written }))
}

/// Writes what a pattern has bound.
fn payload(contents: &Contents) -> Result<TokenStream, EmitError> {
    Ok(match contents {
        Contents::Unit => quote!(out.null();),
        Contents::One(member) => {
            let field = bound(0);
            place_code(
                place(member),
                quote!(::toolwright::value::Encode::encode(#field, out);),
            )
        }
        Contents::Row(members) => {
            let items = members.iter().enumerate().map(|(index, member)| {
                let field = bound(index);
                place_code(place(member), quote!(array.item(#field);))
            });
            quote! {
                #[allow(unused_mut)]
                let mut array = out.open_array();
                #(#items)*
                array.close();
            }
        }
        Contents::Fields { members, .. } => {
            let members = self::members(members)?;
            quote! {
                #[allow(unused_mut)]
                let mut object = out.open_object();
                #members
                object.close();
            }
        }
    })
}

fn members(members: &[Member]) -> Result<TokenStream, EmitError> {
    let written = members.iter().enumerate().map(|(index, member)| {
        let (field, wire) = (bound(index), string(&member.wire)?);
        let span = place(member);
        let written = match member.role {
            Role::Skipped => return Ok(TokenStream::new()),
            Role::Property => place_code(span, quote!(object.field_or_null(#wire, #field);)),
            Role::Part | Role::Rest => place_code(span, quote!(object.flatten(#field);)),
        };
        Ok(match &member.skip_if {
            Some(path) => quote!(if !#path(#field) { #written }),
            None => written,
        })
    });
    written.collect()
}
