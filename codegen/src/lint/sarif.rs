//! SARIF 2.1.0, as OASIS has it:
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.

use indexmap::IndexMap;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

use super::json::severity_name;
use super::{Lint, Place, PlacedFinding, Remark};
use crate::compiled::show_finding;
use crate::diagnostics::Severity;
use crate::source::address;

/// What a path may hold that a URI may not.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}');

impl Lint {
    /// A SARIF log, which code review tools show beside the lines of the spec.
    pub fn to_sarif(&self) -> Value {
        let mut rules = Rules::default();
        let remarks: Vec<Value> = self
            .remarks
            .iter()
            .map(|remark| of_remark(remark, &mut rules))
            .collect();
        let findings = self.portability.iter().map(|found| {
            let level = if self.is_warning(found) {
                "warning"
            } else {
                "note"
            };
            of_finding(found, level, &mut rules)
        });
        let results: Vec<Value> = remarks.into_iter().chain(findings).collect();
        json!({
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {
                    "name": "toolwright",
                    "version": env!("CARGO_PKG_VERSION"),
                    "informationUri": env!("CARGO_PKG_REPOSITORY"),
                    "rules": rules.into_values(),
                }},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }],
        })
    }
}

/// The rules that results refer to by index, each once.
#[derive(Default)]
struct Rules(IndexMap<String, Value>);

impl Rules {
    fn rule_index(&mut self, id: &str, says: &str, help: Option<&str>) -> usize {
        let entry = self.0.entry(id.to_owned());
        let index = entry.index();
        entry.or_insert_with(|| {
            let mut rule = json!({"id": id, "shortDescription": {"text": says}});
            if let Some(help) = help {
                rule["helpUri"] = help.into();
            }
            rule
        });
        index
    }

    fn into_values(self) -> Vec<Value> {
        self.0.into_values().collect()
    }
}

fn of_remark(remark: &Remark, rules: &mut Rules) -> Value {
    let diagnostic = &remark.diagnostic;
    let id = format!("spec/{}", severity_name(diagnostic.severity));
    let (says, level) = match diagnostic.severity {
        Severity::Note => ("For your information", "note"),
        Severity::Warning => (
            "The spec is wrong here, and is read as the message says",
            "warning",
        ),
        Severity::Skipped => ("An operation is skipped", "warning"),
        Severity::Error => ("The spec cannot be used", "error"),
    };
    let text = match &diagnostic.help {
        Some(help) => format!("{diagnostic}\nhelp: {help}"),
        None => diagnostic.to_string(),
    };
    json!({
        "ruleId": id,
        "ruleIndex": rules.rule_index(&id, says, None),
        "level": level,
        "message": {"text": text},
        "locations": [location_json(&remark.place, &diagnostic.pointer)],
    })
}

fn of_finding(found: &PlacedFinding, level: &str, rules: &mut Rules) -> Value {
    let finding = &found.finding;
    let limit = finding.limit;
    let id = format!("portability/{}/{}", finding.client, limit.id);
    let says = format!("{}: {}", finding.client, limit.says);
    json!({
        "ruleId": id,
        "ruleIndex": rules.rule_index(&id, &says, Some(limit.source)),
        "level": level,
        "message": {"text": format!("{} ({})", show_finding(finding), limit.says)},
        "locations": [location_json(&found.place, &found.operation)],
    })
}

fn location_json(place: &Place, pointer: &str) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": path_to_uri(&place.file)},
            "region": {"startLine": place.line, "startColumn": place.column},
        },
        "logicalLocations": [{"fullyQualifiedName": address::shown(pointer), "kind": "member"}],
    })
}

/// A path as a URI reference: relative to the root of the checkout where the path is relative.
pub(super) fn path_to_uri(path: &str) -> String {
    let slashed = path.replace('\\', "/");
    let escaped = utf8_percent_encode(&slashed, ESCAPED).to_string();
    // A drive of Windows would be the scheme of a URI.
    let is_on_a_drive =
        matches!(escaped.as_bytes(), [drive, b':', b'/', ..] if drive.is_ascii_alphabetic());
    match escaped.strip_prefix('/') {
        Some(absolute) => format!("file:///{absolute}"),
        None if is_on_a_drive => format!("file:///{escaped}"),
        None => escaped.strip_prefix("./").unwrap_or(&escaped).to_owned(),
    }
}
