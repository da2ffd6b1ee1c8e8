//! The named types of a file.

mod choice;
mod constants;
mod record;

use std::collections::HashSet;

use proc_macro2::{Spacing, TokenStream, TokenTree};
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

/// What is the same for all types.
pub(crate) struct Types<'a> {
    pub(crate) derives: &'a Derives<'a>,
    pub(crate) scope: &'a Scope<'a>,
    /// The types that requests hold. A server has no use for the decoders and encoders of others, and
    /// so they cost it nothing but to be read.
    pub(crate) sent: &'a HashSet<String>,
}

/// A type that is written.
struct Item<'a> {
    def: &'a TypeDef,
    derives: &'a Derives<'a>,
    scope: &'a Scope<'a>,
    /// The attribute of functions.
    inline: Option<TokenStream>,
}

impl Types<'_> {
    /// The items of the module `types`, none when there are no types.
    pub(crate) fn items(
        &self,
        defs: &[TypeDef],
        checks: &mut Checks,
    ) -> Result<Vec<TokenStream>, EmitError> {
        if defs.is_empty() {
            return Ok(Vec::new());
        }
        let mut items = vec![TokenStream::new()];
        for def in defs {
            let is_sent = self.sent.contains(&def.ident);
            let item = Item {
                def,
                derives: self.derives,
                scope: self.scope,
                inline: (!is_sent).then(|| quote!(#[inline])),
            };
            items.push(item.written(checks)?);
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
}

impl Item<'_> {
    fn written(&self, checks: &mut Checks) -> Result<TokenStream, EmitError> {
        let docs = Docs::new().spec(&self.def.doc).attributes()?;
        let item = match &self.def.shape {
            Shape::Struct { fields, rest } => record::items(self, fields, rest.as_ref())?,
            Shape::Symbol { variants, other } => {
                constants::symbol(self, variants, other.as_deref())?
            }
            Shape::Code { variants, other } => constants::code(self, variants, other.as_deref())?,
            Shape::Choice {
                variants,
                tag,
                fallback,
                other,
            } => {
                let tables: Vec<_> = variants
                    .iter()
                    .map(|variant| checks.expression(&variant.schema))
                    .collect();
                choice::Choice {
                    variants,
                    tag: tag.as_ref(),
                    fallback: *fallback,
                    other: other.as_deref(),
                    tables: &tables,
                }
                .items(self)?
            }
        };
        Ok(quote!(#docs #item))
    }
}

/// Whether there is a path into the module `checks`; a field may have that name, too.
fn mentions_checks(items: &TokenStream) -> bool {
    let mut tokens = items.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let found = match token {
            TokenTree::Ident(ident) if ident == "checks" => {
                let next = tokens.peek();
                matches!(next, Some(TokenTree::Punct(colon)) if colon.spacing() == Spacing::Joint)
            }
            TokenTree::Group(group) => mentions_checks(&group.stream()),
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_no_mention() {
        assert!(mentions_checks(&quote!(
            const A: B = &[&checks::shared::PET];
        )));
        assert!(!mentions_checks(&quote!(Self {
            checks: fields.take(self.checks)
        })));
    }
}
