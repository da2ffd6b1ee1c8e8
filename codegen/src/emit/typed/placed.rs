//! Where code stands that asks for the implementations of a field's type.
//!
//! Each use of a type that has none is an error for rustc, and those that say the same of the same place
//! are told once. So all of them stand where the type is written in the field. Names mean what they mean
//! elsewhere in the code of the macro: the type may come from another macro than the derive.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::quote;
use syn::Type;
use syn::spanned::Spanned as _;

use super::tool_trait;
use crate::emit::checks::alias;
use crate::rust_types::{Direction, Member, Role};

/// Asks for the implementations of all types in fields, before anything else needs a part of them.
pub(super) fn asked<'a>(
    members: impl IntoIterator<Item = &'a Member>,
    direction: Direction,
) -> TokenStream {
    let implemented = tool_trait(direction);
    let members = members.into_iter();
    let types = members
        .filter(|member| member.role != Role::Skipped)
        .flat_map(|member| member.kind.other_types());
    types
        .map(|ty| place_code(ty.span(), quote!(let _ = <#ty as #implemented>::schema;)))
        .collect()
}

/// The place of the type of a field, as far as there is one.
pub(super) fn place(member: &Member) -> Span {
    let types = member.kind.other_types();
    types
        .first()
        .map_or_else(Span::call_site, |ty| located(ty.span()))
}

/// Code at a place.
pub(crate) fn place_code(span: Span, code: TokenStream) -> TokenStream {
    let placed = code.into_iter().map(|mut token| {
        match &token {
            TokenTree::Group(group) => {
                token = TokenTree::Group(Group::new(
                    group.delimiter(),
                    place_code(span, group.stream()),
                ));
            }
            // It is its span that says which crate this is.
            TokenTree::Ident(ident) if ident == "$crate" => return token,
            _ => {}
        }
        token.set_span(located(span));
        token
    });
    placed.collect()
}

fn located(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// The same code, with `<__Type0 as …>` where the type is written.
pub(super) fn aliases_at(types: &[Type], code: TokenStream) -> TokenStream {
    let places: Vec<(String, Span)> = types
        .iter()
        .enumerate()
        .map(|(index, ty)| (alias(index).to_string(), ty.span()))
        .collect();
    with_aliases(&places, code)
}

fn with_aliases(places: &[(String, Span)], code: TokenStream) -> TokenStream {
    let placed = code.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let stream = group.stream();
            let second = stream.clone().into_iter().nth(1);
            let named = second.and_then(|second| {
                let second = second.to_string();
                places.iter().find(|(name, _)| *name == second)
            });
            let stream = match named {
                Some((_, span)) => place_code(*span, stream),
                None => with_aliases(places, stream),
            };
            let mut placed = Group::new(group.delimiter(), stream);
            placed.set_span(group.span());
            TokenTree::Group(placed)
        }
        other => other,
    });
    placed.collect()
}
