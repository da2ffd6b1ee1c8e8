use std::fmt;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::place::push_segment;

/// References followed for one look-up before it counts as going in circles.
const MAX_HOPS: usize = 64;

/// What a reference leads to.
#[derive(Clone, Debug)]
pub(super) struct Target<'a> {
    pub(super) value: &'a Value,
    /// JSON pointer of the place, in one spelling whatever the reference's was.
    pub(super) pointer: String,
}

/// Why a reference leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    Dangling,
    Elsewhere,
    Anchor,
    Circular,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dangling => "which is not in the document",
            Self::Elsewhere => "which is not in this document",
            Self::Anchor => "which is no JSON pointer",
            Self::Circular => "which refers to itself",
        })
    }
}

/// The text of a reference object.
pub(super) fn of(value: &Value) -> Option<&str> {
    value.as_object()?.get("$ref")?.as_str()
}

/// The place that a reference names, which may hold another reference.
pub(super) fn locate<'a>(root: &'a Value, reference: &str) -> Result<Target<'a>, Broken> {
    let mut hops = MAX_HOPS;
    let target = locate_within(root, "", reference, root, &mut hops)?;
    Ok(target)
}

/// The same in a part of the document: pointers start there.
pub(super) fn locate_in<'a>(
    root: &'a Value,
    base: &Target<'a>,
    reference: &str,
) -> Result<Target<'a>, Broken> {
    let mut hops = MAX_HOPS;
    locate_within(base.value, &base.pointer, reference, root, &mut hops)
}

/// What is at the end of a chain of references.
pub(super) fn follow<'a>(root: &'a Value, reference: &str) -> Result<Target<'a>, Broken> {
    let mut hops = MAX_HOPS;
    let mut target = locate_within(root, "", reference, root, &mut hops)?;
    while let Some(next) = of(target.value) {
        hops = hops.checked_sub(1).ok_or(Broken::Circular)?;
        target = locate_within(root, "", next, root, &mut hops)?;
    }
    Ok(target)
}

fn locate_within<'a>(
    start: &'a Value,
    start_pointer: &str,
    reference: &str,
    root: &'a Value,
    hops: &mut usize,
) -> Result<Target<'a>, Broken> {
    let fragment = reference.strip_prefix('#').ok_or(Broken::Elsewhere)?;
    let Some(steps) = fragment.strip_prefix('/') else {
        return Err(Broken::Anchor);
    };
    let mut target = Target {
        value: start,
        pointer: start_pointer.to_owned(),
    };
    for step in steps.split('/') {
        target = enter(target, step, root, hops)?;
    }
    Ok(target)
}

/// One step down, through references where the step is not there itself.
fn enter<'a>(
    mut target: Target<'a>,
    step: &str,
    root: &'a Value,
    hops: &mut usize,
) -> Result<Target<'a>, Broken> {
    loop {
        if let Some((value, name)) = child(target.value, step) {
            target.value = value;
            push_segment(&mut target.pointer, &name);
            return Ok(target);
        }
        let next = of(target.value).ok_or(Broken::Dangling)?;
        *hops = hops.checked_sub(1).ok_or(Broken::Circular)?;
        target = locate_within(root, "", next, root, hops)?;
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pointer(root: &Value, reference: &str) -> Result<String, Broken> {
        locate(root, reference).map(|target| target.pointer)
    }

    #[test]
    fn decodes_both_escapes() {
        let root = json!({"paths": {"/a b/{id}": [{"x": 1}]}, "d": {"50%": 2, "~/": 3}});
        for (reference, expected) in [
            ("#/paths/~1a%20b~1%7Bid%7D/0/x", "/paths/~1a b~1{id}/0/x"),
            ("#/paths/%2Fa b%2F{id}/0", "/paths/~1a b~1{id}/0"),
            ("#/d/50%", "/d/50%"),
            ("#/d/~0~1", "/d/~0~1"),
        ] {
            assert_eq!(pointer(&root, reference).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn passes_through_references_on_the_way() {
        let root =
            json!({"a": {"$ref": "#/b"}, "b": {"$ref": "#/c"}, "c": {"properties": {"d": {}}}});
        assert_eq!(
            pointer(&root, "#/a/properties/d").as_deref(),
            Ok("/c/properties/d")
        );
    }

    #[test]
    fn tells_why_a_reference_is_broken() {
        let root = json!({"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}, "n": {"$ref": "#/n/x"}});
        for (reference, expected) in [
            ("#/c", Broken::Dangling),
            ("pets.yaml#/a", Broken::Elsewhere),
            ("#pet", Broken::Anchor),
            ("#", Broken::Anchor),
            ("#/a/x", Broken::Circular),
            ("#/n/y", Broken::Circular),
        ] {
            assert_eq!(pointer(&root, reference), Err(expected), "{reference}");
        }
        assert_eq!(follow(&root, "#/a").unwrap_err(), Broken::Circular);
    }
}
