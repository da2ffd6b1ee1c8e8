use crate::schema::equality::all_unique;
use crate::schema::path::Path;
use crate::schema::report::{Flow, ON, Report};
use crate::schema::repr::{Repr, ReprList, ReprLiteral, ReprLiterals, ReprStr, ReprStrings};
use crate::schema::{
    Contains, Keyword, Literal, Number, Schema, Types, applicators, objects, unevaluated,
};
use crate::value::Json;

/// Holds a value to a schema. One function for "is it valid" and "what is wrong with it", so that
/// the two can't disagree. Inlined because most schemas say no more than a type.
#[inline]
pub(super) fn walk<R: Report>(
    schema: &Schema,
    value: &Json,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    report.spend()?;
    let outer = report.enter(schema, value);
    let Schema(types, keywords) = schema;
    if !types.admit(value) {
        report.violation(at, || match *types {
            Types::NONE => format!("False schema does not allow {}", Repr(value)),
            types => format!("{} is not of type {types}", Repr(value)),
        })?;
    }
    let flow = keywords
        .iter()
        .try_for_each(|keyword| self::keyword(keyword, value, at, report));
    report.leave(outer);
    flow
}

fn keyword<R: Report>(keyword: &Keyword, value: &Json, at: &Path<'_>, report: &mut R) -> Flow {
    match *keyword {
        Keyword::Enum(literals) if !literals.iter().any(|literal| literal.equals(value)) => report
            .violation(at, || {
                format!("{} is not one of {}", Repr(value), ReprLiterals(literals))
            }),
        Keyword::EnumOfStrings(strings)
            if !value.as_str().is_some_and(|s| strings.contains(&s)) =>
        {
            report.violation(at, || {
                format!("{} is not one of {}", Repr(value), ReprStrings(strings))
            })
        }
        Keyword::Const(literal) if !literal.equals(value) => expected(literal, at, report),
        Keyword::Ref(schema) => walk(schema, value, at, report),
        Keyword::Type(schema) => walk(schema(), value, at, report),
        Keyword::AllOf(schemas) => schemas
            .iter()
            .try_for_each(|schema| walk(schema, value, at, report)),
        Keyword::AnyOf(schemas) => applicators::any_of(schemas, value, at, report),
        Keyword::OneOf(schemas) => applicators::one_of(schemas, value, at, report),
        Keyword::Not(schema) => applicators::not(schema, value, at, report),
        Keyword::If(branches) => {
            let branch = if report.holds(branches.condition, value) {
                branches.then
            } else {
                branches.otherwise
            };
            walk(branch, value, at, report)
        }
        Keyword::UnevaluatedProperties(inner) => unevaluated::properties(inner, value, at, report),
        Keyword::UnevaluatedItems(inner) => unevaluated::items(inner, value, at, report),
        _ => typed(keyword, value, at, report),
    }
}

/// The keywords for values of one type.
fn typed<R: Report>(keyword: &Keyword, value: &Json, at: &Path<'_>, report: &mut R) -> Flow {
    match value {
        Json::Number(number) => self::number(keyword, Number::of(number), at, report),
        Json::String(string) => self::string(keyword, string, at, report),
        Json::Array(items) => self::array(keyword, items, at, report),
        Json::Object(members) => objects::object(keyword, members, value, at, report),
        Json::Null | Json::Bool(_) => ON,
    }
}

fn expected<R: Report>(literal: &Literal, at: &Path<'_>, report: &mut R) -> Flow {
    report.violation(at, || format!("{} was expected", ReprLiteral(literal)))
}

fn number<R: Report>(keyword: &Keyword, value: Number, at: &Path<'_>, report: &mut R) -> Flow {
    let (broken, relation, bound) = match *keyword {
        Keyword::Minimum(bound) => (
            value.compare(bound).is_lt(),
            "less than the minimum of",
            bound,
        ),
        Keyword::Maximum(bound) => (
            value.compare(bound).is_gt(),
            "greater than the maximum of",
            bound,
        ),
        Keyword::ExclusiveMinimum(bound) => (
            value.compare(bound).is_le(),
            "less than or equal to the minimum of",
            bound,
        ),
        Keyword::ExclusiveMaximum(bound) => (
            value.compare(bound).is_ge(),
            "greater than or equal to the maximum of",
            bound,
        ),
        Keyword::MultipleOf(divisor) => {
            (!value.is_multiple_of(divisor), "not a multiple of", divisor)
        }
        _ => return ON,
    };
    if broken {
        report.violation(at, || format!("{value} is {relation} {bound}"))
    } else {
        ON
    }
}

fn string<R: Report>(keyword: &Keyword, value: &str, at: &Path<'_>, report: &mut R) -> Flow {
    match *keyword {
        Keyword::MinLength(min) if !has_chars(value, min) => report.violation(at, || {
            format!("{} {}", ReprStr(value), too_small(min, "is too short"))
        }),
        Keyword::MaxLength(max) if has_chars(value, max.saturating_add(1)) => report
            .violation(at, || {
                format!("{} {}", ReprStr(value), too_big(max, "is too long"))
            }),
        Keyword::Pattern(pattern) => match report.search(pattern, value, at)? {
            true => ON,
            false => report.violation(at, || {
                format!(
                    "{} does not match {}",
                    ReprStr(value),
                    ReprStr(pattern.source())
                )
            }),
        },
        Keyword::Format(format) if !format.holds(value) => report.violation(at, || {
            format!("{} is not a '{}'", ReprStr(value), format.name())
        }),
        _ => ON,
    }
}

/// Whether a string has that many characters, without counting those beyond.
fn has_chars(value: &str, count: u64) -> bool {
    let Ok(count) = usize::try_from(count) else {
        return false;
    };
    match count.checked_sub(1) {
        None => true,
        Some(_) if value.len() < count => false,
        Some(last) => value.chars().nth(last).is_some(),
    }
}

pub(super) fn too_small(min: u64, otherwise: &'static str) -> &'static str {
    if min == 1 {
        "should be non-empty"
    } else {
        otherwise
    }
}

pub(super) fn too_big(max: u64, otherwise: &'static str) -> &'static str {
    if max == 0 {
        "is expected to be empty"
    } else {
        otherwise
    }
}

fn array<R: Report>(keyword: &Keyword, items: &[Json], at: &Path<'_>, report: &mut R) -> Flow {
    let len = items.len() as u64;
    match *keyword {
        Keyword::MinItems(min) if len < min => report.violation(at, || {
            format!("{} {}", ReprList(items), too_small(min, "is too short"))
        }),
        Keyword::MaxItems(max) if len > max => report.violation(at, || {
            format!("{} {}", ReprList(items), too_big(max, "is too long"))
        }),
        Keyword::UniqueItems if !all_unique(items) => report.violation(at, || {
            format!("{} has non-unique elements", ReprList(items))
        }),
        Keyword::PrefixItems(schemas) => {
            let mut pairs = schemas.iter().zip(items).enumerate();
            pairs.try_for_each(|(index, (schema, item))| {
                walk(schema, item, &Path::Index(at, index), report)
            })
        }
        Keyword::Items(schema) => self::items(0, schema, items, at, report),
        Keyword::ItemsAfter(prefix, schema) => self::items(prefix, schema, items, at, report),
        Keyword::Contains(contains) => self::contains(contains, items, at, report),
        _ => ON,
    }
}

fn items<R: Report>(
    prefix: usize,
    schema: &Schema,
    items: &[Json],
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    let rest = items.get(prefix..).unwrap_or_default();
    if schema.0 == Types::NONE && !rest.is_empty() {
        return report.violation(at, || {
            let noun = if prefix == 1 { "item" } else { "items" };
            let extra = match rest {
                [one] => Repr(one).to_string(),
                many => ReprList(many).to_string(),
            };
            let count = rest.len();
            format!("Expected at most {prefix} {noun} but found {count} extra: {extra}")
        });
    }
    rest.iter()
        .enumerate()
        .try_for_each(|(index, item)| walk(schema, item, &Path::Index(at, prefix + index), report))
}

fn contains<R: Report>(contains: &Contains, items: &[Json], at: &Path<'_>, report: &mut R) -> Flow {
    let Contains { schema, min, max } = *contains;
    let mut count = 0;
    for item in items {
        count += u64::from(report.holds(schema, item));
        if count > max {
            return report.violation(at, || {
                format!("Too many items match the given schema (expected at most {max})")
            });
        }
    }
    if count >= min {
        return ON;
    }
    report.violation(at, || match count {
        0 => format!(
            "{} does not contain items matching the given schema",
            ReprList(items)
        ),
        _ => format!(
            "Too few items match the given schema (expected at least {min} but only {count} matched)"
        ),
    })
}
