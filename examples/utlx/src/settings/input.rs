//! What a setting is given: a value of the file or the text of a variable.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::yaml::{Yaml, YamlValue};

#[derive(Clone, Copy)]
pub(super) enum Input<'i> {
    File(&'i Yaml),
    Variable(&'i str),
}

impl Input<'_> {
    pub(super) fn as_text(&self) -> Option<String> {
        match self {
            Self::File(Yaml {
                value: YamlValue::Scalar(Value::String(text)),
                ..
            }) => Some(text.trim().to_owned()),
            Self::File(_) => None,
            Self::Variable(text) => Some(text.trim().to_owned()),
        }
        .filter(|text| !text.is_empty())
    }

    pub(super) fn as_integer(&self, allowed: std::ops::RangeInclusive<u64>) -> Option<u64> {
        let number = match self {
            Self::File(Yaml {
                value: YamlValue::Scalar(Value::Number(number)),
                ..
            }) => number.as_u64()?,
            Self::File(_) => return None,
            Self::Variable(text) => text.trim().parse().ok()?,
        };
        allowed.contains(&number).then_some(number)
    }

    pub(super) fn as_bool(&self) -> Option<bool> {
        match self {
            Self::File(Yaml {
                value: YamlValue::Scalar(Value::Bool(value)),
                ..
            }) => Some(*value),
            Self::File(_) => None,
            Self::Variable(text) => text.trim().parse().ok(),
        }
    }

    pub(super) fn as_path(&self, home: &Path) -> Option<PathBuf> {
        self.as_text().map(|text| expand_home(&text, home))
    }

    /// A list of paths; in a variable, they are separated as in `PATH`.
    pub(super) fn as_paths(&self, home: &Path) -> Option<Vec<PathBuf>> {
        match self {
            Self::File(Yaml {
                value: YamlValue::Sequence(items),
                ..
            }) => items
                .iter()
                .map(|it| Input::File(it).as_path(home))
                .collect(),
            Self::File(_) => None,
            Self::Variable(text) => {
                let paths = std::env::split_paths(text);
                Some(paths.filter(|it| !it.as_os_str().is_empty()).collect())
            }
        }
    }

    /// The value as a message shows it.
    pub(super) fn describe_value(&self) -> String {
        match self {
            Self::File(yaml) => {
                let text = yaml.to_json().to_string();
                match text.char_indices().nth(80) {
                    Some((end, _)) => format!("{}…", &text[..end]),
                    None => text,
                }
            }
            Self::Variable(text) => format!("{text:?}"),
        }
    }
}

/// `~/x` within the user's directory.
pub(super) fn expand_home(path: &str, home: &Path) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(rest) => home.join(rest),
        None if path == "~" => home.to_owned(),
        None => PathBuf::from(path),
    }
}
