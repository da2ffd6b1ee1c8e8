use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::normalize::kind;
use crate::selection::{ArgumentPreset, ArgumentRule};
use crate::setting::is_variable_name;

const MEMBERS: [&str; 7] = [
    "hidden",
    "value",
    "env",
    "default",
    "name",
    "title",
    "description",
];

/// What `x-mcp` says of an argument.
#[derive(Debug, Default)]
pub(in crate::lower) struct Stated {
    /// JSON pointer of the place.
    pub(in crate::lower) pointer: String,
    pub(super) hidden: bool,
    /// Whether a setting says so, and not `x-mcp`.
    by_setting: bool,
    pub(super) source: Option<Source>,
    pub(in crate::lower) name: Option<String>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    /// What is odd, by the pointer of its place.
    pub(in crate::lower) remarks: Vec<(String, String)>,
    /// What keeps the operation from being a tool, and the pointer of its place.
    pub(super) flaw: Option<(String, String)>,
}

/// Where the value of an argument comes from, if not from the caller.
#[derive(Debug)]
pub(in crate::lower) enum Source {
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

impl Stated {
    pub(in crate::lower) fn read(value: &Value, pointer: &str) -> Self {
        let mut stated = Self {
            pointer: pointer.to_owned(),
            ..Self::default()
        };
        match value {
            Value::Bool(shown) => stated.hidden = !shown,
            Value::Object(members) => stated.members(members),
            other => {
                let message = format!(
                    "`x-mcp` must be an object, true or false, not {}; it is ignored",
                    kind(other)
                );
                stated.remarks.push((pointer.to_owned(), message));
            }
        }
        stated
    }

    /// That an argument always has a value which follows from the spec.
    pub(in crate::lower) fn of_value(value: Value, pointer: &str) -> Self {
        Self {
            pointer: pointer.to_owned(),
            source: Some(Source::Value(value)),
            ..Self::default()
        }
    }

    /// What the settings that fit an argument say, in the place of what `x-mcp` does; those that were
    /// heeded are told to `heeded`.
    pub(in crate::lower) fn with_settings(
        stated: Option<Self>,
        name: &str,
        (rules, operation): (&[ArgumentRule], &str),
        heeded: &mut HashSet<String>,
    ) -> Option<Self> {
        let mut stated = stated;
        for rule in rules.iter().filter(|rule| rule.argument == name) {
            heeded.insert(format!("{} = {:?}", rule.kind().name(), rule.written()));
            let stated = stated.get_or_insert_default();
            stated.by_setting = true;
            operation.clone_into(&mut stated.pointer);
            stated.source = match &rule.preset {
                ArgumentPreset::Default(value) => Some(Source::Default(value.clone())),
                ArgumentPreset::Fixed(value) => Some(Source::Value(value.clone())),
                ArgumentPreset::Environment(name) if is_variable_name(name) => {
                    Some(Source::Environment {
                        variable: name.clone(),
                        is_by_setting: true,
                    })
                }
                ArgumentPreset::Environment(name) => {
                    let reason = format!("`{name}` is not the name of an environment variable");
                    stated.flaw.get_or_insert((operation.to_owned(), reason));
                    None
                }
                ArgumentPreset::Hidden => {
                    stated.hidden = true;
                    continue;
                }
            };
        }
        stated
    }

    /// The place of what is said under a key of `x-mcp`, and the word for it.
    pub(super) fn at(&self, key: &'static str) -> (String, &'static str) {
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

    /// What gives an argument a value that is hidden, in words.
    pub(super) fn sources(&self) -> &'static str {
        match self.by_setting {
            true => "`fix`, `from_environment` or `default_value`",
            false => "`value`, `env` or `default`",
        }
    }

    /// Takes note of the name that a parameter has got.
    pub(in crate::lower) fn is_named(&mut self, got: &str) {
        if let Some(wanted) = self.name.take().filter(|wanted| wanted != got) {
            let message = format!(
                "an argument cannot be called `{wanted}`: another one is, or clients do not take it; \
                 it is called `{got}`"
            );
            self.remark("name", message);
        }
    }

    /// Whether something is sent in any case, given whether the schema requires it.
    pub(in crate::lower) fn is_sent(&self, is_required: bool) -> bool {
        self.source.is_some() || self.hidden && is_required
    }

    fn members(&mut self, members: &Map<String, Value>) {
        for (key, value) in members {
            match key.as_str() {
                "hidden" => match value {
                    Value::Bool(hidden) => self.hidden = *hidden,
                    other => self.fail(key, format!("must be true or false, not {}", kind(other))),
                },
                "value" => self.source(key, Source::Value(value.clone())),
                "default" => self.source(key, Source::Default(value.clone())),
                "env" => match value.as_str().filter(|name| is_variable_name(name)) {
                    Some(name) => {
                        let variable = name.to_owned();
                        let is_by_setting = false;
                        self.source(
                            key,
                            Source::Environment {
                                variable,
                                is_by_setting,
                            },
                        );
                    }
                    None => self.fail(
                        key,
                        "must be the name of an environment variable: letters, digits and `_`",
                    ),
                },
                "name" => self.name = self.text(key, value),
                "title" => self.title = self.text(key, value),
                "description" => self.description = self.text(key, value),
                unknown => {
                    let known = MEMBERS.join("`, `");
                    self.remark(
                        key,
                        format!("`x-mcp` has no member `{unknown}` here; it may have `{known}`"),
                    );
                }
            }
        }
    }

    fn source(&mut self, key: &str, source: Source) {
        if self.source.is_some() {
            self.fail(key, "stands beside another of `value`, `env` and `default`");
        }
        self.source = Some(source);
    }

    fn text(&mut self, key: &str, value: &Value) -> Option<String> {
        match value {
            Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            _ => {
                self.remark(key, format!("`{key}` must be a text; it is ignored"));
                None
            }
        }
    }

    fn remark(&mut self, key: &str, message: String) {
        self.remarks
            .push((format!("{}/{key}", self.pointer), message));
    }

    fn fail(&mut self, key: &str, why: impl Into<String>) {
        let at = format!("{}/{key}", self.pointer);
        let reason = format!("`{key}` in the `x-mcp` of an argument {}", why.into());
        self.flaw.get_or_insert((at, reason));
    }
}
