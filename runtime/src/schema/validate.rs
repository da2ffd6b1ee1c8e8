//! Validates a value against a schema: one generic function for "is it valid" and "what is wrong with it", so that
//! the two never disagree. The words of messages are those of python-jsonschema, which clients of the REST bridge parse;
//! [`Quoting`](crate::schema::quoting::Quoting) is how values stand in them.

use crate::json::Json;
use crate::schema::equality::are_all_unique;
use crate::schema::instance_path::InstancePath;
use crate::schema::quoting::{
    Quoted, QuotedList, QuotedLiteral, QuotedLiteralList, QuotedStr, QuotedStrList, join_types,
};
use crate::schema::validation_report::{CONTINUE, Report, WalkFlow};
use crate::schema::{
    Contains, Keyword, Literal, Number, Schema, Types, applicators, check_objects,
    check_unevaluated,
};

/// Holds a value to a schema. One function for "is it valid" and "what is wrong with it", so that
/// the two can't disagree. Inlined because most schemas say no more than a type.
#[inline]
pub(super) fn check_value<R: Report>(
    schema: &Schema,
    value: &Json,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    report.spend_budget()?;
    let outer = report.enter_schema(schema, value);
    let Schema(types, keywords) = schema;
    if !types.admits_value(value) {
        // A wrong type does not end the walk: python-jsonschema reports every keyword that fails.
        report.report_violation(at, |quoting| match *types {
            Types::NONE => format!("False schema does not allow {}", Quoted(quoting, value)),
            types => format!(
                "{} is not of type {}",
                Quoted(quoting, value),
                join_types(quoting, types)
            ),
        })?;
    }
    let flow = keywords
        .iter()
        .try_for_each(|keyword| self::check_keyword(keyword, value, at, report));
    report.leave_schema(outer);
    flow
}

fn check_keyword<R: Report>(
    keyword: &Keyword,
    value: &Json,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    match *keyword {
        Keyword::Enum(literals) if !literals.iter().any(|literal| literal.equals_json(value)) => {
            report.report_violation(at, |quoting| {
                format!(
                    "{} is not one of {}",
                    Quoted(quoting, value),
                    QuotedLiteralList(quoting, literals)
                )
            })
        }
        Keyword::EnumOfStrings(strings)
            if !value.as_str().is_some_and(|s| strings.contains(&s)) =>
        {
            report.report_violation(at, |quoting| {
                format!(
                    "{} is not one of {}",
                    Quoted(quoting, value),
                    QuotedStrList(quoting, strings)
                )
            })
        }
        Keyword::Const(literal) if !literal.equals_json(value) => {
            report_expected(literal, at, report)
        }
        Keyword::Ref(schema) => check_value(schema, value, at, report),
        Keyword::Type(schema) => check_value(schema(), value, at, report),
        Keyword::AllOf(schemas) => schemas
            .iter()
            .try_for_each(|schema| check_value(schema, value, at, report)),
        Keyword::AnyOf(schemas) => applicators::check_any_of(schemas, value, at, report),
        Keyword::OneOf(schemas) => applicators::check_one_of(schemas, value, at, report),
        Keyword::Not(schema) => applicators::check_not(schema, value, at, report),
        Keyword::If(branches) => {
            let branch = if report.is_valid_by(branches.condition, value) {
                branches.then
            } else {
                branches.otherwise
            };
            check_value(branch, value, at, report)
        }
        Keyword::UnevaluatedProperties(inner) => {
            check_unevaluated::check_unevaluated_properties(inner, value, at, report)
        }
        Keyword::UnevaluatedItems(inner) => {
            check_unevaluated::check_unevaluated_items(inner, value, at, report)
        }
        _ => check_typed_keyword(keyword, value, at, report),
    }
}

/// The keywords for values of one type.
fn check_typed_keyword<R: Report>(
    keyword: &Keyword,
    value: &Json,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    match value {
        Json::Number(number) => self::check_number(keyword, Number::from_json(number), at, report),
        Json::String(string) => self::check_string(keyword, string, at, report),
        Json::Array(items) => self::check_array(keyword, items, at, report),
        Json::Object(members) => check_objects::check_object(keyword, members, value, at, report),
        // Keywords for other types hold for every value of this one (JSON Schema Core 2020-12,
        // section 7.6.1).
        Json::Null | Json::Bool(_) => CONTINUE,
    }
}

fn report_expected<R: Report>(
    literal: &Literal,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    report.report_violation(at, |quoting| {
        format!("{} was expected", QuotedLiteral(quoting, literal))
    })
}

fn check_number<R: Report>(
    keyword: &Keyword,
    value: Number,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    let (broken, relation, bound) = match *keyword {
        Keyword::Minimum(bound) => (
            value.compare_exactly(bound).is_lt(),
            "less than the minimum of",
            bound,
        ),
        Keyword::Maximum(bound) => (
            value.compare_exactly(bound).is_gt(),
            "greater than the maximum of",
            bound,
        ),
        Keyword::ExclusiveMinimum(bound) => (
            value.compare_exactly(bound).is_le(),
            "less than or equal to the minimum of",
            bound,
        ),
        Keyword::ExclusiveMaximum(bound) => (
            value.compare_exactly(bound).is_ge(),
            "greater than or equal to the maximum of",
            bound,
        ),
        Keyword::MultipleOf(divisor) => {
            (!value.is_multiple_of(divisor), "not a multiple of", divisor)
        }
        _ => return CONTINUE,
    };
    if broken {
        report.report_violation(at, |_| format!("{value} is {relation} {bound}"))
    } else {
        CONTINUE
    }
}

fn check_string<R: Report>(
    keyword: &Keyword,
    value: &str,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    match *keyword {
        Keyword::MinLength(min) if !has_min_characters(value, min) => {
            report.report_violation(at, |quoting| {
                format!(
                    "{} {}",
                    QuotedStr(quoting, value),
                    describe_too_small(min, "is too short")
                )
            })
        }
        Keyword::MaxLength(max) if has_min_characters(value, max.saturating_add(1)) => report
            .report_violation(at, |quoting| {
                format!(
                    "{} {}",
                    QuotedStr(quoting, value),
                    describe_too_big(max, "is too long")
                )
            }),
        Keyword::Pattern(pattern) => match report.search_pattern(pattern, value, at)? {
            true => CONTINUE,
            false => report.report_violation(at, |quoting| {
                format!(
                    "{} does not match {}",
                    QuotedStr(quoting, value),
                    QuotedStr(quoting, pattern.source())
                )
            }),
        },
        Keyword::Format(format) if !format.has_format(value) => {
            report.report_violation(at, |quoting| {
                format!(
                    "{} is not a {}",
                    QuotedStr(quoting, value),
                    QuotedStr(quoting, format.name())
                )
            })
        }
        _ => CONTINUE,
    }
}

/// Whether a string has that many characters, without counting those beyond.
fn has_min_characters(value: &str, count: u64) -> bool {
    // More characters than memory can hold: no string has them.
    let Ok(count) = usize::try_from(count) else {
        return false;
    };
    match count.checked_sub(1) {
        None => true,
        // A character takes at least one byte, so a shorter string is rejected without looking at
        // it.
        Some(_) if value.len() < count => false,
        Some(last) => value.chars().nth(last).is_some(),
    }
}

pub(super) fn describe_too_small(min: u64, otherwise: &'static str) -> &'static str {
    if min == 1 {
        "should be non-empty"
    } else {
        otherwise
    }
}

pub(super) fn describe_too_big(max: u64, otherwise: &'static str) -> &'static str {
    if max == 0 {
        "is expected to be empty"
    } else {
        otherwise
    }
}

fn check_array<R: Report>(
    keyword: &Keyword,
    items: &[Json],
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    let len = items.len() as u64;
    match *keyword {
        Keyword::MinItems(min) if len < min => report.report_violation(at, |quoting| {
            format!(
                "{} {}",
                QuotedList(quoting, items),
                describe_too_small(min, "is too short")
            )
        }),
        Keyword::MaxItems(max) if len > max => report.report_violation(at, |quoting| {
            format!(
                "{} {}",
                QuotedList(quoting, items),
                describe_too_big(max, "is too long")
            )
        }),
        Keyword::UniqueItems if !are_all_unique(items) => report.report_violation(at, |quoting| {
            format!("{} has non-unique elements", QuotedList(quoting, items))
        }),
        Keyword::PrefixItems(schemas) => {
            let mut pairs = schemas.iter().zip(items).enumerate();
            pairs.try_for_each(|(index, (schema, item))| {
                check_value(schema, item, &InstancePath::Index(at, index), report)
            })
        }
        Keyword::Items(schema) => self::check_items(0, schema, items, at, report),
        Keyword::ItemsAfter(prefix, schema) => self::check_items(prefix, schema, items, at, report),
        Keyword::Contains(contains) => self::check_contains(contains, items, at, report),
        _ => CONTINUE,
    }
}

fn check_items<R: Report>(
    prefix: usize,
    schema: &Schema,
    items: &[Json],
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    let rest = items.get(prefix..).unwrap_or_default();
    // `items: false` closes a tuple. One message for all surplus items says more than one for each.
    if schema.0 == Types::NONE && !rest.is_empty() {
        return report.report_violation(at, |quoting| {
            let noun = if prefix == 1 { "item" } else { "items" };
            let extra = match rest {
                [one] => Quoted(quoting, one).to_string(),
                many => QuotedList(quoting, many).to_string(),
            };
            let count = rest.len();
            format!("Expected at most {prefix} {noun} but found {count} extra: {extra}")
        });
    }
    rest.iter().enumerate().try_for_each(|(index, item)| {
        check_value(
            schema,
            item,
            &InstancePath::Index(at, prefix + index),
            report,
        )
    })
}

fn check_contains<R: Report>(
    contains: &Contains,
    items: &[Json],
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    let Contains { schema, min, max } = *contains;
    let mut count = 0;
    for item in items {
        count += u64::from(report.is_valid_by(schema, item));
        if count > max {
            return report.report_violation(at, |_| {
                format!("Too many items match the given schema (expected at most {max})")
            });
        }
    }
    if count >= min {
        return CONTINUE;
    }
    report.report_violation(at, |quoting| match count {
        0 => format!(
            "{} does not contain items matching the given schema",
            QuotedList(quoting, items)
        ),
        _ => format!(
            "Too few items match the given schema (expected at least {min} but only {count} matched)"
        ),
    })
}
