//! Compares all keywords that no other file of this folder compares: `pattern`, `not`, `if`, `contains`,
//! `dependentRequired` and so on. A change that is not understood counts as breaking.

use serde_json::{Value, json};

use super::{
    MemberPair, Polarity, SchemaPair, UnitComparison, describe_schema, keyword_value, truncate_line,
};
use crate::diff::change_rules::{
    CONSTRAINT_ADDED, CONSTRAINT_CHANGED, CONSTRAINT_REMOVED, PATTERN_CHANGED, Rule,
};
use crate::diff::entry::ChangeText;
use crate::schema::keyword::{Object, is_annotation_keyword};
use crate::source::pointer;

/// What is compared elsewhere.
const COMPARED_ELSEWHERE: [&str; 27] = [
    "$ref",
    "type",
    "format",
    "enum",
    "const",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
    "multipleOf",
    "properties",
    "required",
    "additionalProperties",
    "unevaluatedProperties",
    "items",
    "prefixItems",
    "oneOf",
    "anyOf",
    "allOf",
];

impl UnitComparison<'_, '_> {
    /// Compares all other keywords.
    pub(super) fn compare_conditions(&mut self, pair: SchemaPair<'_>, old: &Object, new: &Object) {
        let others = old
            .keys()
            .chain(new.keys().filter(|key| !old.contains_key(*key)));
        for name in others.filter(|name| {
            !COMPARED_ELSEWHERE.contains(&name.as_str()) && !is_annotation_keyword(name)
        }) {
            let (was, is) = (restricting_value(old, name), restricting_value(new, name));
            match (was, is) {
                (None, None) => {}
                (None, Some(added)) => {
                    self.note_condition(&CONSTRAINT_ADDED, pair, name);
                    self.note_new_texts(pair, [pair.old, added]);
                }
                (Some(_), None) => self.note_condition(&CONSTRAINT_REMOVED, pair, name),
                (Some(was), Some(is)) if was == is && !holds_schemas(name) => {}
                (Some(was), Some(is)) => {
                    let members = MemberPair { old, new };
                    self.compare_changed_keyword(pair, name, was, is, members);
                }
            }
        }
    }

    fn compare_changed_keyword(
        &mut self,
        pair: SchemaPair<'_>,
        name: &str,
        was: &Value,
        is: &Value,
        members: MemberPair<'_>,
    ) {
        let sense = match name {
            "not" => pair.sense.negated(),
            "if" => Polarity::Either,
            "contains"
                if members.old.contains_key("maxContains")
                    || members.new.contains_key("maxContains") =>
            {
                Polarity::Either
            }
            _ => pair.sense,
        };
        let within = SchemaPair { sense, ..pair };
        match name {
            "pattern" => self.note_condition(&PATTERN_CHANGED, pair, name),
            "not" | "if" | "then" | "else" | "contains" | "propertyNames" | "unevaluatedItems"
            | "contentSchema" => {
                let subject = format!("{} ({name})", pair.subject);
                self.compare_inner(within, &[name], subject.trim(), [was, is]);
            }
            "patternProperties" | "dependentSchemas" => {
                self.compare_schemas_by_name(pair, name, was, is)
            }
            "dependentRequired" => self.compare_dependent_required(pair, was, is, members),
            _ => self.note_condition(&CONSTRAINT_CHANGED, pair, name),
        }
    }

    /// Compares schemas by their names.
    fn compare_schemas_by_name(
        &mut self,
        pair: SchemaPair<'_>,
        name: &str,
        was: &Value,
        is: &Value,
    ) {
        let (Some(was), Some(is)) = (was.as_object(), is.as_object()) else {
            return self.note_condition(&CONSTRAINT_CHANGED, pair, name);
        };
        let describe = |key: &str| format!("{name} {key}");
        for (key, schema) in was {
            match is.get(key) {
                Some(now) => {
                    let subject = format!("{}{{{key}}}", pair.subject);
                    self.compare_inner(pair, &[name, key], &subject, [schema, now]);
                }
                None => {
                    let text = ChangeText::removed(describe(key));
                    self.note_keyword_change(&CONSTRAINT_REMOVED, pair, name, text);
                }
            }
        }
        for (key, schema) in is.iter().filter(|(key, _)| !was.contains_key(*key)) {
            let text = ChangeText::added(describe(key));
            self.note_keyword_change(&CONSTRAINT_ADDED, pair, name, text);
            self.note_new_texts(pair, [pair.old, schema]);
        }
    }

    /// Compares `dependentRequired`, as far as both schemas know the properties.
    fn compare_dependent_required(
        &mut self,
        pair: SchemaPair<'_>,
        was: &Value,
        is: &Value,
        members: MemberPair<'_>,
    ) {
        let nothing = json!([]);
        let has = |schema: &Object, name: &str| {
            schema
                .get("properties")
                .and_then(|all| all.get(name))
                .is_some()
        };
        let mut gone = Vec::new();
        let mut come = Vec::new();
        let keys = |value: &Value| -> Vec<String> {
            let members = value.as_object().into_iter().flatten();
            members.into_iter().map(|(key, _)| key.clone()).collect()
        };
        let mut names = keys(was);
        names.extend(keys(is).into_iter().filter(|name| was.get(name).is_none()));
        for name in names
            .iter()
            .filter(|name| has(members.old, name) == has(members.new, name))
        {
            let needed = was.get(name).unwrap_or(&nothing).as_array();
            let needs = is.get(name).unwrap_or(&nothing).as_array();
            let (Some(needed), Some(needs)) = (needed, needs) else {
                continue;
            };
            let said = |other: &Value| format!("{name} needs {other}");
            gone.extend(needed.iter().filter(|one| !needs.contains(one)).map(said));
            come.extend(needs.iter().filter(|one| !needed.contains(one)).map(said));
        }
        for (rule, said) in [(&CONSTRAINT_REMOVED, gone), (&CONSTRAINT_ADDED, come)] {
            if said.is_empty() {
                continue;
            }
            let shown = truncate_line(&said.join(", "));
            let text = match rule == &CONSTRAINT_ADDED {
                true => ChangeText::added(shown),
                false => ChangeText::removed(shown),
            };
            self.note_keyword_change(rule, pair, "dependentRequired", text);
        }
    }

    fn note_condition(&mut self, rule: &'static Rule, pair: SchemaPair<'_>, name: &str) {
        let said = |schema: &Value| {
            let value = schema.get(name)?;
            let text = match value {
                Value::Object(_) if holds_schemas(name) => describe_schema(value),
                value => value.to_string(),
            };
            Some(truncate_line(&format!("{name} {text}")))
        };
        let at = |schema: &Value, at: &str| match schema.get(name) {
            Some(_) => pointer::join(at, name),
            None => at.to_owned(),
        };
        let (old_at, new_at) = (at(pair.old, pair.old_at), at(pair.new, pair.new_at));
        let text = ChangeText {
            was: said(pair.old),
            is: said(pair.new),
        };
        let pair = SchemaPair {
            old_at: &old_at,
            new_at: &new_at,
            ..pair
        };
        self.note_change(rule, pair, text);
    }
}

/// The value of a keyword, where it restricts anything.
fn restricting_value<'o>(schema: &'o Object, name: &str) -> Option<&'o Value> {
    keyword_value(schema, name).filter(|value| match name {
        "uniqueItems" => **value == Value::Bool(true),
        "$defs" | "$id" | "$anchor" | "$schema" | "$dynamicAnchor" | "$vocabulary" => false,
        "dependentRequired" | "dependentSchemas" | "patternProperties" => {
            value.as_object().is_some_and(|members| !members.is_empty())
        }
        _ => true,
    })
}

fn holds_schemas(name: &str) -> bool {
    crate::schema::keyword::keyword_content(name) != crate::schema::keyword::KeywordContent::Data
}
