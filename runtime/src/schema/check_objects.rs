//! The keywords for objects: required, known, additional and dependent properties. With a report that stops at the
//! first violation, cheap checks come first.

use serde_json::Map;

use crate::json::Json;
use crate::schema::instance_path::InstancePath;
use crate::schema::keyword::FILE_PROPERTIES;
use crate::schema::name_search::{MemberSearch, PropertySearch};
use crate::schema::quoting::{Quoted, QuotedStr, join_quoted};
use crate::schema::validate::{check_value, describe_too_big, describe_too_small};
use crate::schema::validation_report::{CONTINUE, Report, WalkFlow};
use crate::schema::{Keyword, Members, Property, Schema, Types};
use crate::violation::Description;

type Object = Map<String, Json>;

/// The keywords for objects.
pub(super) fn check_object<R: Report>(
    keyword: &Keyword,
    members: &Object,
    value: &Json,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    let len = members.len() as u64;
    match *keyword {
        Keyword::MinProperties(min) if len < min => report.report_violation(at, |quoting| {
            let complaint = describe_too_small(min, "does not have enough properties");
            format!("{} {complaint}", Quoted(quoting, value))
        }),
        Keyword::MaxProperties(max) if len > max => report.report_violation(at, |quoting| {
            let complaint = describe_too_big(max, "has too many properties");
            format!("{} {complaint}", Quoted(quoting, value))
        }),
        Keyword::Required(names) => names
            .iter()
            .filter(|name| !members.contains_key(**name))
            .try_for_each(|name| report_missing(name, at, report)),
        Keyword::DependentRequired(dependents) => dependents
            .iter()
            .filter(|(name, _)| members.contains_key(*name))
            .flat_map(|(name, needed)| needed.iter().map(move |needed| (name, needed)))
            .filter(|(_, needed)| !members.contains_key(**needed))
            .try_for_each(|(name, needed)| {
                report.report_violation(at, |quoting| {
                    let message = format!(
                        "{} is a dependency of {}",
                        QuotedStr(quoting, needed),
                        QuotedStr(quoting, name)
                    );
                    Description::of_missing_dependency(needed, message)
                })
            }),
        Keyword::DependentSchemas(dependents) => dependents
            .iter()
            .filter(|(name, _)| members.contains_key(*name))
            .try_for_each(|(_, schema)| check_value(schema, value, at, report)),
        // The name has to become a value; rare enough for an allocation.
        Keyword::PropertyNames(schema) => members
            .keys()
            .try_for_each(|name| check_value(schema, &Json::String(name.clone()), at, report)),
        Keyword::Object(properties) => check_open_object(properties, members, at, report),
        Keyword::ClosedObject(properties) => check_closed_object(properties, members, at, report),
        Keyword::File => check_closed_object(FILE_PROPERTIES, members, at, report),
        Keyword::Map(schema) => members.iter().try_for_each(|(name, value)| {
            check_value(schema, value, &InstancePath::Key(at, name), report)
        }),
        Keyword::Members(described) => check_members(described, members, at, report),
        _ => CONTINUE,
    }
}

fn report_missing<R: Report>(name: &str, at: &InstancePath<'_>, report: &mut R) -> WalkFlow {
    report.report_violation(at, |quoting| {
        let message = format!("{} is a required property", QuotedStr(quoting, name));
        Description::of_missing_property(name, message)
    })
}

/// First what can be told without a look at the values, so that the wrong branch of an `anyOf` is
/// left early.
fn check_required<R: Report>(
    properties: &[Property],
    members: &Object,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    let mut search = MemberSearch::new(members);
    properties
        .iter()
        .filter(|property| property.is_required() && search.find(property.name()).is_none())
        .try_for_each(|property| report_missing(property.name(), at, report))
}

fn check_open_object<R: Report>(
    properties: &[Property],
    members: &Object,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    check_required(properties, members, at, report)?;
    // Objects with few of many properties are common, so the shorter side is walked.
    if R::FIRST_ONLY && members.len() < properties.len() {
        return check_known_members(properties, members, at, report, |_, _, _| CONTINUE);
    }
    let mut search = MemberSearch::new(members);
    properties.iter().try_for_each(|property| {
        let name = property.name();
        match search.find(name) {
            Some(value) => check_value(
                property.schema(),
                value,
                &InstancePath::Key(at, name),
                report,
            ),
            None => CONTINUE,
        }
    })
}

fn check_closed_object<R: Report>(
    properties: &[Property],
    members: &Object,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    if R::FIRST_ONLY {
        if members.len() > properties.len() {
            return report.report_violation(at, |_| String::new());
        }
        check_required(properties, members, at, report)?;
        return check_known_members(properties, members, at, report, |_, _, report| {
            report.report_violation(at, |_| String::new())
        });
    }
    check_open_object(properties, members, at, report)?;
    let mut search = PropertySearch::new(properties);
    let unexpected = members
        .keys()
        .filter(|name| search.find(name).is_none())
        .map(String::as_str)
        .collect();
    report_unexpected(unexpected, at, report)
}

fn report_unexpected<R: Report>(
    mut names: Vec<&str>,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    if names.is_empty() {
        return CONTINUE;
    }
    // python-jsonschema sorts the names in this message.
    names.sort_unstable();
    report.report_violation(at, |quoting| {
        let verb = if names.len() == 1 { "was" } else { "were" };
        let message = format!(
            "Additional properties are not allowed ({} {verb} unexpected)",
            join_quoted(quoting, &names)
        );
        Description::of_unexpected_properties(names.iter().copied(), message)
    })
}

/// Walks every member that has a property, and hands over the others.
fn check_known_members<R: Report>(
    properties: &[Property],
    members: &Object,
    at: &InstancePath<'_>,
    report: &mut R,
    mut other: impl FnMut(&str, &Json, &mut R) -> WalkFlow,
) -> WalkFlow {
    let mut search = PropertySearch::new(properties);
    for (name, value) in members {
        match search.find(name) {
            Some(property) => check_value(
                property.schema(),
                value,
                &InstancePath::Key(at, name),
                report,
            )?,
            None => other(name, value, report)?,
        }
    }
    CONTINUE
}

fn check_members<R: Report>(
    described: &Members,
    members: &Object,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    let Members {
        properties,
        patterns,
        additional,
    } = *described;
    check_open_object(properties, members, at, report)?;
    let mut search = PropertySearch::new(properties);
    let mut unexpected = Vec::new();
    for (name, value) in members {
        let mut known = search.find(name).is_some();
        for (pattern, schema) in patterns {
            if report.search_pattern(pattern, name, at)? {
                known = true;
                check_value(schema, value, &InstancePath::Key(at, name), report)?;
            }
        }
        if known {
            continue;
        }
        if is_never(additional) {
            unexpected.push(name.as_str());
        } else {
            check_value(additional, value, &InstancePath::Key(at, name), report)?;
        }
    }
    if patterns.is_empty() || unexpected.is_empty() {
        return report_unexpected(unexpected, at, report);
    }
    unexpected.sort_unstable();
    report.report_violation(at, |quoting| {
        let verb = if unexpected.len() == 1 { "does" } else { "do" };
        let mut sources: Vec<&str> = patterns
            .iter()
            .map(|(pattern, _)| pattern.source())
            .collect();
        sources.sort_unstable();
        format!(
            "{} {verb} not match any of the regexes: {}",
            join_quoted(quoting, &unexpected),
            join_quoted(quoting, &sources)
        )
    })
}

fn is_never(schema: &Schema) -> bool {
    schema.0 == Types::NONE
}
