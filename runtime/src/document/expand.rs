//! Puts a schema or an answer of the document together: without white space, and with the values that several share in
//! their places. It reads the text once, from left to right.

use std::collections::HashSet;

use super::scanner::{is_space, skip_space, string_end};
use super::{BrokenDocument, Document};

/// Values stand in values at most so deep. JSON that is read has 128 levels.
const DEEPEST: usize = 128;

/// A value as it is put together.
pub(super) struct Expander<'a> {
    document: &'static Document,
    /// The name of the tool that executes, which answers of discovery leave open.
    executor: &'a str,
    depth: usize,
    /// The definitions that were referred to, in that order, each once.
    definitions: Vec<&'static str>,
    known_definitions: HashSet<&'static str>,
    text: String,
}

/// What an object that is only a reference stands for.
enum Reference {
    Shared(&'static str),
    Executor,
}

impl<'a> Expander<'a> {
    pub(super) fn new(document: &'static Document, executor: &'a str) -> Self {
        Self {
            document,
            executor,
            depth: 0,
            definitions: Vec::new(),
            known_definitions: HashSet::new(),
            text: String::new(),
        }
    }

    /// A value, whose definitions are in it.
    pub(super) fn expand(mut self, value: &'static str) -> Result<String, BrokenDocument> {
        self.push(value)?;
        Ok(self.text)
    }

    /// A schema, with all definitions that it reaches under `$defs`.
    pub(super) fn expand_with_definitions(
        mut self,
        schema: &'static str,
    ) -> Result<String, BrokenDocument> {
        self.push(schema)?;
        if self.definitions.is_empty() || !self.text.ends_with('}') {
            return Ok(self.text);
        }
        self.text.pop();
        if self.text.len() > 1 {
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
            let definition = self.document.definition(name);
            self.push(definition.ok_or_else(|| BrokenDocument::new(name))?)?;
        }
        self.text.push_str("}}");
        Ok(self.text)
    }

    fn push(&mut self, value: &'static str) -> Result<(), BrokenDocument> {
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
                        self.note_definition(value, end);
                    }
                    at = end;
                }
                b'{' => match self.reference_at(value, at) {
                    Some((reference, end)) => {
                        self.text.push_str(&value[copied..at]);
                        self.push_reference(reference)?;
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
    fn note_definition(&mut self, value: &'static str, at: usize) {
        let Some((target, _)) = string_behind_colon(value, at) else {
            return;
        };
        let name = target.strip_prefix("#/$defs/");
        if let Some(name) = name.filter(|name| self.document.definition(name).is_some())
            && self.known_definitions.insert(name)
        {
            self.definitions.push(name);
        }
    }

    /// The reference that an object at `at` is, and where it ends.
    fn reference_at(&self, value: &'static str, at: usize) -> Option<(Reference, usize)> {
        let key = skip_space(value, at + 1);
        let rest = value.get(key..)?.strip_prefix("\"$ref\"")?;
        let (target, end) = string_behind_colon(value, value.len() - rest.len())?;
        let end = skip_space(value, end);
        if value.as_bytes().get(end) != Some(&b'}') {
            return None;
        }
        let reference = match target {
            "#/discovery/executor" => Reference::Executor,
            _ => Reference::Shared(
                target
                    .strip_prefix("#/shared/")
                    .or_else(|| target.strip_prefix("#/more/"))?,
            ),
        };
        Some((reference, end + 1))
    }

    fn push_reference(&mut self, reference: Reference) -> Result<(), BrokenDocument> {
        match reference {
            Reference::Executor => {
                self.text.extend(["\"", self.executor, "\""]);
                Ok(())
            }
            Reference::Shared(name) => {
                let shared = self.document.shared(name);
                self.push(shared.ok_or_else(|| BrokenDocument::new(name))?)
            }
        }
    }
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
