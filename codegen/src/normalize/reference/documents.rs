//! The documents that references lead to, by name, and the identifiers in each. The spec itself is the one without a
//! name. Values are borrowed from the sources; nothing is copied.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::Broken;
use super::identifiers::Identifiers;
use crate::source::pointer::{array_index, unescape};
use crate::source::{Document, Sources, address, uri};

/// What a document is at, for its identifiers, where it is at no URL.
const NOWHERE: &str = "file:///";

/// The spec, and the documents that it refers to where it was read from a file.
pub(in crate::normalize) struct Documents<'a> {
    root: &'a Value,
    sources: Option<&'a Sources>,
    identifiers: RefCell<HashMap<String, Rc<Identifiers>>>,
    /// Whether the spec itself is one whose schemas may have `$id` and `$anchor`.
    identified: bool,
}

impl<'a> Documents<'a> {
    pub(in crate::normalize) fn new(
        root: &'a Value,
        sources: Option<&'a Sources>,
        identified: bool,
    ) -> Self {
        Self {
            root,
            sources,
            identifiers: RefCell::default(),
            identified,
        }
    }

    /// The value of a document.
    pub(super) fn document_value(&self, name: &str) -> Option<&'a Value> {
        if name.is_empty() {
            return Some(self.root);
        }
        Some(self.find_document(name)?.source().root())
    }

    fn find_document(&self, name: &str) -> Option<&'a Document> {
        self.sources?.document(name)
    }

    /// The name and value of the document that a reference without a fragment means.
    pub(super) fn open_document(
        &self,
        from: &str,
        base: &str,
        reference: &str,
    ) -> Result<(&'a str, &'a Value), Broken> {
        let (Some(sources), Some(from)) = (self.sources, self.find_document(from)) else {
            return Err(Broken::Elsewhere);
        };
        let document = sources
            .open(from, Some(base), reference)
            .map_err(Broken::Unread)?;
        Ok((document.name(), document.source().root()))
    }

    /// The value at an address.
    pub(super) fn value_at(&self, address: &str) -> Option<&'a Value> {
        let (document, pointer) = address::split(address);
        let mut value = self.document_value(document)?;
        for token in pointer.split('/').skip(1) {
            let key = unescape(token).into_owned();
            value = match value {
                Value::Object(members) => members.get(&key)?,
                Value::Array(items) => items.get(array_index(&key)?)?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// `$id` and `$anchor` in a document.
    pub(super) fn identifiers_of(&self, name: &str) -> Rc<Identifiers> {
        if let Some(known) = self.identifiers.borrow().get(name) {
            return Rc::clone(known);
        }
        let url = self.find_document(name).and_then(Document::url);
        let base = uri::normalized(url.unwrap_or(NOWHERE));
        let found = match self.document_value(name) {
            Some(value) if self.identified || !name.is_empty() => {
                Identifiers::from_document(value, &base)
            }
            _ => Identifiers::without_identifiers(&base),
        };
        let found = Rc::new(found);
        self.identifiers
            .borrow_mut()
            .insert(name.to_owned(), Rc::clone(&found));
        found
    }
}
