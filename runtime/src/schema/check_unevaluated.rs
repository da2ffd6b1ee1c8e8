//! The keywords `unevaluatedProperties` and `unevaluatedItems`, applied to what the keywords beside them have not
//! evaluated.

use crate::json::Json;
use crate::schema::instance_path::InstancePath;
use crate::schema::mark_evaluated::mark_evaluated;
use crate::schema::quoting::{QuotedEach, join_quoted};
use crate::schema::validate::check_value;
use crate::schema::validation_report::{CONTINUE, Report, WalkFlow};
use crate::schema::{Schema, Types, Unevaluated};
use crate::violation::Description;

pub(super) fn check_unevaluated_properties<R: Report>(
    keyword: &Unevaluated,
    value: &Json,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    check_value(keyword.beside, value, at, report)?;
    let Json::Object(members) = value else {
        return CONTINUE;
    };
    // One flag per member, by its position: names would have to be hashed.
    let mut seen = vec![false; members.len()];
    mark_evaluated(keyword.beside, value, &mut seen, report)?;
    let mut names = Vec::new();
    for ((name, member), seen) in members.iter().zip(seen) {
        if !seen && !report.is_valid_by(keyword.schema, member) {
            names.push(name.as_str());
        }
    }
    if names.is_empty() {
        return CONTINUE;
    }
    names.sort_unstable();
    report.report_violation(at, |quoting| {
        let list = join_quoted(quoting, &names);
        let message = describe_unevaluated("properties", keyword.schema, &list, names.len());
        match keyword.schema.0 == Types::NONE {
            true => Description::of_unexpected_properties(names.iter().copied(), message),
            false => message.into(),
        }
    })
}

pub(super) fn check_unevaluated_items<R: Report>(
    keyword: &Unevaluated,
    value: &Json,
    at: &InstancePath<'_>,
    report: &mut R,
) -> WalkFlow {
    check_value(keyword.beside, value, at, report)?;
    let Json::Array(items) = value else {
        return CONTINUE;
    };
    let mut seen = vec![false; items.len()];
    mark_evaluated(keyword.beside, value, &mut seen, report)?;
    let mut unexpected = Vec::new();
    for (item, seen) in items.iter().zip(seen) {
        if !seen && !report.is_valid_by(keyword.schema, item) {
            unexpected.push(item);
        }
    }
    if unexpected.is_empty() {
        return CONTINUE;
    }
    report.report_violation(at, |quoting| {
        let list = QuotedEach(quoting, &unexpected).to_string();
        describe_unevaluated("items", keyword.schema, &list, unexpected.len())
    })
}

fn describe_unevaluated(noun: &str, schema: &Schema, list: &str, count: usize) -> String {
    let verb = if count == 1 { "was" } else { "were" };
    if schema.0 == Types::NONE {
        format!("Unevaluated {noun} are not allowed ({list} {verb} unexpected)")
    } else {
        format!(
            "Unevaluated {noun} are not valid under the given schema ({list} {verb} unevaluated and invalid)"
        )
    }
}
