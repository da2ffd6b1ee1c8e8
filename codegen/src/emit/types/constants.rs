//! Writes enums of strings and of integers: each with its values, and open ones with a variant for
//! values that the spec does not list, so that a newer API does not break its clients. Takes the
//! variants with their Rust names, which are unique already.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Item;
use crate::emit::EmitError;
use crate::emit::docs::Docs;
use crate::emit::ident::ident;
use crate::emit::literal;
use crate::model::{SymbolVariant, Type};

/// An enum of strings and its `StringEnum` or, with a variant for any other string, its `OpenStringEnum`.
pub(super) fn symbol(
    item: &Item<'_>,
    variants: &[SymbolVariant<String>],
    other: Option<&str>,
) -> Result<TokenStream, EmitError> {
    let name = ident(&item.def.ident)?;
    let idents = idents(variants)?;
    let values = variants
        .iter()
        .map(|variant| literal::string(&variant.value))
        .collect::<Result<Vec<_>, _>>()?;
    let docs = docs(variants)?;
    let inline = &item.inline;
    let Some(other) = other else {
        let derive = &item.derives.symbol;
        let symbol = item.scope.runtime("StringEnum");
        return Ok(quote! {
            #derive
            pub enum #name { #(#docs #idents),* }

            impl #symbol for #name {
                const ALL: &'static [Self] = &[#(Self::#idents),*];

                #inline
                fn name(self) -> &'static str {
                    match self {
                        #(Self::#idents => #values,)*
                    }
                }
            }

            string_enum!(#inline #name);
        });
    };
    let derive = &item.derives.open_symbol;
    let symbol = item.scope.runtime("OpenStringEnum");
    let string = item.scope.ty(&Type::String)?;
    let other = ident(other)?;
    Ok(quote! {
        #derive
        pub enum #name {
            #(#docs #idents,)*
            /// Any other.
            #other(#string),
        }

        impl #symbol for #name {
            #inline
            fn from_name(name: #string) -> Self {
                match name.as_str() {
                    #(#values => Self::#idents,)*
                    _ => Self::#other(name),
                }
            }

            #inline
            fn name(&self) -> &str {
                match self {
                    #(Self::#idents => #values,)*
                    Self::#other(name) => name,
                }
            }
        }

        open_string_enum!(#inline #name);
    })
}

/// An enum of integers and its `IntegerEnum` or, with a variant for any other integer, its `OpenIntegerEnum`.
pub(super) fn code(
    item: &Item<'_>,
    variants: &[SymbolVariant<i64>],
    other: Option<&str>,
) -> Result<TokenStream, EmitError> {
    let name = ident(&item.def.ident)?;
    let idents = idents(variants)?;
    let values: Vec<_> = variants
        .iter()
        .map(|variant| literal::integer(variant.value))
        .collect();
    let docs = docs(variants)?;
    let derive = &item.derives.symbol;
    let inline = &item.inline;
    let Some(other) = other else {
        let code = item.scope.runtime("IntegerEnum");
        return Ok(quote! {
            #derive
            pub enum #name { #(#docs #idents),* }

            impl #code for #name {
                const ALL: &'static [Self] = &[#(Self::#idents),*];

                #inline
                fn value(self) -> i64 {
                    match self {
                        #(Self::#idents => #values,)*
                    }
                }
            }

            integer_enum!(#inline #name);
        });
    };
    let code = item.scope.runtime("OpenIntegerEnum");
    let other = ident(other)?;
    Ok(quote! {
        #derive
        pub enum #name {
            #(#docs #idents,)*
            /// Any other.
            #other(i64),
        }

        impl #code for #name {
            #inline
            fn from_value(value: i64) -> Self {
                match value {
                    #(#values => Self::#idents,)*
                    _ => Self::#other(value),
                }
            }

            #inline
            fn value(self) -> i64 {
                match self {
                    #(Self::#idents => #values,)*
                    Self::#other(value) => value,
                }
            }
        }

        open_integer_enum!(#inline #name);
    })
}

fn docs<T>(variants: &[SymbolVariant<T>]) -> Result<Vec<TokenStream>, EmitError> {
    variants
        .iter()
        .map(|variant| Docs::new().spec(&variant.doc).attributes())
        .collect()
}

fn idents<T>(variants: &[SymbolVariant<T>]) -> Result<Vec<Ident>, EmitError> {
    variants
        .iter()
        .map(|variant| ident(&variant.ident))
        .collect()
}
