use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::EmitError;
use super::spacing::space_out;

/// The text of a file, formatted piece by piece: a whole file of a large spec as one syntax tree
/// takes twice the time and much memory.
#[derive(Debug, Default)]
pub(crate) struct Source {
    text: String,
}

impl Source {
    /// A file that begins with this comment.
    pub(crate) fn new(head: String) -> Self {
        Self { text: head }
    }

    /// Adds items.
    pub(crate) fn items(&mut self, items: TokenStream) -> Result<(), EmitError> {
        let file = syn::parse2(items)?;
        self.text.push_str(&prettyplease::unparse(&file));
        Ok(())
    }

    /// Adds a module, declared as `head`, unless there is nothing in it.
    pub(crate) fn module(
        &mut self,
        head: TokenStream,
        items: impl IntoIterator<Item = TokenStream>,
    ) -> Result<(), EmitError> {
        let mut inside = String::new();
        for piece in items.into_iter().flat_map(pieces) {
            let module = prettyplease::unparse(&syn::parse2(quote!(mod module { #piece }))?);
            inside.push_str(between(&module, OPENING, CLOSING));
        }
        if inside.is_empty() {
            return Ok(());
        }
        let frame = prettyplease::unparse(&syn::parse2(quote!(#head {}))?);
        self.text.push_str(between(&frame, "", "}\n"));
        self.text.push('\n');
        self.text.push_str(&inside);
        self.text.push_str("}\n");
        Ok(())
    }

    /// The file.
    pub(crate) fn finish(self) -> String {
        space_out(&self.text)
    }
}

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
    fn an_empty_module_is_left_out() {
        let mut source = Source::default();
        source.module(quote!(mod a), [TokenStream::new()]).unwrap();
        assert_eq!(source.finish(), "");
    }
}
