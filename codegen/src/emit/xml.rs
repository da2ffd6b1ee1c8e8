//! How bodies are written as XML: tables of the runtime's `Xml`.

use indexmap::IndexMap;
use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{Xml, XmlLink, XmlNode};

use super::EmitError;
use super::ident::{ident, variant};
use super::literal::string;

/// The items of the module `xml`, none when there are no tables.
pub(crate) fn items(tables: &IndexMap<String, Xml>) -> Result<Vec<TokenStream>, EmitError> {
    if tables.is_empty() {
        return Ok(Vec::new());
    }
    let mut items = vec![quote!(
        use toolwright::generated::*;
    )];
    for (constant, table) in tables {
        let name = ident(constant)?;
        let table = expression(table)?;
        items.push(quote!(pub static #name: Xml = #table;));
    }
    Ok(items)
}

fn expression(table: &Xml) -> Result<TokenStream, EmitError> {
    if *table == Xml::default() {
        return Ok(quote!(Xml::ELEMENT));
    }
    let mut fields = TokenStream::new();
    if !table.name.is_empty() {
        let name = string(&table.name)?;
        fields.extend(quote!(name: #name,));
    }
    if !table.namespace.is_empty() {
        let namespace = string(&table.namespace)?;
        fields.extend(quote!(namespace: #namespace,));
    }
    if !table.prefix.is_empty() {
        let prefix = string(&table.prefix)?;
        fields.extend(quote!(prefix: #prefix,));
    }
    if table.node != XmlNode::Element {
        let node = variant(table.node)?;
        fields.extend(quote!(node: XmlNode::#node,));
    }
    if table.wrapped {
        fields.extend(quote!(wrapped: true,));
    }
    if !table.members.is_empty() {
        let members = table
            .members
            .iter()
            .map(|(name, member)| {
                let name = string(name)?;
                let member = link(member)?;
                Ok(quote!((#name, #member)))
            })
            .collect::<Result<Vec<_>, EmitError>>()?;
        fields.extend(quote!(members: &[#(#members),*],));
    }
    if let Some(items) = &table.items {
        let items = link(items)?;
        fields.extend(quote!(items: Some(#items),));
    }
    if !table.bases.is_empty() {
        let bases = table
            .bases
            .iter()
            .map(|base| ident(base))
            .collect::<Result<Vec<_>, EmitError>>()?;
        fields.extend(quote!(bases: &[#(&#bases),*],));
    }
    Ok(quote!(Xml { #fields ..Xml::ELEMENT }))
}

fn link(link: &XmlLink) -> Result<TokenStream, EmitError> {
    match link {
        XmlLink::Inline(table) => {
            let table = expression(table)?;
            Ok(quote!(&#table))
        }
        XmlLink::Shared(constant) => {
            let name = ident(constant)?;
            Ok(quote!(&#name))
        }
    }
}
