//! A report as JSON.

use serde_json::{Map, Value, json};

use super::super::report::{Report, Verdict};
use crate::clock::milliseconds;

pub(crate) fn to_json(report: &Report) -> Value {
    let rows: Vec<Value> = report
        .rows
        .iter()
        .map(|row| {
            json!({
                "id": row.id,
                "checks": row.checks,
                "verdict": row.verdict.name(),
                "evidence": row.evidence,
                "source": row.source,
            })
        })
        .collect();
    let counts = Verdict::ALL.map(|verdict| {
        (
            verdict.name().to_owned(),
            json!(report.count_verdict(verdict)),
        )
    });
    json!({
        "server_url": report.server_url,
        "server": report.server,
        "protocol_versions": report.versions,
        "passed": report.has_passed(),
        "counts": Value::Object(Map::from_iter(counts)),
        "duration_ms": milliseconds(report.duration),
        "checks": rows,
    })
}
