//! What the list says of a tool, and how its call is sent.

use super::Both;
use crate::diff::api::list_urls;
use crate::diff::change::Change;
use crate::diff::entry::Side;
use crate::diff::rule::{
    BASE_URL_CHANGED, BODY_PLACE_CHANGED, CONTENT_TYPE_CHANGED, DEPRECATED, DEPRECATION_WITHDRAWN,
    DESCRIPTION_CHANGED, HANDLER_CHANGED, HINTS_CHANGED, METHOD_CHANGED, PAGINATION_CHANGED,
    PARAMETER_MOVED, PARAMETER_STYLE_CHANGED, PATH_CHANGED, READ_ONLY_GAINED, READ_ONLY_LOST,
    REQUEST_RENAMED, Rule, TIMEOUT_CHANGED, TITLE_CHANGED, TOOL_RENAMED,
};
use crate::diff::schemas::shortened;
use crate::diff::security;
use crate::diff::tools::shape;
use crate::model::{Body, BodyFormat, BodyPlace, Handler, Location, Method, Operation, Parameter};

impl Both<'_> {
    /// What is changed about the tool as a whole.
    pub(in crate::diff) fn facts(self) -> Vec<Change> {
        let (old, new) = (self.old, self.new);
        let mut facts = Facts {
            both: self,
            changes: Vec::new(),
        };
        facts.differ(&TOOL_RENAMED, "", &old.tool, &new.tool);
        if old.tool == new.tool {
            facts.differ(&REQUEST_RENAMED, "", &old.request, &new.request);
        }
        facts.differ(
            &METHOD_CHANGED,
            "",
            &old.method.to_string(),
            &new.method.to_string(),
        );
        if shape(&old.path) != shape(&new.path) {
            facts.differ(&PATH_CHANGED, "", &old.path, &new.path);
        }
        facts.differ(&TITLE_CHANGED, "summary", &title(old), &title(new));
        let texts = (description(old), description(new));
        facts.differ(&DESCRIPTION_CHANGED, "description", &texts.0, &texts.1);
        match (old.deprecated, new.deprecated) {
            (false, true) => facts.push(&DEPRECATED, "deprecated", None, None),
            (true, false) => facts.push(&DEPRECATION_WITHDRAWN, "deprecated", None, None),
            _ => {}
        }
        facts.hints();
        facts.parameters();
        facts.body();
        let was = list_urls(&old.call.servers);
        let is = list_urls(&new.call.servers);
        facts.differ(&BASE_URL_CHANGED, "servers", &was, &is);
        let timeout = |operation: &Operation| match operation.call.timeout_ms {
            Some(timeout) => format!("{timeout} ms"),
            None => "as for all".to_owned(),
        };
        let handler = |operation: &Operation| match operation.handler {
            Handler::Upstream => "upstream",
            Handler::Manual { .. } => "manual",
        };
        facts.differ(&HANDLER_CHANGED, "x-mcp", handler(old), handler(new));
        facts.differ(&TIMEOUT_CHANGED, "x-mcp", &timeout(old), &timeout(new));
        if old.call.pagination != new.call.pagination {
            let said = |operation: &Operation| match &operation.call.pagination {
                Some(pagination) => format!("by `{}`", pagination.argument),
                None => "none".to_owned(),
            };
            let (was, is) = (Some(said(old)), Some(said(new)));
            facts.push(&PAGINATION_CHANGED, "x-mcp", was, is);
        }
        let changes = facts.changes.into_iter().chain(security::of(self));
        changes.chain(self.presets()).collect()
    }
}

/// The title, where it is not made of the name of the tool, or of method and path.
fn title(operation: &Operation) -> String {
    match operation.has_own_title {
        true => words(&operation.title),
        false => String::new(),
    }
}

/// The description as far as the spec has one: the title stands for it otherwise, and that the
/// operation is deprecated is said by another rule.
pub(in crate::diff) fn description(operation: &Operation) -> String {
    let text = words(&operation.description);
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
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Facts<'a> {
    both: Both<'a>,
    changes: Vec<Change>,
}

impl Facts<'_> {
    fn push(&mut self, rule: &'static Rule, member: &str, was: Option<String>, is: Option<String>) {
        self.changes.push(self.both.change(rule, member, was, is));
    }

    fn differ(&mut self, rule: &'static Rule, member: &str, was: &str, is: &str) {
        if was != is {
            let said = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            self.push(rule, member, said(was), said(is));
        }
    }

    fn hints(&mut self) {
        let hints = |method: &Method| {
            let is_read_only = matches!(
                method,
                Method::Get | Method::Head | Method::Options | Method::Trace | Method::Query
            );
            let is_destructive = *method == Method::Delete;
            let is_idempotent = is_read_only || matches!(method, Method::Put | Method::Delete);
            (is_read_only, is_destructive, is_idempotent)
        };
        let (was, is) = (hints(&self.both.old.method), hints(&self.both.new.method));
        match (was.0, is.0) {
            (true, false) => self.push(&READ_ONLY_LOST, "", None, None),
            (false, true) => self.push(&READ_ONLY_GAINED, "", None, None),
            _ if was != is => {
                let said = |(_, destructive, idempotent): (bool, bool, bool)| {
                    Some(format!(
                        "destructive: {destructive}, idempotent: {idempotent}"
                    ))
                };
                self.push(&HINTS_CHANGED, "", said(was), said(is));
            }
            _ => {}
        }
    }

    fn parameters(&mut self) {
        for (old, new) in self.both.parameters() {
            let at = (
                self.both.versions.0.parameter(self.both.old, old),
                self.both.versions.1.parameter(self.both.new, new),
            );
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
            let style = |parameter: &Parameter| {
                let Parameter {
                    style, escaping, ..
                } = parameter;
                format!("{style:?}, {escaping:?} escaping")
            };
            if !has_moved && (style(old) != style(new) || old.location != new.location) {
                said.push((&PARAMETER_STYLE_CHANGED, style(old), style(new)));
            }
            for (rule, was, is) in said {
                self.changes.push(Change {
                    subject: new.field.wire.clone(),
                    side: Some(Side::Arguments),
                    old_at: Some(at.0.clone()),
                    new_at: Some(at.1.clone()),
                    ..self.both.change(rule, "", Some(was), Some(is))
                });
            }
        }
    }

    fn body(&mut self) {
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
            self.push(&BODY_PLACE_CHANGED, "requestBody", said(old), said(new));
        }
        if old.format != new.format {
            let kinds = |format: &BodyFormat| format.media_types().join(", ");
            let (was, is) = (kinds(&old.format), kinds(&new.format));
            self.differ(&CONTENT_TYPE_CHANGED, "requestBody", &was, &is);
            if was == is {
                let said = (Some(shortened(&was)), Some("encoded otherwise".to_owned()));
                self.push(
                    &crate::diff::rule::ENCODING_CHANGED,
                    "requestBody",
                    said.0,
                    said.1,
                );
            }
        }
    }
}
