use crate::schema::evaluated::mark;
use crate::schema::path::Path;
use crate::schema::report::{Flow, ON, Report};
use crate::schema::repr::{ReprEach, join};
use crate::schema::walk::walk;
use crate::schema::{Schema, Types, Unevaluated};
use crate::value::Json;

pub(super) fn properties<R: Report>(
    keyword: &Unevaluated,
    value: &Json,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    walk(keyword.beside, value, at, report)?;
    let Json::Object(members) = value else {
        return ON;
    };
    let mut seen = vec![false; members.len()];
    mark(keyword.beside, value, &mut seen, report)?;
    let mut names = Vec::new();
    for ((name, member), seen) in members.iter().zip(seen) {
        if !seen && !report.holds(keyword.schema, member) {
            names.push(name.as_str());
        }
    }
    if names.is_empty() {
        return ON;
    }
    names.sort_unstable();
    report.violation(at, || {
        refusal("properties", keyword.schema, &join(&names), names.len())
    })
}

pub(super) fn items<R: Report>(
    keyword: &Unevaluated,
    value: &Json,
    at: &Path<'_>,
    report: &mut R,
) -> Flow {
    walk(keyword.beside, value, at, report)?;
    let Json::Array(items) = value else {
        return ON;
    };
    let mut seen = vec![false; items.len()];
    mark(keyword.beside, value, &mut seen, report)?;
    let mut unexpected = Vec::new();
    for (item, seen) in items.iter().zip(seen) {
        if !seen && !report.holds(keyword.schema, item) {
            unexpected.push(item);
        }
    }
    if unexpected.is_empty() {
        return ON;
    }
    report.violation(at, || {
        let list = ReprEach(&unexpected).to_string();
        refusal("items", keyword.schema, &list, unexpected.len())
    })
}

fn refusal(noun: &str, schema: &Schema, list: &str, count: usize) -> String {
    let verb = if count == 1 { "was" } else { "were" };
    if schema.0 == Types::NONE {
        format!("Unevaluated {noun} are not allowed ({list} {verb} unexpected)")
    } else {
        format!(
            "Unevaluated {noun} are not valid under the given schema ({list} {verb} unevaluated and invalid)"
        )
    }
}
