//! Puts a schema or an answer of the document together: without white space, and with the values that several share in
//! their places. It reads the text once, from left to right.

use std::ops::Range;

use foldhash::{HashMap, HashSet};

#[cfg(feature = "server")]
use super::listed_descriptions::ListedDescriptions;
use super::scanner::{is_space, skip_space, string_end};
use super::{BrokenDocument, Document};

/// Values stand in values at most so deep. JSON that is read has 128 levels.
const DEEPEST: usize = 128;

/// A shorter value is put together again as fast as it is copied.
const SHORTEST_COPY: usize = 64;

/// Values that are put together, one behind the other in one text.
///
/// A value that stands in several of them is put together once and then copied, since lists of tools are many times as long
/// as their documents.
pub(crate) struct Expander<'a> {
    /// The name of the tool that executes, which answers of discovery leave open.
    executor: &'a str,
    depth: usize,
    /// The definitions that a schema has referred to, in that order, each once.
    definitions: Vec<&'static str>,
    known_definitions: HashSet<&'static str>,
    /// How many references to definitions there were so far.
    reference_count: usize,
    /// What the list that is written has given of the descriptions that it gives once; `None` if all are given in all places.
    #[cfg(feature = "server")]
    listed: Option<ListedDescriptions>,
    /// Where shared values and definitions are in the text, by the addresses of their sources.
    copies: HashMap<usize, Range<usize>>,
    text: String,
}

/// What an object that is only a reference stands for.
enum Reference {
    Shared(&'static str),
    Executor,
    /// A description that a list gives once.
    Description {
        name: &'static str,
        /// The property that it is about.
        property: &'static str,
    },
}

/// How far a list was written.
#[cfg(feature = "server")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenSoFar {
    length: usize,
    description_count: usize,
}

impl<'a> Expander<'a> {
    pub(crate) fn new(executor: &'a str) -> Self {
        Self {
            executor,
            depth: 0,
            definitions: Vec::new(),
            known_definitions: HashSet::default(),
            reference_count: 0,
            #[cfg(feature = "server")]
            listed: None,
            copies: HashMap::default(),
            text: String::new(),
        }
    }

    /// For the schemas of a list, in which descriptions that repeat are given once.
    #[cfg(feature = "server")]
    pub(crate) fn for_list() -> Self {
        Self {
            listed: Some(ListedDescriptions::default()),
            ..Self::new("")
        }
    }

    /// The same, with room for a text. Most systems give room when it is written to, so what is not used costs addresses and no memory;
    /// a text that has to grow is copied, and what it was copied from is given back page by page.
    #[cfg(feature = "server")]
    pub(crate) fn for_list_of(bytes: usize) -> Self {
        let mut text = String::new();
        // Where there is no such room (`ulimit -v`, `vm.overcommit_memory=2`), it grows as it is written.
        let _ = text.try_reserve(bytes);
        Self {
            text,
            ..Self::for_list()
        }
    }

    /// Begins with the client schema of the next tool.
    pub(super) fn enter_tool(&mut self, tool: &str) {
        #[cfg(feature = "server")]
        if let Some(listed) = &mut self.listed {
            listed.enter_tool(tool);
        }
        #[cfg(not(feature = "server"))]
        let _ = tool;
    }

    /// The text so far.
    #[cfg(feature = "server")]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The whole text.
    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// Appends a text as it is.
    #[cfg(feature = "server")]
    pub(crate) fn push_text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends what `push` does, or nothing if it fails.
    pub(super) fn push_whole(
        &mut self,
        push: impl FnOnce(&mut Self) -> Result<(), BrokenDocument>,
    ) -> Result<(), BrokenDocument> {
        let start = self.text.len();
        #[cfg(feature = "server")]
        let before = self.written_so_far();
        let pushed = push(self);
        if pushed.is_err() {
            self.depth = 0;
            self.remove_text(start);
            #[cfg(feature = "server")]
            self.go_back(before);
        }
        pushed
    }

    #[cfg(feature = "server")]
    pub(crate) fn written_so_far(&self) -> WrittenSoFar {
        WrittenSoFar {
            length: self.text.len(),
            description_count: self.listed.as_ref().map_or(0, ListedDescriptions::count),
        }
    }

    /// Removes what was appended since, as if it had never been written.
    #[cfg(feature = "server")]
    pub(crate) fn go_back(&mut self, before: WrittenSoFar) {
        self.remove_text(before.length);
        if let Some(listed) = &mut self.listed {
            listed.keep_first(before.description_count);
        }
    }

    /// Takes what was appended behind so many bytes out of the text. It is still a part of the list.
    #[cfg(feature = "server")]
    pub(crate) fn take_text(&mut self, start: usize) -> String {
        let taken = self.text.get(start..).unwrap_or_default().to_owned();
        self.remove_text(start);
        taken
    }

    fn remove_text(&mut self, start: usize) {
        self.text.truncate(start);
        self.copies.retain(|_, copy| copy.end <= start);
    }

    /// Appends a value, whose definitions are in it.
    pub(super) fn push_value(
        &mut self,
        document: &'static Document,
        value: &'static str,
    ) -> Result<(), BrokenDocument> {
        self.definitions.clear();
        self.known_definitions.clear();
        self.push(document, value)
    }

    /// Appends a schema, with all definitions that it reaches under `$defs`.
    pub(super) fn push_with_definitions(
        &mut self,
        document: &'static Document,
        schema: &'static str,
    ) -> Result<(), BrokenDocument> {
        let start = self.text.len();
        self.push_value(document, schema)?;
        if self.definitions.is_empty() || !self.text.ends_with('}') {
            return Ok(());
        }
        self.text.pop();
        if self.text.len() > start + 1 {
            self.text.push(',');
        }
        self.text.push_str("\"$defs\":{");
        let mut next = 0;
        // A definition may refer to further ones.
        while let Some(&name) = self.definitions.get(next) {
            if next > 0 {
                self.text.push(',');
            }
            next += 1;
            self.text.extend(["\"", name, "\":"]);
            let definition = document.definition(name);
            self.push_copy(
                document,
                definition.ok_or_else(|| BrokenDocument::new(name))?,
            )?;
        }
        self.text.push_str("}}");
        Ok(())
    }

    /// Appends a value that may be in the text already.
    fn push_copy(
        &mut self,
        document: &'static Document,
        value: &'static str,
    ) -> Result<(), BrokenDocument> {
        let source = value.as_ptr().addr();
        if let Some(copy) = self.copies.get(&source) {
            self.text.extend_from_within(copy.clone());
            return Ok(());
        }
        let (start, references) = (self.text.len(), self.reference_count);
        self.push(document, value)?;
        // What refers to definitions is read each time, so that they are noted for the schema that it stands in; so is what has a
        // description that a list gives once.
        if value.len() >= SHORTEST_COPY && self.reference_count == references {
            self.copies.insert(source, start..self.text.len());
        }
        Ok(())
    }

    fn push(
        &mut self,
        document: &'static Document,
        value: &'static str,
    ) -> Result<(), BrokenDocument> {
        if self.depth == DEEPEST {
            return Err(BrokenDocument::new("#/shared"));
        }
        self.depth += 1;
        let bytes = value.as_bytes();
        let (mut at, mut copied) = (0, 0);
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    let end = string_end(value, at).ok_or_else(|| BrokenDocument::new(value))?;
                    if &value[at..end] == "\"$ref\"" {
                        self.note_definition(document, value, end);
                    }
                    at = end;
                }
                b'{' => match reference_at(value, at) {
                    Some((reference, end)) => {
                        self.text.push_str(&value[copied..at]);
                        self.push_reference(document, reference)?;
                        (at, copied) = (end, end);
                    }
                    None => at += 1,
                },
                byte if is_space(byte) => {
                    self.text.push_str(&value[copied..at]);
                    at = skip_space(value, at);
                    copied = at;
                }
                _ => at += 1,
            }
        }
        self.text.push_str(&value[copied..]);
        self.depth -= 1;
        Ok(())
    }

    /// Notes the definition that a reference leads to, whose key ends at `at`. There is no other kind of local reference
    /// in a schema; what only looks like one in data leads to no definition, or adds one that nobody needs.
    fn note_definition(&mut self, document: &'static Document, value: &'static str, at: usize) {
        let Some((target, _)) = string_behind_colon(value, at) else {
            return;
        };
        let name = target.strip_prefix("#/$defs/");
        if let Some(name) = name.filter(|name| document.definition(name).is_some()) {
            self.reference_count += 1;
            if self.known_definitions.insert(name) {
                self.definitions.push(name);
            }
        }
    }

    fn push_reference(
        &mut self,
        document: &'static Document,
        reference: Reference,
    ) -> Result<(), BrokenDocument> {
        match reference {
            Reference::Executor => {
                self.text.extend(["\"", self.executor, "\""]);
                Ok(())
            }
            Reference::Description { name, property } => {
                let text = document.description(name);
                let text = text.ok_or_else(|| BrokenDocument::new(name))?;
                self.reference_count += 1;
                self.push_description(text, property);
                Ok(())
            }
            Reference::Shared(name) => {
                let shared = document.shared(name);
                self.push_copy(document, shared.ok_or_else(|| BrokenDocument::new(name))?)
            }
        }
    }
}

impl Expander<'_> {
    #[cfg(feature = "server")]
    fn push_description(&mut self, text: &'static str, property: &'static str) {
        match &mut self.listed {
            Some(listed) => self
                .text
                .push_str(&listed.write_description(text, property)),
            None => self.text.push_str(text),
        }
    }

    #[cfg(not(feature = "server"))]
    fn push_description(&mut self, text: &'static str, _: &'static str) {
        self.text.push_str(text);
    }
}

/// The reference that an object at `at` is, and where it ends.
fn reference_at(value: &'static str, at: usize) -> Option<(Reference, usize)> {
    let key = skip_space(value, at + 1);
    let rest = value.get(key..)?.strip_prefix("\"$ref\"")?;
    let (target, end) = string_behind_colon(value, value.len() - rest.len())?;
    let end = skip_space(value, end);
    if value.as_bytes().get(end) != Some(&b'}') {
        return None;
    }
    Some((read_reference(target)?, end + 1))
}

fn read_reference(target: &'static str) -> Option<Reference> {
    if target == "#/discovery/executor" {
        return Some(Reference::Executor);
    }
    if let Some(description) = target.strip_prefix("#/descriptions/") {
        let (name, property) = description.split_once('/')?;
        return Some(Reference::Description { name, property });
    }
    let shared = target.strip_prefix("#/shared/");
    Some(Reference::Shared(
        shared.or_else(|| target.strip_prefix("#/more/"))?,
    ))
}

/// The string that is the value of a key that ends at `at`, without its quotes, and where it ends.
fn string_behind_colon(text: &'static str, at: usize) -> Option<(&'static str, usize)> {
    let colon = skip_space(text, at);
    (text.as_bytes().get(colon) == Some(&b':')).then_some(())?;
    let start = skip_space(text, colon + 1);
    (text.as_bytes().get(start) == Some(&b'"')).then_some(())?;
    let end = string_end(text, start)?;
    Some((text.get(start + 1..end - 1)?, end))
}
