//! `pagination` of `x-mcp`: which argument changes from page to page, and where the response has what it takes.

use serde_json::Value;

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::{PAGINATION, Pages, PaginationSetting, report_unknown_member};
use crate::model::{Counted, Step};
use crate::source::pointer::push_token;

pub(super) fn read_pagination(
    cx: &mut Context<'_>,
    value: &Value,
    at: &Place<'_>,
) -> Option<PaginationSetting> {
    let members = match value {
        Value::Object(members) => members,
        Value::Bool(false) => return Some(PaginationSetting::None),
        other => {
            let kind = fields::json_kind(other);
            let message =
                format!("`pagination` must be an object or `false`, not {kind}; it is ignored");
            cx.warn(at, message);
            return None;
        }
    };
    for key in members.keys() {
        if !PAGINATION.contains(&key.as_str()) {
            report_unknown_member(cx, "pagination", key, &PAGINATION, at);
        }
    }
    let stated = ["cursor", "page", "offset"];
    let mut stated = stated
        .into_iter()
        .filter_map(|kind| Some((kind, fields::read_text(cx, members, kind, at)?)))
        .collect::<Vec<_>>()
        .into_iter();
    // Exactly one of them: two would say in different ways which page comes next.
    let (Some((kind, argument)), None) = (stated.next(), stated.next()) else {
        let message = "`pagination` must have exactly one of `cursor`, `page` and `offset`, whose value is \
            the name of an argument; it is ignored";
        cx.warn(at, message);
        return None;
    };
    let mut place = |key| fields::read_text(cx, members, key, at).map(|text| to_pointer(&text));
    let (next, items, total) = (place("next"), place("items"), place("total"));
    let counted = Counted {
        limit: fields::read_text(cx, members, "limit", at),
        items,
        total,
        ..Counted::default()
    };
    let step = match (kind, next) {
        ("page", _) => Step::Page(counted),
        ("offset", _) => Step::Offset(counted),
        (_, Some(next)) => Step::Cursor(next),
        (_, None) => match fields::read_text(cx, members, "header", at) {
            Some(header) => Step::Header(header),
            None => {
                let message = "`pagination` by `cursor` must have `next`, the place of the next cursor in \
                    the response, or `header`, the response header that contains it; it is ignored";
                cx.warn(at, message);
                return None;
            }
        },
    };
    Some(PaginationSetting::By(Pages {
        pointer: at.to_pointer(),
        is_own: true,
        argument,
        step,
    }))
}

/// A JSON pointer as it is; `meta.next` as `/meta/next`.
fn to_pointer(text: &str) -> String {
    if text.is_empty() || text.starts_with('/') {
        return text.to_owned();
    }
    // People write JSONPath here as well, and `$.meta.next` is the same place.
    let path = text.strip_prefix("$.").unwrap_or(text);
    let mut pointer = String::new();
    for step in path.split('.') {
        push_token(&mut pointer, step);
    }
    pointer
}
