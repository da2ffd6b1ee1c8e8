//! What a validation does with violations: stop at the first, collect the first twenty, or collect all. All share
//! one budget of steps, and one walk over the schema.

use std::ops::ControlFlow;

use crate::json::Json;
use crate::schema::applicators::describe_unmet_alternatives;
use crate::schema::instance_path::InstancePath;
use crate::schema::quoting::{QuotedStr, Quoting};
use crate::schema::unplaced_members::count_unplaced;
use crate::schema::validate::check_value;
use crate::schema::{Pattern, Schema};
use crate::violation::{Description, Violation, ViolationList};

/// How many schemas a validation applies before it refuses the value. A recursive `anyOf` can ask
/// for time that is exponential in the depth of what a client sends.
pub(super) const BUDGET: u32 = 2_000_000;

pub(super) const TOO_COMPLEX: &str = "is too complex to be validated";

/// Stops the walk.
pub(super) type WalkFlow = ControlFlow<()>;

/// Goes on with the walk.
pub(super) const CONTINUE: WalkFlow = ControlFlow::Continue(());

/// What becomes of the violations that the walk finds.
pub(super) trait Report: Sized {
    /// Whether the first violation ends the walk, so that the order of checks is free.
    const FIRST_ONLY: bool;

    fn report_violation<D: Into<Description>>(
        &mut self,
        at: &InstancePath<'_>,
        describe: impl FnOnce(Quoting) -> D,
    ) -> WalkFlow;

    /// Reports that a value meets none of the schemas of an `anyOf` or a `oneOf`.
    fn unmet_alternatives(
        &mut self,
        schemas: &[&Schema],
        value: &Json,
        at: &InstancePath<'_>,
    ) -> WalkFlow {
        describe_unmet_alternatives(schemas, value, at, self)
    }

    /// Notes that what follows is about a schema, until [`leave_schema`](Self::leave_schema) is given what this returned.
    fn enter_schema(&mut self, _: &Schema, _: &Json) -> bool {
        false
    }

    fn leave_schema(&mut self, _: bool) {}

    /// How messages quote values.
    fn quoting(&self) -> Quoting {
        Quoting::Json
    }

    fn budget(&mut self) -> &mut u32;

    fn spend_budget(&mut self) -> WalkFlow {
        match self.budget() {
            0 => ControlFlow::Break(()),
            left => {
                *left -= 1;
                CONTINUE
            }
        }
    }

    /// Whether a text has a match of a pattern, on this report's budget. If that cannot be told, the
    /// whole validation ends with a violation: under a `not`, taking it for a match would be as wrong
    /// as taking it for none.
    fn search_pattern(
        &mut self,
        pattern: &Pattern,
        text: &str,
        at: &InstancePath<'_>,
    ) -> ControlFlow<(), bool> {
        match pattern.search(text, self.budget()) {
            Some(found) => ControlFlow::Continue(found),
            None => {
                // Ends the whole walk, and marks the result as incomplete.
                *self.budget() = 0;
                let _ = self.report_violation(at, |quoting| {
                    format!(
                        "{} takes too many steps to compare with the pattern {}; try a shorter value",
                        QuotedStr(quoting, text),
                        QuotedStr(quoting, pattern.source())
                    )
                });
                ControlFlow::Break(())
            }
        }
    }

    /// Whether a value is valid, on this report's budget.
    fn is_valid_by(&mut self, schema: &Schema, value: &Json) -> bool {
        // The probe has the budget of the walk, or nested alternatives would multiply it.
        let mut probe = ValidityProbe {
            budget: *self.budget(),
        };
        let flow = check_value(schema, value, &InstancePath::Root, &mut probe);
        *self.budget() = probe.budget;
        flow.is_continue()
    }
}

/// Only asks whether there is a violation.
pub(super) struct ValidityProbe {
    budget: u32,
}

impl Report for ValidityProbe {
    const FIRST_ONLY: bool = true;

    fn report_violation<D: Into<Description>>(
        &mut self,
        _: &InstancePath<'_>,
        _: impl FnOnce(Quoting) -> D,
    ) -> WalkFlow {
        ControlFlow::Break(())
    }

    fn budget(&mut self) -> &mut u32 {
        &mut self.budget
    }
}

/// Keeps every violation, for callers in Rust, whose values are their own.
struct CollectAll {
    quoting: Quoting,
    violations: Vec<Violation>,
    budget: u32,
}

impl Report for CollectAll {
    const FIRST_ONLY: bool = false;

    fn report_violation<D: Into<Description>>(
        &mut self,
        at: &InstancePath<'_>,
        describe: impl FnOnce(Quoting) -> D,
    ) -> WalkFlow {
        self.violations.push(Violation::from_description(
            at.to_pointer(),
            describe(self.quoting),
        ));
        CONTINUE
    }

    fn quoting(&self) -> Quoting {
        self.quoting
    }

    fn budget(&mut self) -> &mut u32 {
        &mut self.budget
    }
}

/// Keeps the first violations and counts the others.
pub(super) struct CollectFirst {
    pub(super) violations: ViolationList,
    quoting: Quoting,
    budget: u32,
}

impl CollectFirst {
    pub(super) fn new(quoting: Quoting, budget: u32) -> Self {
        Self {
            violations: ViolationList::default(),
            quoting,
            budget,
        }
    }
}

impl Report for CollectFirst {
    const FIRST_ONLY: bool = false;

    fn report_violation<D: Into<Description>>(
        &mut self,
        at: &InstancePath<'_>,
        describe: impl FnOnce(Quoting) -> D,
    ) -> WalkFlow {
        let quoting = self.quoting;
        self.violations
            .push_with(|| Violation::from_description(at.to_pointer(), describe(quoting)));
        CONTINUE
    }

    fn quoting(&self) -> Quoting {
        self.quoting
    }

    fn budget(&mut self) -> &mut u32 {
        &mut self.budget
    }
}

impl Schema {
    /// Whether a value is valid. Allocates nothing but for `propertyNames` and for `uniqueItems`
    /// on long arrays.
    pub fn is_valid(&self, value: &Json) -> bool {
        let mut probe = ValidityProbe { budget: BUDGET };
        // A spent budget counts as invalid. A value that takes too long to check must not pass
        // unchecked.
        check_value(self, value, &InstancePath::Root, &mut probe).is_continue() && probe.budget > 0
    }

    /// How many members of a valid value have no place in the schema; none where that takes too long to tell.
    pub(crate) fn count_unplaced(&self, value: &Json) -> usize {
        let mut probe = ValidityProbe { budget: BUDGET };
        match count_unplaced(self, value, &mut probe) {
            ControlFlow::Continue(count) => count,
            ControlFlow::Break(()) => 0,
        }
    }

    /// Everything that is wrong with a value. Messages quote values as JSON.
    pub fn violations(&self, value: &Json) -> Vec<Violation> {
        self.collect_violations(value, Quoting::Json)
    }

    /// Everything that is wrong with a value, in the words of Python's `jsonschema` (version 4.26).
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::schema::Schema;
    ///
    /// let wrong = Schema::STRING.python_violations(&json!(null));
    /// assert_eq!(wrong[0].message, "None is not of type 'string'");
    /// let wrong = Schema::STRING.violations(&json!(null));
    /// assert_eq!(wrong[0].message, r#"null is not of type "string""#);
    /// ```
    pub fn python_violations(&self, value: &Json) -> Vec<Violation> {
        self.collect_violations(value, Quoting::Python)
    }

    fn collect_violations(&self, value: &Json, quoting: Quoting) -> Vec<Violation> {
        let mut collect = CollectAll {
            quoting,
            violations: Vec::new(),
            budget: BUDGET,
        };
        let _ = check_value(self, value, &InstancePath::Root, &mut collect);
        if collect.budget == 0 {
            let _ = collect.report_violation(&InstancePath::Root, |_| TOO_COMPLEX.to_owned());
        }
        collect.violations
    }

    /// The first violations of a value from outside, and the number of the others.
    pub(crate) fn first_violations(&self, value: &Json) -> Vec<Violation> {
        let mut collect = CollectFirst::new(Quoting::Json, BUDGET);
        let _ = check_value(self, value, &InstancePath::Root, &mut collect);
        if collect.budget > 0 {
            return collect.violations.into_vec();
        }
        collect.violations.set_incomplete();
        let mut violations = collect.violations.into_vec();
        violations.push(Violation::new(String::new(), TOO_COMPLEX.to_owned()));
        violations
    }
}
