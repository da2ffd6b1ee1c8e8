use serde_json::Value;

use super::{Pair, Part, list};
use crate::diff::rule::{ENUM_ADDED, ENUM_REMOVED, ENUM_VALUES_ADDED, ENUM_VALUES_REMOVED};
use crate::schema::keyword::{Object, declared_types};

impl Part<'_, '_> {
    /// Compares `enum` and `const`.
    pub(super) fn values(&mut self, pair: Pair<'_>, old: &Object, new: &Object) {
        let (was, is) = (admitted(old), admitted(new));
        let keyword = match pair.old.get("const").or_else(|| pair.new.get("const")) {
            Some(_) => "const",
            None => "enum",
        };
        match (was, is) {
            (None, None) => {}
            (None, Some(is)) => {
                self.note_at(&ENUM_ADDED, pair, keyword, (None, Some(list(is))));
            }
            (Some(was), None) => {
                self.note_at(&ENUM_REMOVED, pair, keyword, (Some(list(was)), None));
            }
            (Some(was), Some(is)) => self.both(pair, keyword, (&was, &is), (old, new)),
        }
    }

    fn both(
        &mut self,
        pair: Pair<'_>,
        keyword: &str,
        (was, is): (&[&Value], &[&Value]),
        (old, new): (&Object, &Object),
    ) {
        // That null came or went is said of the type.
        let null_is_type =
            declared_types(old).contains(&"null") != declared_types(new).contains(&"null");
        let missing = |from: &[&Value], among: &[&Value]| -> String {
            let gone = from
                .iter()
                .copied()
                .filter(|value| !(among.contains(value) || null_is_type && value.is_null()));
            list(gone)
        };
        let (gone, come) = (missing(was, is), missing(is, was));
        if !gone.is_empty() {
            self.note_at(&ENUM_VALUES_REMOVED, pair, keyword, (Some(gone), None));
        }
        if !come.is_empty() {
            self.note_at(&ENUM_VALUES_ADDED, pair, keyword, (None, Some(come)));
        }
        let common: Vec<&Value> = was
            .iter()
            .copied()
            .filter(|value| is.contains(value))
            .collect();
        self.meanings(pair, &common, (old, new));
    }
}

fn admitted(schema: &Object) -> Option<Vec<&Value>> {
    if let Some(value) = schema.get("const") {
        return Some(vec![value]);
    }
    let values = schema.get("enum")?.as_array()?;
    Some(values.iter().collect())
}
