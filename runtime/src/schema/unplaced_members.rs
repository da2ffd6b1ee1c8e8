//! How many members of a value a schema says nothing about. Of several alternatives that all admit a value,
//! the one to take is the one that has a place for each member: the type of another would drop some.

use std::ops::ControlFlow;

use crate::json::Json;
use crate::schema::json_types::Types;
use crate::schema::validation_report::{CONTINUE, Report, WalkFlow};
use crate::schema::{Keyword, Schema};

/// How many members at any depth of a valid value have no place in a schema. An object of which the schema
/// does not say any member is kept whole.
pub(super) fn count_unplaced<R: Report>(
    schema: &Schema,
    value: &Json,
    report: &mut R,
) -> ControlFlow<(), usize> {
    match value {
        Json::Object(_) | Json::Array(_) => {}
        _ => return ControlFlow::Continue(0),
    }
    let mut keywords = Vec::new();
    collect_keywords(schema, value, &mut keywords, report)?;
    let mut count = 0;
    match value {
        Json::Object(members) if keywords.iter().any(|keyword| names_members(keyword)) => {
            for (name, member) in members {
                let places = keywords
                    .iter()
                    .flat_map(|keyword| member_schemas(keyword, name));
                count += least_unplaced(places, member, report)?.unwrap_or(1);
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let places = keywords
                    .iter()
                    .filter_map(|keyword| item_schema(keyword, index));
                count += least_unplaced(places, item, report)?.unwrap_or(0);
            }
        }
        _ => {}
    }
    ControlFlow::Continue(count)
}

/// The count in the best of several places; `None` where there is none.
fn least_unplaced<'s, R: Report>(
    places: impl Iterator<Item = &'s Schema>,
    value: &Json,
    report: &mut R,
) -> ControlFlow<(), Option<usize>> {
    let mut least = None;
    for place in places {
        let count = count_unplaced(place, value, report)?;
        least = Some(least.map_or(count, |least: usize| least.min(count)));
        if count == 0 {
            break;
        }
    }
    ControlFlow::Continue(least)
}

/// The keywords about members and items that apply to a value, wherever they stand in the schema.
fn collect_keywords<'s, R: Report>(
    schema: &'s Schema,
    value: &Json,
    keywords: &mut Vec<&'s Keyword>,
    report: &mut R,
) -> WalkFlow {
    report.spend_budget()?;
    for keyword in schema.1 {
        match keyword {
            Keyword::Ref(schema) => collect_keywords(schema, value, keywords, report)?,
            Keyword::Type(schema) => collect_keywords(schema(), value, keywords, report)?,
            Keyword::AllOf(schemas) => {
                for schema in *schemas {
                    collect_keywords(schema, value, keywords, report)?;
                }
            }
            Keyword::AnyOf(schemas) | Keyword::OneOf(schemas) => {
                for schema in *schemas {
                    // An alternative that does not hold evaluates nothing (JSON Schema Core
                    // 2020-12, section 11.3).
                    if report.is_valid_by(schema, value) {
                        collect_keywords(schema, value, keywords, report)?;
                    }
                }
            }
            Keyword::If(branches) => {
                let mut branch = branches.otherwise;
                if report.is_valid_by(branches.condition, value) {
                    collect_keywords(branches.condition, value, keywords, report)?;
                    branch = branches.then;
                }
                collect_keywords(branch, value, keywords, report)?;
            }
            Keyword::DependentSchemas(dependents) => {
                for (name, schema) in *dependents {
                    if value.get(name).is_some() {
                        collect_keywords(schema, value, keywords, report)?;
                    }
                }
            }
            Keyword::UnevaluatedProperties(inner) | Keyword::UnevaluatedItems(inner) => {
                collect_keywords(inner.beside, value, keywords, report)?;
                keywords.push(keyword);
            }
            _ => keywords.push(keyword),
        }
    }
    CONTINUE
}

/// Whether a keyword says which members an object has.
fn names_members(keyword: &Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Object(_)
            | Keyword::ClosedObject(_)
            | Keyword::Members(_)
            | Keyword::Map(_)
            | Keyword::UnevaluatedProperties(_)
    )
}

/// The schemas that a keyword has for a member.
fn member_schemas<'s>(keyword: &'s Keyword, name: &str) -> Vec<&'s Schema> {
    match keyword {
        Keyword::Object(properties) | Keyword::ClosedObject(properties) => {
            let mut properties = properties.iter();
            let property = properties.find(|property| property.name() == name);
            property
                .map(|property| property.schema())
                .into_iter()
                .collect()
        }
        Keyword::Members(described) => {
            let mut properties = described.properties.iter();
            let property = properties.find(|property| property.name() == name);
            let patterns = described.patterns.iter();
            let patterns = patterns.filter(|(pattern, _)| pattern.is_match(name));
            let property = property.map(|property| property.schema());
            let named = property
                .into_iter()
                .chain(patterns.map(|(_, schema)| *schema));
            let mut named: Vec<&Schema> = named.collect();
            if named.is_empty() {
                named.extend(admits_any(described.additional).then_some(described.additional));
            }
            named
        }
        Keyword::Map(schema) => vec![schema],
        Keyword::UnevaluatedProperties(inner) => {
            let rest = admits_any(inner.schema).then_some(inner.schema);
            rest.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The schema that a keyword has for an item.
fn item_schema(keyword: &Keyword, index: usize) -> Option<&Schema> {
    match keyword {
        Keyword::Items(schema) => Some(schema),
        Keyword::ItemsAfter(prefix, schema) => (index >= *prefix).then_some(schema),
        Keyword::PrefixItems(schemas) => schemas.get(index).copied(),
        _ => None,
    }
}

/// Whether a schema admits anything at all.
fn admits_any(schema: &Schema) -> bool {
    schema.0 != Types::NONE
}
