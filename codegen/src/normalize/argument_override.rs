//! `x-mcp` and the settings of an argument: whether callers see it, where its value comes from, and what it is called.
//!
//! Reads the JSON of one `x-mcp`, of a parameter or of a property of a body. What is odd is kept as a remark, and what
//! keeps the operation from being a tool as a flaw, for the stage that knows the tool.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::fields::json_kind;
use super::value_origin::{FROM, ValueOrigin};
use crate::selection::{ArgumentPreset, ArgumentRule};
use crate::setting::is_variable_name;

pub(super) const MEMBERS: [&str; 8] = [
    "hidden",
    "value",
    "env",
    "default",
    "name",
    "title",
    "description",
    FROM,
];

/// What `x-mcp` or a setting says of an argument.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::{ArgumentOverride, normalize};
///
/// let debug = json!({"name": "debug", "in": "query", "schema": {"type": "boolean"}, "x-mcp": {"hidden": true}});
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/pets": {"get": {"parameters": [debug], "responses": {}}}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// let debug = document.operations[0].parameters[0].x_mcp.clone();
/// assert_ne!(debug, Some(ArgumentOverride::default()));
/// assert!(debug.is_some());
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArgumentOverride {
    /// JSON pointer of the place.
    pub(crate) pointer: String,
    pub(crate) hidden: bool,
    /// Whether a setting says so, and not `x-mcp`.
    by_setting: bool,
    pub(crate) source: Option<ArgumentSource>,
    pub(crate) name: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    /// Which operations return its value.
    pub(crate) from: Option<ValueOrigin>,
    /// What is odd, by the pointer of its place.
    pub(crate) remarks: Vec<(String, String)>,
    /// What keeps the operation from being a tool, and the pointer of its place.
    pub(crate) flaw: Option<(String, String)>,
}

/// Where the value of an argument comes from, if not from the caller.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ArgumentSource {
    /// `value`
    Value(Value),
    /// `env`, or the setting `from_environment`.
    Environment {
        variable: String,
        /// Whether the builder named the variable, and not the spec or an overlay.
        is_by_setting: bool,
    },
    /// `default`
    Default(Value),
}

impl ArgumentOverride {
    pub(crate) fn from_x_mcp(value: &Value, pointer: &str) -> Self {
        let mut argument = Self {
            pointer: pointer.to_owned(),
            ..Self::default()
        };
        match value {
            Value::Bool(shown) => argument.hidden = !shown,
            Value::Object(members) => argument.read_members(members),
            other => {
                let message = format!(
                    "`x-mcp` must be an object, `true` or `false`, not {}; it is ignored",
                    json_kind(other)
                );
                argument.remarks.push((pointer.to_owned(), message));
            }
        }
        argument
    }

    /// Fixes an argument to a value that follows from the spec.
    pub(crate) fn for_value(value: Value, pointer: &str) -> Self {
        Self {
            pointer: pointer.to_owned(),
            source: Some(ArgumentSource::Value(value)),
            ..Self::default()
        }
    }

    /// Applies the settings that match an argument, which override `x-mcp`; `matched_rules` notes them.
    pub(crate) fn with_settings(
        mut argument: Option<Self>,
        name: &str,
        rules: &[ArgumentRule],
        operation: &str,
        matched_rules: &mut HashSet<String>,
    ) -> Option<Self> {
        for rule in rules.iter().filter(|rule| rule.argument == name) {
            matched_rules.insert(format!("{} = {:?}", rule.kind().name(), rule.to_written()));
            let argument = argument.get_or_insert_default();
            if let ArgumentPreset::Operation(text) = &rule.preset {
                // It knows its own place; the others keep theirs.
                argument.from = Some(ValueOrigin::from_setting(rule, text, operation));
                continue;
            }
            argument.by_setting = true;
            operation.clone_into(&mut argument.pointer);
            argument.source = match &rule.preset {
                ArgumentPreset::Default(value) => Some(ArgumentSource::Default(value.clone())),
                ArgumentPreset::Fixed(value) => Some(ArgumentSource::Value(value.clone())),
                ArgumentPreset::Environment(name) if is_variable_name(name) => {
                    Some(ArgumentSource::Environment {
                        variable: name.clone(),
                        is_by_setting: true,
                    })
                }
                ArgumentPreset::Environment(name) => {
                    let reason = format!("`{name}` is not a valid name of an environment variable");
                    // A flaw leaves the operation out. A preset that is dropped instead would send
                    // the call without it, or ask the model for a secret.
                    argument.flaw.get_or_insert((operation.to_owned(), reason));
                    None
                }
                ArgumentPreset::Hidden => {
                    // Hiding keeps the source: `hide` beside `fix` means a fixed value that callers
                    // do not see either way.
                    argument.hidden = true;
                    continue;
                }
                ArgumentPreset::Operation(_) => continue,
            };
        }
        argument
    }

    /// The place of a key of `x-mcp`, and the word for it in the settings or the spec.
    pub(crate) fn place_and_word(&self, key: &'static str) -> (String, &'static str) {
        if !self.by_setting {
            return (format!("{}/{key}", self.pointer), key);
        }
        let word = match key {
            "value" => "fix",
            "env" => "from_environment",
            "default" => "default_value",
            "hidden" => "hide",
            other => other,
        };
        (self.pointer.clone(), word)
    }

    /// What can give a hidden argument its value, in words.
    pub(crate) fn possible_sources(&self) -> &'static str {
        match self.by_setting {
            true => "`fix`, `from_environment` or `default_value`",
            false => "`value`, `env` or `default`",
        }
    }

    /// Notes the name that a parameter was given.
    pub(crate) fn settle_name(&mut self, got: &str) {
        if let Some(wanted) = self.name.take().filter(|wanted| wanted != got) {
            let message = format!(
                "the argument cannot be named `{wanted}`: another argument has this name, or clients reject \
                 it; it is named `{got}`"
            );
            self.add_remark("name", message);
        }
    }

    /// Whether callers do not give the argument.
    pub(crate) fn is_withheld(&self) -> bool {
        let is_chosen_by_callers = matches!(self.source, None | Some(ArgumentSource::Default(_)));
        // Of a flaw nobody knows what was meant.
        self.hidden || !is_chosen_by_callers || self.flaw.is_some()
    }

    /// Whether something is sent in any case, given whether the schema requires it.
    pub(crate) fn is_sent(&self, is_required: bool) -> bool {
        self.source.is_some() || self.hidden && is_required
    }

    fn read_members(&mut self, members: &Map<String, Value>) {
        for (key, value) in members {
            match key.as_str() {
                "hidden" => match value {
                    Value::Bool(hidden) => self.hidden = *hidden,
                    other => self.set_flaw(
                        key,
                        format!("must be `true` or `false`, not {}", json_kind(other)),
                    ),
                },
                "value" => self.set_source(key, ArgumentSource::Value(value.clone())),
                "default" => self.set_source(key, ArgumentSource::Default(value.clone())),
                "env" => match value.as_str().filter(|name| is_variable_name(name)) {
                    Some(name) => {
                        let variable = name.to_owned();
                        let is_by_setting = false;
                        self.set_source(
                            key,
                            ArgumentSource::Environment {
                                variable,
                                is_by_setting,
                            },
                        );
                    }
                    None => self.set_flaw(
                        key,
                        "must be the name of an environment variable, which has only letters, digits and `_`",
                    ),
                },
                FROM => {
                    let pointer = format!("{}/{FROM}", self.pointer);
                    self.from = ValueOrigin::from_x_mcp(value, &pointer, &mut self.remarks);
                }
                "name" => self.name = self.read_text(key, value),
                "title" => self.title = self.read_text(key, value),
                "description" => self.description = self.read_text(key, value),
                unknown => {
                    let known = MEMBERS.join("`, `");
                    self.add_remark(
                        key,
                        format!("`x-mcp` has no key `{unknown}` here; the keys are `{known}`"),
                    );
                }
            }
        }
    }

    fn set_source(&mut self, key: &str, source: ArgumentSource) {
        if self.source.is_some() {
            self.set_flaw(
                key,
                "must not be combined with another of `value`, `env` and `default`",
            );
        }
        self.source = Some(source);
    }

    fn read_text(&mut self, key: &str, value: &Value) -> Option<String> {
        match value {
            Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            _ => {
                self.add_remark(
                    key,
                    format!("`{key}` must be a non-empty string; it is ignored"),
                );
                None
            }
        }
    }

    fn add_remark(&mut self, key: &str, message: String) {
        self.remarks
            .push((format!("{}/{key}", self.pointer), message));
    }

    fn set_flaw(&mut self, key: &str, why: impl Into<String>) {
        let at = format!("{}/{key}", self.pointer);
        let reason = format!("`{key}` in the `x-mcp` of an argument {}", why.into());
        self.flaw.get_or_insert((at, reason));
    }
}
