use serde_json::{Value, json};

use super::entry::{Audience, Entry, Place, Side, Site};
use super::rule::Class;
use super::{Compared, Diff};

impl Diff {
    /// `{"old": …, "new": …, "summary": …, "changes": […]}`, as documented in `docs/diff.md`.
    pub fn to_json(&self, audience: Audience) -> Value {
        let count = |class| self.count(class, audience);
        let changes: Vec<Value> = self
            .shown(audience)
            .map(|entry| change(entry, audience))
            .collect();
        json!({
            "old": compared(&self.old),
            "new": compared(&self.new),
            "summary": {
                "security": self.security().count(),
                "breaking": count(Class::Breaking),
                "additive": count(Class::Additive),
                "neutral": count(Class::Neutral),
            },
            "changes": changes,
        })
    }
}

fn compared(one: &Compared) -> Value {
    json!({
        "file": one.file,
        "title": one.title,
        "version": one.version,
        "tools": one.tools,
    })
}

fn change(entry: &Entry, audience: Audience) -> Value {
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
        "sites": entry.sites.iter().map(site).collect::<Vec<_>>(),
    })
}

fn site(site: &Site) -> Value {
    json!({
        "tools": site.tools,
        "old": site.old.as_ref().map(place),
        "new": site.new.as_ref().map(place),
    })
}

fn place(place: &Place) -> Value {
    json!({
        "pointer": place.pointer,
        "file": place.file,
        "line": place.line,
        "column": place.column,
    })
}
