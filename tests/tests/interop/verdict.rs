//! What is wrong in which cell: the steps that a script reports are held to those of the plan, and the ends of
//! the servers are looked at.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value as Json;

use crate::cells::{Cell, Cells, Transport};

impl Cells {
    /// Everything that is wrong, from the lines that the script printed. Ends the servers.
    pub(crate) fn collect_faults(self, lines: &str) -> Vec<String> {
        let title = self.server.title;
        let mut faults = Vec::new();
        let mut reported: BTreeMap<String, Vec<Json>> = BTreeMap::new();
        for line in lines.lines() {
            match serde_json::from_str::<Json>(line) {
                Ok(step) => reported.entry(text(&step, "cell")).or_default().push(step),
                Err(_) => faults.push(format!("{title}: not a step: {line}")),
            }
        }
        for cell in &self.cells {
            let steps = reported.remove(&cell.name).unwrap_or_default();
            let name = &cell.name;
            let found = cell.collect_faults(&steps);
            faults.extend(found.iter().map(|fault| format!("{name}: {fault}")));
        }
        faults.extend(
            reported
                .keys()
                .map(|name| format!("{title}: there is no cell {name:?}")),
        );
        for instance in [Some(self.ordinary), self.slow].into_iter().flatten() {
            let fault = instance.http.end();
            faults.extend(fault.map(|fault| format!("{title} over HTTP: {fault}")));
        }
        faults
    }
}

impl Cell {
    fn collect_faults(&self, reported: &[Json]) -> Vec<String> {
        if reported.is_empty() {
            return vec!["no step is done".to_owned()];
        }
        let failed = reported
            .iter()
            .filter(|step| step.get("error").is_some())
            .map(|step| format!("{}: {}", text(step, "step"), text(step, "error")));
        let mut faults: Vec<String> = failed.collect();
        let done: Vec<String> = reported.iter().map(|step| text(step, "step")).collect();
        if faults.is_empty() && done != self.steps {
            faults.push(format!("the steps are {done:?}, not {:?}", self.steps));
        }
        if self.transport == Transport::Stdio {
            faults.extend(self.find_unclean_end());
        }
        faults
    }

    /// Each process must end by itself when its standard input is closed, with status 0.
    fn find_unclean_end(&self) -> Option<String> {
        let statuses = fs::read_to_string(&self.exit_statuses).unwrap_or_default();
        let processes = 1 + usize::from(self.steps.contains(&"slow_call"));
        let is_clean = statuses == "0\n".repeat(processes);
        (!is_clean).then(|| {
            format!("{processes} processes end with the statuses {statuses:?}; one that was killed has none")
        })
    }
}

fn text(step: &Json, member: &str) -> String {
    step[member].as_str().unwrap_or_default().to_owned()
}
