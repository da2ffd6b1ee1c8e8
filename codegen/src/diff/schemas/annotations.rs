use serde_json::Value;

use super::{Pair, Part, shortened};
use crate::diff::entry::Side;
use crate::diff::rule::{
    DEFAULT_CHANGED, DEFAULT_STATED, DEPRECATED, DEPRECATION_WITHDRAWN, DESCRIPTION_CHANGED,
    ENCODING_CHANGED, EXAMPLES_CHANGED, TITLE_CHANGED,
};
use crate::schema::keyword::Object;

impl Part<'_, '_> {
    /// Compares what is said about a value without restricting it.
    pub(super) fn annotations(&mut self, pair: Pair<'_>, old: &Object, new: &Object) {
        let texts = [
            ("description", &DESCRIPTION_CHANGED),
            ("title", &TITLE_CHANGED),
        ];
        for (keyword, rule) in texts {
            let (was, is) = (text(old.get(keyword)), text(new.get(keyword)));
            if was.as_deref().map(words) != is.as_deref().map(words) {
                self.note_at(rule, pair, keyword, (was, is));
            }
        }
        self.data(pair, old, new, "examples", &EXAMPLES_CHANGED);
        match (old.get("default"), new.get("default")) {
            (Some(_), Some(_)) => self.data(pair, old, new, "default", &DEFAULT_CHANGED),
            _ => self.data(pair, old, new, "default", &DEFAULT_STATED),
        }
        let is_deprecated = |schema: &Object| schema.get("deprecated") == Some(&Value::Bool(true));
        match (is_deprecated(old), is_deprecated(new)) {
            (false, true) => self.note_at(&DEPRECATED, pair, "deprecated", (None, None)),
            (true, false) => {
                self.note_at(&DEPRECATION_WITHDRAWN, pair, "deprecated", (None, None));
            }
            _ => {}
        }
        for keyword in ["contentEncoding", "contentMediaType", "xml"] {
            self.data(pair, old, new, keyword, &ENCODING_CHANGED);
        }
    }

    /// Notes the description of what is new: a reviewer has to read what a model will read. Results are
    /// for models to look at, and say no more of what to do than the results of before.
    pub(super) fn new_text(&mut self, pair: Pair<'_>) {
        let description = text(pair.new.get("description"));
        if self.side == Side::Arguments && description.is_some() {
            self.note(&DESCRIPTION_CHANGED, pair, (None, description));
        }
    }

    fn data(
        &mut self,
        pair: Pair<'_>,
        old: &Object,
        new: &Object,
        keyword: &str,
        rule: &'static crate::diff::rule::Rule,
    ) {
        let (was, is) = (old.get(keyword), new.get(keyword));
        if was != is {
            let said = |value: Option<&Value>| value.map(|value| shortened(&value.to_string()));
            self.note_at(rule, pair, keyword, (said(was), said(is)));
        }
    }
}

fn text(value: Option<&Value>) -> Option<String> {
    let text = value?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A text without regard to how its lines are broken.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}
