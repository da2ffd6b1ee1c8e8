use crate::schema::apart::{Meant, meant};
use crate::schema::path::Path;
use crate::schema::report::{Collect, Flow, ON, Report};
use crate::schema::repr::Repr;
use crate::schema::walk::walk;
use crate::schema::{Keyword, Schema};
use crate::value::{Json, Violation, ViolationList};

pub(super) fn any_of<R: Report>(
    schemas: &[&Schema],
    value: &Json,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    if schemas.iter().any(|schema| report.holds(schema, value)) {
        return ON;
    }
    report.unmet_alternatives(schemas, value, at)
}

pub(super) fn one_of<R: Report>(
    schemas: &[&Schema],
    value: &Json,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    let Some(first) = schemas
        .iter()
        .position(|schema| report.holds(schema, value))
    else {
        return report.unmet_alternatives(schemas, value, at);
    };
    let rest = &schemas[first + 1..];
    if R::FIRST_ONLY {
        return if rest.iter().any(|schema| report.holds(schema, value)) {
            report.violation(at, String::new)
        } else {
            ON
        };
    }
    let mut others = Vec::new();
    for (index, schema) in rest.iter().enumerate() {
        if report.holds(schema, value) {
            others.push(first + 1 + index);
        }
    }
    if others.is_empty() {
        return ON;
    }
    report.violation(at, || {
        let others: Vec<String> = others.iter().map(usize::to_string).collect();
        let others = others.join(", ");
        format!(
            "{} is valid under each of the given schemas number {first} and {others}",
            Repr(value)
        )
    })
}

pub(super) fn not<R: Report>(schema: &Schema, value: &Json, at: &Path<'_>, report: &mut R) -> Flow {
    if report.holds(schema, value) {
        return report.violation(at, || {
            format!("{} should not be valid under the given schema", Repr(value))
        });
    }
    ON
}

/// Says that a value meets none of the schemas, and what is wrong with it by the one that it comes nearest to.
pub(super) fn describe_unmet_alternatives<R: Report>(
    schemas: &[&Schema],
    value: &Json,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    let reason = if R::FIRST_ONLY {
        None
    } else {
        reason(schemas, value, report.budget())
    };
    report.violation(at, || {
        let mut message = format!(
            "{} is not valid under any of the given schemas",
            Repr(value)
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
fn reason(schemas: &[&Schema], value: &Json, budget: &mut u32) -> Option<Violation> {
    let fitting = schemas.iter().copied().filter(|schema| fits(schema, value));
    let meant = match meant(fitting.collect(), value) {
        Meant::Some(schemas) => schemas,
        Meant::None(violation) => return Some(violation),
    };
    let mut best: Option<ViolationList> = None;
    for schema in meant {
        let mut collect = Collect::with_budget(*budget);
        let _ = walk(schema, value, &Path::Root, &mut collect);
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

fn fits(schema: &Schema, value: &Json) -> bool {
    schema.0.admit(value)
        && schema.1.iter().all(|keyword| match keyword {
            Keyword::Ref(schema) => fits(schema, value),
            Keyword::Type(schema) => fits(schema(), value),
            Keyword::UnevaluatedProperties(inner) | Keyword::UnevaluatedItems(inner) => {
                fits(inner.beside, value)
            }
            Keyword::AllOf(schemas) => schemas.iter().all(|schema| fits(schema, value)),
            Keyword::AnyOf(schemas) | Keyword::OneOf(schemas) => {
                schemas.iter().any(|schema| fits(schema, value))
            }
            _ => true,
        })
}
