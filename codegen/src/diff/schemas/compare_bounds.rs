//! Compares the bounds of numbers, lengths and counts, and `multipleOf`. It knows which of two bounds is tighter,
//! and leaves the class of the change to the rule.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use super::{SchemaPair, UnitComparison};
use crate::diff::change_rules::{
    BOUND_NARROWED, BOUND_WIDENED, CONSTRAINT_ADDED, CONSTRAINT_REMOVED, MULTIPLE_OF_CHANGED, Rule,
};
use crate::diff::entry::ChangeText;
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
    fn describe_bound(&self) -> String {
        format!("{} {}", self.keyword, self.number)
    }
}

/// The same bound in both schemas, where they have it.
struct BoundPair<'v> {
    was: Option<Bound<'v>>,
    is: Option<Bound<'v>>,
}

impl UnitComparison<'_, '_> {
    /// Compares the bounds of numbers, lengths and counts.
    pub(super) fn compare_numbers(&mut self, pair: SchemaPair<'_>, old: &Object, new: &Object) {
        let limits = [
            (["minimum", "exclusiveMinimum"], Ordering::Greater),
            (["maximum", "exclusiveMaximum"], Ordering::Less),
        ];
        for ([plain, exclusive], tighter) in limits {
            let of = |schema| tightest_bound(schema, plain, exclusive, tighter);
            let bounds = BoundPair {
                was: of(old),
                is: of(new),
            };
            self.compare_bounds(pair, bounds, tighter);
        }
        for (keywords, tighter) in [(LEAST, Ordering::Greater), (MOST, Ordering::Less)] {
            for keyword in keywords {
                // A minimum of 0 says nothing; the default of `minContains` is 1 (JSON Schema Validation 2020-12, section 6.4.5).
                let zero_is_none = tighter == Ordering::Greater && keyword != "minContains";
                let of = |schema| {
                    read_bound(schema, keyword, false)
                        .filter(|bound| !(zero_is_none && bound.number.as_u64() == Some(0)))
                };
                let bounds = BoundPair {
                    was: of(old),
                    is: of(new),
                };
                self.compare_bounds(pair, bounds, tighter);
            }
        }
        self.compare_multiple_of(pair, old, new);
    }

    fn compare_bounds(&mut self, pair: SchemaPair<'_>, bounds: BoundPair<'_>, tighter: Ordering) {
        let BoundPair { was, is } = bounds;
        let rule: &'static Rule = match (&was, &is) {
            (None, None) => return,
            (None, Some(_)) => &BOUND_NARROWED,
            (Some(_), None) => &BOUND_WIDENED,
            (Some(was), Some(is)) => match order_by_tightness(was, is, tighter) {
                Ordering::Equal => return,
                Ordering::Greater => &BOUND_WIDENED,
                Ordering::Less => &BOUND_NARROWED,
            },
        };
        let keyword = is
            .as_ref()
            .or(was.as_ref())
            .map_or("", |bound| bound.keyword);
        let text = ChangeText {
            was: was.map(|bound| bound.describe_bound()),
            is: is.map(|bound| bound.describe_bound()),
        };
        self.note_keyword_change(rule, pair, keyword, text);
    }

    fn compare_multiple_of(&mut self, pair: SchemaPair<'_>, old: &Object, new: &Object) {
        let of = |schema: &Object| schema.get("multipleOf").and_then(Value::as_f64);
        let (was, is) = (of(old), of(new));
        let divides = |small: f64, large: f64| {
            let ratio = large / small;
            // Decimal fractions are not exact in binary, so a small deviation counts as none.
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
        let describe = |number: Option<f64>| number.map(|number| format!("multipleOf {number}"));
        let text = ChangeText {
            was: describe(was),
            is: describe(is),
        };
        self.note_keyword_change(rule, pair, "multipleOf", text);
    }
}

fn read_bound<'v>(
    schema: &'v Object,
    keyword: &'static str,
    is_exclusive: bool,
) -> Option<Bound<'v>> {
    match schema.get(keyword)? {
        Value::Number(number) => Some(Bound {
            keyword,
            number,
            is_exclusive,
        }),
        _ => None,
    }
}

fn tightest_bound<'v>(
    schema: &'v Object,
    plain: &'static str,
    exclusive: &'static str,
    tighter: Ordering,
) -> Option<Bound<'v>> {
    let (plain, exclusive) = (
        read_bound(schema, plain, false),
        read_bound(schema, exclusive, true),
    );
    match (plain, exclusive) {
        (Some(plain), Some(exclusive)) => {
            Some(match order_by_tightness(&plain, &exclusive, tighter) {
                Ordering::Greater => plain,
                _ => exclusive,
            })
        }
        (plain, exclusive) => plain.or(exclusive),
    }
}

/// `Greater` where the first of two bounds admits less, `Less` where the second does.
fn order_by_tightness(a: &Bound<'_>, b: &Bound<'_>, tighter: Ordering) -> Ordering {
    let numbers = compare_numbers(a.number, b.number).unwrap_or(Ordering::Equal);
    let numbers = if tighter == Ordering::Greater {
        numbers
    } else {
        numbers.reverse()
    };
    numbers.then(a.is_exclusive.cmp(&b.is_exclusive))
}
