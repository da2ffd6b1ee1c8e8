//! References that lead where the schemas which were entered before say.

use percent_encoding::percent_decode_str;

use super::identifiers::RECURSIVE;
use super::{Broken, Documents, Target, locate_reference, target_at};
use crate::schema::resources;
use crate::source::{address, uri};

/// What was entered, by the address of the schema with a `$id` or of the document.
pub(in crate::normalize) type Scope = resources::DynamicScope<String>;

/// The scope at an address that is reached from another scope.
pub(in crate::normalize) fn enter_resource(
    documents: &Documents<'_>,
    scope: &Scope,
    place: &str,
) -> Scope {
    let (document, pointer) = address::split(place);
    let identifiers = documents.identifiers_of(document);
    let resource = identifiers.find_resource(pointer).pointer;
    match identifiers.dynamic_anchors(resource) {
        Some(anchors) => scope.enter_resource(&address::join(document, resource), anchors.keys()),
        None => scope.clone(),
    }
}

/// The place that a `$dynamicRef` names.
pub(in crate::normalize) fn locate_dynamic<'a>(
    documents: &Documents<'a>,
    from: &str,
    reference: &str,
    scope: &Scope,
) -> Result<Target<'a>, Broken> {
    let target = locate_reference(documents, from, reference)?;
    let fragment = uri::split_fragment(reference).1.unwrap_or_default();
    let name = percent_decode_str(fragment).decode_utf8_lossy();
    if name == RECURSIVE {
        return Ok(target);
    }
    Ok(outermost_anchor(documents, &target, &name, scope).unwrap_or(target))
}

/// The place that a `$recursiveRef` names.
pub(in crate::normalize) fn locate_recursive<'a>(
    documents: &Documents<'a>,
    from: &str,
    scope: &Scope,
) -> Result<Target<'a>, Broken> {
    let target = locate_reference(documents, from, "#")?;
    Ok(outermost_anchor(documents, &target, RECURSIVE, scope).unwrap_or(target))
}

/// Where the dynamic anchor at `target` is in the first of all that were entered.
fn outermost_anchor<'a>(
    documents: &Documents<'a>,
    target: &Target<'a>,
    name: &str,
    scope: &Scope,
) -> Option<Target<'a>> {
    if !is_dynamic_anchor(documents, &target.pointer, name) {
        return None;
    }
    let (document, resource) = address::split(scope.get_resource(name)?);
    let identifiers = documents.identifiers_of(document);
    let pointer = identifiers.dynamic_anchors(resource)?.get(name)?;
    target_at(documents, &address::join(document, pointer))
}

/// Whether a place is the dynamic anchor of that name in the schema resource that it is in.
pub(in crate::normalize) fn is_dynamic_anchor(
    documents: &Documents<'_>,
    place: &str,
    name: &str,
) -> bool {
    let (document, pointer) = address::split(place);
    let identifiers = documents.identifiers_of(document);
    let anchors = identifiers.dynamic_anchors(identifiers.find_resource(pointer).pointer);
    anchors
        .and_then(|anchors| anchors.get(name))
        .map(String::as_str)
        == Some(pointer)
}
