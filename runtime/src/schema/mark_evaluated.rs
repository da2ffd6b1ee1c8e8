//! Which members or items of a value a schema has evaluated (JSON Schema 2020-12, "Unevaluated Locations").
//! `unevaluatedProperties` and `unevaluatedItems` apply to the others.

use serde_json::Map;

use crate::json::Json;
use crate::schema::name_search::PropertySearch;
use crate::schema::validation_report::{CONTINUE, Report, WalkFlow};
use crate::schema::{Keyword, Pattern, Property, Schema};

/// Marks the members or items of a valid value that a schema has evaluated, by their position.
pub(super) fn mark_evaluated<R: Report>(
    schema: &Schema,
    value: &Json,
    seen: &mut [bool],
    report: &mut R,
) -> WalkFlow {
    report.spend_budget()?;
    schema
        .1
        .iter()
        .try_for_each(|keyword| self::mark_by_keyword(keyword, value, seen, report))
}

fn mark_by_keyword<R: Report>(
    keyword: &Keyword,
    value: &Json,
    seen: &mut [bool],
    report: &mut R,
) -> WalkFlow {
    match *keyword {
        Keyword::Ref(schema) => mark_evaluated(schema, value, seen, report),
        Keyword::Type(schema) => mark_evaluated(schema(), value, seen, report),
        Keyword::AllOf(schemas) => schemas
            .iter()
            .try_for_each(|schema| mark_evaluated(schema, value, seen, report)),
        // A branch that fails evaluates nothing (JSON Schema Core, 11.3: annotations come from
        // successful subschemas only).
        Keyword::AnyOf(schemas) | Keyword::OneOf(schemas) => {
            for schema in schemas {
                if report.is_valid_by(schema, value) {
                    mark_evaluated(schema, value, seen, report)?;
                }
            }
            CONTINUE
        }
        Keyword::If(branches) => {
            if !report.is_valid_by(branches.condition, value) {
                return mark_evaluated(branches.otherwise, value, seen, report);
            }
            // The condition counts as well: where it holds, its properties are evaluated.
            mark_evaluated(branches.condition, value, seen, report)?;
            mark_evaluated(branches.then, value, seen, report)
        }
        Keyword::UnevaluatedProperties(inner) if !value.is_object() => {
            mark_evaluated(inner.beside, value, seen, report)
        }
        Keyword::UnevaluatedItems(inner) if !value.is_array() => {
            mark_evaluated(inner.beside, value, seen, report)
        }
        _ => match value {
            Json::Array(items) => self::mark_items(keyword, items, seen, report),
            Json::Object(members) => self::mark_members(keyword, members, value, seen, report),
            _ => CONTINUE,
        },
    }
}

fn mark_items<R: Report>(
    keyword: &Keyword,
    items: &[Json],
    seen: &mut [bool],
    report: &mut R,
) -> WalkFlow {
    match *keyword {
        Keyword::PrefixItems(schemas) => seen.iter_mut().take(schemas.len()).for_each(set_seen),
        Keyword::ItemsAfter(prefix, _) => seen.iter_mut().skip(prefix).for_each(set_seen),
        Keyword::Items(_) | Keyword::UnevaluatedItems(_) => seen.fill(true),
        // New in draft 2020-12: an item that `contains` matches counts as evaluated (JSON Schema
        // Core, 11.2).
        Keyword::Contains(contains) => {
            for (item, seen) in items.iter().zip(seen) {
                *seen = *seen || report.is_valid_by(contains.schema, item);
            }
        }
        _ => {}
    }
    CONTINUE
}

fn mark_members<R: Report>(
    keyword: &Keyword,
    members: &Map<String, Json>,
    value: &Json,
    seen: &mut [bool],
    report: &mut R,
) -> WalkFlow {
    match *keyword {
        Keyword::Object(properties) | Keyword::ClosedObject(properties) => {
            mark_named(properties, members, seen);
        }
        Keyword::Members(described) => {
            mark_named(described.properties, members, seen);
            mark_matching(described.patterns, members, seen);
        }
        Keyword::Map(_) | Keyword::UnevaluatedProperties(_) => seen.fill(true),
        Keyword::DependentSchemas(dependents) => {
            for (name, schema) in dependents {
                if members.contains_key(*name) {
                    mark_evaluated(schema, value, seen, report)?;
                }
            }
        }
        _ => {}
    }
    CONTINUE
}

fn mark_named(properties: &[Property], members: &Map<String, Json>, seen: &mut [bool]) {
    let mut search = PropertySearch::new(properties);
    for (name, seen) in members.keys().zip(seen) {
        *seen = *seen || search.find(name).is_some();
    }
}

fn mark_matching(patterns: &[(&Pattern, &Schema)], members: &Map<String, Json>, seen: &mut [bool]) {
    for (name, seen) in members.keys().zip(seen) {
        *seen = *seen || patterns.iter().any(|(pattern, _)| pattern.is_match(name));
    }
}

fn set_seen(seen: &mut bool) {
    *seen = true;
}
