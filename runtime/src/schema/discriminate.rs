//! Which of several schemas a value means, by a property for which each of them lists the values.

use crate::json::Json;
use crate::schema::instance_path::InstancePath;
use crate::schema::literal::Literal;
use crate::schema::quoting::{QuotedStr, QuotedStrList, Quoting};
use crate::schema::{Keyword, Property, Schema};
use crate::violation::Violation;

/// The schemas that a value can mean.
pub(super) enum DiscriminatedSchemas<'s> {
    /// These.
    Some(Vec<&'s Schema>),
    /// None of them: the property has another value.
    None(Violation),
}

/// Leaves of `schemas` those that a property of the value speaks for. All of them remain where no
/// property does.
pub(super) fn select_by_discriminating_property<'s>(
    schemas: Vec<&'s Schema>,
    value: &Json,
    quoting: Quoting,
) -> DiscriminatedSchemas<'s> {
    let (Some(members), [first, _, ..]) = (value.as_object(), schemas.as_slice()) else {
        return DiscriminatedSchemas::Some(schemas);
    };
    let mut names = Vec::new();
    for_each_property(first, &mut |property| names.push(property.name()));
    for name in names {
        let Some(tag) = members.get(name).and_then(Json::as_str) else {
            continue;
        };
        let lists: Option<Vec<_>> = schemas
            .iter()
            .map(|schema| find_listed_strings(schema, name))
            .collect();
        let Some(lists) = lists else {
            continue;
        };
        let speaks: Vec<bool> = lists.iter().map(|list| list.admits_string(tag)).collect();
        // No alternative lists the value: naming the allowed ones helps more than any other violation.
        if !speaks.contains(&true) {
            return DiscriminatedSchemas::None(describe_unknown_value(name, tag, lists, quoting));
        }
        if speaks.contains(&false) {
            let meant = schemas.into_iter().zip(speaks);
            let meant = meant.filter(|(_, speaks)| *speaks);
            return DiscriminatedSchemas::Some(meant.map(|(schema, _)| schema).collect());
        }
    }
    DiscriminatedSchemas::Some(schemas)
}

fn describe_unknown_value(
    name: &str,
    tag: &str,
    lists: Vec<ListedStrings>,
    quoting: Quoting,
) -> Violation {
    let mut known: Vec<&'static str> = Vec::new();
    let admitted = lists.into_iter().filter(|list| !list.is_exclusion);
    for tag in admitted.flat_map(|list| list.strings) {
        if !known.contains(&tag) {
            known.push(tag);
        }
    }
    Violation::new(
        InstancePath::Key(&InstancePath::Root, name).to_pointer(),
        format!(
            "{} is not one of {}",
            QuotedStr(quoting, tag),
            QuotedStrList(quoting, &known)
        ),
    )
}

/// The strings that a schema has for a property.
struct ListedStrings {
    strings: Vec<&'static str>,
    /// Whether these are the ones that it does not admit (`not`).
    is_exclusion: bool,
}

impl ListedStrings {
    fn admits_string(&self, string: &str) -> bool {
        self.strings.contains(&string) != self.is_exclusion
    }

    /// Less says more, and what is admitted says more than what is not.
    fn measure_vagueness(&self) -> (bool, usize) {
        (self.is_exclusion, self.strings.len())
    }
}

/// The strings that a schema lists for a property; the list that says most where it has several.
fn find_listed_strings(schema: &Schema, name: &str) -> Option<ListedStrings> {
    let mut clearest: Option<ListedStrings> = None;
    for_each_property(schema, &mut |property| {
        if property.name() == name
            && let Some(list) = read_listed_strings(property.schema())
            && clearest
                .as_ref()
                .is_none_or(|known| list.measure_vagueness() < known.measure_vagueness())
        {
            clearest = Some(list);
        }
    });
    clearest
}

/// The properties that a schema names, and those of what it refers to.
fn for_each_property(schema: &Schema, each: &mut dyn FnMut(&'static Property)) {
    for keyword in schema.1 {
        match *keyword {
            Keyword::Object(found) | Keyword::ClosedObject(found) => {
                found.iter().for_each(&mut *each)
            }
            Keyword::Members(members) => members.properties.iter().for_each(&mut *each),
            Keyword::Ref(schema) => for_each_property(schema, each),
            Keyword::Type(schema) => for_each_property(schema(), each),
            Keyword::AllOf(schemas) => schemas
                .iter()
                .for_each(|schema| for_each_property(schema, each)),
            Keyword::UnevaluatedProperties(inner) => for_each_property(inner.beside, each),
            _ => {}
        }
    }
}

fn read_listed_strings(schema: &Schema) -> Option<ListedStrings> {
    let admitted = listed_strings(schema).map(|strings| ListedStrings {
        strings,
        is_exclusion: false,
    });
    admitted.or_else(|| {
        let mut excluded = schema.1.iter().filter_map(|keyword| match *keyword {
            Keyword::Not(excluded) => listed_strings(excluded),
            _ => None,
        });
        Some(ListedStrings {
            strings: excluded.next()?,
            is_exclusion: true,
        })
    })
}

fn listed_strings(schema: &Schema) -> Option<Vec<&'static str>> {
    schema.1.iter().find_map(|keyword| match *keyword {
        Keyword::EnumOfStrings(strings) => Some(strings.to_vec()),
        Keyword::Const(Literal::Str(string)) => Some(vec![string]),
        Keyword::Enum(literals) => Some(
            literals
                .iter()
                .filter_map(|literal| match literal {
                    Literal::Str(string) => Some(*string),
                    _ => None,
                })
                .collect(),
        ),
        Keyword::Ref(schema) => listed_strings(schema),
        Keyword::Type(schema) => listed_strings(schema()),
        Keyword::AllOf(schemas) => schemas.iter().find_map(|schema| listed_strings(schema)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::{Optional, Types};

    static KIND: Schema = Schema(Types::ANY, &[Keyword::EnumOfStrings(&["cat"])]);
    static OTHER_KIND: Schema = Schema(Types::ANY, &[Keyword::Not(&KIND)]);
    static CAT: Schema = Schema(
        Types::OBJECT,
        &[Keyword::Object(&[Optional("kind", &KIND)])],
    );
    static OTHER: Schema = Schema(
        Types::OBJECT,
        &[Keyword::Object(&[Optional("kind", &OTHER_KIND)])],
    );

    #[test]
    fn a_value_that_one_excludes_means_another() {
        for (kind, meant) in [("cat", &CAT), ("dog", &OTHER)] {
            let value = json!({"kind": kind});
            let selected =
                select_by_discriminating_property(vec![&CAT, &OTHER], &value, Quoting::Json);
            let DiscriminatedSchemas::Some(selected) = selected else {
                panic!("{kind} is known");
            };
            assert!(matches!(selected.as_slice(), [only] if std::ptr::eq(*only, meant)));
        }
    }
}
