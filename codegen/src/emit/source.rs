//! Collects the text of a generated file and formats it piece by piece, as items, modules and
//! tables are added. Takes tokens and gives text. It needs no more memory for a spec of ten
//! thousand operations than their text takes, and knows nothing of what the items mean.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::EmitError;
use super::layout::lay_out;
use super::spacing::SpacedText;

/// The text of a file, formatted piece by piece: a whole file of a large spec as one syntax tree
/// takes twice the time and much memory.
#[derive(Debug, Default)]
pub(crate) struct Source {
    text: SpacedText,
}

impl Source {
    /// A file that begins with this comment.
    pub(crate) fn new(head: &str) -> Self {
        Self {
            text: SpacedText::starting_with(head),
        }
    }

    /// Adds items.
    pub(crate) fn items(&mut self, items: TokenStream) -> Result<(), EmitError> {
        self.text.add(&formatted(items, Level::File)?);
        Ok(())
    }

    /// Adds a slice.
    pub(crate) fn table(&mut self, table: Table) -> Result<(), EmitError> {
        self.text.add(&table.finish()?);
        Ok(())
    }

    /// Adds a module, declared as `head`, unless there is nothing in it.
    pub(crate) fn module(
        &mut self,
        head: TokenStream,
        items: impl IntoIterator<Item = TokenStream>,
    ) -> Result<(), EmitError> {
        let mut pieces = items.into_iter().flat_map(pieces).peekable();
        if pieces.peek().is_none() {
            return Ok(());
        }
        self.open_module(head)?;
        for piece in pieces {
            self.text.add(&formatted(piece, Level::Module)?);
        }
        self.text.add("}");
        Ok(())
    }

    /// Adds the items of another file.
    pub(crate) fn append_items(&mut self, other: Self) {
        self.text.append_text(other.text);
    }

    /// The file.
    pub(crate) fn finish(self) -> String {
        self.text.finish()
    }

    fn open_module(&mut self, head: TokenStream) -> Result<(), EmitError> {
        let frame = formatted(quote!(#head {}), Level::File)?;
        self.text.add(between(&frame, "", CLOSING));
        Ok(())
    }
}

/// Where items stand, which decides how far they are indented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    File,
    Module,
}

/// The text of a slice, formatted as its elements are added, since the tokens of all of them would take
/// many times the memory of their text.
#[derive(Debug)]
pub(crate) struct Table {
    head: TokenStream,
    level: Level,
    /// Elements that are not formatted yet.
    waiting: Vec<TokenStream>,
    /// What was formatted so far, without its end.
    text: String,
}

impl Table {
    /// A slice that is declared as `head`.
    pub(crate) fn new(head: TokenStream, level: Level) -> Self {
        Self {
            head,
            level,
            waiting: Vec::new(),
            text: String::new(),
        }
    }

    /// Adds an element.
    pub(crate) fn add(&mut self, element: TokenStream) -> Result<(), EmitError> {
        self.waiting.push(element);
        // What remains for the end has to be several as well.
        if self.waiting.len() == 2 * SEVERAL {
            let several = self.waiting.drain(..SEVERAL).collect::<Vec<_>>();
            let piece = self.formatted_piece(&several)?;
            let end = piece
                .trim_end()
                // The last line is the end of the slice, which only the last piece keeps.
                .rfind('\n')
                .map_or(piece.len(), |at| at + 1);
            self.text.push_str(&piece[..end]);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<String, EmitError> {
        let last = std::mem::take(&mut self.waiting);
        let piece = self.formatted_piece(&last)?;
        self.text.push_str(&piece);
        Ok(self.text)
    }

    /// Some of the elements; without the line that declares the slice, if it is there already.
    fn formatted_piece(&self, elements: &[TokenStream]) -> Result<String, EmitError> {
        let head = &self.head;
        let piece = formatted(quote!(#head = &[#(#elements),*];), self.level)?;
        Ok(match piece.split_once('\n') {
            Some((_, elements)) if !self.text.is_empty() => elements.to_owned(),
            _ => piece,
        })
    }
}

fn formatted(items: TokenStream, level: Level) -> Result<String, EmitError> {
    if level == Level::File {
        return Ok(lay_out(&prettyplease::unparse(&syn::parse2(items)?)));
    }
    let module = prettyplease::unparse(&syn::parse2(quote!(mod module { #items }))?);
    Ok(lay_out(between(&module, OPENING, CLOSING)))
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
        assert_eq!(source.finish(), lay_out(&prettyplease::unparse(&file)));
    }

    #[test]
    fn a_table_is_formatted_as_a_whole() {
        for count in [0, 1, 2, 15, 16, 31, 32, 33, 161] {
            let elements: Vec<_> = (0..count).map(|n| quote!((#n, ""))).collect();
            let mut source = Source::default();
            let head = quote!(static A: &[(i32, &str)]);
            let mut table = Table::new(head.clone(), Level::File);
            for element in &elements {
                table.add(element.clone()).unwrap();
            }
            source.table(table).unwrap();
            let file = syn::parse2(quote!(#head = &[#(#elements),*];)).unwrap();
            assert_eq!(
                source.finish(),
                lay_out(&prettyplease::unparse(&file)),
                "{count}"
            );
        }
    }

    #[test]
    fn an_empty_module_is_left_out() {
        let mut source = Source::default();
        source.module(quote!(mod a), [TokenStream::new()]).unwrap();
        assert_eq!(source.finish(), "");
    }
}
