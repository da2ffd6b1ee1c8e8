//! Writes `Decode` for a type of the user's, as serde would read it: structs, enums of names, and
//! enums with data in all four taggings. Takes the type as `rust_types` has read it. Mistakes of a
//! value are reported by the runtime's cursor while it decodes, so the code here never fails.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use super::placed::{asked, place};
use crate::emit::EmitError;
use crate::emit::checks;
use crate::emit::literal::string;
use crate::rust_types::{
    Contents, Default, Direction, Member, Names, Role, Shape, Tagging, UserType, UserVariant,
};

/// `Decode` of a type. Where the decoder stands is `at`.
pub(super) fn implementation(user_type: &UserType) -> Result<TokenStream, EmitError> {
    let ident = &user_type.ident;
    let body = match &user_type.shape {
        Shape::Struct(contents) => payload(&quote!(Self), contents)?,
        Shape::Names(all) => names(all)?,
        Shape::Choice(tagging, variants) => choice(tagging, variants)?,
    };
    let asked = asked(user_type.all_members(), Direction::Input);
    Ok(quote! {
        #[automatically_derived]
        impl ::toolwright::value::Decode for #ident {
            fn decode(at: &mut ::toolwright::value::Cursor) -> Self { #asked #body }
        }
    })
}

fn names(names: &[Names]) -> Result<TokenStream, EmitError> {
    let arms = arms(names.iter().map(|name| {
        let ident = &name.ident;
        quote!(Self::#ident)
    }));
    let wires = names
        .iter()
        .map(|name| string(&name.wire))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(quote! {
        match ::toolwright::value::decode_variant_index(at, &[#(#wires),*]) { #arms }
    })
}

/// The arms of a match on the index; the last one is for all others.
fn arms(values: impl Iterator<Item = TokenStream>) -> TokenStream {
    let values: Vec<TokenStream> = values.collect();
    let last = values.len().saturating_sub(1);
    let arms = values.into_iter().enumerate().map(|(index, value)| {
        let index = Literal::usize_unsuffixed(index);
        // The match needs an arm for all other numbers, and the runtime only gives those of the
        // list.
        if index.to_string() == last.to_string() {
            quote!(_ => #value,)
        } else {
            quote!(#index => #value,)
        }
    });
    arms.collect()
}

fn choice(tagging: &Tagging, variants: &[UserVariant]) -> Result<TokenStream, EmitError> {
    let tag = match tagging {
        Tagging::Internal(tag) | Tagging::Adjacent(tag, _) => {
            let property = string(tag)?;
            let values = variants
                .iter()
                .map(|variant| string(&variant.wire))
                .collect::<Result<Vec<_>, _>>()?;
            quote! {
                ::core::option::Option::Some(&::toolwright::value::Discriminator {
                    property: #property,
                    values: &[#(&[#values]),*],
                })
            }
        }
        _ => quote!(::core::option::Option::None),
    };
    let values = variants
        .iter()
        .map(|variant| alternative(tagging, variant))
        .collect::<Result<Vec<_>, _>>()?;
    let arms = arms(values.into_iter());
    Ok(quote! {
        let schema = <Self as ::toolwright::ToolInput>::check();
        match ::toolwright::value::choose_alternative_by_schema(schema, #tag, at) { #arms }
    })
}

fn alternative(tagging: &Tagging, variant: &UserVariant) -> Result<TokenStream, EmitError> {
    let (ident, wire) = (&variant.ident, string(&variant.wire)?);
    let path = quote!(Self::#ident);
    let contents = &variant.contents;
    Ok(match (tagging, contents) {
        (Tagging::Untagged, _) => {
            let value = payload(&path, contents)?;
            quote!({ #value })
        }
        (Tagging::External, Contents::Unit) => quote!({
            let _ = at.value();
            #path
        }),
        (Tagging::External, _) => {
            let value = payload(&path, contents)?;
            quote!({
                let mut fields = ::toolwright::value::Fields::open(at);
                let decoded = { let at = fields.member(#wire); #value };
                fields.close();
                decoded
            })
        }
        (Tagging::Internal(tag), _) => {
            let skip = skip(tag)?;
            let value = object(&path, contents.members(), &skip, contents)?;
            quote!({ #value })
        }
        (Tagging::Adjacent(tag, content), _) => {
            let (skip, content) = (skip(tag)?, string(content)?);
            let value = match contents {
                Contents::Unit => path,
                _ => {
                    let value = payload(&path, contents)?;
                    quote!({ let at = fields.member(#content); #value })
                }
            };
            quote!({
                let mut fields = ::toolwright::value::Fields::open(at);
                #skip
                let decoded = #value;
                fields.close_ignoring_rest();
                decoded
            })
        }
    })
}

fn skip(tag: &str) -> Result<TokenStream, EmitError> {
    let tag = string(tag)?;
    Ok(quote!(fields.skip_member(#tag);))
}

/// The value at `at` as what `path` makes of these contents.
fn payload(path: &TokenStream, contents: &Contents) -> Result<TokenStream, EmitError> {
    Ok(match contents {
        Contents::Unit => quote! {
            let () = ::toolwright::value::Decode::decode(at);
            #path
        },
        Contents::One(member) => {
            let ident = &member.ident;
            let decoded = quote_spanned!(place(member)=> ::toolwright::value::Decode::decode(at));
            quote!(#path { #ident: #decoded })
        }
        Contents::Row(members) => {
            let taken = members.iter().map(|member| {
                let ident = &member.ident;
                let item = quote_spanned!(place(member)=> items.take());
                quote!(#ident: #item)
            });
            quote! {
                let mut items = ::toolwright::value::TupleItems::open(at);
                let decoded = #path { #(#taken),* };
                items.close();
                decoded
            }
        }
        Contents::Fields { members, .. } => object(path, members, &TokenStream::new(), contents)?,
    })
}

/// The object at `at`, after something of it was taken.
fn object(
    path: &TokenStream,
    members: &[Member],
    first: &TokenStream,
    contents: &Contents,
) -> Result<TokenStream, EmitError> {
    let (closed, base) = match contents {
        Contents::Fields { closed, base, .. } => (*closed, base.as_ref()),
        _ => (false, None),
    };
    let base = base.map(|base| {
        let value = match base {
            Default::Function(path) => quote!(#path()),
            _ => quote!(::core::default::Default::default()),
        };
        quote!(let base: Self = #value;)
    });
    let mut taken = Vec::new();
    // What is flattened gets what is left, so properties with names are taken first, and the map of
    // the rest is last.
    for role in [Role::Skipped, Role::Property, Role::Part, Role::Rest] {
        for member in members.iter().filter(|member| member.role == role) {
            let (ident, value) = (&member.ident, taken_member(member, base.is_some())?);
            taken.push(quote!(#ident: #value));
        }
    }
    let close = match closed {
        true => quote!(fields.close();),
        false => quote!(fields.close_ignoring_rest();),
    };
    let built = match contents {
        Contents::Unit => path.clone(),
        _ => quote!(#path { #(#taken),* }),
    };
    Ok(quote! {
        #base
        #[allow(unused_mut)]
        let mut fields = ::toolwright::value::Fields::open(at);
        #first
        let decoded = #built;
        #close
        decoded
    })
}

fn taken_member(member: &Member, has_base: bool) -> Result<TokenStream, EmitError> {
    let (ident, wire) = (&member.ident, string(&member.wire)?);
    let span = place(member);
    let absent = match &member.default {
        Some(Default::Base) => Some(quote!(base.#ident)),
        Some(Default::Function(path)) => Some(quote!(#path())),
        Some(Default::Trait) => Some(quote!(::core::default::Default::default())),
        Some(Default::Value(value)) if member.role == Role::Property => {
            let value = checks::literal(value);
            return Ok(quote_spanned!(span=> fields.take_or(#wire, {
                use ::toolwright::schema::Literal;
                &#value
            })));
        }
        _ => None,
    };
    Ok(match (member.role, absent) {
        (Role::Part | Role::Rest, _) if member.role == Role::Part => {
            quote_spanned!(span=> fields.take_flattened())
        }
        (Role::Part | Role::Rest, _) => quote_spanned!(span=> fields.take_rest()),
        (Role::Skipped, Some(absent)) => absent,
        (Role::Skipped, None) if has_base => quote!(base.#ident),
        (Role::Skipped, None) => quote!(::core::default::Default::default()),
        (Role::Property, None) => quote_spanned!(span=> fields.take(#wire)),
        (Role::Property, Some(absent)) => {
            let taken = quote_spanned!(span=> fields.take(#wire));
            quote!(if fields.has_member(#wire) { #taken } else { #absent })
        }
    })
}
