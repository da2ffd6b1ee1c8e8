use indexmap::IndexMap;
use serde_json::Value;

use super::{Pair, Part, WasIs, shortened};
use crate::diff::rule::{DESCRIPTION_CHANGED, ENUM_MEANING_CHANGED, ENUM_NAME_CHANGED, Rule};
use crate::schema::X_CONSTANTS;
use crate::schema::keyword::Object;
use crate::schema::{EnumValueDoc, is_same_ignoring_punctuation};

/// What readers are told of values, by the value as JSON.
type Meanings<'v> = IndexMap<String, EnumValueDoc<'v>>;

/// One of the texts of a meaning.
type Text = for<'m, 'v> fn(&'m EnumValueDoc<'v>) -> Option<&'v str>;

const NAME: Text = |meaning| meaning.name;
const DESCRIPTION: Text = |meaning| meaning.description;

impl Part<'_, '_> {
    /// Compares what is told of the values that both schemas list.
    pub(super) fn meanings(
        &mut self,
        pair: Pair<'_>,
        common: &[&Value],
        (old, new): (&Object, &Object),
    ) {
        let told = Told {
            old: meanings(old),
            new: meanings(new),
        };
        let mut found: IndexMap<&'static str, (&'static Rule, Vec<&Value>)> = IndexMap::new();
        for value in common {
            if let Some(rule) = told.rule(&value.to_string()) {
                let (_, values) = found.entry(rule.id).or_insert((rule, Vec::new()));
                values.push(value);
            }
        }
        for (rule, values) in found.into_values() {
            self.note(rule, pair, told.was_is(&values));
        }
    }
}

struct Told<'v> {
    old: Meanings<'v>,
    new: Meanings<'v>,
}

impl Told<'_> {
    /// What has changed of what is told of a value.
    fn rule(&self, value: &str) -> Option<&'static Rule> {
        if self.has_moved(value, NAME) || self.has_moved(value, DESCRIPTION) {
            return Some(&ENUM_MEANING_CHANGED);
        }
        let is_same_name = match self.both(value, NAME) {
            (Some(was), Some(is)) => is_same_ignoring_punctuation(was, is),
            (was, is) => was == is,
        };
        if !is_same_name {
            return Some(&ENUM_NAME_CHANGED);
        }
        let (was, is) = self.both(value, DESCRIPTION);
        let is_same = match (was, is) {
            (Some(was), Some(is)) => was.split_whitespace().eq(is.split_whitespace()),
            (was, is) => was == is,
        };
        (!is_same).then_some(&DESCRIPTION_CHANGED)
    }

    /// Whether a value has the text that another one had, or the other way round, and the other one's
    /// is not the same as before.
    fn has_moved(&self, value: &str, text: Text) -> bool {
        let (Some(was), Some(is)) = self.both(value, text) else {
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

    fn both(&self, value: &str, text: Text) -> (Option<&str>, Option<&str>) {
        let [old, new] = [&self.old, &self.new].map(|meanings| meanings.get(value).and_then(text));
        (old, new)
    }

    fn was_is(&self, values: &[&Value]) -> WasIs {
        let [was, is] = [&self.old, &self.new].map(|meanings| {
            let of_values = values
                .iter()
                .filter_map(|value| meanings.get(&value.to_string()));
            let said: Vec<String> = of_values.filter_map(said).collect();
            (!said.is_empty()).then(|| shortened(&said.join(" | ")))
        });
        (was, is)
    }
}

/// What a schema tells of its values.
fn meanings(schema: &Object) -> Meanings<'_> {
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

fn said(meaning: &EnumValueDoc<'_>) -> Option<String> {
    let texts: Vec<&str> = [meaning.name, meaning.description]
        .into_iter()
        .flatten()
        .collect();
    (!texts.is_empty()).then(|| format!("{}: {}", meaning.value, texts.join(". ")))
}
