//! That types of which each is the JSON of the next do not lead back to the first.
//!
//! It is a constant that needs those of the types whose JSON is the JSON of this one, or a part of the same
//! object: in a circle of them, rustc says where it closes.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Type;
use syn::spanned::Spanned as _;

use super::placed::place_code;
use super::tool_trait;
use crate::emit::checks::alias;
use crate::rust_types::{
    Contents, Direction, Member, ReferencedTypes, Role, RustKind, Shape, Tagging, UserType,
};

/// The constant, and what has it evaluated; nothing where no type is needed.
pub(super) fn constant(
    user_type: &UserType,
    direction: Direction,
    types: &mut ReferencedTypes,
) -> Option<(TokenStream, TokenStream)> {
    let implemented = tool_trait(direction);
    let needed: Vec<TokenStream> = in_place(&user_type.shape)
        .into_iter()
        .map(|ty| {
            let alias = alias(types.index_of_type(ty));
            place_code(ty.span(), quote!(<#alias as #implemented>::JSON_HAS_AN_END))
        })
        .collect();
    if needed.is_empty() {
        return None;
    }
    let ident: &Ident = &user_type.ident;
    Some((
        quote!(const JSON_HAS_AN_END: () = { #(let () = #needed;)* };),
        quote!(const _: () = <#ident as #implemented>::JSON_HAS_AN_END;),
    ))
}

/// The types whose JSON is the JSON of this one, or a part of the same object.
fn in_place(shape: &Shape) -> Vec<&Type> {
    let is_whole = matches!(
        shape,
        Shape::Struct(_) | Shape::Choice(Tagging::Untagged, _)
    );
    let contents = shape.all_contents().into_iter();
    let members = contents.flat_map(|contents| {
        let is_whole = is_whole && matches!(contents, Contents::One(_));
        contents
            .members()
            .iter()
            .filter(move |member| is_whole || member.role == Role::Part)
    });
    members.filter_map(other).collect()
}

fn other(member: &Member) -> Option<&Type> {
    match member.kind.without_null() {
        RustKind::Other(ty) => Some(ty),
        _ => None,
    }
}
