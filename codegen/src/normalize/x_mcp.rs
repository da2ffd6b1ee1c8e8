//! `x-mcp`: what a spec says about its operations as tools.
//!
//! It may stand in an operation, in a path item and at the root of the document; of each member, the
//! one that is nearest to the operation holds.

mod pagination;
mod schema;

use std::time::Duration;

use serde_json::{Map, Value};

use super::context::Context;
use super::fields;
use super::place::Place;
use super::value_origin::{FROM, ValueOrigin};
use crate::model::{StatedHints, Step};
use crate::selection::{ArgumentRule, Rewrite, RewriteKind};

use pagination::read_pagination;
pub use schema::x_mcp_schema;

const NAME: &str = "x-mcp";
/// The members that say something of many operations, and those of a single one.
const SHARED: [&str; 4] = ["timeout", "pagination", "enabled", "open_world"];
const MEMBERS: [&str; 12] = [
    "timeout",
    "pagination",
    "enabled",
    "name",
    "title",
    "description",
    "handler",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    FROM,
];
const PAGINATION: [&str; 8] = [
    "cursor", "next", "header", "page", "offset", "limit", "items", "total",
];
/// A day: what takes longer is not a call.
const LONGEST_SECONDS: f64 = 86_400.0;

/// What `x-mcp` says of an operation.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
///
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/pets": {"get": {"x-mcp": {"timeout": 5, "handler": "manual"}, "responses": {}}}},
/// });
/// let x_mcp = &normalize(&spec, &mut Diagnostics::new())?.operations[0].x_mcp;
/// assert_eq!((x_mcp.timeout_ms, x_mcp.manual), (Some(5_000), true));
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct XMcp {
    /// `timeout`: how long a call may take, in milliseconds; at least 1.
    pub timeout_ms: Option<u64>,
    /// `pagination`
    pub pagination: Option<PaginationSetting>,
    /// `enabled`: whether it becomes a tool.
    pub enabled: Option<bool>,
    /// `name`: what the tool is called.
    pub name: Option<LocatedText>,
    /// `title`: what it is called for people.
    pub title: Option<LocatedText>,
    /// `description`: what models are told of it.
    pub description: Option<LocatedText>,
    /// `handler: manual`: whether it is run by hand.
    pub manual: bool,
    /// `read_only`, `destructive`, `idempotent` and `open_world`
    pub hints: StatedHints,
    /// `from`: where the values of arguments come from, by their names in the spec.
    pub from: Vec<(String, ValueOrigin)>,
    /// What settings say of its arguments.
    pub arguments: Vec<ArgumentRule>,
}

/// A text, and where it stands.
///
/// ```
/// use serde_json::json;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
///
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/pets": {"get": {"x-mcp": {"name": "pets"}, "responses": {}}}},
/// });
/// let x_mcp = &normalize(&spec, &mut Diagnostics::new())?.operations[0].x_mcp;
/// let name = x_mcp.name.as_ref().expect("the spec has one");
/// assert_eq!(name.text, "pets");
/// assert_eq!(name.pointer, "/paths/~1pets/get/x-mcp/name");
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedText {
    /// The text.
    pub text: String,
    /// JSON pointer of the place.
    pub pointer: String,
}

/// What `pagination` says.
///
/// ```
/// use serde_json::json;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::{PaginationSetting, normalize};
///
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/pets": {"get": {"x-mcp": {"pagination": false}, "responses": {}}}},
/// });
/// let x_mcp = &normalize(&spec, &mut Diagnostics::new())?.operations[0].x_mcp;
/// assert_eq!(x_mcp.pagination, Some(PaginationSetting::None));
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaginationSetting {
    /// `false`: there are no pages, whatever is said further away and whatever it looks like.
    None,
    /// How the next page is asked for.
    By(Pages),
}

/// How the next page is asked for, in the words of the spec.
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::{PaginationSetting, normalize_sources};
/// # use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// let stated = &document.operations[0].x_mcp.pagination;
/// let Some(PaginationSetting::By(pages)) = stated else { panic!("{stated:?}") };
/// assert_eq!((pages.argument.as_str(), pages.is_own), ("page", true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// JSON pointer of the place that says so.
    pub pointer: String,
    /// Whether that is the operation itself, so that its argument has to exist.
    pub is_own: bool,
    /// The query parameter or property of the body that changes from page to page.
    pub argument: String,
    /// What is given to it; the names in it are those of the spec.
    pub step: Step,
}

impl XMcp {
    /// Fills in what is said further away from the operation.
    fn fill_from(self, other: Self) -> Self {
        Self {
            timeout_ms: self.timeout_ms.or(other.timeout_ms),
            pagination: self.pagination.or(other.pagination),
            enabled: self.enabled.or(other.enabled),
            hints: self.hints.or(other.hints),
            ..self
        }
    }

    /// Puts what a setting says of an operation in the place of what is said here.
    pub(super) fn apply_rewrite(&mut self, rewrite: &Rewrite, operation: &str) {
        let text = Some(LocatedText {
            text: rewrite.text.clone(),
            pointer: operation.to_owned(),
        });
        match rewrite.kind {
            RewriteKind::Name => self.name = text,
            RewriteKind::Title => self.title = text,
            RewriteKind::Description => self.description = text,
            RewriteKind::Hints => {
                let stated: StatedHints = rewrite.text.parse().unwrap_or_default();
                self.hints = stated.or(self.hints);
            }
        }
    }
}

/// An object that may have `x-mcp`: an operation, or one around it.
pub(super) struct XMcpHolder<'a> {
    pub(super) object: &'a Map<String, Value>,
    /// Its JSON pointer.
    pub(super) pointer: String,
}

/// What the `x-mcp` of an operation says, and that of the objects around it, the nearest first.
pub(super) fn read_x_mcp(
    cx: &mut Context<'_>,
    operation: &XMcpHolder<'_>,
    around: &[XMcpHolder<'_>],
) -> XMcp {
    let mut read = read_member_of(cx, operation, &MEMBERS);
    for holder in around {
        let mut further = read_member_of(cx, holder, &SHARED);
        if let Some(PaginationSetting::By(pages)) = &mut further.pagination {
            // What is said of many operations need not fit all of them, so it is not reported if it does not.
            pages.is_own = false;
        }
        read = read.fill_from(further);
    }
    read
}

fn read_member_of(cx: &mut Context<'_>, holder: &XMcpHolder<'_>, members: &[&str]) -> XMcp {
    match holder.object.get(NAME) {
        Some(Value::Bool(enabled)) => XMcp {
            enabled: Some(*enabled),
            ..XMcp::default()
        },
        Some(value) => read_members(cx, value, members, &Place::At(&holder.pointer).key(NAME)),
        None => XMcp::default(),
    }
}

fn read_members(cx: &mut Context<'_>, value: &Value, known: &[&str], at: &Place<'_>) -> XMcp {
    let mut read = XMcp::default();
    let Value::Object(members) = value else {
        let kind = fields::json_kind(value);
        cx.warn(
            at,
            format!("`{NAME}` must be an object, `true` or `false`, not {kind}; it is ignored"),
        );
        return read;
    };
    for (key, value) in members {
        match key.as_str() {
            unknown if !known.contains(&unknown) => {
                report_unknown_member(cx, NAME, unknown, known, at)
            }
            "enabled" => read.enabled = fields::read_flag(cx, members, key, at),
            "name" => read.name = read_text(cx, members, key, at),
            "title" => read.title = read_text(cx, members, key, at),
            "description" => read.description = read_text(cx, members, key, at),
            "handler" => read.manual = read_handler(cx, value, &at.key(key)),
            "timeout" => read.timeout_ms = read_timeout(cx, value, at),
            FROM => read.from = read_origins(cx, value, &at.key(key)),
            "pagination" => read.pagination = read_pagination(cx, value, &at.key(key)),
            hint => {
                if let Some(place) = read.hints.hint_mut(hint) {
                    *place = fields::read_flag(cx, members, key, at);
                }
            }
        }
    }
    if let (Some(true), Some(true)) = (read.hints.read_only, read.hints.destructive) {
        let message = "`destructive` says that a call may destroy something, and `read_only` that it changes \
                       nothing; `destructive` is ignored";
        cx.warn(&at.key("destructive"), message);
    }
    read
}

/// A text that is not empty.
fn read_text(
    cx: &mut Context<'_>,
    members: &Map<String, Value>,
    key: &str,
    at: &Place<'_>,
) -> Option<LocatedText> {
    let text = fields::read_text(cx, members, key, at)?.trim().to_owned();
    let pointer = at.key(key).to_pointer();
    if text.is_empty() {
        cx.warn(&at.key(key), format!("`{key}` is empty; it is ignored"));
        return None;
    }
    Some(LocatedText { text, pointer })
}

fn read_handler(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> bool {
    let stated = value.as_str();
    if !matches!(stated, Some("manual" | "upstream")) {
        let message = "`handler` must be `manual` or `upstream` (the default); it is ignored";
        cx.warn(at, message);
    }
    stated == Some("manual")
}

fn report_unknown_member(
    cx: &mut Context<'_>,
    of: &str,
    key: &str,
    known: &[&str],
    at: &Place<'_>,
) {
    let known: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
    let known = known.join(", ");
    cx.warn(
        &at.key(key),
        format!("`{of}` has no key `{key}`; the keys are {known}"),
    );
}

/// Where the values of arguments come from.
fn read_origins(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Vec<(String, ValueOrigin)> {
    let Value::Object(arguments) = value else {
        let kind = fields::json_kind(value);
        let message = format!(
            "`{FROM}` of an operation must be an object with the names of arguments, for example \
             `{{petId: listPets}}`, not {kind}; it is ignored"
        );
        cx.warn(at, message);
        return Vec::new();
    };
    let mut remarks = Vec::new();
    let mut origins = Vec::new();
    for (argument, value) in arguments {
        let pointer = at.key(argument).to_pointer();
        let origin = ValueOrigin::from_x_mcp(value, &pointer, &mut remarks);
        origins.extend(origin.map(|origin| (argument.clone(), origin)));
    }
    for (pointer, message) in remarks {
        cx.warn(&Place::At(&pointer), message);
    }
    origins
}

fn read_timeout(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Option<u64> {
    let seconds = value
        .as_f64()
        // A millisecond is the resolution of the runtime; zero would mean that no call can succeed.
        .filter(|seconds| (0.001..=LONGEST_SECONDS).contains(seconds));
    if seconds.is_none() {
        let found = match value {
            Value::Number(number) => number.to_string(),
            other => fields::json_kind(other).to_owned(),
        };
        let message = format!(
            "`timeout` must be a number of seconds from 0.001 to {LONGEST_SECONDS}, not {found}; it \
             is ignored"
        );
        cx.warn(&at.key("timeout"), message);
    }
    let time = Duration::from_secs_f64(seconds?);
    u64::try_from(time.as_millis()).ok()
}

#[cfg(test)]
mod tests;
