//! A valid spec with some places changed.

use serde_json::{Map, Value, json};

use super::json::{count, nth_mut, pointer_of};
use super::specs::specs;
use super::words::{KEYWORDS, NAMES, NUMBERS, TEXTS, VERSIONS};
use crate::values::Random;

/// Levels of a value that is made deep; with the spec around it, still below what is read.
const DEEP: usize = 200;

/// One of the specs, changed in up to eight places as the bytes decide.
pub fn changed_spec(bytes: &[u8]) -> Value {
    mutated(bytes).0
}

/// A changed spec, and what of the bytes is left to decide by.
pub(super) fn mutated(bytes: &[u8]) -> (Value, Random) {
    let mut random = Random::of_bytes(bytes);
    let mut spec = random.pick(specs()).clone();
    for _ in 0..=random.below(8) {
        mutate(&mut spec, &mut random);
    }
    (spec, random)
}

fn mutate(spec: &mut Value, random: &mut Random) {
    let nodes = count(spec);
    let (here, there) = (random.below(nodes), random.below(nodes));
    let reference = format!("#{}", pointer_of(spec, there));
    let other = nth_mut(spec, there).cloned().unwrap_or_default();
    let Some(place) = nth_mut(spec, here) else {
        return;
    };
    match random.below(10) {
        0 => *place = junk(random),
        1 => *place = other,
        2 => *place = json!({"$ref": reference}),
        3 => remove(place, random),
        4 => rename(place, random),
        5 => insert(place, KEYWORDS, other, random),
        6 => insert(place, KEYWORDS, json!({"$ref": reference}), random),
        7 => {
            let value = junk(random);
            insert(place, KEYWORDS, value, random);
        }
        8 => wrap(place, other, random),
        _ => rarely(spec, here, other, random),
    }
}

fn rarely(spec: &mut Value, here: usize, other: Value, random: &mut Random) {
    match random.below(4) {
        0 => {
            let (name, version) = *random.pick(&VERSIONS);
            if let Value::Object(members) = spec {
                members.insert(name.to_owned(), json!(version));
            }
        }
        1 => {
            if let Some(place) = nth_mut(spec, here) {
                deepen(place, random);
            }
        }
        _ => {
            if let Some(place) = nth_mut(spec, here) {
                insert(place, NAMES, other, random);
            }
        }
    }
}

fn insert<const N: usize>(place: &mut Value, names: [&str; N], value: Value, random: &mut Random) {
    let name = *random.pick(&names);
    match place {
        Value::Object(members) => drop(members.insert(name.to_owned(), value)),
        Value::Array(items) => items.insert(random.below(items.len() + 1), value),
        scalar => *scalar = json!({name: value}),
    }
}

fn remove(place: &mut Value, random: &mut Random) {
    match place {
        Value::Object(members) => {
            let index = random.below(members.len());
            if let Some(name) = members.keys().nth(index).cloned() {
                members.shift_remove(&name);
            }
        }
        Value::Array(items) if !items.is_empty() => drop(items.remove(random.below(items.len()))),
        other => *other = Value::Null,
    }
}

fn rename(place: &mut Value, random: &mut Random) {
    let Value::Object(members) = place else {
        *place = json!(random.pick(&NAMES));
        return;
    };
    let index = random.below(members.len());
    let name = *random.pick(&NAMES);
    *members = std::mem::take(members)
        .into_iter()
        .enumerate()
        .map(|(at, (old, value))| (if at == index { name.to_owned() } else { old }, value))
        .collect::<Map<_, _>>();
}

fn wrap(place: &mut Value, other: Value, random: &mut Random) {
    let inner = place.take();
    *place = match random.below(9) {
        0 => json!({"allOf": [inner, other]}),
        1 => json!({"anyOf": [inner, other]}),
        2 => json!({"oneOf": [inner, {"type": "null"}, other]}),
        3 => json!({"type": "array", "items": inner}),
        4 => json!({"prefixItems": [inner, other], "items": false}),
        5 => json!({"type": "object", "additionalProperties": inner}),
        6 => json!({"not": inner, "if": other}),
        7 => json!({"type": "object", "properties": {"a": inner, "b": other}, "required": ["a"]}),
        _ => json!([inner, other]),
    };
}

fn deepen(place: &mut Value, random: &mut Random) {
    let kind = random.below(5);
    for _ in 0..random.below(DEEP) {
        let inner = place.take();
        *place = match kind {
            0 => json!([inner]),
            1 => json!({"allOf": [inner]}),
            2 => json!({"type": "array", "items": inner}),
            3 => json!({"anyOf": [inner, {"type": "null"}]}),
            _ => json!({"type": "object", "properties": {"a": inner}}),
        };
    }
}

fn junk(random: &mut Random) -> Value {
    match random.below(8) {
        0 => Value::Null,
        1 => json!(random.one_in(2)),
        2 => serde_json::from_str(random.pick::<&str>(&NUMBERS)).unwrap_or_default(),
        3 => json!(random.pick(&TEXTS)),
        4 => json!({}),
        5 => json!([]),
        6 => json!([null, 1, random.pick(&TEXTS), random.pick(&NAMES)]),
        _ => json!({"type": [random.pick(&TEXTS), "null"], "format": random.pick(&TEXTS)}),
    }
}
