use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::emit::EmitError;
use crate::emit::derives::Derives;
use crate::emit::docs::Docs;
use crate::emit::ident::ident;
use crate::emit::literal;
use crate::emit::scope::Scope;
use crate::model::{SymbolVariant, TypeDef};

/// An enum of strings and its `Symbol`.
pub(super) fn symbol(
    def: &TypeDef,
    variants: &[SymbolVariant<String>],
    derives: &Derives,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let name = ident(&def.ident)?;
    let idents = idents(variants)?;
    let values = variants
        .iter()
        .map(|variant| literal::string(&variant.value))
        .collect::<Result<Vec<_>, _>>()?;
    let declaration = declaration(&name, &idents, &docs(variants)?, derives);
    let symbol = scope.runtime("Symbol");
    Ok(quote! {
        #declaration

        impl #symbol for #name {
            const ALL: &'static [Self] = &[#(Self::#idents),*];

            fn name(self) -> &'static str {
                match self {
                    #(Self::#idents => #values,)*
                }
            }
        }

        symbol!(#name);
    })
}

/// An enum of integers and its `Code`.
pub(super) fn code(
    def: &TypeDef,
    variants: &[SymbolVariant<i64>],
    derives: &Derives,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let name = ident(&def.ident)?;
    let idents = idents(variants)?;
    let values = variants
        .iter()
        .map(|variant| literal::integer(variant.value));
    let declaration = declaration(&name, &idents, &docs(variants)?, derives);
    let code = scope.runtime("Code");
    Ok(quote! {
        #declaration

        impl #code for #name {
            const ALL: &'static [Self] = &[#(Self::#idents),*];

            fn value(self) -> i64 {
                match self {
                    #(Self::#idents => #values,)*
                }
            }
        }

        code!(#name);
    })
}

fn declaration(
    name: &Ident,
    variants: &[Ident],
    docs: &[TokenStream],
    derives: &Derives,
) -> TokenStream {
    let derive = &derives.symbol;
    quote! {
        #derive
        pub enum #name { #(#docs #variants),* }
    }
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
