//! Which scenarios the server saw done right.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value;

use crate::calls::{Spec, json_file};

/// What must be reached.
const LEAST_PER_CENT: usize = 95;

#[derive(Debug)]
pub(crate) struct Coverage {
    /// The scenarios of the specs that are called, and whether they were done right.
    scenarios: BTreeMap<String, bool>,
    /// Those that are known not to be, and why.
    missing: BTreeMap<String, String>,
    /// Scenarios that neither a call nor a file names.
    unknown: Vec<String>,
}

impl Coverage {
    /// Reads it from what the server reports.
    pub(crate) fn of(specs: &[Spec], report: &BTreeMap<String, u64>) -> Self {
        let missing: BTreeMap<String, String> = texts("missing.json");
        let others = json_file("others.json");
        let others: Vec<&str> = others
            .as_array()
            .expect("it is a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let called = specs
            .iter()
            .flat_map(|spec| &spec.calls)
            .filter_map(|call| call.scenario.clone());
        let ours: BTreeSet<String> = called.chain(missing.keys().cloned()).collect();
        let unknown = report
            .keys()
            .filter(|name| !ours.contains(*name))
            .filter(|name| !others.iter().any(|other| name.starts_with(other)))
            .cloned()
            .collect();
        let done = |name: &str| report.get(name).is_some_and(|times| *times > 0);
        Self {
            scenarios: ours
                .into_iter()
                .map(|name| (name.clone(), done(&name)))
                .collect(),
            missing,
            unknown,
        }
    }

    /// Fails unless enough was reached, and all but what is known to be missing.
    pub(crate) fn check(&self) {
        assert!(self.unknown.is_empty(), "what of {:?}?", self.unknown);
        let missing: Vec<&String> = self.undone().collect();
        let known: Vec<&String> = self.missing.keys().collect();
        assert_eq!(missing, known, "the scenarios that are not done");
        assert!(self.done() * 100 >= self.scenarios.len() * LEAST_PER_CENT);
    }

    fn done(&self) -> usize {
        self.scenarios.values().filter(|done| **done).count()
    }

    fn undone(&self) -> impl Iterator<Item = &String> {
        self.scenarios
            .iter()
            .filter(|(_, done)| !**done)
            .map(|(name, _)| name)
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (done, all) = (self.done(), self.scenarios.len());
        let percent = done as f64 * 100.0 / all as f64;
        write!(
            f,
            "{done} of {all} scenarios are done right, {percent:.1} %"
        )?;
        for name in self.undone() {
            let why = self.missing.get(name).map_or("not known", String::as_str);
            write!(f, "\n{name}: {why}")?;
        }
        Ok(())
    }
}

fn texts(file: &str) -> BTreeMap<String, String> {
    serde_json::from_value(json_file(file)).expect("it maps names to texts")
}
