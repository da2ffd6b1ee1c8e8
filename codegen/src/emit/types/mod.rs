//! The named types of a file.

mod choice;
mod constants;
mod record;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::model::{Shape, TypeDef};

use super::EmitError;
use super::checks::Checks;
use super::derives::Derives;
use super::docs::Docs;
use super::scope::Scope;

/// The head of the module `types`.
pub(crate) fn head() -> TokenStream {
    quote! {
        /// The types of parameters and bodies.
        #[allow(missing_docs, clippy::enum_variant_names, clippy::large_enum_variant)]
        pub mod types
    }
}

/// The items of the module `types`, none when there are no types.
pub(crate) fn items(
    defs: &[TypeDef],
    derives: &Derives,
    scope: &Scope<'_>,
    checks: &mut Checks,
) -> Result<Vec<TokenStream>, EmitError> {
    if defs.is_empty() {
        return Ok(Vec::new());
    }
    let mut items = vec![TokenStream::new()];
    for def in defs {
        items.push(item(def, derives, scope, checks)?);
    }
    let checks = items.iter().any(mentions_checks).then(|| {
        quote!(
            use super::checks;
        )
    });
    items[0] = quote! {
        #checks
        use toolwright::generated::*;
    };
    Ok(items)
}

fn item(
    def: &TypeDef,
    derives: &Derives,
    scope: &Scope<'_>,
    checks: &mut Checks,
) -> Result<TokenStream, EmitError> {
    let docs = Docs::new().spec(&def.doc).attributes()?;
    let item = match &def.shape {
        Shape::Struct { fields, rest } => {
            record::items(def, fields, rest.as_ref(), derives, scope)?
        }
        Shape::Symbol(variants) => constants::symbol(def, variants, derives, scope)?,
        Shape::Code(variants) => constants::code(def, variants, derives, scope)?,
        Shape::Choice {
            variants,
            tag,
            fallback,
        } => {
            let tables: Vec<_> = variants
                .iter()
                .map(|variant| checks.expression(&variant.schema))
                .collect();
            choice::Choice {
                variants,
                tag: tag.as_ref(),
                fallback: *fallback,
                tables: &tables,
            }
            .items(def, derives, scope)?
        }
    };
    Ok(quote!(#docs #item))
}

fn mentions_checks(items: &TokenStream) -> bool {
    items.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "checks",
        TokenTree::Group(group) => mentions_checks(&group.stream()),
        _ => false,
    })
}
