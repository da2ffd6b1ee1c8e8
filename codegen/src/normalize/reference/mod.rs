//! Where references lead: in the document, to another one, to what a schema calls itself.

mod documents;
mod identifiers;
#[cfg(test)]
mod tests;

use std::fmt;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::place::push_segment;
use crate::source::{Unread, address, uri};

pub(super) use documents::Documents;

/// References followed for one look-up before it counts as going in circles.
const MAX_HOPS: usize = 64;

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
            Self::Dangling => "which is not in the document",
            Self::DanglingIn(document) => return write!(f, "which is not in `{document}`"),
            Self::Elsewhere => "which is not in this document",
            Self::Anchor => "which is no JSON pointer",
            Self::Circular => "which refers to itself",
            Self::Unread(unread) => return write!(f, "which {unread}"),
        })
    }
}

/// The text of a reference object.
pub(super) fn of(value: &Value) -> Option<&str> {
    value.as_object()?.get("$ref")?.as_str()
}

/// Whether a text is likelier the name of a component than the path of a file.
pub(super) fn is_name(text: &str) -> bool {
    !text.contains(['#', '/', '.', ':'])
}

/// The place that a reference names, which may hold another reference; `from` is the address
/// that it stands at.
pub(super) fn locate<'a>(
    documents: &Documents<'a>,
    from: &str,
    reference: &str,
) -> Result<Target<'a>, Broken> {
    Walk::new(documents).locate(from, reference)
}

/// The same in a part of the document: pointers start there.
pub(super) fn locate_in<'a>(
    documents: &Documents<'a>,
    base: &Target<'a>,
    reference: &str,
) -> Result<Target<'a>, Broken> {
    let fragment = reference.strip_prefix('#').ok_or(Broken::Elsewhere)?;
    Walk::new(documents).descend(base.clone(), fragment)
}

/// What is at the end of a chain of references.
pub(super) fn follow<'a>(
    documents: &Documents<'a>,
    from: &str,
    reference: &str,
) -> Result<Target<'a>, Broken> {
    let mut walk = Walk::new(documents);
    let mut target = walk.locate(from, reference)?;
    while let Some(next) = of(target.value) {
        walk.hop()?;
        target = walk.locate(&target.pointer, next)?;
    }
    Ok(target)
}

/// The value at an address, as a target.
pub(super) fn at<'a>(documents: &Documents<'a>, address: &str) -> Option<Target<'a>> {
    Some(Target {
        value: documents.at(address)?,
        pointer: address.to_owned(),
    })
}

/// What pointers in references at an address start at: references of one text that stand in the
/// same part of a document lead to the same place.
pub(super) fn scope(documents: &Documents<'_>, from: &str) -> String {
    let (document, pointer) = address::split(from);
    let identifiers = documents.identifiers(document);
    address::join(document, identifiers.resource(pointer).pointer)
}

struct Walk<'d, 'a> {
    documents: &'d Documents<'a>,
    hops: usize,
}

impl<'d, 'a> Walk<'d, 'a> {
    fn new(documents: &'d Documents<'a>) -> Self {
        Self {
            documents,
            hops: MAX_HOPS,
        }
    }

    fn hop(&mut self) -> Result<(), Broken> {
        self.hops = self.hops.checked_sub(1).ok_or(Broken::Circular)?;
        Ok(())
    }

    fn locate(&mut self, from: &str, reference: &str) -> Result<Target<'a>, Broken> {
        let (document, fragment) = uri::split_fragment(reference);
        let (from, pointer) = address::split(from);
        let identifiers = self.documents.identifiers(from);
        let resource = identifiers.resource(pointer);
        if document.is_empty() {
            let fragment = fragment.ok_or(Broken::Dangling)?;
            if resource.pointer.is_empty() {
                return self.find(from, "", fragment);
            }
            // Whoever pasted a schema with a `$id` into a spec may have meant the spec.
            return self
                .find(from, resource.pointer, fragment)
                .or_else(|broken| self.find(from, "", fragment).map_err(|_| broken));
        }
        let fragment = fragment.unwrap_or_default();
        let uri = uri::resolve(resource.base, document);
        if let Some(pointer) = identifiers.with_uri(&uri) {
            return self.find(from, pointer, fragment);
        }
        let (name, _) = self.documents.open(from, resource.base, document)?;
        let pointer = self.documents.identifiers(name);
        let pointer = pointer.with_uri(&uri).unwrap_or_default();
        if fragment.is_empty() {
            let address = address::join(name, pointer);
            return at(self.documents, &address).ok_or(Broken::Dangling);
        }
        self.find(name, pointer, fragment)
    }

    /// The place of a fragment in the part of a document that starts at `pointer`.
    fn find(&mut self, name: &str, pointer: &str, fragment: &str) -> Result<Target<'a>, Broken> {
        let start = at(self.documents, &address::join(name, pointer)).ok_or(Broken::Dangling)?;
        if fragment.starts_with('/') {
            return self.descend(start, fragment);
        }
        let is_schema = !name.is_empty() || !pointer.is_empty();
        if fragment.is_empty() && is_schema {
            return Ok(start);
        }
        let identifiers = self.documents.identifiers(name);
        let anchor = percent_decode_str(fragment).decode_utf8_lossy();
        let pointer = identifiers
            .anchored(pointer, &anchor)
            .ok_or(Broken::Anchor)?;
        at(self.documents, &address::join(name, pointer)).ok_or(Broken::Dangling)
    }

    fn descend(&mut self, start: Target<'a>, fragment: &str) -> Result<Target<'a>, Broken> {
        let steps = fragment.strip_prefix('/').ok_or(Broken::Anchor)?;
        let mut target = start;
        for step in steps.split('/') {
            target = self.enter(target, step)?;
        }
        Ok(target)
    }

    /// One step down, through references where the step is not there itself.
    fn enter(&mut self, mut target: Target<'a>, step: &str) -> Result<Target<'a>, Broken> {
        loop {
            if let Some((value, name)) = child(target.value, step) {
                target.value = value;
                push_segment(&mut target.pointer, &name);
                return Ok(target);
            }
            let Some(next) = of(target.value) else {
                return Err(match address::split(&target.pointer).0 {
                    "" => Broken::Dangling,
                    document => Broken::DanglingIn(document.to_owned()),
                });
            };
            self.hop()?;
            target = self.locate(&target.pointer, next)?;
        }
    }
}

fn child<'a>(value: &'a Value, step: &str) -> Option<(&'a Value, String)> {
    let literal = unescape(step);
    let decoded = unescape(&percent_decode_str(step).decode_utf8_lossy());
    [decoded, literal].into_iter().find_map(|name| {
        let child = match value {
            Value::Object(object) => object.get(&name),
            Value::Array(list) => list.get(name.parse::<usize>().ok()?),
            _ => None,
        };
        Some((child?, name))
    })
}

fn unescape(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}
