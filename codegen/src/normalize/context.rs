//! What every rule of this stage needs: the documents of the spec, the schemas and parts that were read so far, and the
//! diagnostics. A warning about a place is given once, however many operations lead to it.

use std::collections::{HashMap, HashSet};
use std::fmt;

use serde_json::{Map, Value};

use super::fields;
use super::hidden_text::Cleaner;
use super::lift::Arena;
use super::place::Place;
use super::reference::{self, Broken, Documents};
use super::shared_parts::SharedParts;
use super::version::Version;
use crate::diagnostics::{Diagnostics, Mark};
use crate::selection::Selecting;

/// What every rule needs: the spec, what was made of it so far, and somebody to complain to.
pub(super) struct Context<'a> {
    pub(super) documents: Documents<'a>,
    pub(super) version: Version,
    pub(super) arena: Arena<'a>,
    pub(super) shared_parts: SharedParts,
    /// The patterns that were tried, and why they cannot be checked.
    pub(super) patterns: HashMap<String, Option<String>>,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// What removes hidden text.
    pub(super) cleaner: Cleaner,
    /// Which operations are wanted, and which were left out.
    pub(super) selecting: Selecting,
    /// Whether an operation has `security`, be it left out.
    pub(super) mentions_security: bool,
    /// What was reported of which place: what operations share is met more than once.
    reported: HashSet<(String, String)>,
}

/// An object of the spec, after its references were followed.
#[derive(Clone, Debug)]
pub(super) struct Located<'a> {
    pub(super) object: &'a Map<String, Value>,
    pub(super) pointer: String,
    /// What the reference to it says instead of its own description.
    pub(super) description: Option<&'a str>,
    /// Whether other operations may have it as well: a reference led to it, or it stands in a path item.
    pub(super) referenced: bool,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        documents: Documents<'a>,
        version: Version,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            documents,
            version,
            arena: Arena::default(),
            shared_parts: SharedParts::default(),
            patterns: HashMap::new(),
            diagnostics,
            cleaner: Cleaner::default(),
            selecting: Selecting::default(),
            mentions_security: false,
            reported: HashSet::new(),
        }
    }

    pub(super) fn warn(&mut self, at: &Place<'_>, message: impl Into<String>) {
        self.add_warning(at, Mark::Value, message.into());
    }

    /// A warning about the key of a place.
    pub(super) fn warn_of_key(&mut self, at: &Place<'_>, message: impl Into<String>) {
        self.add_warning(at, Mark::Key, message.into());
    }

    fn add_warning(&mut self, at: &Place<'_>, mark: Mark, message: String) {
        let reported = (at.to_pointer(), message);
        if self.reported.insert(reported.clone()) {
            self.diagnostics.warning_at(reported.0, mark, reported.1);
        }
    }

    /// The object at a place, or the one that a reference in its stead leads to.
    pub(super) fn follow_reference(
        &self,
        value: &'a Value,
        at: &Place<'_>,
    ) -> Result<Located<'a>, Unreadable> {
        let stated = value.get("description").and_then(Value::as_str);
        let mut description = None;
        let (value, pointer, referenced) = match reference::reference_in(value) {
            None => (value, at.to_pointer(), false),
            Some(text) => {
                let target = reference::follow_references(&self.documents, &at.to_pointer(), text)
                    .map_err(|broken| Unreadable::Reference(text.to_owned(), broken))?;
                // From OpenAPI 3.1 on, a Reference Object may have a description of its own; before, what
                // stands beside `$ref` is ignored.
                description = stated.filter(|_| self.version.has_json_schema());
                (target.value, target.pointer, true)
            }
        };
        match value {
            Value::Object(object) => Ok(Located {
                object,
                pointer,
                description,
                referenced,
            }),
            other => Err(Unreadable::Kind(fields::json_kind(other))),
        }
    }
}

/// Why there is no object at a place.
pub(super) enum Unreadable {
    Kind(&'static str),
    Reference(String, Broken),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => write!(f, "is {kind}, not an object"),
            Self::Reference(text, broken) => write!(f, "refers to `{text}`, {broken}"),
        }
    }
}
