//! Puts the JSON text of a schema together from the parts that generated code stores: shared
//! properties, definitions in their places, and `$defs` for those that are referred to. Takes one
//! schema and the form that a client needs. Parts are joined as text and never parsed, because a
//! server may list thousands of tools when it starts.

use super::marker::{self, Marker};
use super::{Definition, SchemaText, Schemas};

/// Whose form of a definition is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Faithful,
    Portable,
}

/// The definitions that go under `$defs`.
pub(super) enum Referenced<'a> {
    All,
    These(&'a [&'static str]),
}

/// Puts a schema together.
pub(super) struct Joiner<'a> {
    schemas: &'a Schemas,
    form: Form,
    referenced: Referenced<'a>,
    /// The definitions under `$defs`, as they are met.
    below: Vec<&'static str>,
    text: String,
}

impl<'a> Joiner<'a> {
    pub(super) fn new(schemas: &'a Schemas, form: Form, referenced: Referenced<'a>) -> Self {
        Self {
            schemas,
            form,
            referenced,
            below: Vec::new(),
            text: String::new(),
        }
    }

    pub(super) fn join(mut self, root: SchemaText) -> String {
        self.push(root.0);
        if !self.below.is_empty() {
            self.definitions();
        }
        self.text
    }

    /// Adds `$defs` to the root, until no definition names another one.
    fn definitions(&mut self) {
        self.text.pop();
        if self.text.len() > 1 {
            self.text.push(',');
        }
        self.text.push_str("\"$defs\":{");
        let mut next = 0;
        while let Some(&name) = self.below.get(next) {
            if next > 0 {
                self.text.push(',');
            }
            next += 1;
            self.text.push('"');
            self.text.push_str(name);
            self.text.push_str("\":");
            match self.schemas.definition(self.form, name) {
                Some(definition) => self.definition(definition),
                None => self.text.push_str("{}"),
            }
        }
        self.text.push_str("}}");
    }

    fn definition(&mut self, definition: &'static Definition) {
        self.push(definition.opening);
        self.push(definition.body);
    }

    fn push(&mut self, text: &'static str) {
        let mut rest = text;
        while let Some((before, marker, after)) = marker::split(rest) {
            self.text.push_str(before);
            rest = match marker {
                Marker::Shared(name) => {
                    self.push(self.schemas.properties(name).unwrap_or_default());
                    after
                }
                Marker::Reference(name) => self.reference(name, after),
            };
        }
        self.text.push_str(rest);
    }

    /// Adds what a reference stands for, and gives the text that comes after it.
    fn reference(&mut self, name: &'static str, after: &'static str) -> &'static str {
        let in_place = match self.referenced {
            Referenced::These(names) if !names.contains(&name) => {
                self.schemas.definition(self.form, name)
            }
            _ => None,
        };
        let (Some(definition), Some(after)) = (in_place, after.strip_prefix('}')) else {
            // A list and not a set: it is short, and its order is the order of `$defs`.
            if !self.below.contains(&name) {
                self.below.push(name);
            }
            self.text.push_str("\"$ref\":\"#/$defs/");
            self.text.push_str(name);
            self.text.push('"');
            return after;
        };
        // No annotations stand beside the reference, so those of the definition hold.
        if self.text.ends_with('{') {
            self.text.pop();
            self.push(definition.opening);
        }
        self.push(definition.body);
        after
    }
}
