use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::rust_types::{Contents, Member, Role};

/// What the field of that index is bound to in a pattern.
pub(super) fn bound(index: usize) -> Ident {
    format_ident!("field{index}")
}

/// The pattern that binds all fields which are in the JSON.
pub(super) fn pattern(path: &TokenStream, contents: &Contents) -> TokenStream {
    let named = |members: &[Member]| {
        let bindings = members
            .iter()
            .enumerate()
            .filter(|(_, member)| member.role != Role::Skipped);
        let bindings = bindings.map(|(index, member)| {
            let (ident, bound) = (&member.ident, bound(index));
            quote!(#ident: #bound)
        });
        quote!(#path { #(#bindings,)* .. })
    };
    match contents {
        Contents::Unit => path.clone(),
        Contents::One(member) => named(std::slice::from_ref(&**member)),
        Contents::Row(members) | Contents::Fields { members, .. } => named(members),
    }
}
