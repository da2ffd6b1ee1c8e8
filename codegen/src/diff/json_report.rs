//! Writes a comparison as JSON, in the form that `docs/diff.md` documents.

use serde_json::{Value, json};

use super::change_rules::Class;
use super::entry::{Audience, Entry, Place, Side, Site};
use super::{Compared, Diff};

impl Diff {
    /// `{"old": …, "new": …, "summary": …, "skippedInBoth": […], "changes": […]}`, as documented in `docs/diff.md`.
    pub fn to_json(&self, audience: Audience) -> Value {
        let count = |class| self.count(class, audience);
        let changes: Vec<Value> = self
            .entries_to_show(audience)
            .map(|entry| entry_to_json(entry, audience))
            .collect();
        json!({
            "old": spec_to_json(&self.old),
            "new": spec_to_json(&self.new),
            "summary": {
                "security": self.security().count(),
                "breaking": count(Class::Breaking),
                "additive": count(Class::Additive),
                "neutral": count(Class::Neutral),
            },
            "skippedInBoth": self.skipped_in_both,
            "changes": changes,
        })
    }
}

fn spec_to_json(one: &Compared) -> Value {
    json!({
        "file": one.file,
        "title": one.title,
        "version": one.version,
        "tools": one.tools,
    })
}

fn entry_to_json(entry: &Entry, audience: Audience) -> Value {
    json!({
        "rule": entry.rule.id,
        "class": entry.class(audience).name(),
        "model": entry.model.name(),
        "rust": entry.rust.name(),
        "security": entry.is_security(),
        "in": entry.side.map(Side::name),
        "subject": entry.subject,
        "was": entry.was,
        "is": entry.is,
        "rustItems": entry.rust_notes,
        "sites": entry.sites.iter().map(site_to_json).collect::<Vec<_>>(),
    })
}

fn site_to_json(site: &Site) -> Value {
    json!({
        "tools": site.tools,
        "old": site.old.as_ref().map(place_to_json),
        "new": site.new.as_ref().map(place_to_json),
    })
}

fn place_to_json(place: &Place) -> Value {
    json!({
        "pointer": place.pointer,
        "file": place.file,
        "line": place.line,
        "column": place.column,
    })
}
