use std::cmp::Ordering;

use serde_json::{Number, Value};

use super::{Pair, Part, WasIs};
use crate::diff::rule::{
    BOUND_NARROWED, BOUND_WIDENED, CONSTRAINT_ADDED, CONSTRAINT_REMOVED, MULTIPLE_OF_CHANGED, Rule,
};
use crate::schema::compare_numbers;
use crate::schema::keyword::Object;

const LEAST: [&str; 4] = ["minLength", "minItems", "minProperties", "minContains"];
const MOST: [&str; 4] = ["maxLength", "maxItems", "maxProperties", "maxContains"];

/// A bound, and whether the number itself is beyond it.
#[derive(Clone, Copy)]
struct Bound<'v> {
    keyword: &'static str,
    number: &'v Number,
    is_exclusive: bool,
}

impl Bound<'_> {
    fn said(&self) -> String {
        format!("{} {}", self.keyword, self.number)
    }
}

impl Part<'_, '_> {
    /// Compares the bounds of numbers, lengths and counts.
    pub(super) fn numbers(&mut self, pair: Pair<'_>, old: &Object, new: &Object) {
        let limits = [
            (["minimum", "exclusiveMinimum"], Ordering::Greater),
            (["maximum", "exclusiveMaximum"], Ordering::Less),
        ];
        for ([plain, exclusive], tighter) in limits {
            let of = |schema| tightest(schema, plain, exclusive, tighter);
            self.bound(pair, (of(old), of(new)), tighter);
        }
        for (keywords, tighter) in [(LEAST, Ordering::Greater), (MOST, Ordering::Less)] {
            for keyword in keywords {
                let zero_is_none = tighter == Ordering::Greater && keyword != "minContains";
                let of = |schema| {
                    one(schema, keyword, false)
                        .filter(|bound| !(zero_is_none && bound.number.as_u64() == Some(0)))
                };
                self.bound(pair, (of(old), of(new)), tighter);
            }
        }
        self.multiple_of(pair, old, new);
    }

    fn bound(
        &mut self,
        pair: Pair<'_>,
        (was, is): (Option<Bound<'_>>, Option<Bound<'_>>),
        tighter: Ordering,
    ) {
        let rule: &'static Rule = match (&was, &is) {
            (None, None) => return,
            (None, Some(_)) => &BOUND_NARROWED,
            (Some(_), None) => &BOUND_WIDENED,
            (Some(was), Some(is)) => match order(was, is, tighter) {
                Ordering::Equal => return,
                Ordering::Greater => &BOUND_WIDENED,
                Ordering::Less => &BOUND_NARROWED,
            },
        };
        let keyword = is
            .as_ref()
            .or(was.as_ref())
            .map_or("", |bound| bound.keyword);
        let said: WasIs = (was.map(|bound| bound.said()), is.map(|bound| bound.said()));
        self.note_at(rule, pair, keyword, said);
    }

    fn multiple_of(&mut self, pair: Pair<'_>, old: &Object, new: &Object) {
        let of = |schema: &Object| schema.get("multipleOf").and_then(Value::as_f64);
        let (was, is) = (of(old), of(new));
        let divides = |small: f64, large: f64| {
            let ratio = large / small;
            (ratio - ratio.round()).abs() < 1e-9
        };
        let rule = match (was, is) {
            (was, is) if was == is => return,
            (None, Some(_)) => &CONSTRAINT_ADDED,
            (Some(_), None) => &CONSTRAINT_REMOVED,
            (Some(was), Some(is)) if divides(was, is) => &BOUND_NARROWED,
            (Some(was), Some(is)) if divides(is, was) => &BOUND_WIDENED,
            _ => &MULTIPLE_OF_CHANGED,
        };
        let said = |number: Option<f64>| number.map(|number| format!("multipleOf {number}"));
        self.note_at(rule, pair, "multipleOf", (said(was), said(is)));
    }
}

fn one<'v>(schema: &'v Object, keyword: &'static str, is_exclusive: bool) -> Option<Bound<'v>> {
    match schema.get(keyword)? {
        Value::Number(number) => Some(Bound {
            keyword,
            number,
            is_exclusive,
        }),
        _ => None,
    }
}

fn tightest<'v>(
    schema: &'v Object,
    plain: &'static str,
    exclusive: &'static str,
    tighter: Ordering,
) -> Option<Bound<'v>> {
    let (plain, exclusive) = (one(schema, plain, false), one(schema, exclusive, true));
    match (plain, exclusive) {
        (Some(plain), Some(exclusive)) => Some(match order(&plain, &exclusive, tighter) {
            Ordering::Greater => plain,
            _ => exclusive,
        }),
        (plain, exclusive) => plain.or(exclusive),
    }
}

/// `Greater` where the first of two bounds admits less, `Less` where the second does.
fn order(a: &Bound<'_>, b: &Bound<'_>, tighter: Ordering) -> Ordering {
    let numbers = compare_numbers(a.number, b.number).unwrap_or(Ordering::Equal);
    let numbers = if tighter == Ordering::Greater {
        numbers
    } else {
        numbers.reverse()
    };
    numbers.then(a.is_exclusive.cmp(&b.is_exclusive))
}
