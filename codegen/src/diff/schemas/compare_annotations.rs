//! Compares what schemas say about a value without restricting it: descriptions, titles, examples, defaults.
//! Texts of arguments are noted even if everything else is new, since models read them and act on them.

use std::collections::HashSet;

use serde_json::Value;

use super::{SchemaPair, UnitComparison, truncate_line};
use crate::diff::change_rules::{
    DEFAULT_CHANGED, DEFAULT_STATED, DEPRECATED, DEPRECATION_WITHDRAWN, DESCRIPTION_CHANGED,
    ENCODING_CHANGED, EXAMPLES_CHANGED, Rule, TITLE_CHANGED,
};
use crate::diff::entry::ChangeText;
use crate::diff::entry::Side;
use crate::schema::keyword::Object;

impl UnitComparison<'_, '_> {
    /// Compares what is said about a value without restricting it.
    pub(super) fn compare_annotations(&mut self, pair: SchemaPair<'_>, old: &Object, new: &Object) {
        let texts = [
            ("description", &DESCRIPTION_CHANGED),
            ("title", &TITLE_CHANGED),
        ];
        for (keyword, rule) in texts {
            let (was, is) = (
                non_empty_text(old.get(keyword)),
                non_empty_text(new.get(keyword)),
            );
            if was.as_deref().map(normalize_whitespace) != is.as_deref().map(normalize_whitespace) {
                self.note_keyword_change(rule, pair, keyword, ChangeText { was, is });
            }
        }
        self.compare_data(pair, old, new, "examples", &EXAMPLES_CHANGED);
        match (old.get("default"), new.get("default")) {
            (Some(_), Some(_)) => self.compare_data(pair, old, new, "default", &DEFAULT_CHANGED),
            _ => self.compare_data(pair, old, new, "default", &DEFAULT_STATED),
        }
        let is_deprecated = |schema: &Object| schema.get("deprecated") == Some(&Value::Bool(true));
        match (is_deprecated(old), is_deprecated(new)) {
            (false, true) => {
                self.note_keyword_change(&DEPRECATED, pair, "deprecated", ChangeText::NONE);
            }
            (true, false) => {
                let text = ChangeText::NONE;
                self.note_keyword_change(&DEPRECATION_WITHDRAWN, pair, "deprecated", text);
            }
            _ => {}
        }
        for keyword in ["contentEncoding", "contentMediaType", "xml"] {
            self.compare_data(pair, old, new, keyword, &ENCODING_CHANGED);
        }
    }

    /// Notes the texts of what is new: a reviewer has to read what a model will read. Results are
    /// for models to look at, and say no more of what to do than the results of before.
    pub(super) fn note_new_text(&mut self, pair: SchemaPair<'_>) {
        self.note_new_texts(pair, [&Value::Null, pair.new]);
    }

    /// Notes the descriptions and titles that are anywhere in the new value and nowhere in the old one, where
    /// nothing else has noted them: those of a whole that is compared in another way than part by part.
    pub(super) fn note_new_texts(&mut self, pair: SchemaPair<'_>, [old, new]: [&Value; 2]) {
        if self.side != Side::Arguments {
            return;
        }
        let (mut known, mut found) = (Vec::new(), Vec::new());
        collect_texts(old, &mut known);
        collect_texts(new, &mut found);
        let noted = self.schemas.units[self.unit].changes.iter();
        let noted = noted.filter_map(|change| change.is.as_deref());
        let known = known.into_iter().map(|(_, text)| text);
        let mut known: HashSet<String> = noted.chain(known).map(normalize_whitespace).collect();
        for (rule, text) in found {
            if known.insert(normalize_whitespace(text)) {
                self.note_change(rule, pair, ChangeText::added(text));
            }
        }
    }

    fn compare_data(
        &mut self,
        pair: SchemaPair<'_>,
        old: &Object,
        new: &Object,
        keyword: &str,
        rule: &'static Rule,
    ) {
        let (was, is) = (old.get(keyword), new.get(keyword));
        if was != is {
            let said = |value: Option<&Value>| value.map(|value| truncate_line(&value.to_string()));
            let text = ChangeText {
                was: said(was),
                is: said(is),
            };
            self.note_keyword_change(rule, pair, keyword, text);
        }
    }
}

/// The descriptions and titles in a schema, as far as it does not refer to others.
fn collect_texts<'v>(schema: &'v Value, texts: &mut Vec<(&'static Rule, &'v str)>) {
    crate::stack::with_stack_room(|| match schema {
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        Value::Object(members) => {
            for (name, value) in members {
                let rule = match name.as_str() {
                    "description" => &DESCRIPTION_CHANGED,
                    "title" => &TITLE_CHANGED,
                    _ => {
                        collect_texts(value, texts);
                        continue;
                    }
                };
                match value.as_str().map(str::trim) {
                    Some(text) if !text.is_empty() => texts.push((rule, text)),
                    // A property may have that name.
                    _ => collect_texts(value, texts),
                }
            }
        }
        _ => {}
    });
}

fn non_empty_text(value: Option<&Value>) -> Option<String> {
    let text = value?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A text without regard to how its lines are broken.
fn normalize_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
