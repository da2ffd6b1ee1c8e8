//! The keywords `anyOf`, `oneOf` and `not`. If no alternative fits, the message quotes the violation of the nearest
//! one.

use crate::json::Json;
use crate::schema::discriminate::{DiscriminatedSchemas, select_by_discriminating_property};
use crate::schema::instance_path::InstancePath;
use crate::schema::quoting::{Quoted, Quoting};
use crate::schema::validate::check_value;
use crate::schema::validation_report::{CONTINUE, CollectFirst, Report, WalkFlow};
use crate::schema::{Keyword, Schema};
use crate::violation::{Violation, ViolationList};

pub(super) fn check_any_of<R: Report>(
    schemas: &[&Schema],
    value: &Json,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    if schemas
        .iter()
        .any(|schema| report.is_valid_by(schema, value))
    {
        return CONTINUE;
    }
    report.unmet_alternatives(schemas, value, at)
}

pub(super) fn check_one_of<R: Report>(
    schemas: &[&Schema],
    value: &Json,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    let Some(first) = schemas
        .iter()
        .position(|schema| report.is_valid_by(schema, value))
    else {
        return report.unmet_alternatives(schemas, value, at);
    };
    let rest = &schemas[first + 1..];
    if R::FIRST_ONLY {
        // If only validity counts, the second match ends the search.
        return if rest.iter().any(|schema| report.is_valid_by(schema, value)) {
            report.report_violation(at, |_| String::new())
        } else {
            CONTINUE
        };
    }
    let mut others = Vec::new();
    for (index, schema) in rest.iter().enumerate() {
        if report.is_valid_by(schema, value) {
            others.push(first + 1 + index);
        }
    }
    if others.is_empty() {
        return CONTINUE;
    }
    report.report_violation(at, |quoting| {
        describe_ambiguity(quoting, value, first, &others)
    })
}

/// Says which alternatives of `oneOf` a value meets; clients of the REST bridge parse the words of python-jsonschema.
fn describe_ambiguity(quoting: Quoting, value: &Json, first: usize, others: &[usize]) -> String {
    let value = Quoted(quoting, value);
    let join = |offset: usize, indexes: &mut dyn Iterator<Item = &usize>| {
        let numbers: Vec<String> = indexes.map(|index| (index + offset).to_string()).collect();
        numbers.join(", ")
    };
    match quoting {
        Quoting::Python => format!(
            "{value} is valid under each of the given schemas number {first} and {}",
            join(0, &mut others.iter())
        ),
        // People count from one.
        Quoting::Json => format!(
            "{value} matches several alternatives of `oneOf` (number {}), and must match exactly one: give it \
             what only one of them allows, and leave out what belongs to the others",
            join(1, &mut std::iter::once(&first).chain(others))
        ),
    }
}

pub(super) fn check_not<R: Report>(
    schema: &Schema,
    value: &Json,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    if report.is_valid_by(schema, value) {
        return report.report_violation(at, |quoting| {
            format!(
                "{} should not be valid under the given schema",
                Quoted(quoting, value)
            )
        });
    }
    CONTINUE
}

/// Says that a value meets none of the schemas, and what is wrong with it by the one that it comes nearest to.
pub(super) fn describe_unmet_alternatives<R: Report>(
    schemas: &[&Schema],
    value: &Json,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    let reason = if R::FIRST_ONLY {
        None
    } else {
        find_nearest_violation(schemas, value, report.quoting(), report.budget())
    };
    report.report_violation(at, |quoting| {
        let mut message = format!(
            "{} is not valid under any of the given schemas",
            Quoted(quoting, value)
        );
        if let Some(reason) = reason {
            message.push_str(": ");
            message.push_str(&reason.to_string());
        }
        message
    })
}

/// What is wrong with a value by the schema that it comes nearest to: of those that its type fits
/// and a property of it speaks for, the one with the fewest violations.
fn find_nearest_violation(
    schemas: &[&Schema],
    value: &Json,
    quoting: Quoting,
    budget: &mut u32,
) -> Option<Violation> {
    let fitting = schemas
        .iter()
        .copied()
        .filter(|schema| is_type_compatible(schema, value));
    let meant = match select_by_discriminating_property(fitting.collect(), value, quoting) {
        DiscriminatedSchemas::Some(schemas) => schemas,
        DiscriminatedSchemas::None(violation) => return Some(violation),
    };
    let mut best: Option<ViolationList> = None;
    for schema in meant {
        let mut collect = CollectFirst::new(quoting, *budget);
        let _ = check_value(schema, value, &InstancePath::Root, &mut collect);
        *budget = *collect.budget();
        let fewer = best
            .as_ref()
            .is_none_or(|best| collect.violations.len() < best.len());
        if fewer && !collect.violations.is_empty() {
            best = Some(collect.violations);
        }
    }
    best?.into_vec().into_iter().next()
}

fn is_type_compatible(schema: &Schema, value: &Json) -> bool {
    schema.0.admits_value(value)
        && schema.1.iter().all(|keyword| match keyword {
            Keyword::Ref(schema) => is_type_compatible(schema, value),
            Keyword::Type(schema) => is_type_compatible(schema(), value),
            Keyword::UnevaluatedProperties(inner) | Keyword::UnevaluatedItems(inner) => {
                is_type_compatible(inner.beside, value)
            }
            Keyword::AllOf(schemas) => schemas
                .iter()
                .all(|schema| is_type_compatible(schema, value)),
            Keyword::AnyOf(schemas) | Keyword::OneOf(schemas) => schemas
                .iter()
                .any(|schema| is_type_compatible(schema, value)),
            _ => true,
        })
}
