//! Writes a struct of the spec's: its fields, a map for all other properties where the spec allows
//! them, and how it is decoded and encoded. Takes the lowered definition. What is required and what
//! has a default is in the types of the fields.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Item;
use crate::emit::EmitError;
use crate::emit::docs::Docs;
use crate::emit::ident::ident;
use crate::emit::literal::string;
use crate::model::{Field, Type};

/// A struct, its `Decode` and its `Encode`.
pub(super) fn items(
    item: &Item<'_>,
    fields: &[Field],
    rest: Option<&(String, Type)>,
) -> Result<TokenStream, EmitError> {
    let scope = item.scope;
    let mut declared = TokenStream::new();
    let mut decode = Vec::new();
    let mut encode = Vec::new();
    for field in fields {
        declared.extend(scope.field(field, Docs::new().spec(&field.doc))?);
        let name = ident(&field.ident)?;
        let wire = string(&field.wire)?;
        decode.push(quote!(#name: fields.take(#wire)));
        encode.push(quote!(object.field(#wire, &self.#name)));
    }
    if let Some((name, ty)) = rest {
        let name = ident(name)?;
        let ty = scope.ty(&Type::Map(Box::new(ty.clone())))?;
        declared.extend(quote! {
            /// All other properties.
            pub #name: #ty,
        });
        decode.push(quote!(#name: fields.take_additional_properties()));
        encode.push(quote!(object.rest(&self.#name)));
    }

    let derive = item.derives.of_struct(fields.iter());
    let name = ident(&item.def.ident)?;
    let decode = decode_impl(&name, &decode, item);
    let encode = encode_impl(&name, &encode, item);
    Ok(quote! {
        #derive
        pub struct #name { #declared }

        #decode

        #encode
    })
}

fn decode_impl(name: &Ident, members: &[TokenStream], item: &Item<'_>) -> TokenStream {
    let (scope, inline) = (item.scope, &item.inline);
    let decode = scope.runtime("Decode");
    let cursor = scope.runtime("Cursor");
    let fields = scope.runtime("Fields");
    let body = if members.is_empty() {
        quote! {
            #fields::open(at).close();
            Self {}
        }
    } else {
        quote! {
            let mut fields = #fields::open(at);
            let decoded = Self { #(#members),* };
            fields.close();
            decoded
        }
    };
    quote! {
        impl #decode for #name {
            #inline
            fn decode(at: &mut #cursor) -> Self { #body }
        }
    }
}

fn encode_impl(name: &Ident, members: &[TokenStream], item: &Item<'_>) -> TokenStream {
    let (scope, inline) = (item.scope, &item.inline);
    let encode = scope.runtime("Encode");
    let encoder = scope.runtime("Encoder");
    let body = if members.is_empty() {
        quote!(out.open_object().close();)
    } else {
        quote! {
            let mut object = out.open_object();
            #(#members;)*
            object.close();
        }
    };
    quote! {
        impl #encode for #name {
            #inline
            fn encode(&self, out: &mut #encoder) { #body }
        }
    }
}
