//! Compares `oneOf` and `anyOf`. Alternatives have no names, so each old one is matched with a new one first: by
//! equality, by reference, by the constant or title that tells it apart, then by similar properties.

use serde_json::Value;

use super::{SchemaPair, UnitComparison, describe_list, describe_schema, keyword_value};
use crate::diff::change_rules::{
    ALTERNATIVE_ADDED, ALTERNATIVE_REMOVED, CONSTRAINT_ADDED, CONSTRAINT_REMOVED,
};
use crate::diff::entry::ChangeText;
use crate::diff::spec_version::{SpecVersion, VersionPair};
use crate::schema::keyword::{Object, declared_types, is_annotation_keyword, referenced_key};
use crate::schema::resolve_reference;
use crate::source::pointer;

/// Whether an alternative of the old spec is that of the new one, each by its index.
type Same<'t> = &'t dyn Fn(usize, usize) -> bool;

/// The alternatives of a schema, and the keyword that they are under.
struct Alternatives<'v> {
    keyword: Option<&'static str>,
    all: Vec<&'v Value>,
}

impl<'v> Alternatives<'v> {
    fn from_schema(schema: &'v Object) -> Option<Self> {
        ["oneOf", "anyOf"].into_iter().find_map(|name| {
            let all = keyword_value(schema, name)?.as_array()?;
            Some(Self {
                keyword: Some(name),
                all: all.iter().collect(),
            })
        })
    }

    fn alternative_address(&self, at: &str, index: usize) -> String {
        match self.keyword {
            Some(keyword) => pointer::join_index(&pointer::join(at, keyword), index),
            None => at.to_owned(),
        }
    }
}

impl UnitComparison<'_, '_> {
    /// Compares `oneOf` and `anyOf`; whether the other keywords are still to be compared.
    pub(super) fn compare_alternatives(
        &mut self,
        pair: SchemaPair<'_>,
        old: &Object,
        new: &Object,
    ) -> bool {
        let bare = |schema: &Object| {
            let mut keys = schema.keys();
            keys.all(|key| is_annotation_keyword(key) || matches!(key.as_str(), "oneOf" | "anyOf"))
        };
        let says = |schema: &Object| schema.keys().any(|key| !is_annotation_keyword(key));
        let alone = |schema| Alternatives {
            keyword: None,
            all: vec![schema],
        };
        match (
            Alternatives::from_schema(old),
            Alternatives::from_schema(new),
        ) {
            (None, None) => true,
            (Some(was), Some(is)) => {
                self.match_alternatives(pair, &was, &is);
                true
            }
            (Some(was), None) if bare(old) && says(new) => {
                self.match_alternatives(pair, &was, &alone(pair.new));
                false
            }
            (None, Some(is)) if bare(new) && says(old) => {
                self.match_alternatives(pair, &alone(pair.old), &is);
                false
            }
            (Some(was), None) => {
                let text = ChangeText::removed(describe_list(was.all));
                self.note_keyword_change(
                    &CONSTRAINT_REMOVED,
                    pair,
                    was.keyword.unwrap_or(""),
                    text,
                );
                true
            }
            (None, Some(is)) => {
                let text = ChangeText::added(describe_list(is.all));
                self.note_keyword_change(&CONSTRAINT_ADDED, pair, is.keyword.unwrap_or(""), text);
                true
            }
        }
    }

    fn match_alternatives(
        &mut self,
        pair: SchemaPair<'_>,
        was: &Alternatives<'_>,
        is: &Alternatives<'_>,
    ) {
        let versions = VersionPair {
            old: self.schemas.old,
            new: self.schemas.new,
        };
        let mut partner: Vec<Option<usize>> = vec![None; was.all.len()];
        let mut taken = vec![false; is.all.len()];
        let meanings = |all: &[&Value], version| -> Vec<Option<String>> {
            all.iter()
                .map(|one| distinguishing_mark(one, version))
                .collect()
        };
        let (meant, means) = (
            meanings(&was.all, versions.old),
            meanings(&is.all, versions.new),
        );
        let refer = |all: &[&Value], index: usize| referenced_key(all[index]).map(str::to_owned);
        let tests: [Same<'_>; 4] = [
            &|old, new| was.all[old] == is.all[new],
            &|old, new| refer(&was.all, old).is_some_and(|key| Some(key) == refer(&is.all, new)),
            &|old, new| meant[old].is_some() && meant[old] == means[new],
            &|old, new| have_similar_properties(was.all[old], is.all[new], versions),
        ];
        for test in tests {
            for (index, partner) in partner.iter_mut().enumerate() {
                if partner.is_none() {
                    *partner = (0..is.all.len()).find(|at| !taken[*at] && test(index, *at));
                    if let Some(found) = *partner {
                        taken[found] = true;
                    }
                }
            }
        }
        for (index, partner) in partner.iter().enumerate() {
            let old_at = was.alternative_address(pair.old_at, index);
            match partner {
                Some(new) => {
                    let new_at = is.alternative_address(pair.new_at, *new);
                    let subject = pair.subject;
                    self.compare_pair(SchemaPair {
                        old: was.all[index],
                        new: is.all[*new],
                        old_at: &old_at,
                        new_at: &new_at,
                        subject,
                        sense: pair.sense,
                    });
                }
                None => {
                    let at = SchemaPair {
                        old_at: &old_at,
                        ..pair
                    };
                    let text = ChangeText::removed(describe_schema(was.all[index]));
                    self.note_change(&ALTERNATIVE_REMOVED, at, text);
                }
            }
        }
        for (index, new) in is.all.iter().enumerate().filter(|(at, _)| !taken[*at]) {
            let new_at = is.alternative_address(pair.new_at, index);
            let at = SchemaPair {
                new_at: &new_at,
                ..pair
            };
            let text = ChangeText::added(describe_schema(new));
            self.note_change(&ALTERNATIVE_ADDED, at, text);
        }
    }
}

/// What tells an alternative from others: the values that its properties always have, or its title.
fn distinguishing_mark(schema: &Value, version: SpecVersion<'_>) -> Option<String> {
    let schema = resolve_reference(schema, &version.api().definitions);
    let properties = schema.get("properties").and_then(Value::as_object);
    let fixed = properties
        .into_iter()
        .flatten()
        .find_map(|(name, property)| {
            let listed = property.get("enum").and_then(Value::as_array);
            let only = listed.filter(|values| values.len() == 1);
            let value = property.get("const").or_else(|| only?.first())?;
            Some(format!("{name}={value}"))
        });
    let title = || Some(schema.get("title")?.as_str()?.to_owned());
    fixed.or_else(title)
}

/// Whether two alternatives are of one type, and objects of many of the same properties.
fn have_similar_properties(old: &Value, new: &Value, versions: VersionPair<'_>) -> bool {
    let old = resolve_reference(old, &versions.old.api().definitions);
    let new = resolve_reference(new, &versions.new.api().definitions);
    let (Some(old), Some(new)) = (old.as_object(), new.as_object()) else {
        return false;
    };
    let names = |schema: &Object| -> Vec<String> {
        let properties = schema.get("properties").and_then(Value::as_object);
        properties
            .into_iter()
            .flat_map(|map| map.keys().cloned())
            .collect()
    };
    let (was, is) = (names(old), names(new));
    let common = was.iter().filter(|name| is.contains(name)).count();
    let same_type =
        declared_types(old) == declared_types(new) || is_numeric(old) && is_numeric(new);
    same_type && (common * 2 >= was.len().min(is.len()))
}

fn is_numeric(schema: &Object) -> bool {
    matches!(declared_types(schema).as_slice(), ["integer" | "number"])
}
