//! Writes the enum of a `oneOf` or `anyOf` and its `Choice`: the schemas by which the runtime finds
//! the alternative of a value, and the discriminator, if there is one. Takes the variants in the
//! order of the spec. Which alternative fits is decided by the runtime, not here.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::Item;
use crate::emit::EmitError;
use crate::emit::docs::Docs;
use crate::emit::ident::ident;
use crate::emit::literal::string;
use crate::emit::scope::Scope;
use crate::model::{Tag, Variant};

/// An enum of alternatives.
pub(super) struct Choice<'a> {
    /// The alternatives.
    pub(super) variants: &'a [Variant],
    /// The discriminator.
    pub(super) tag: Option<&'a Tag>,
    /// The variant for a value that is none of them.
    pub(super) fallback: usize,
    /// The variant that keeps what is none of them.
    pub(super) other: Option<&'a str>,
    /// The validation table of each variant.
    pub(super) tables: &'a [TokenStream],
}

impl Choice<'_> {
    /// The enum and its `Choice`.
    pub(super) fn items(&self, item: &Item<'_>) -> Result<TokenStream, EmitError> {
        let (scope, inline) = (item.scope, &item.inline);
        let name = ident(&item.def.ident)?;
        let idents = self
            .variants
            .iter()
            .map(|variant| ident(&variant.ident))
            .collect::<Result<Vec<_>, _>>()?;
        let other = self.other.map(ident).transpose()?;
        let declaration = self.declaration(&name, &idents, other.as_ref(), item)?;
        let choice = scope.runtime("Choice");
        let schema = scope.runtime("Schema");
        let tables = self.tables;
        let tag = self.tag(scope)?;
        let fallback = (self.fallback != 0).then(|| {
            let fallback = Literal::usize_unsuffixed(self.fallback);
            quote!(const FALLBACK: usize = #fallback;)
        });
        let idents: Vec<Ident> = idents.into_iter().chain(other).collect();
        let decode = decode(&idents, scope);
        let encode = encode(&idents, scope);
        Ok(quote! {
            #declaration

            impl #choice for #name {
                const SCHEMAS: &'static [&'static #schema] = &[#(#tables),*];
                #tag
                #fallback

                #inline
                #decode

                #inline
                #encode
            }

            choice!(#inline #name);
        })
    }

    fn declaration(
        &self,
        name: &Ident,
        idents: &[Ident],
        other: Option<&Ident>,
        item: &Item<'_>,
    ) -> Result<TokenStream, EmitError> {
        let derive = &item.derives.record;
        let mut variants = TokenStream::new();
        for (variant, ident) in self.variants.iter().zip(idents) {
            let docs = Docs::new().spec(&variant.doc).attributes()?;
            let ty = item.scope.ty(&variant.ty)?;
            variants.extend(quote!(#docs #ident(#ty),));
        }
        if let Some(other) = other {
            let json = item.scope.runtime("Json");
            variants.extend(quote! {
                /// What is none of them.
                #other(#json),
            });
        }
        Ok(quote! {
            #derive
            pub enum #name { #variants }
        })
    }

    fn tag(&self, scope: &Scope<'_>) -> Result<Option<TokenStream>, EmitError> {
        let Some(tag) = self.tag else {
            return Ok(None);
        };
        let option = scope.option();
        let ty = scope.runtime("Discriminator");
        let property = string(&tag.property)?;
        let mut values = Vec::new();
        for names in &tag.values {
            let names = names
                .iter()
                .map(|name| string(name))
                .collect::<Result<Vec<_>, _>>()?;
            values.push(quote!(&[#(#names),*]));
        }
        let default = tag.default.map(|default| {
            let default = Literal::usize_unsuffixed(default);
            quote!(const DEFAULT: #option<usize> = Some(#default);)
        });
        Ok(Some(quote! {
            const DISCRIMINATOR: #option<#ty> = Some(#ty { property: #property, values: &[#(#values),*] });
            #default
        }))
    }
}

fn decode(idents: &[Ident], scope: &Scope<'_>) -> TokenStream {
    let cursor = scope.runtime("Cursor");
    let decode = scope.runtime("Decode");
    let Some(first) = idents.first() else {
        return TokenStream::new();
    };
    let indices = (0..idents.len()).map(Literal::usize_unsuffixed);
    quote! {
        fn decode(variant: usize, at: &mut #cursor) -> Self {
            match variant {
                #(#indices => Self::#idents(#decode::decode(at)),)*
                _ => Self::#first(at.unknown_variant(variant)),
            }
        }
    }
}

fn encode(idents: &[Ident], scope: &Scope<'_>) -> TokenStream {
    let encoder = scope.runtime("Encoder");
    let encode = scope.runtime("Encode");
    quote! {
        fn encode(&self, out: &mut #encoder) {
            match self {
                #(Self::#idents(value) => #encode::encode(value, out),)*
            }
        }
    }
}
