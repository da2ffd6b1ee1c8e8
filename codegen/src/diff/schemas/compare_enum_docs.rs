//! Compares what readers are told about the values of an `enum`. If a value takes over the name or description
//! that another value had, its meaning has changed, which is breaking although all values stay.

use indexmap::IndexMap;
use serde_json::Value;

use super::{MemberPair, SchemaPair, UnitComparison, truncate_line};
use crate::diff::change_rules::{
    DESCRIPTION_CHANGED, ENUM_MEANING_CHANGED, ENUM_NAME_CHANGED, Rule,
};
use crate::diff::entry::ChangeText;
use crate::schema::X_CONSTANTS;
use crate::schema::keyword::Object;
use crate::schema::{EnumValueDoc, is_same_ignoring_punctuation};

/// What readers are told of values, by the value as JSON.
type Meanings<'v> = IndexMap<String, EnumValueDoc<'v>>;

/// One of the texts of a meaning.
type Text = for<'m, 'v> fn(&'m EnumValueDoc<'v>) -> Option<&'v str>;

const NAME: Text = |meaning| meaning.name;
const DESCRIPTION: Text = |meaning| meaning.description;

impl UnitComparison<'_, '_> {
    /// Compares what is told of the values that both schemas list.
    pub(super) fn compare_enum_docs(
        &mut self,
        pair: SchemaPair<'_>,
        common: &[&Value],
        members: MemberPair<'_>,
    ) {
        let told = EnumDocsPair {
            old: enum_docs(members.old),
            new: enum_docs(members.new),
        };
        let mut found: IndexMap<&'static str, (&'static Rule, Vec<&Value>)> = IndexMap::new();
        for value in common {
            if let Some(rule) = told.changed_doc_rule(&value.to_string()) {
                let (_, values) = found.entry(rule.id).or_insert((rule, Vec::new()));
                values.push(value);
            }
        }
        for (rule, values) in found.into_values() {
            self.note_change(rule, pair, told.describe_both(&values));
        }
    }
}

struct EnumDocsPair<'v> {
    old: Meanings<'v>,
    new: Meanings<'v>,
}

impl EnumDocsPair<'_> {
    /// What has changed of what is told of a value.
    fn changed_doc_rule(&self, value: &str) -> Option<&'static Rule> {
        if self.has_moved(value, NAME) || self.has_moved(value, DESCRIPTION) {
            return Some(&ENUM_MEANING_CHANGED);
        }
        let is_same_name = match self.texts_of_value(value, NAME) {
            (Some(was), Some(is)) => is_same_ignoring_punctuation(was, is),
            (was, is) => was == is,
        };
        if !is_same_name {
            return Some(&ENUM_NAME_CHANGED);
        }
        let (was, is) = self.texts_of_value(value, DESCRIPTION);
        let is_same = match (was, is) {
            (Some(was), Some(is)) => was.split_whitespace().eq(is.split_whitespace()),
            (was, is) => was == is,
        };
        (!is_same).then_some(&DESCRIPTION_CHANGED)
    }

    /// Whether a value has the text that another one had, or the other way round, and the other one's
    /// is not the same as before.
    fn has_moved(&self, value: &str, text: Text) -> bool {
        let (Some(was), Some(is)) = self.texts_of_value(value, text) else {
            return false;
        };
        let has_left = |from: &Meanings<'_>, to: &Meanings<'_>, moved: &str| {
            let mut others = from.iter().filter(|(other, _)| *other != value);
            others.any(|(other, meaning)| {
                let kept = to.get(other).and_then(text);
                text(meaning).is_some_and(|text| is_same_ignoring_punctuation(text, moved))
                    && !kept.is_some_and(|text| is_same_ignoring_punctuation(text, moved))
            })
        };
        !is_same_ignoring_punctuation(was, is)
            && (has_left(&self.old, &self.new, is) || has_left(&self.new, &self.old, was))
    }

    fn texts_of_value(&self, value: &str, text: Text) -> (Option<&str>, Option<&str>) {
        let [old, new] = [&self.old, &self.new].map(|meanings| meanings.get(value).and_then(text));
        (old, new)
    }

    fn describe_both(&self, values: &[&Value]) -> ChangeText {
        let [was, is] = [&self.old, &self.new].map(|meanings| {
            let of_values = values
                .iter()
                .filter_map(|value| meanings.get(&value.to_string()));
            let said: Vec<String> = of_values.filter_map(describe_doc).collect();
            (!said.is_empty()).then(|| truncate_line(&said.join(" | ")))
        });
        ChangeText { was, is }
    }
}

/// What a schema tells of its values.
fn enum_docs(schema: &Object) -> Meanings<'_> {
    let constants = schema.get(X_CONSTANTS).and_then(Value::as_array);
    let constants = constants.into_iter().flatten();
    constants
        .filter_map(|constant| {
            Some((
                constant.get("const")?.to_string(),
                EnumValueDoc::from_annotation(constant)?,
            ))
        })
        .collect()
}

fn describe_doc(meaning: &EnumValueDoc<'_>) -> Option<String> {
    let texts: Vec<&str> = [meaning.name, meaning.description]
        .into_iter()
        .flatten()
        .collect();
    (!texts.is_empty()).then(|| format!("{}: {}", meaning.value, texts.join(". ")))
}
