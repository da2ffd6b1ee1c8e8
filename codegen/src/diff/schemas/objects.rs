use serde_json::{Map, Value};

use super::{Pair, Part, brief, keyword};
use crate::diff::rule::{
    OTHERS_ADMITTED, OTHERS_REFUSED, PROPERTY_ADDED, PROPERTY_BECAME_OPTIONAL,
    PROPERTY_BECAME_REQUIRED, PROPERTY_REMOVED, REQUIRED_PROPERTY_ADDED,
};
use crate::schema::keyword::{Object, string_list};
use crate::source::pointer;

const ANYTHING: Value = Value::Bool(true);

impl Part<'_, '_> {
    /// Compares properties and items.
    pub(super) fn objects(&mut self, pair: Pair<'_>, old: &Object, new: &Object) {
        let (was, is) = (properties(old), properties(new));
        let (needed, needs) = (string_list(old, "required"), string_list(new, "required"));
        for (name, schema) in was {
            let subject = member(pair.subject, name);
            match is.get(name) {
                Some(now) => {
                    let steps = ["properties", name.as_str()];
                    self.inner(pair, &steps, &subject, [schema, now]);
                }
                None => {
                    let at = property(pair.old_at, name);
                    let pair = Pair {
                        old_at: &at,
                        subject: &subject,
                        ..pair
                    };
                    self.note(&PROPERTY_REMOVED, pair, (Some(brief(schema)), None));
                }
            }
        }
        for (name, schema) in is.iter().filter(|(name, _)| !was.contains_key(*name)) {
            // A name that was required without being described is no new argument.
            let rule = match needs.contains(&name.as_str()) && !needed.contains(&name.as_str()) {
                true => &REQUIRED_PROPERTY_ADDED,
                false => &PROPERTY_ADDED,
            };
            let (at, subject) = (property(pair.new_at, name), member(pair.subject, name));
            let pair = Pair {
                new_at: &at,
                subject: &subject,
                ..pair
            };
            self.note(rule, pair, (None, Some(brief(schema))));
            self.new_text(Pair {
                new: schema,
                ..pair
            });
        }
        let known = |name: &str| was.contains_key(name) == is.contains_key(name);
        for name in needs
            .iter()
            .filter(|name| !needed.contains(name) && known(name))
        {
            self.needed(pair, name, &PROPERTY_BECAME_REQUIRED);
        }
        for name in needed
            .iter()
            .filter(|name| !needs.contains(name) && known(name))
        {
            self.needed(pair, name, &PROPERTY_BECAME_OPTIONAL);
        }
        self.others(pair, old, new);
        self.items(pair, old, new);
    }

    fn needed(&mut self, pair: Pair<'_>, name: &str, rule: &'static crate::diff::rule::Rule) {
        let (old_at, new_at) = (property(pair.old_at, name), property(pair.new_at, name));
        let subject = member(pair.subject, name);
        let pair = Pair {
            old_at: &old_at,
            new_at: &new_at,
            subject: &subject,
            ..pair
        };
        self.note(rule, pair, (None, None));
    }

    fn others(&mut self, pair: Pair<'_>, old: &Object, new: &Object) {
        for name in ["additionalProperties", "unevaluatedProperties"] {
            let was = keyword(old, name).unwrap_or(&ANYTHING);
            let is = keyword(new, name).unwrap_or(&ANYTHING);
            let is_closed = |schema: &Value| *schema == Value::Bool(false);
            match (is_closed(was), is_closed(is)) {
                (true, true) => {}
                _ if !old.contains_key(name) && !new.contains_key(name) => {}
                (true, false) => {
                    self.note_at(&OTHERS_ADMITTED, pair, name, (None, Some(brief(is))));
                }
                (false, true) => {
                    self.note_at(&OTHERS_REFUSED, pair, name, (Some(brief(was)), None));
                }
                (false, false) => {
                    let subject = format!("{}{{}}", pair.subject);
                    self.inner(pair, &[name], &subject, [was, is]);
                }
            }
        }
    }

    fn items(&mut self, pair: Pair<'_>, old: &Object, new: &Object) {
        let was = keyword(old, "items").unwrap_or(&ANYTHING);
        let is = keyword(new, "items").unwrap_or(&ANYTHING);
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
            self.inner(pair, &["prefixItems", &step], &subject, [old, new]);
        }
        if !old.contains_key("items") && !new.contains_key("items") {
            return;
        }
        let subject = format!("{}[]", pair.subject);
        self.inner(pair, &["items"], &subject, [was, is]);
    }
}

/// The properties of a schema.
fn properties(schema: &Object) -> &Map<String, Value> {
    static NONE: std::sync::OnceLock<Map<String, Value>> = std::sync::OnceLock::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.unwrap_or_else(|| NONE.get_or_init(Map::new))
}

fn property(at: &str, name: &str) -> String {
    pointer::join(&pointer::join(at, "properties"), name)
}

/// What people call a member.
fn member(subject: &str, name: &str) -> String {
    match subject {
        "" => name.to_owned(),
        _ => format!("{subject}.{name}"),
    }
}
