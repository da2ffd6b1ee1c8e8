use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::EmitError;
use super::spacing::space_out;

/// The text of a file, formatted piece by piece: a whole file of a large spec as one syntax tree
/// takes twice the time and much memory.
#[derive(Debug, Default)]
pub(crate) struct Source {
    text: String,
    in_module: bool,
}

impl Source {
    /// A file that begins with this comment.
    pub(crate) fn new(head: String) -> Self {
        Self {
            text: head,
            in_module: false,
        }
    }

    /// Adds items.
    pub(crate) fn items(&mut self, items: TokenStream) -> Result<(), EmitError> {
        let text = self.formatted(items)?;
        self.text.push_str(&text);
        Ok(())
    }

    /// Adds items, with a comment above the line that begins with `start`: tokens have no comments.
    pub(crate) fn items_with_comment(
        &mut self,
        items: TokenStream,
        (start, comment): (&str, &str),
    ) -> Result<(), EmitError> {
        for line in self.formatted(items)?.lines() {
            let code = line.trim_start();
            if code.starts_with(start) {
                let indent = &line[..line.len() - code.len()];
                self.text.extend([indent, "// ", comment, "\n"]);
            }
            self.text.extend([line, "\n"]);
        }
        Ok(())
    }

    /// Adds a slice, declared as `head`.
    pub(crate) fn table(
        &mut self,
        head: &TokenStream,
        elements: &[TokenStream],
    ) -> Result<(), EmitError> {
        let count = (elements.len() / SEVERAL).max(1);
        let bounds = |piece: usize| piece * elements.len() / count;
        for piece in 0..count {
            let some = &elements[bounds(piece)..bounds(piece + 1)];
            let table = self.formatted(quote!(#head = &[#(#some),*];))?;
            let table = match (piece > 0, table.split_once('\n')) {
                (true, Some((_, rest))) => rest,
                _ => &table,
            };
            let end = match (piece + 1 < count, table.trim_end().rfind('\n')) {
                (true, Some(last_line)) => last_line + 1,
                _ => table.len(),
            };
            self.text.push_str(&table[..end]);
        }
        Ok(())
    }

    /// Adds a module, declared as `head`, unless there is nothing in it.
    pub(crate) fn module(
        &mut self,
        head: TokenStream,
        items: impl IntoIterator<Item = TokenStream>,
    ) -> Result<(), EmitError> {
        let mut inside = Self {
            text: String::new(),
            in_module: true,
        };
        for piece in items.into_iter().flat_map(pieces) {
            inside.items(piece)?;
        }
        self.add_module(head, &inside)
    }

    /// Adds a module of tables, each with what it is and its declaration, below some items.
    pub(crate) fn module_of_tables(
        &mut self,
        head: TokenStream,
        items: TokenStream,
        tables: &[(&str, TokenStream, Vec<TokenStream>)],
    ) -> Result<(), EmitError> {
        let mut inside = Self {
            text: String::new(),
            in_module: true,
        };
        inside.items(items)?;
        for (doc, head, elements) in tables {
            inside.text.extend(["    /// ", doc, "\n"]);
            inside.table(head, elements)?;
        }
        self.add_module(head, &inside)
    }

    /// The file.
    pub(crate) fn finish(self) -> String {
        space_out(&self.text)
    }

    fn add_module(&mut self, head: TokenStream, inside: &Self) -> Result<(), EmitError> {
        if inside.text.is_empty() {
            return Ok(());
        }
        let frame = self.formatted(quote!(#head {}))?;
        self.text.push_str(between(&frame, "", "}\n"));
        self.text.push('\n');
        self.text.push_str(&inside.text);
        self.text.push_str("}\n");
        Ok(())
    }

    fn formatted(&self, items: TokenStream) -> Result<String, EmitError> {
        if !self.in_module {
            return Ok(prettyplease::unparse(&syn::parse2(items)?));
        }
        let module = prettyplease::unparse(&syn::parse2(quote!(mod module { #items }))?);
        Ok(between(&module, OPENING, CLOSING).to_owned())
    }
}

/// So many elements of a table never fit into one line.
const SEVERAL: usize = 16;

const OPENING: &str = "mod module {\n";
const CLOSING: &str = "}\n";

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let text = text.strip_prefix(start).unwrap_or(text);
    text.strip_suffix(end).unwrap_or(text)
}

/// Items in parts of some dozens, cut where a semicolon ends one.
fn pieces(items: TokenStream) -> Vec<TokenStream> {
    const LEAST: usize = 400;
    let mut pieces = Vec::new();
    let mut piece = Vec::new();
    for token in items {
        let ends_item = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ';');
        piece.push(token);
        if ends_item && piece.len() >= LEAST {
            pieces.push(piece.drain(..).collect());
        }
    }
    if !piece.is_empty() {
        pieces.push(piece.into_iter().collect());
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_the_same_text_as_the_whole() {
        let items = (0..1000).map(|n| {
            let name = quote::format_ident!("A{n}");
            quote!(pub static #name: A = A { b: &[1, 2] };)
        });
        let whole: TokenStream = items.collect();
        assert!(pieces(whole.clone()).len() > 10);
        let mut source = Source::default();
        source
            .module(quote!(#[allow(dead_code)] pub mod a), [whole.clone()])
            .unwrap();
        let file = syn::parse2(quote!(#[allow(dead_code)] pub mod a { #whole })).unwrap();
        assert_eq!(source.finish(), prettyplease::unparse(&file));
    }

    #[test]
    fn a_table_is_formatted_as_a_whole() {
        for count in [0, 1, 2, 15, 16, 31, 32, 33, 161] {
            let elements: Vec<_> = (0..count).map(|n| quote!((#n, ""))).collect();
            let mut source = Source::default();
            let head = quote!(static A: &[(i32, &str)]);
            source.table(&head, &elements).unwrap();
            let file = syn::parse2(quote!(#head = &[#(#elements),*];)).unwrap();
            assert_eq!(source.finish(), prettyplease::unparse(&file), "{count}");
        }
    }

    #[test]
    fn an_empty_module_is_left_out() {
        let mut source = Source::default();
        source.module(quote!(mod a), [TokenStream::new()]).unwrap();
        assert_eq!(source.finish(), "");
    }
}
