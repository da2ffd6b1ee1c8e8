//! Compares properties, required names, `additionalProperties` and the items of arrays.

use serde_json::{Map, Value};

use super::{SchemaPair, UnitComparison, describe_schema, keyword_value};
use crate::diff::change_rules::{
    OTHERS_ACCEPTED, OTHERS_REJECTED, PROPERTY_ADDED, PROPERTY_BECAME_OPTIONAL,
    PROPERTY_BECAME_REQUIRED, PROPERTY_REMOVED, REQUIRED_PROPERTY_ADDED,
};
use crate::diff::entry::ChangeText;
use crate::schema::keyword::{Object, string_list};
use crate::source::pointer;

const ANYTHING: Value = Value::Bool(true);

impl UnitComparison<'_, '_> {
    /// Compares properties and items.
    pub(super) fn compare_objects(&mut self, pair: SchemaPair<'_>, old: &Object, new: &Object) {
        let (was, is) = (property_schemas(old), property_schemas(new));
        let (needed, needs) = (string_list(old, "required"), string_list(new, "required"));
        for (name, schema) in was {
            let subject = member_subject(pair.subject, name);
            match is.get(name) {
                Some(now) => {
                    let steps = ["properties", name.as_str()];
                    self.compare_inner(pair, &steps, &subject, [schema, now]);
                }
                None => {
                    let at = property_address(pair.old_at, name);
                    let pair = SchemaPair {
                        old_at: &at,
                        subject: &subject,
                        ..pair
                    };
                    self.note_change(
                        &PROPERTY_REMOVED,
                        pair,
                        ChangeText::removed(describe_schema(schema)),
                    );
                }
            }
        }
        for (name, schema) in is.iter().filter(|(name, _)| !was.contains_key(*name)) {
            // A name that was required without being described is no new argument.
            let rule = match needs.contains(&name.as_str()) && !needed.contains(&name.as_str()) {
                true => &REQUIRED_PROPERTY_ADDED,
                false => &PROPERTY_ADDED,
            };
            let (at, subject) = (
                property_address(pair.new_at, name),
                member_subject(pair.subject, name),
            );
            let pair = SchemaPair {
                new_at: &at,
                subject: &subject,
                ..pair
            };
            self.note_change(rule, pair, ChangeText::added(describe_schema(schema)));
            self.note_new_text(SchemaPair {
                new: schema,
                ..pair
            });
        }
        let known = |name: &str| was.contains_key(name) == is.contains_key(name);
        for name in needs
            .iter()
            .filter(|name| !needed.contains(name) && known(name))
        {
            self.note_required_change(pair, name, &PROPERTY_BECAME_REQUIRED);
        }
        for name in needed
            .iter()
            .filter(|name| !needs.contains(name) && known(name))
        {
            self.note_required_change(pair, name, &PROPERTY_BECAME_OPTIONAL);
        }
        self.compare_additional_properties(pair, old, new);
        self.compare_items(pair, old, new);
    }

    fn note_required_change(
        &mut self,
        pair: SchemaPair<'_>,
        name: &str,
        rule: &'static crate::diff::change_rules::Rule,
    ) {
        let (old_at, new_at) = (
            property_address(pair.old_at, name),
            property_address(pair.new_at, name),
        );
        let subject = member_subject(pair.subject, name);
        let pair = SchemaPair {
            old_at: &old_at,
            new_at: &new_at,
            subject: &subject,
            ..pair
        };
        self.note_change(rule, pair, ChangeText::NONE);
    }

    fn compare_additional_properties(&mut self, pair: SchemaPair<'_>, old: &Object, new: &Object) {
        for name in ["additionalProperties", "unevaluatedProperties"] {
            let was = keyword_value(old, name).unwrap_or(&ANYTHING);
            let is = keyword_value(new, name).unwrap_or(&ANYTHING);
            let is_closed = |schema: &Value| *schema == Value::Bool(false);
            match (is_closed(was), is_closed(is)) {
                (true, true) => {}
                _ if !old.contains_key(name) && !new.contains_key(name) => {}
                (true, false) => {
                    self.note_keyword_change(
                        &OTHERS_ACCEPTED,
                        pair,
                        name,
                        ChangeText::added(describe_schema(is)),
                    );
                }
                (false, true) => {
                    self.note_keyword_change(
                        &OTHERS_REJECTED,
                        pair,
                        name,
                        ChangeText::removed(describe_schema(was)),
                    );
                }
                (false, false) => {
                    let subject = format!("{}{{}}", pair.subject);
                    self.compare_inner(pair, &[name], &subject, [was, is]);
                }
            }
        }
    }

    fn compare_items(&mut self, pair: SchemaPair<'_>, old: &Object, new: &Object) {
        let was = keyword_value(old, "items").unwrap_or(&ANYTHING);
        let is = keyword_value(new, "items").unwrap_or(&ANYTHING);
        let first = |schema: &Object| {
            let items = schema.get("prefixItems").and_then(Value::as_array);
            items.cloned().unwrap_or_default()
        };
        let (first_was, first_is) = (first(old), first(new));
        for index in 0..first_was.len().max(first_is.len()) {
            let step = index.to_string();
            let subject = format!("{}[{index}]", pair.subject);
            let old = first_was.get(index).unwrap_or(was);
            let new = first_is.get(index).unwrap_or(is);
            self.compare_inner(pair, &["prefixItems", &step], &subject, [old, new]);
        }
        if !old.contains_key("items") && !new.contains_key("items") {
            return;
        }
        let subject = format!("{}[]", pair.subject);
        self.compare_inner(pair, &["items"], &subject, [was, is]);
    }
}

/// The properties of a schema.
fn property_schemas(schema: &Object) -> &Map<String, Value> {
    static NONE: std::sync::OnceLock<Map<String, Value>> = std::sync::OnceLock::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.unwrap_or_else(|| NONE.get_or_init(Map::new))
}

fn property_address(at: &str, name: &str) -> String {
    pointer::join(&pointer::join(at, "properties"), name)
}

/// What people call a member.
fn member_subject(subject: &str, name: &str) -> String {
    match subject {
        "" => name.to_owned(),
        _ => format!("{subject}.{name}"),
    }
}
