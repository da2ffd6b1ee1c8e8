//! The one violation that says most about what is wrong with a value.
//!
//! Python's `jsonschema.validate` reports one error, which `jsonschema.exceptions.best_match` chooses (version 4.26):
//! of all errors the one that is nearest to the root, because it says most about the whole; below `anyOf` and `oneOf`
//! the one that is deepest, because its alternative came nearest to being right. Clients of the REST bridge parse these
//! texts, so the choice is the same here, ties included. Memory is constant, whatever is wrong with a value.

use std::cmp::Ordering;

use crate::json::Json;
use crate::schema::Schema;
use crate::schema::instance_path::InstancePath;
use crate::schema::quoting::{Quoted, Quoting};
use crate::schema::validate::check_value;
use crate::schema::validation_report::{BUDGET, CONTINUE, Report, TOO_COMPLEX, WalkFlow};
use crate::violation::{Description, Violation};

/// A violation, with what decides whether it is reported.
#[derive(Debug)]
struct RankedViolation {
    rank: ViolationRank,
    description: Description,
    /// The best of the violations of its alternatives, unless several are equally good.
    below: Option<Box<RankedViolation>>,
}

/// How relevant a violation is: the greatest is reported. The order of the fields is that of their weight.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ViolationRank {
    nearness: std::cmp::Reverse<usize>,
    path: Vec<PathStep>,
    /// Whether its keyword is not `anyOf` or `oneOf`.
    is_certain: bool,
    /// Whether the value does not have the type that the schema states, or the schema states none.
    is_of_other_type: bool,
}

/// A step from a value into it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PathStep {
    Index(usize),
    Key(String),
}

/// Which of the violations of a walk is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeepRule {
    /// The greatest, and of equals the first.
    Greatest,
    /// The least, and none if it is not alone.
    LeastIfAlone,
}

struct BestMatch {
    choice: KeepRule,
    best: Option<RankedViolation>,
    /// Whether another violation has the rank of the best.
    is_tied: bool,
    is_of_other_type: bool,
    budget: u32,
}

impl Schema {
    /// The violation that says most about what is wrong with a value: what Python's `jsonschema.validate` raises
    /// (version 4.26), in the same words. [`violations`](Self::violations) has all.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::schema::{Keyword, Number, Required, Schema, Types};
    ///
    /// static LIMIT: &Schema = &Schema(Types::INTEGER, &[Keyword::Maximum(Number::Int(100))]);
    /// static PAGE: Schema = Schema(Types::OBJECT, &[Keyword::Object(&[
    ///     Required("limit", LIMIT),
    ///     Required("query", Schema::STRING),
    /// ])]);
    ///
    /// let of_the_whole = PAGE.best_violation(&json!({"limit": 200})).ok_or("is not valid")?;
    /// assert_eq!(of_the_whole.to_string(), "'query' is a required property");
    /// let of_a_part = PAGE.best_violation(&json!({"limit": 200, "query": "AI"})).ok_or("is not valid")?;
    /// assert_eq!(of_a_part.to_string(), "/limit: 200 is greater than the maximum of 100");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn best_violation(&self, value: &Json) -> Option<Violation> {
        let mut report = BestMatch::new(KeepRule::Greatest, BUDGET);
        let _ = check_value(self, value, &InstancePath::Root, &mut report);
        if report.budget == 0 {
            return Some(Violation::new(String::new(), TOO_COMPLEX.to_owned()));
        }
        report.best.map(RankedViolation::into_violation)
    }
}

impl RankedViolation {
    /// The violation at the end of the way down through alternatives.
    fn into_violation(self) -> Violation {
        let mut steps = self.rank.path;
        let (mut description, mut below) = (self.description, self.below);
        while let Some(next) = below {
            steps.extend(next.rank.path);
            (description, below) = (next.description, next.below);
        }
        Violation::from_description(steps_to_pointer(&steps), description)
    }
}

impl BestMatch {
    fn new(choice: KeepRule, budget: u32) -> Self {
        Self {
            choice,
            best: None,
            is_tied: false,
            is_of_other_type: true,
            budget,
        }
    }

    /// Takes a violation if it is better than the best so far.
    fn offer_violation(
        &mut self,
        at: &InstancePath<'_>,
        is_certain: bool,
        complete: impl FnOnce(&mut Self) -> (Description, Option<Box<RankedViolation>>),
    ) {
        let path = path_steps(at);
        let rank = ViolationRank {
            nearness: std::cmp::Reverse(path.len()),
            path,
            is_certain,
            is_of_other_type: self.is_of_other_type,
        };
        let order = self.best.as_ref().map(|best| rank.cmp(&best.rank));
        // python-jsonschema takes the greatest of all errors, and then the smallest of its context, unless two are
        // equally small.
        let wanted = match self.choice {
            KeepRule::Greatest => Ordering::Greater,
            KeepRule::LeastIfAlone => Ordering::Less,
        };
        match order {
            Some(Ordering::Equal) => self.is_tied = true,
            Some(order) if order != wanted => {}
            _ => {
                let (description, below) = complete(self);
                self.is_tied = false;
                self.best = Some(RankedViolation {
                    rank,
                    description,
                    below,
                });
            }
        }
    }

    /// The best violation of a value by schemas of which it meets none.
    fn find_best_below(
        &mut self,
        schemas: &[&Schema],
        value: &Json,
    ) -> Option<Box<RankedViolation>> {
        // The opposite rule to the one above it: inside alternatives the deepest error wins, because the
        // alternative that got furthest is likely the one that was meant. This is `best_match` of
        // python-jsonschema.
        let mut below = Self::new(KeepRule::LeastIfAlone, self.budget);
        for schema in schemas {
            let _ = check_value(schema, value, &InstancePath::Root, &mut below);
        }
        self.budget = below.budget;
        below.best.filter(|_| !below.is_tied).map(Box::new)
    }
}

impl Report for BestMatch {
    const FIRST_ONLY: bool = false;

    fn report_violation<D: Into<Description>>(
        &mut self,
        at: &InstancePath<'_>,
        describe: impl FnOnce(Quoting) -> D,
    ) -> WalkFlow {
        self.offer_violation(at, true, |_| (describe(Quoting::Python).into(), None));
        CONTINUE
    }

    fn unmet_alternatives(
        &mut self,
        schemas: &[&Schema],
        value: &Json,
        at: &InstancePath<'_>,
    ) -> WalkFlow {
        self.offer_violation(at, false, |report| {
            let message = format!(
                "{} is not valid under any of the given schemas",
                Quoted(Quoting::Python, value)
            );
            (message.into(), report.find_best_below(schemas, value))
        });
        CONTINUE
    }

    fn enter_schema(&mut self, schema: &Schema, value: &Json) -> bool {
        let states_type = schema.0 != crate::schema::Types::ANY;
        let is_of_other_type = !(states_type && schema.0.admits_value(value));
        std::mem::replace(&mut self.is_of_other_type, is_of_other_type)
    }

    fn leave_schema(&mut self, outer: bool) {
        self.is_of_other_type = outer;
    }

    fn budget(&mut self) -> &mut u32 {
        &mut self.budget
    }
}

fn path_steps(at: &InstancePath<'_>) -> Vec<PathStep> {
    let mut steps = Vec::new();
    let mut place = *at;
    loop {
        let (parent, step) = match place {
            InstancePath::Root => break,
            InstancePath::Key(parent, key) => (parent, PathStep::Key(key.to_owned())),
            InstancePath::Index(parent, index) => (parent, PathStep::Index(index)),
        };
        steps.push(step);
        place = *parent;
    }
    steps.reverse();
    steps
}

fn steps_to_pointer(steps: &[PathStep]) -> String {
    let mut pointer = String::new();
    for step in steps {
        pointer.push('/');
        match step {
            PathStep::Key(key) => crate::json::push_escaped(&mut pointer, key),
            PathStep::Index(index) => pointer.push_str(&index.to_string()),
        }
    }
    pointer
}
