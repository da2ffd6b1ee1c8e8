//! Validation tables.

use indexmap::IndexMap;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;

use crate::model::Definition;

/// The validation tables of a file.
#[derive(Debug)]
pub struct Checks {
    items: TokenStream,
    anonymous: usize,
}

impl Checks {
    /// No tables yet.
    pub fn new(_: &IndexMap<String, Definition>) -> Self {
        Self {
            items: TokenStream::new(),
            anonymous: 0,
        }
    }

    /// Declares the table of a schema under a name.
    pub fn named(&mut self, constant: &str, _: &Value) {
        let constant = format_ident!("{constant}");
        self.items
            .extend(quote!(pub static #constant: Schema = Schema(&[]);));
    }

    /// An expression of type `&'static Schema`.
    pub fn expression(&mut self, schema: &Value) -> TokenStream {
        self.anonymous += 1;
        let name = format!("ANONYMOUS_{}", self.anonymous);
        self.named(&name, schema);
        let constant = format_ident!("{name}");
        quote!(&checks::#constant)
    }

    /// The items of `mod checks`.
    pub fn into_module(self) -> TokenStream {
        let items = self.items;
        if items.is_empty() {
            return items;
        }
        quote!(use toolwright::generated::*; #items)
    }
}
