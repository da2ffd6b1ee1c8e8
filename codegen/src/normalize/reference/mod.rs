//! Where references lead: in the document, to another one, to what a schema calls itself.

mod documents;
mod dynamic;
mod identifiers;
#[cfg(test)]
mod tests;
mod walk;

use std::fmt;

use serde_json::Value;

use crate::schema::resources::Draft;
use crate::source::{Unread, address};

pub(super) use documents::Documents;
pub(super) use dynamic::{
    Scope, enter_resource, is_dynamic_anchor, locate_dynamic, locate_recursive,
};
use walk::Walk;

/// What a reference leads to.
#[derive(Clone, Debug)]
pub(super) struct Target<'a> {
    pub(super) value: &'a Value,
    /// Address of the place, in one spelling whatever the reference's was.
    pub(super) pointer: String,
}

/// Why a reference leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    Dangling,
    /// In another document, of that name.
    DanglingIn(String),
    Elsewhere,
    Anchor,
    Circular,
    Unread(Unread),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dangling => "which is not found in the document",
            Self::DanglingIn(document) => return write!(f, "which is not found in `{document}`"),
            Self::Elsewhere => "which is not found in this document",
            Self::Anchor => "which is not a JSON pointer",
            Self::Circular => "which refers to itself",
            Self::Unread(unread) => return write!(f, "which {unread}"),
        })
    }
}

/// The text of a reference object.
pub(super) fn reference_in(value: &Value) -> Option<&str> {
    value.as_object()?.get("$ref")?.as_str()
}

/// Whether a text is likelier the name of a component than the path of a file.
pub(super) fn is_name(text: &str) -> bool {
    !text.contains(['#', '/', '.', ':'])
}

/// The place that a reference names, which may hold another reference; `from` is the address
/// that it stands at.
pub(super) fn locate_reference<'a>(
    documents: &Documents<'a>,
    from: &str,
    reference: &str,
) -> Result<Target<'a>, Broken> {
    Walk::new(documents).locate_pointer(from, reference)
}

/// The same in a part of the document: pointers start there.
pub(super) fn locate_in<'a>(
    documents: &Documents<'a>,
    base: &Target<'a>,
    reference: &str,
) -> Result<Target<'a>, Broken> {
    let fragment = reference.strip_prefix('#').ok_or(Broken::Elsewhere)?;
    Walk::new(documents).descend_pointer(base.clone(), fragment)
}

/// What is at the end of a chain of references.
pub(super) fn follow_references<'a>(
    documents: &Documents<'a>,
    from: &str,
    reference: &str,
) -> Result<Target<'a>, Broken> {
    let mut walk = Walk::new(documents);
    let mut target = walk.locate_pointer(from, reference)?;
    while let Some(next) = reference_in(target.value) {
        walk.follow_hop()?;
        target = walk.locate_pointer(&target.pointer, next)?;
    }
    Ok(target)
}

/// The value at an address, as a target.
pub(super) fn target_at<'a>(documents: &Documents<'a>, address: &str) -> Option<Target<'a>> {
    Some(Target {
        value: documents.value_at(address)?,
        pointer: address.to_owned(),
    })
}

/// What pointers in references at an address start at: references of one text that stand in the
/// same part of a document lead to the same place.
pub(super) fn base_uri(documents: &Documents<'_>, from: &str) -> String {
    let (document, pointer) = address::split(from);
    let identifiers = documents.identifiers_of(document);
    address::join(document, identifiers.find_resource(pointer).pointer)
}

/// The draft of JSON Schema that the schema at an address says it is of.
pub(super) fn draft_at(documents: &Documents<'_>, place: &str) -> Option<Draft> {
    let (document, pointer) = address::split(place);
    documents.identifiers_of(document).draft_of(pointer)
}
