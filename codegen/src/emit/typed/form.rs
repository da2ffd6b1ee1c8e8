//! What kind of JSON a type is, as far as other types have to know.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;

use super::placed::place_code;
use super::tool_trait;
use crate::emit::checks::alias;
use crate::rust_types::{
    Contents, Direction, Member, ReferencedTypes, Role, RustKind, Shape, Tagging, UserType,
};

/// The `Form` of a type, as an expression.
pub(super) fn form_expression(
    user_type: &UserType,
    direction: Direction,
    types: &mut ReferencedTypes,
) -> TokenStream {
    let (object, other) = (
        quote!(::toolwright::Form::Object),
        quote!(::toolwright::Form::Other),
    );
    match &user_type.shape {
        Shape::Struct(contents) => form_of_contents(contents, direction, types),
        Shape::Names(_) | Shape::Choice(Tagging::Untagged, _) => other,
        Shape::Choice(Tagging::External, variants) => {
            let has_unit = variants
                .iter()
                .any(|variant| matches!(variant.contents, Contents::Unit));
            if has_unit { other } else { object }
        }
        Shape::Choice(..) => object,
    }
}

fn form_of_contents(
    contents: &Contents,
    direction: Direction,
    types: &mut ReferencedTypes,
) -> TokenStream {
    match contents {
        Contents::Unit | Contents::Row(_) => quote!(::toolwright::Form::Other),
        Contents::One(member) => match &member.kind {
            RustKind::Other(ty) => {
                let (alias, implemented) = (alias(types.index_of_type(ty)), tool_trait(direction));
                place_code(ty.span(), quote!(<#alias as #implemented>::FORM))
            }
            RustKind::Map(_) => quote!(::toolwright::Form::Object),
            _ => quote!(::toolwright::Form::Other),
        },
        Contents::Fields {
            members, closed, ..
        } => {
            let takes_all = *closed || members.iter().any(|member| member.role == Role::Rest);
            match takes_all {
                true => quote!(::toolwright::Form::Object),
                false => quote!(::toolwright::Form::Open),
            }
        }
    }
}

/// Compile errors for types that cannot be part of another.
pub(super) fn asserted(
    user_type: &UserType,
    direction: Direction,
    types: &mut ReferencedTypes,
) -> TokenStream {
    user_type
        .all_members()
        .filter_map(|member| assertion(member, direction, types))
        .collect()
}

fn assertion(
    member: &Member,
    direction: Direction,
    types: &mut ReferencedTypes,
) -> Option<TokenStream> {
    let (Role::Part, RustKind::Other(ty)) = (member.role, &member.kind) else {
        return None;
    };
    let (alias, implemented) = (alias(types.index_of_type(ty)), tool_trait(direction));
    let (question, message) = match direction {
        Direction::Input => (
            quote!(is_open),
            "its fields are flattened into another type, so this must be a struct that allows other \
             properties: without `deny_unknown_fields`, without a flattened map, and not an enum",
        ),
        Direction::Output => (
            quote!(is_object),
            "its fields are flattened into another type, so this must be a struct",
        ),
    };
    let assertion = quote! {
        const _: () = ::core::assert!(<#alias as #implemented>::FORM.#question(), #message);
    };
    Some(place_code(ty.span(), assertion))
}
