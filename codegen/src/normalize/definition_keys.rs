//! Keys of definitions. A component keeps its name if that is a legal key; every other place gets a key made from the
//! last steps of its address, with a number if that is taken.

use std::collections::HashSet;

use percent_encoding::percent_decode_str;

use crate::source::address;

/// The keys of the definitions, each given once.
#[derive(Default)]
pub(super) struct Keys {
    taken: HashSet<String>,
}

impl Keys {
    /// Takes a name as it is, where that is legal and free.
    pub(super) fn take_name(&mut self, name: &str) -> Option<String> {
        let legal = !name.is_empty() && name.chars().all(is_legal);
        (legal && self.taken.insert(name.to_owned())).then(|| name.to_owned())
    }

    /// Makes a key that is like `name`.
    pub(super) fn make_key(&mut self, name: &str) -> String {
        let stem = sanitize_name(name);
        let mut key = stem.clone();
        let mut number = 2;
        while !self.taken.insert(key.clone()) {
            key = format!("{stem}_{number}");
            number += 1;
        }
        key
    }
}

/// A name for a place, from the last steps of its pointer that say something; for a whole document,
/// from that of its file.
pub(super) fn from_address(address: &str) -> String {
    let (document, pointer) = address::split(address);
    if pointer.is_empty() {
        let file = document.rsplit('/').next().unwrap_or_default();
        let stem = file.split('.').next().unwrap_or_default();
        return sanitize_name(&percent_decode_str(stem).decode_utf8_lossy());
    }
    let steps: Vec<String> = pointer
        .split('/')
        .map(|step| step.replace("~1", "/").replace("~0", "~"))
        .filter(|step| !is_structure(step))
        .map(|step| sanitize_name(&step))
        .collect();
    let kept = &steps[steps.len().saturating_sub(3)..];
    kept.join("_")
}

/// Steps that every pointer has, and media types.
fn is_structure(step: &str) -> bool {
    let known = [
        "",
        "$defs",
        "allOf",
        "anyOf",
        "components",
        "content",
        "definitions",
        "itemSchema",
        "oneOf",
        "parameters",
        "paths",
        "properties",
        "requestBody",
        "responses",
        "schema",
        "schemas",
    ];
    known.contains(&step) || (step.contains('/') && !step.starts_with('/'))
}

fn is_legal(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-')
}

fn sanitize_name(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for character in name.chars() {
        if is_legal(character) {
            key.push(character);
        } else if !key.is_empty() && !key.ends_with('_') {
            key.push('_');
        }
    }
    key.truncate(key.trim_end_matches('_').len());
    if key.is_empty() {
        key.push_str("schema");
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_a_place_by_what_it_says() {
        for (pointer, name) in [
            ("/definitions/A/properties/b", "A_b"),
            (
                "/paths/~1pets~1{id}/get/responses/200/schema",
                "pets_id_get_200",
            ),
            (
                "/paths/~1x/post/requestBody/content/application~1json/schema",
                "x_post",
            ),
            ("/components/parameters/limit/schema", "limit"),
            ("/components/schemas/A/items", "A_items"),
            ("common/defs.yaml#/Error", "Error"),
            ("schemas/New%20Pet.v1.yaml#", "New_Pet"),
        ] {
            assert_eq!(from_address(pointer), name);
        }
    }

    #[test]
    fn gives_a_key_once() {
        let mut keys = Keys::default();
        assert_eq!(keys.take_name("Pet"), Some("Pet".into()));
        assert_eq!(keys.take_name("Pet[]"), None);
        assert_eq!(keys.make_key("Pet[]"), "Pet_2");
        assert_eq!(keys.make_key("«»"), "schema");
        assert_eq!(keys.make_key("Map<string, Pet>"), "Map_string_Pet");
    }
}
