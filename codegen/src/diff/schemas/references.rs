use std::borrow::Cow;

use serde_json::Value;

use super::{Pair, Part, brief, name_of, object, referenced_key};
use crate::diff::rule::{CONSTRAINT_ADDED, CONSTRAINT_CHANGED, CONSTRAINT_REMOVED};
use crate::diff::rule::{TYPE_NARROWED, TYPE_WIDENED};
use crate::diff::version::Version;
use crate::schema::keyword::{Object, declared_types, is_annotation_keyword};
use crate::schema::merge_all_of;
use crate::source::pointer;

/// A definition that a schema refers to.
struct Target<'a> {
    key: String,
    schema: &'a Value,
    at: &'a str,
}

fn target<'a>(schema: &Value, version: Version<'a>) -> Option<Target<'a>> {
    let key = referenced_key(schema)?;
    let definition = version.api().definitions.get(key)?;
    Some(Target {
        key: key.to_owned(),
        schema: &definition.schema,
        at: &definition.pointer,
    })
}

impl Part<'_, '_> {
    /// Whether one of the schemas refers to a definition, which is compared once for all.
    pub(super) fn references(&mut self, pair: Pair<'_>) -> bool {
        let old = target(pair.old, self.schemas.old);
        let new = target(pair.new, self.schemas.new);
        if old.is_none() && new.is_none() {
            return false;
        }
        let beside = [pair.old, pair.new].map(without_reference);
        if let (Some(old), Some(new)) = (&old, &new) {
            self.refer_to(pair, Some(old), Some(new));
            self.beside(pair, &beside);
            return true;
        }
        let restricted = |side: &Value| {
            let members = side.as_object().into_iter().flatten();
            members
                .into_iter()
                .any(|(key, _)| !is_annotation_keyword(key))
        };
        let merged = match (&old, &new) {
            (Some(_), _) if restricted(&beside[0]) => {
                let definitions = &self.schemas.old.api().definitions;
                Some((merge_all_of(pair.old, definitions), Some(pair.new.clone())))
            }
            (_, Some(_)) if restricted(&beside[1]) => {
                let definitions = &self.schemas.new.api().definitions;
                Some((Some(pair.old.clone()), merge_all_of(pair.new, definitions)))
            }
            _ => None,
        };
        match merged {
            None => self.refer_to(pair, old.as_ref(), new.as_ref()),
            Some((Some(old), Some(new)))
                if referenced_key(&old).is_none() || referenced_key(&new).is_none() =>
            {
                self.plain(Pair {
                    old: &old,
                    new: &new,
                    ..pair
                });
            }
            Some(_) => {
                let was_is = (Some(brief(pair.old)), Some(brief(pair.new)));
                self.note(&CONSTRAINT_CHANGED, pair, was_is);
            }
        }
        true
    }

    fn refer_to(&mut self, pair: Pair<'_>, old: Option<&Target<'_>>, new: Option<&Target<'_>>) {
        let inline = |at: &str| format!("@{at}");
        let key = |target: Option<&Target<'_>>, at: &str| match target {
            Some(target) => format!("#{}", target.key),
            None => inline(at),
        };
        let keys = (key(old, pair.old_at), key(new, pair.new_at));
        let subject = match (old, new) {
            (Some(_), Some(new)) => name_of(&new.key, new.at),
            _ => pair.subject.to_owned(),
        };
        let values = (
            Cow::Borrowed(old.map_or(pair.old, |target| target.schema)),
            Cow::Borrowed(new.map_or(pair.new, |target| target.schema)),
        );
        let led = Pair {
            old_at: old.map_or(pair.old_at, |target| target.at),
            new_at: new.map_or(pair.new_at, |target| target.at),
            subject: &subject,
            ..pair
        };
        self.refer(keys, values, led);
    }

    /// What stands beside two references.
    fn beside(&mut self, pair: Pair<'_>, [old, new]: &[Value; 2]) {
        let (Some(was), Some(is)) = (object(old), object(new)) else {
            return;
        };
        if was.is_empty() && is.is_empty() {
            return;
        }
        let pair = Pair { old, new, ..pair };
        match was
            .keys()
            .chain(is.keys())
            .all(|key| is_annotation_keyword(key))
        {
            true => self.annotations(pair, &was, &is),
            false => self.plain(pair),
        }
    }

    /// Whether null is admitted by one of the schemas alone, in an `anyOf` around what is compared.
    pub(super) fn null(&mut self, pair: Pair<'_>) -> bool {
        let (old, new) = (nullable(pair.old), nullable(pair.new));
        let (rule, inner) = match (old, new) {
            (Some(inner), None) => (
                &TYPE_NARROWED,
                [Cow::Borrowed(inner), without_null(pair.new)],
            ),
            (None, Some(inner)) => (
                &TYPE_WIDENED,
                [without_null(pair.old), Cow::Borrowed(inner)],
            ),
            _ => return false,
        };
        let (Some(was), Some(is)) = (object(pair.old), object(pair.new)) else {
            return false;
        };
        self.annotations(pair, &was, &is);
        let admits = |schema: &Value| {
            let types = schema.as_object().map(declared_types);
            types.is_some_and(|types| types.contains(&"null"))
        };
        let both = match old.is_some() {
            true => admits(pair.new),
            false => admits(pair.old),
        };
        if !both {
            self.note(rule, pair, (Some(brief(pair.old)), Some(brief(pair.new))));
        }
        let [old, new] = inner;
        let step = |schema: &Value, at: &str, is_wrapped: bool| match is_wrapped {
            true => {
                let index = branches(schema).iter().position(|branch| !is_null(branch));
                pointer::join_index(&pointer::join(at, "anyOf"), index.unwrap_or(0))
            }
            false => at.to_owned(),
        };
        let old_at = step(pair.old, pair.old_at, nullable(pair.old).is_some());
        let new_at = step(pair.new, pair.new_at, nullable(pair.new).is_some());
        self.compare(Pair {
            old: &unannotated(&old),
            new: &unannotated(&new),
            old_at: &old_at,
            new_at: &new_at,
            ..pair
        });
        true
    }

    /// Whether there is an `allOf`, which then is compared: part by part where they refer to the
    /// same definitions, else as what it is together.
    pub(super) fn all_of(&mut self, pair: Pair<'_>, old: &Object, new: &Object) -> bool {
        let parts = |schema: &Object| {
            let parts = schema.get("allOf").and_then(Value::as_array);
            parts.cloned().unwrap_or_default()
        };
        let (was, is) = (parts(old), parts(new));
        if was.is_empty() && is.is_empty() {
            return false;
        }
        let references = |parts: &[Value]| -> Vec<Option<String>> {
            let keys = parts.iter().map(referenced_key);
            keys.map(|key| key.map(str::to_owned)).collect()
        };
        if references(&was) == references(&is) {
            for (index, (was, is)) in was.iter().zip(&is).enumerate() {
                let step = index.to_string();
                self.inner(pair, &["allOf", &step], pair.subject, [was, is]);
            }
            let (old, new) = (without(old, "allOf"), without(new, "allOf"));
            self.plain(Pair {
                old: &old,
                new: &new,
                ..pair
            });
            return true;
        }
        let merged = |schema: &Value, parts: &[Value], version: Version<'_>| match parts {
            [] => Some(schema.clone()),
            _ => merge_all_of(schema, &version.api().definitions),
        };
        let together = (
            merged(pair.old, &was, self.schemas.old),
            merged(pair.new, &is, self.schemas.new),
        );
        match together {
            (Some(old), Some(new)) if old.get("allOf").is_none() && new.get("allOf").is_none() => {
                self.compare(Pair {
                    old: &old,
                    new: &new,
                    ..pair
                });
            }
            _ => self.parts(pair, &was, &is),
        }
        // Of several descriptions, a merged schema has one.
        self.new_texts(pair, [pair.old, pair.new]);
        true
    }

    /// Parts of an `allOf` that cannot be one schema.
    fn parts(&mut self, pair: Pair<'_>, was: &[Value], is: &[Value]) {
        let gone: Vec<String> = was
            .iter()
            .filter(|part| !is.contains(part))
            .map(brief)
            .collect();
        let come: Vec<String> = is
            .iter()
            .filter(|part| !was.contains(part))
            .map(brief)
            .collect();
        let (rule, was_is) = match (gone.is_empty(), come.is_empty()) {
            (true, true) => return,
            (true, false) => (&CONSTRAINT_ADDED, (None, Some(come.join(" and ")))),
            (false, true) => (&CONSTRAINT_REMOVED, (Some(gone.join(" and ")), None)),
            (false, false) => (
                &CONSTRAINT_CHANGED,
                (Some(gone.join(" and ")), Some(come.join(" and "))),
            ),
        };
        self.note_at(rule, pair, "allOf", was_is);
    }
}

fn without(schema: &Object, keyword: &str) -> Value {
    let mut rest = schema.clone();
    rest.shift_remove(keyword);
    Value::Object(rest)
}

fn without_reference(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => without(members, "$ref"),
        other => other.clone(),
    }
}

fn branches(schema: &Value) -> &[Value] {
    let branches = schema.get("anyOf").and_then(Value::as_array);
    branches.map_or(&[], Vec::as_slice)
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

/// What `anyOf` of something and null admits beside null.
fn nullable(schema: &Value) -> Option<&Value> {
    match branches(schema) {
        [one, null] | [null, one] if is_null(null) && !is_null(one) => Some(one),
        _ => None,
    }
}

fn unannotated(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let kept = members.iter().filter(|(key, _)| {
                !matches!(
                    key.as_str(),
                    "title" | "description" | "default" | "examples" | "deprecated"
                )
            });
            Value::Object(
                kept.map(|(key, value)| (key.clone(), value.clone()))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

fn without_null(schema: &Value) -> Cow<'_, Value> {
    let mut schema = schema.clone();
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema["type"] = only;
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    Cow::Owned(schema)
}
