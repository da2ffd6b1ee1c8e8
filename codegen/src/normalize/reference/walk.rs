//! One look-up of a reference: from a document to a part of it, down the steps of a JSON pointer, and through references
//! that stand in the way. It ends after a limited number of hops, so circles are an error and no endless loop.

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::{Broken, Documents, Target, reference_in, target_at};
use crate::source::pointer::{array_index, push_token, unescape};
use crate::source::{address, uri};

/// References followed for one look-up before it counts as going in circles.
const MAX_HOPS: usize = 64;

/// One look-up, however many references it goes through.
pub(super) struct Walk<'d, 'a> {
    documents: &'d Documents<'a>,
    hops: usize,
}

impl<'d, 'a> Walk<'d, 'a> {
    pub(super) fn new(documents: &'d Documents<'a>) -> Self {
        Self {
            documents,
            hops: MAX_HOPS,
        }
    }

    pub(super) fn follow_hop(&mut self) -> Result<(), Broken> {
        self.hops = self.hops.checked_sub(1).ok_or(Broken::Circular)?;
        Ok(())
    }

    pub(super) fn locate_pointer(
        &mut self,
        from: &str,
        reference: &str,
    ) -> Result<Target<'a>, Broken> {
        let (document, fragment) = uri::split_fragment(reference);
        let (from, pointer) = address::split(from);
        let identifiers = self.documents.identifiers_of(from);
        let resource = identifiers.find_resource(pointer);
        if document.is_empty() {
            let fragment = fragment.ok_or(Broken::Dangling)?;
            if resource.pointer.is_empty() {
                return self.find_target(from, "", fragment);
            }
            // Whoever pasted a schema with a `$id` into a spec may have meant the spec.
            return self
                .find_target(from, resource.pointer, fragment)
                .or_else(|broken| self.find_target(from, "", fragment).map_err(|_| broken));
        }
        let fragment = fragment.unwrap_or_default();
        let uri = uri::resolve(resource.base, document);
        if let Some(pointer) = identifiers.with_uri(&uri) {
            return self.find_target(from, pointer, fragment);
        }
        let (name, _) = self
            .documents
            .open_document(from, resource.base, document)?;
        let pointer = self.documents.identifiers_of(name);
        let pointer = pointer.with_uri(&uri).unwrap_or_default();
        if fragment.is_empty() {
            let address = address::join(name, pointer);
            return target_at(self.documents, &address).ok_or(Broken::Dangling);
        }
        self.find_target(name, pointer, fragment)
    }

    /// The place of a fragment in the part of a document that starts at `pointer`.
    fn find_target(
        &mut self,
        name: &str,
        pointer: &str,
        fragment: &str,
    ) -> Result<Target<'a>, Broken> {
        let start =
            target_at(self.documents, &address::join(name, pointer)).ok_or(Broken::Dangling)?;
        if fragment.starts_with('/') {
            return self.descend_pointer(start, fragment);
        }
        let is_schema = !name.is_empty() || !pointer.is_empty();
        if fragment.is_empty() && is_schema {
            return Ok(start);
        }
        let identifiers = self.documents.identifiers_of(name);
        let anchor = percent_decode_str(fragment).decode_utf8_lossy();
        let pointer = identifiers
            .find_anchor(pointer, &anchor)
            .ok_or(Broken::Anchor)?;
        target_at(self.documents, &address::join(name, pointer)).ok_or(Broken::Dangling)
    }

    pub(super) fn descend_pointer(
        &mut self,
        start: Target<'a>,
        fragment: &str,
    ) -> Result<Target<'a>, Broken> {
        let steps = fragment.strip_prefix('/').ok_or(Broken::Anchor)?;
        let mut target = start;
        for step in steps.split('/') {
            target = self.enter_value(target, step)?;
        }
        Ok(target)
    }

    /// One step down, through references where the step is not there itself.
    fn enter_value(&mut self, mut target: Target<'a>, step: &str) -> Result<Target<'a>, Broken> {
        loop {
            if let Some((value, name)) = child_of(target.value, step) {
                target.value = value;
                push_token(&mut target.pointer, &name);
                return Ok(target);
            }
            let Some(next) = reference_in(target.value) else {
                return Err(match address::split(&target.pointer).0 {
                    "" => Broken::Dangling,
                    document => Broken::DanglingIn(document.to_owned()),
                });
            };
            self.follow_hop()?;
            target = self.locate_pointer(&target.pointer, next)?;
        }
    }
}

fn child_of<'a>(value: &'a Value, step: &str) -> Option<(&'a Value, String)> {
    let literal = unescape(step).into_owned();
    let decoded = percent_decode_str(step).decode_utf8_lossy();
    let decoded = unescape(&decoded).into_owned();
    [decoded, literal].into_iter().find_map(|name| {
        let child = match value {
            Value::Object(object) => object.get(&name),
            Value::Array(list) => list.get(array_index(&name)?),
            _ => None,
        };
        Some((child?, name))
    })
}
