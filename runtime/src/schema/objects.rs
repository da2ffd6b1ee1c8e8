use serde_json::Map;

use crate::schema::keyword::FILE_PROPERTIES;
use crate::schema::path::Path;
use crate::schema::report::{Flow, ON, Report};
use crate::schema::repr::{Repr, ReprStr, join};
use crate::schema::search::{MemberSearch, PropertySearch};
use crate::schema::walk::{too_big, too_small, walk};
use crate::schema::{Keyword, Members, Property, Schema, Types};
use crate::value::Json;

type Object = Map<String, Json>;

/// The keywords for objects.
pub(super) fn object<R: Report>(
    keyword: &Keyword,
    members: &Object,
    value: &Json,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    let len = members.len() as u64;
    match *keyword {
        Keyword::MinProperties(min) if len < min => report.violation(at, || {
            let complaint = too_small(min, "does not have enough properties");
            format!("{} {complaint}", Repr(value))
        }),
        Keyword::MaxProperties(max) if len > max => report.violation(at, || {
            let complaint = too_big(max, "has too many properties");
            format!("{} {complaint}", Repr(value))
        }),
        Keyword::Required(names) => names
            .iter()
            .filter(|name| !members.contains_key(**name))
            .try_for_each(|name| missing(name, at, report)),
        Keyword::DependentRequired(dependents) => dependents
            .iter()
            .filter(|(name, _)| members.contains_key(*name))
            .flat_map(|(name, needed)| needed.iter().map(move |needed| (name, needed)))
            .filter(|(_, needed)| !members.contains_key(**needed))
            .try_for_each(|(name, needed)| {
                report.violation(at, || {
                    format!("{} is a dependency of {}", ReprStr(needed), ReprStr(name))
                })
            }),
        Keyword::DependentSchemas(dependents) => dependents
            .iter()
            .filter(|(name, _)| members.contains_key(*name))
            .try_for_each(|(_, schema)| walk(schema, value, at, report)),
        // The name has to become a value; rare enough for an allocation.
        Keyword::PropertyNames(schema) => members
            .keys()
            .try_for_each(|name| walk(schema, &Json::String(name.clone()), at, report)),
        Keyword::Object(properties) => open(properties, members, at, report),
        Keyword::ClosedObject(properties) => closed(properties, members, at, report),
        Keyword::File => closed(FILE_PROPERTIES, members, at, report),
        Keyword::Map(schema) => members
            .iter()
            .try_for_each(|(name, value)| walk(schema, value, &Path::Key(at, name), report)),
        Keyword::Members(described) => described_members(described, members, at, report),
        _ => ON,
    }
}

fn missing<R: Report>(name: &str, at: &Path<'_>, report: &mut R) -> Flow {
    report.violation(at, || format!("{} is a required property", ReprStr(name)))
}

/// First what can be told without a look at the values, so that the wrong branch of an `anyOf` is
/// left early.
fn required<R: Report>(
    properties: &[Property],
    members: &Object,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    let mut search = MemberSearch::new(members);
    properties
        .iter()
        .filter(|property| property.is_required() && search.find(property.name()).is_none())
        .try_for_each(|property| missing(property.name(), at, report))
}

fn open<R: Report>(
    properties: &[Property],
    members: &Object,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    required(properties, members, at, report)?;
    if R::FIRST_ONLY && members.len() < properties.len() {
        return each_member(properties, members, at, report, |_, _, _| ON);
    }
    let mut search = MemberSearch::new(members);
    properties.iter().try_for_each(|property| {
        let name = property.name();
        match search.find(name) {
            Some(value) => walk(property.schema(), value, &Path::Key(at, name), report),
            None => ON,
        }
    })
}

fn closed<R: Report>(
    properties: &[Property],
    members: &Object,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    if R::FIRST_ONLY {
        if members.len() > properties.len() {
            return report.violation(at, String::new);
        }
        required(properties, members, at, report)?;
        return each_member(properties, members, at, report, |_, _, report| {
            report.violation(at, String::new)
        });
    }
    open(properties, members, at, report)?;
    let mut search = PropertySearch::new(properties);
    let unexpected = members
        .keys()
        .filter(|name| search.find(name).is_none())
        .map(String::as_str)
        .collect();
    refuse_unexpected(unexpected, at, report)
}

fn refuse_unexpected<R: Report>(mut names: Vec<&str>, at: &Path<'_>, report: &mut R) -> Flow {
    if names.is_empty() {
        return ON;
    }
    names.sort_unstable();
    report.violation(at, || {
        let verb = if names.len() == 1 { "was" } else { "were" };
        format!(
            "Additional properties are not allowed ({} {verb} unexpected)",
            join(&names)
        )
    })
}

/// Walks every member that has a property, and hands over the others.
fn each_member<R: Report>(
    properties: &[Property],
    members: &Object,
    at: &Path<'_>,
    report: &mut R,
    mut other: impl FnMut(&str, &Json, &mut R) -> Flow,
) -> Flow {
    let mut search = PropertySearch::new(properties);
    for (name, value) in members {
        match search.find(name) {
            Some(property) => walk(property.schema(), value, &Path::Key(at, name), report)?,
            None => other(name, value, report)?,
        }
    }
    ON
}

fn described_members<R: Report>(
    described: &Members,
    members: &Object,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    let Members {
        properties,
        patterns,
        additional,
    } = *described;
    open(properties, members, at, report)?;
    let mut search = PropertySearch::new(properties);
    let mut unexpected = Vec::new();
    for (name, value) in members {
        let mut known = search.find(name).is_some();
        for (pattern, schema) in patterns {
            if report.search(pattern, name, at)? {
                known = true;
                walk(schema, value, &Path::Key(at, name), report)?;
            }
        }
        if known {
            continue;
        }
        if is_never(additional) {
            unexpected.push(name.as_str());
        } else {
            walk(additional, value, &Path::Key(at, name), report)?;
        }
    }
    if patterns.is_empty() || unexpected.is_empty() {
        return refuse_unexpected(unexpected, at, report);
    }
    unexpected.sort_unstable();
    report.violation(at, || {
        let verb = if unexpected.len() == 1 { "does" } else { "do" };
        let mut sources: Vec<&str> = patterns
            .iter()
            .map(|(pattern, _)| pattern.source())
            .collect();
        sources.sort_unstable();
        format!(
            "{} {verb} not match any of the regexes: {}",
            join(&unexpected),
            join(&sources)
        )
    })
}

fn is_never(schema: &Schema) -> bool {
    schema.0 == Types::NONE
}
