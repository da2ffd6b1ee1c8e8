use serde_json::{Value, json};

use super::{Lint, PlacedFinding, Remark};
use crate::diagnostics::Severity;
use crate::report::SentVariable;

impl Lint {
    /// `{"diagnostics": […], "portability": […], "environment": […]}`.
    pub fn to_json(&self) -> Value {
        let diagnostics: Vec<Value> = self.remarks.iter().map(diagnostic_json).collect();
        let portability: Vec<Value> = self.portability.iter().map(finding_json).collect();
        let environment: Vec<Value> = self.environment.iter().map(SentVariable::to_json).collect();
        json!({"diagnostics": diagnostics, "portability": portability, "environment": environment})
    }
}

fn diagnostic_json(remark: &Remark) -> Value {
    let diagnostic = &remark.diagnostic;
    let operation = diagnostic
        .operation
        .as_ref()
        .map(|(method, path)| format!("{method} {path}"));
    json!({
        "severity": severity_name(diagnostic.severity),
        "message": diagnostic.message,
        "file": remark.place.file,
        "line": remark.place.line,
        "column": remark.place.column,
        "pointer": diagnostic.pointer,
        "help": diagnostic.help,
        "operation": operation,
    })
}

pub(super) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Skipped => "skipped",
        Severity::Error => "error",
    }
}

fn finding_json(found: &PlacedFinding) -> Value {
    let finding = &found.finding;
    json!({
        "client": finding.client.name(),
        "tool": finding.tool,
        "pointer": finding.pointer,
        "message": finding.message,
        "limit": finding.limit.id,
        "source": finding.limit.source,
    })
}
