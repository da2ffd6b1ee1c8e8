//! What the list says of a tool, and how its call is sent.

use super::OperationPair;
use super::style_words::describe_style;
use crate::diff::change_rules::{
    BASE_URL_CHANGED, BODY_PLACE_CHANGED, CONTENT_TYPE_CHANGED, DEPRECATED, DEPRECATION_WITHDRAWN,
    DESCRIPTION_CHANGED, HANDLER_CHANGED, HINTS_CHANGED, METHOD_CHANGED, PAGINATION_CHANGED,
    PARAMETER_MOVED, PARAMETER_STYLE_CHANGED, PATH_CHANGED, READ_ONLY_GAINED, READ_ONLY_LOST,
    REQUEST_RENAMED, Rule, TIMEOUT_CHANGED, TITLE_CHANGED, TOOL_RENAMED,
};
use crate::diff::compare_apis::list_urls;
use crate::diff::compare_security;
use crate::diff::entry::{Change, ChangeText, Side};
use crate::diff::match_operations::path_shape;
use crate::diff::schemas::truncate_line;
use crate::diff::spec_version::VersionPair;
use crate::model::{Body, BodyFormat, BodyPlace, Handler, Location, Operation, Parameter};

impl OperationPair<'_> {
    /// What is changed about the tool as a whole.
    pub(in crate::diff) fn compare_facts(self) -> Vec<Change> {
        let (old, new) = (self.old, self.new);
        let mut facts = FactCollector {
            both: self,
            changes: Vec::new(),
        };
        facts.add_if_different(&TOOL_RENAMED, "", &old.tool, &new.tool);
        if old.tool == new.tool {
            facts.add_if_different(&REQUEST_RENAMED, "", &old.request, &new.request);
        }
        facts.add_if_different(
            &METHOD_CHANGED,
            "",
            &old.method.to_string(),
            &new.method.to_string(),
        );
        if path_shape(&old.path) != path_shape(&new.path) {
            facts.add_if_different(&PATH_CHANGED, "", &old.path, &new.path);
        }
        facts.add_if_different(&TITLE_CHANGED, "summary", &own_title(old), &own_title(new));
        let texts = (own_description(old), own_description(new));
        facts.add_if_different(&DESCRIPTION_CHANGED, "description", &texts.0, &texts.1);
        match (old.deprecated, new.deprecated) {
            (false, true) => facts.add_fact(&DEPRECATED, "deprecated", None, None),
            (true, false) => facts.add_fact(&DEPRECATION_WITHDRAWN, "deprecated", None, None),
            _ => {}
        }
        facts.compare_hints();
        facts.compare_parameters();
        facts.compare_bodies();
        let was = list_urls(&old.call.servers);
        let is = list_urls(&new.call.servers);
        facts.add_if_different(&BASE_URL_CHANGED, "servers", &was, &is);
        let timeout = |operation: &Operation| match operation.call.timeout_ms {
            Some(timeout) => format!("{timeout} ms"),
            None => "the general limit".to_owned(),
        };
        let handler = |operation: &Operation| match operation.handler {
            Handler::Upstream => "upstream",
            Handler::Manual { .. } => "manual",
        };
        facts.add_if_different(&HANDLER_CHANGED, "x-mcp", handler(old), handler(new));
        facts.add_if_different(&TIMEOUT_CHANGED, "x-mcp", &timeout(old), &timeout(new));
        if old.call.pagination != new.call.pagination {
            let said = |operation: &Operation| match &operation.call.pagination {
                Some(pagination) => format!("by `{}`", pagination.argument),
                None => "none".to_owned(),
            };
            let (was, is) = (Some(said(old)), Some(said(new)));
            facts.add_fact(&PAGINATION_CHANGED, "x-mcp", was, is);
        }
        let changes = facts
            .changes
            .into_iter()
            .chain(compare_security::compare_security(self));
        changes.chain(self.compare_presets()).collect()
    }
}

/// The title, where it is not made of the name of the tool, or of method and path.
fn own_title(operation: &Operation) -> String {
    match operation.has_own_title {
        true => normalize_whitespace(&operation.title),
        false => String::new(),
    }
}

/// The description as far as the spec has one: the title stands for it otherwise, and that the
/// operation is deprecated is said by another rule.
pub(in crate::diff) fn own_description(operation: &Operation) -> String {
    // The summary comes first, and is compared as the title.
    let text = match operation.description.split_once("\n\n") {
        Some((first, rest)) if first.trim_end_matches('.') == operation.title => rest,
        _ => &operation.description,
    };
    let text = normalize_whitespace(text);
    let text = match operation.deprecated {
        true => text.strip_suffix("Deprecated.").unwrap_or(&text).trim_end(),
        false => &text,
    };
    match operation.has_own_description() {
        true => text.to_owned(),
        false => String::new(),
    }
}

/// A text without regard to how its lines are broken.
fn normalize_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct FactCollector<'a> {
    both: OperationPair<'a>,
    changes: Vec<Change>,
}

impl FactCollector<'_> {
    fn add_fact(
        &mut self,
        rule: &'static Rule,
        member: &str,
        was: Option<String>,
        is: Option<String>,
    ) {
        let text = ChangeText { was, is };
        self.changes.push(self.both.new_change(rule, member, text));
    }

    fn add_if_different(&mut self, rule: &'static Rule, member: &str, was: &str, is: &str) {
        if was != is {
            let said = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            self.add_fact(rule, member, said(was), said(is));
        }
    }

    fn compare_hints(&mut self) {
        let hints = |operation: &Operation| {
            let hints = operation.annotations();
            (hints.read_only, hints.may_destroy(), hints.idempotent)
        };
        let (was, is) = (hints(self.both.old), hints(self.both.new));
        match (was.0, is.0) {
            (true, false) => self.add_fact(&READ_ONLY_LOST, "", None, None),
            (false, true) => self.add_fact(&READ_ONLY_GAINED, "", None, None),
            _ if was != is => {
                let said = |(_, destructive, idempotent): (bool, bool, bool)| {
                    Some(format!(
                        "destructive: {destructive}, idempotent: {idempotent}"
                    ))
                };
                self.add_fact(&HINTS_CHANGED, "", said(was), said(is));
            }
            _ => {}
        }
    }

    fn compare_parameters(&mut self) {
        for (old, new) in self.both.pair_parameters() {
            let VersionPair {
                old: old_version,
                new: new_version,
            } = self.both.versions;
            let old_at = old_version.parameter_address(self.both.old, old);
            let new_at = new_version.parameter_address(self.both.new, new);
            let mut said = Vec::new();
            let place = |parameter: &Parameter| match &parameter.location {
                Location::Path => "path".to_owned(),
                Location::Query => "query".to_owned(),
                Location::QueryString(_) => "query string".to_owned(),
                Location::Header => "header".to_owned(),
                Location::Cookie => "cookie".to_owned(),
            };
            let has_moved = place(old) != place(new);
            if has_moved {
                said.push((&PARAMETER_MOVED, place(old), place(new)));
            } else if old.name != new.name && old.field.wire == new.field.wire {
                said.push((&PARAMETER_MOVED, old.name.clone(), new.name.clone()));
            }
            let is_written_alike = old.style == new.style
                && old.escaping == new.escaping
                && old.location == new.location;
            if !has_moved && !is_written_alike {
                let (was, mut is) = (describe_style(old), describe_style(new));
                // Query strings that are forms may differ in how single properties are written.
                if was == is {
                    is.push_str(" with another `encoding`");
                }
                said.push((&PARAMETER_STYLE_CHANGED, was, is));
            }
            for (rule, was, is) in said {
                self.changes.push(Change {
                    subject: new.field.wire.clone(),
                    side: Some(Side::Arguments),
                    old_at: Some(old_at.clone()),
                    new_at: Some(new_at.clone()),
                    ..self
                        .both
                        .new_change(rule, "", ChangeText::replaced(was, is))
                });
            }
        }
    }

    fn compare_bodies(&mut self) {
        let (Some(old), Some(new)) = (&self.both.old.body, &self.both.new.body) else {
            return;
        };
        if old.place != new.place {
            let said = |body: &Body| {
                Some(match body.place {
                    BodyPlace::Merged => "beside the parameters".to_owned(),
                    BodyPlace::Property => format!("in `{}`", body.field.wire),
                })
            };
            self.add_fact(&BODY_PLACE_CHANGED, "requestBody", said(old), said(new));
        }
        if old.format != new.format {
            let kinds = |format: &BodyFormat| format.media_types().join(", ");
            let (was, is) = (kinds(&old.format), kinds(&new.format));
            self.add_if_different(&CONTENT_TYPE_CHANGED, "requestBody", &was, &is);
            if was == is {
                let said = (
                    Some(truncate_line(&was)),
                    Some("encoded in another way".to_owned()),
                );
                self.add_fact(
                    &crate::diff::change_rules::ENCODING_CHANGED,
                    "requestBody",
                    said.0,
                    said.1,
                );
            }
        }
    }
}
