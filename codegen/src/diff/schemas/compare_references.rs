//! Compares schemas that refer to definitions, `allOf`, and an `anyOf` of something and null. A pair of definitions
//! is compared once, however many schemas lead to it.

use std::borrow::Cow;

use serde_json::Value;

use super::{
    KeyedSchemas, SchemaPair, UnitComparison, definition_name, describe_schema, referenced_key,
    schema_members,
};
use crate::diff::change_rules::{CONSTRAINT_ADDED, CONSTRAINT_CHANGED, CONSTRAINT_REMOVED};
use crate::diff::change_rules::{TYPE_NARROWED, TYPE_WIDENED};
use crate::diff::entry::ChangeText;
use crate::diff::spec_version::SpecVersion;
use crate::schema::keyword::{Object, declared_types, is_annotation_keyword};
use crate::schema::merge_all_of;
use crate::source::pointer;

/// A definition that a schema refers to.
struct ReferenceTarget<'a> {
    key: String,
    schema: &'a Value,
    at: &'a str,
}

fn find_target<'a>(schema: &Value, version: SpecVersion<'a>) -> Option<ReferenceTarget<'a>> {
    let key = referenced_key(schema)?;
    let definition = version.api().definitions.get(key)?;
    Some(ReferenceTarget {
        key: key.to_owned(),
        schema: &definition.schema,
        at: &definition.pointer,
    })
}

impl UnitComparison<'_, '_> {
    /// Whether one of the schemas refers to a definition, which is compared once for all.
    pub(super) fn compare_references(&mut self, pair: SchemaPair<'_>) -> bool {
        let old = find_target(pair.old, self.schemas.old);
        let new = find_target(pair.new, self.schemas.new);
        if old.is_none() && new.is_none() {
            return false;
        }
        let beside = [pair.old, pair.new].map(without_reference);
        if let (Some(old), Some(new)) = (&old, &new) {
            self.compare_targets(pair, Some(old), Some(new));
            self.compare_siblings_of_reference(pair, &beside);
            return true;
        }
        let restricted = |side: &Value| {
            let members = side.as_object().into_iter().flatten();
            members
                .into_iter()
                .any(|(key, _)| !is_annotation_keyword(key))
        };
        // Only one side refers to a definition: its keywords beside the reference are merged into it, as they restrict the
        // same value.
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
            None => self.compare_targets(pair, old.as_ref(), new.as_ref()),
            Some((Some(old), Some(new)))
                if referenced_key(&old).is_none() || referenced_key(&new).is_none() =>
            {
                self.compare_unwrapped(SchemaPair {
                    old: &old,
                    new: &new,
                    ..pair
                });
            }
            Some(_) => {
                let text =
                    ChangeText::replaced(describe_schema(pair.old), describe_schema(pair.new));
                self.note_change(&CONSTRAINT_CHANGED, pair, text);
            }
        }
        true
    }

    fn compare_targets(
        &mut self,
        pair: SchemaPair<'_>,
        old: Option<&ReferenceTarget<'_>>,
        new: Option<&ReferenceTarget<'_>>,
    ) {
        let inline = |at: &str| format!("@{at}");
        let key = |target: Option<&ReferenceTarget<'_>>, at: &str| match target {
            Some(target) => format!("#{}", target.key),
            None => inline(at),
        };
        let subject = match (old, new) {
            (Some(_), Some(new)) => definition_name(&new.key, new.at),
            _ => pair.subject.to_owned(),
        };
        let compared = KeyedSchemas {
            old_key: key(old, pair.old_at),
            new_key: key(new, pair.new_at),
            old: Cow::Borrowed(old.map_or(pair.old, |target| target.schema)),
            new: Cow::Borrowed(new.map_or(pair.new, |target| target.schema)),
        };
        let led = SchemaPair {
            old_at: old.map_or(pair.old_at, |target| target.at),
            new_at: new.map_or(pair.new_at, |target| target.at),
            subject: &subject,
            ..pair
        };
        self.refer_to_unit(compared, led);
    }

    /// What stands beside two references.
    fn compare_siblings_of_reference(&mut self, pair: SchemaPair<'_>, [old, new]: &[Value; 2]) {
        let (Some(was), Some(is)) = (schema_members(old), schema_members(new)) else {
            return;
        };
        if was.is_empty() && is.is_empty() {
            return;
        }
        let pair = SchemaPair { old, new, ..pair };
        match was
            .keys()
            .chain(is.keys())
            .all(|key| is_annotation_keyword(key))
        {
            true => self.compare_annotations(pair, &was, &is),
            false => self.compare_unwrapped(pair),
        }
    }

    /// Whether null is admitted by one of the schemas alone, in an `anyOf` around what is compared.
    pub(super) fn compare_nullability(&mut self, pair: SchemaPair<'_>) -> bool {
        let (old, new) = (non_null_branch(pair.old), non_null_branch(pair.new));
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
        let (Some(was), Some(is)) = (schema_members(pair.old), schema_members(pair.new)) else {
            return false;
        };
        self.compare_annotations(pair, &was, &is);
        let admits = |schema: &Value| {
            let types = schema.as_object().map(declared_types);
            types.is_some_and(|types| types.contains(&"null"))
        };
        let both = match old.is_some() {
            true => admits(pair.new),
            false => admits(pair.old),
        };
        if !both {
            self.note_change(
                rule,
                pair,
                ChangeText::replaced(describe_schema(pair.old), describe_schema(pair.new)),
            );
        }
        let [old, new] = inner;
        let step = |schema: &Value, at: &str, is_wrapped: bool| match is_wrapped {
            true => {
                let index = any_of_branches(schema)
                    .iter()
                    .position(|branch| !is_null(branch));
                pointer::join_index(&pointer::join(at, "anyOf"), index.unwrap_or(0))
            }
            false => at.to_owned(),
        };
        let old_at = step(pair.old, pair.old_at, non_null_branch(pair.old).is_some());
        let new_at = step(pair.new, pair.new_at, non_null_branch(pair.new).is_some());
        self.compare_pair(SchemaPair {
            old: &without_annotations(&old),
            new: &without_annotations(&new),
            old_at: &old_at,
            new_at: &new_at,
            ..pair
        });
        true
    }

    /// Whether there is an `allOf`, which then is compared: part by part where they refer to the
    /// same definitions, else as what it is together.
    pub(super) fn compare_all_of(
        &mut self,
        pair: SchemaPair<'_>,
        old: &Object,
        new: &Object,
    ) -> bool {
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
                self.compare_inner(pair, &["allOf", &step], pair.subject, [was, is]);
            }
            let (old, new) = (without_keyword(old, "allOf"), without_keyword(new, "allOf"));
            self.compare_unwrapped(SchemaPair {
                old: &old,
                new: &new,
                ..pair
            });
            return true;
        }
        let merged = |schema: &Value, parts: &[Value], version: SpecVersion<'_>| match parts {
            [] => Some(schema.clone()),
            _ => merge_all_of(schema, &version.api().definitions),
        };
        let together = (
            merged(pair.old, &was, self.schemas.old),
            merged(pair.new, &is, self.schemas.new),
        );
        match together {
            (Some(old), Some(new)) if old.get("allOf").is_none() && new.get("allOf").is_none() => {
                self.compare_pair(SchemaPair {
                    old: &old,
                    new: &new,
                    ..pair
                });
            }
            _ => self.note_all_of_members(pair, &was, &is),
        }
        // Of several descriptions, a merged schema has one.
        self.note_new_texts(pair, [pair.old, pair.new]);
        true
    }

    /// Parts of an `allOf` that cannot be one schema.
    fn note_all_of_members(&mut self, pair: SchemaPair<'_>, was: &[Value], is: &[Value]) {
        let gone: Vec<String> = was
            .iter()
            .filter(|part| !is.contains(part))
            .map(describe_schema)
            .collect();
        let come: Vec<String> = is
            .iter()
            .filter(|part| !was.contains(part))
            .map(describe_schema)
            .collect();
        let (rule, text) = match (gone.is_empty(), come.is_empty()) {
            (true, true) => return,
            (true, false) => (&CONSTRAINT_ADDED, ChangeText::added(come.join(" and "))),
            (false, true) => (&CONSTRAINT_REMOVED, ChangeText::removed(gone.join(" and "))),
            (false, false) => (
                &CONSTRAINT_CHANGED,
                ChangeText::replaced(gone.join(" and "), come.join(" and ")),
            ),
        };
        self.note_keyword_change(rule, pair, "allOf", text);
    }
}

fn without_keyword(schema: &Object, keyword: &str) -> Value {
    let mut rest = schema.clone();
    rest.shift_remove(keyword);
    Value::Object(rest)
}

fn without_reference(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => without_keyword(members, "$ref"),
        other => other.clone(),
    }
}

fn any_of_branches(schema: &Value) -> &[Value] {
    let branches = schema.get("anyOf").and_then(Value::as_array);
    branches.map_or(&[], Vec::as_slice)
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

/// What `anyOf` of something and null admits beside null.
fn non_null_branch(schema: &Value) -> Option<&Value> {
    match any_of_branches(schema) {
        [one, null] | [null, one] if is_null(null) && !is_null(one) => Some(one),
        _ => None,
    }
}

fn without_annotations(schema: &Value) -> Value {
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
