//! What kind of JSON a type is, as far as other types have to know.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::tool_trait;
use crate::emit::checks::alias;
use crate::rust_types::{Contents, Direction, Kind, Member, Role, Shape, Tagging, Types, UserType};

/// The `Form` of a type, as an expression.
pub(super) fn of(user_type: &UserType, direction: Direction, types: &mut Types) -> TokenStream {
    let (object, other) = (
        quote!(::toolwright::Form::Object),
        quote!(::toolwright::Form::Other),
    );
    match &user_type.shape {
        Shape::Struct(contents) => of_contents(contents, direction, types),
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

fn of_contents(contents: &Contents, direction: Direction, types: &mut Types) -> TokenStream {
    match contents {
        Contents::Unit | Contents::Row(_) => quote!(::toolwright::Form::Other),
        Contents::One(member) => match &member.kind {
            Kind::Other(ty) => {
                let (alias, implemented) = (alias(types.index(ty)), tool_trait(direction));
                quote!(<#alias as #implemented>::FORM)
            }
            Kind::Map(_) => quote!(::toolwright::Form::Object),
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
    types: &mut Types,
) -> TokenStream {
    let contents: Vec<&Contents> = match &user_type.shape {
        Shape::Struct(contents) => vec![contents],
        Shape::Names(_) => Vec::new(),
        Shape::Choice(_, variants) => variants.iter().map(|variant| &variant.contents).collect(),
    };
    let members = contents.into_iter().flat_map(Contents::members);
    members
        .filter_map(|member| assertion(member, direction, types))
        .collect()
}

fn assertion(member: &Member, direction: Direction, types: &mut Types) -> Option<TokenStream> {
    let (Role::Part, Kind::Other(ty)) = (member.role, &member.kind) else {
        return None;
    };
    let (alias, implemented) = (alias(types.index(ty)), tool_trait(direction));
    let span = ty.span();
    Some(match direction {
        Direction::Input => quote_spanned! {span=>
            const _: () = ::core::assert!(
                <#alias as #implemented>::FORM.is_open(),
                "its fields stand among those of another type, so this has to be a struct that leaves others \
                 alone: without `deny_unknown_fields`, without a flattened map, and no enum"
            );
        },
        Direction::Output => quote_spanned! {span=>
            const _: () = ::core::assert!(
                <#alias as #implemented>::FORM.is_object(),
                "its fields stand among those of another type, so this has to be a struct"
            );
        },
    })
}
