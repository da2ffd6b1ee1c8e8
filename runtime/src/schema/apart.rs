//! Which of several schemas a value means, by a property for which each of them lists the values.

use crate::schema::literal::Literal;
use crate::schema::path::Path;
use crate::schema::repr::{ReprStr, ReprStrings};
use crate::schema::{Keyword, Property, Schema};
use crate::value::{Json, Violation};

/// The schemas that a value can mean.
pub(super) enum Meant<'s> {
    /// These.
    Some(Vec<&'s Schema>),
    /// None of them: the property has another value.
    None(Violation),
}

/// Leaves of `schemas` those that a property of the value speaks for. All of them remain where no
/// property does.
pub(super) fn meant<'s>(schemas: Vec<&'s Schema>, value: &Json) -> Meant<'s> {
    let (Some(members), [first, _, ..]) = (value.as_object(), schemas.as_slice()) else {
        return Meant::Some(schemas);
    };
    let mut names = Vec::new();
    properties(first, &mut |property| names.push(property.name()));
    for name in names {
        let Some(tag) = members.get(name).and_then(Json::as_str) else {
            continue;
        };
        let lists: Option<Vec<_>> = schemas.iter().map(|schema| listed(schema, name)).collect();
        let Some(lists) = lists else {
            continue;
        };
        let speaks: Vec<bool> = lists.iter().map(|list| list.contains(&tag)).collect();
        if !speaks.contains(&true) {
            return Meant::None(unknown(name, tag, lists));
        }
        if speaks.contains(&false) {
            let meant = schemas.into_iter().zip(speaks);
            let meant = meant.filter(|(_, speaks)| *speaks);
            return Meant::Some(meant.map(|(schema, _)| schema).collect());
        }
    }
    Meant::Some(schemas)
}

fn unknown(name: &str, tag: &str, lists: Vec<Vec<&'static str>>) -> Violation {
    let mut known: Vec<&'static str> = Vec::new();
    for tag in lists.into_iter().flatten() {
        if !known.contains(&tag) {
            known.push(tag);
        }
    }
    Violation {
        pointer: Path::Key(&Path::Root, name).pointer(),
        message: format!("{} is not one of {}", ReprStr(tag), ReprStrings(&known)),
    }
}

/// The strings that a schema lists for a property; the shortest list where it has several.
fn listed(schema: &Schema, name: &str) -> Option<Vec<&'static str>> {
    let mut shortest: Option<Vec<&'static str>> = None;
    properties(schema, &mut |property| {
        if property.name() == name
            && let Some(list) = strings(property.schema())
            && shortest
                .as_ref()
                .is_none_or(|known| list.len() < known.len())
        {
            shortest = Some(list);
        }
    });
    shortest
}

/// The properties that a schema names, and those of what it refers to.
fn properties(schema: &Schema, each: &mut dyn FnMut(&'static Property)) {
    for keyword in schema.1 {
        match *keyword {
            Keyword::Object(found) | Keyword::ClosedObject(found) => {
                found.iter().for_each(&mut *each)
            }
            Keyword::Members(members) => members.properties.iter().for_each(&mut *each),
            Keyword::Ref(schema) => properties(schema, each),
            Keyword::Type(schema) => properties(schema(), each),
            Keyword::AllOf(schemas) => schemas.iter().for_each(|schema| properties(schema, each)),
            Keyword::UnevaluatedProperties(inner) => properties(inner.beside, each),
            _ => {}
        }
    }
}

fn strings(schema: &Schema) -> Option<Vec<&'static str>> {
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
        Keyword::Ref(schema) => strings(schema),
        Keyword::Type(schema) => strings(schema()),
        Keyword::AllOf(schemas) => schemas.iter().find_map(|schema| strings(schema)),
        _ => None,
    })
}
