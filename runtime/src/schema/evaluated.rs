use serde_json::Map;

use crate::schema::report::{Flow, ON, Report};
use crate::schema::search::PropertySearch;
use crate::schema::{Keyword, Pattern, Property, Schema};
use crate::value::Json;

/// Marks the members or items of a valid value that a schema has evaluated, by their position.
pub(super) fn mark<R: Report>(
    schema: &Schema,
    value: &Json,
    seen: &mut [bool],
    report: &mut R,
) -> Flow {
    report.spend()?;
    schema
        .1
        .iter()
        .try_for_each(|keyword| self::keyword(keyword, value, seen, report))
}

fn keyword<R: Report>(keyword: &Keyword, value: &Json, seen: &mut [bool], report: &mut R) -> Flow {
    match *keyword {
        Keyword::Ref(schema) => mark(schema, value, seen, report),
        Keyword::Type(schema) => mark(schema(), value, seen, report),
        Keyword::AllOf(schemas) => schemas
            .iter()
            .try_for_each(|schema| mark(schema, value, seen, report)),
        Keyword::AnyOf(schemas) | Keyword::OneOf(schemas) => {
            for schema in schemas {
                if report.holds(schema, value) {
                    mark(schema, value, seen, report)?;
                }
            }
            ON
        }
        Keyword::If(branches) => {
            if !report.holds(branches.condition, value) {
                return mark(branches.otherwise, value, seen, report);
            }
            mark(branches.condition, value, seen, report)?;
            mark(branches.then, value, seen, report)
        }
        Keyword::UnevaluatedProperties(inner) if !value.is_object() => {
            mark(inner.beside, value, seen, report)
        }
        Keyword::UnevaluatedItems(inner) if !value.is_array() => {
            mark(inner.beside, value, seen, report)
        }
        _ => match value {
            Json::Array(items) => self::items(keyword, items, seen, report),
            Json::Object(members) => self::members(keyword, members, value, seen, report),
            _ => ON,
        },
    }
}

fn items<R: Report>(keyword: &Keyword, items: &[Json], seen: &mut [bool], report: &mut R) -> Flow {
    match *keyword {
        Keyword::PrefixItems(schemas) => seen.iter_mut().take(schemas.len()).for_each(set),
        Keyword::ItemsAfter(prefix, _) => seen.iter_mut().skip(prefix).for_each(set),
        Keyword::Items(_) | Keyword::UnevaluatedItems(_) => seen.fill(true),
        Keyword::Contains(contains) => {
            for (item, seen) in items.iter().zip(seen) {
                *seen = *seen || report.holds(contains.schema, item);
            }
        }
        _ => {}
    }
    ON
}

fn members<R: Report>(
    keyword: &Keyword,
    members: &Map<String, Json>,
    value: &Json,
    seen: &mut [bool],
    report: &mut R,
) -> Flow {
    match *keyword {
        Keyword::Object(properties) | Keyword::ClosedObject(properties) => {
            named(properties, members, seen);
        }
        Keyword::Members(described) => {
            named(described.properties, members, seen);
            matching(described.patterns, members, seen);
        }
        Keyword::Map(_) | Keyword::UnevaluatedProperties(_) => seen.fill(true),
        Keyword::DependentSchemas(dependents) => {
            for (name, schema) in dependents {
                if members.contains_key(*name) {
                    mark(schema, value, seen, report)?;
                }
            }
        }
        _ => {}
    }
    ON
}

fn named(properties: &[Property], members: &Map<String, Json>, seen: &mut [bool]) {
    let mut search = PropertySearch::new(properties);
    for (name, seen) in members.keys().zip(seen) {
        *seen = *seen || search.find(name).is_some();
    }
}

fn matching(patterns: &[(&Pattern, &Schema)], members: &Map<String, Json>, seen: &mut [bool]) {
    for (name, seen) in members.keys().zip(seen) {
        *seen = *seen || patterns.iter().any(|(pattern, _)| pattern.is_match(name));
    }
}

fn set(seen: &mut bool) {
    *seen = true;
}
