//! Compares the values that `enum` and `const` list, and hands those that both have to the comparison of their
//! meanings.

use serde_json::Value;

use super::{MemberPair, SchemaPair, UnitComparison, describe_list};
use crate::diff::change_rules::{ENUM_ADDED, ENUM_REMOVED, ENUM_VALUES_ADDED, ENUM_VALUES_REMOVED};
use crate::diff::entry::ChangeText;
use crate::schema::keyword::{Object, declared_types};

/// The values that two schemas list.
#[derive(Clone, Copy)]
struct ValuePair<'v> {
    was: &'v [&'v Value],
    is: &'v [&'v Value],
}

impl UnitComparison<'_, '_> {
    /// Compares `enum` and `const`.
    pub(super) fn compare_enums(&mut self, pair: SchemaPair<'_>, old: &Object, new: &Object) {
        let (was, is) = (enum_values(old), enum_values(new));
        let keyword = match pair.old.get("const").or_else(|| pair.new.get("const")) {
            Some(_) => "const",
            None => "enum",
        };
        match (was, is) {
            (None, None) => {}
            (None, Some(is)) => {
                self.note_keyword_change(
                    &ENUM_ADDED,
                    pair,
                    keyword,
                    ChangeText::added(describe_list(is)),
                );
            }
            (Some(was), None) => {
                self.note_keyword_change(
                    &ENUM_REMOVED,
                    pair,
                    keyword,
                    ChangeText::removed(describe_list(was)),
                );
            }
            (Some(was), Some(is)) => {
                let values = ValuePair { was: &was, is: &is };
                self.compare_enum_values(pair, keyword, values, MemberPair { old, new });
            }
        }
    }

    fn compare_enum_values(
        &mut self,
        pair: SchemaPair<'_>,
        keyword: &str,
        values: ValuePair<'_>,
        members: MemberPair<'_>,
    ) {
        let ValuePair { was, is } = values;
        // That null came or went is said of the type.
        let null_is_type = declared_types(members.old).contains(&"null")
            != declared_types(members.new).contains(&"null");
        let missing = |from: &[&Value], among: &[&Value]| -> String {
            let gone = from
                .iter()
                .copied()
                .filter(|value| !(among.contains(value) || null_is_type && value.is_null()));
            describe_list(gone)
        };
        let (gone, come) = (missing(was, is), missing(is, was));
        if !gone.is_empty() {
            let text = ChangeText::removed(gone);
            self.note_keyword_change(&ENUM_VALUES_REMOVED, pair, keyword, text);
        }
        if !come.is_empty() {
            let text = ChangeText::added(come);
            self.note_keyword_change(&ENUM_VALUES_ADDED, pair, keyword, text);
        }
        let common: Vec<&Value> = was
            .iter()
            .copied()
            .filter(|value| is.contains(value))
            .collect();
        self.compare_enum_docs(pair, &common, members);
    }
}

fn enum_values(schema: &Object) -> Option<Vec<&Value>> {
    if let Some(value) = schema.get("const") {
        return Some(vec![value]);
    }
    let values = schema.get("enum")?.as_array()?;
    Some(values.iter().collect())
}
