//! Why `toolwright.toml` cannot be used, with line and column. Every variant names the key or value
//! and what it must be. Errors of settings themselves come from `setting` and are passed through.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use toolwright_inspect::suggest::suggest_or_list;

use super::read::Flaw;
use crate::diagnostics::Location;
use crate::setting::SettingError;

/// Why a configuration file cannot be used.
///
/// ```
/// use toolwright_codegen::Config;
///
/// let error = Config::from_text("toolwright.toml", "spec = 'a.yaml'\ncolour = 'red'\n").err();
/// let error = error.expect("there is no such setting");
/// assert_eq!(error.place.map(|(line, _)| line), Some(2));
/// ```
#[derive(Debug, Error)]
#[error("{}{}: {problem}", path.display(), place.map_or_else(String::new, |(line, column)| format!(":{line}:{column}")))]
pub struct ConfigError {
    /// The file.
    pub path: PathBuf,
    /// Line and column, where the error has a place; both count from 1, columns in characters.
    pub place: Option<(usize, usize)>,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a configuration file.
#[derive(Debug, Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// It is no TOML.
    #[error("{0}")]
    Syntax(String),
    /// There is no such key.
    #[error("unknown key `{name}`; {}", suggest_or_list(name, known))]
    Key {
        /// What is there.
        name: String,
        /// What could be.
        known: Vec<&'static str>,
    },
    /// The value is none of the key's.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The value has another type.
    #[error("`{name}` must be {expected}")]
    Value {
        /// The key.
        name: &'static str,
        /// What its value is.
        expected: &'static str,
    },
    /// No spec is named.
    #[error("`spec` is missing: set it to the path of a Swagger or OpenAPI file")]
    NoSpec,
    /// A key stands beside `[[server]]` that each server has for itself.
    #[error("`{0}` must be within a `[[server]]`, because the file has several servers")]
    Beside(&'static str),
    /// One server was wanted.
    #[error("the file has {0} servers: load it as a `Config`, which builds them all")]
    Several(usize),
}

impl ConfigError {
    pub(super) fn unreadable(path: &Path, error: io::Error) -> Self {
        Self {
            path: path.to_owned(),
            place: None,
            problem: error.into(),
        }
    }

    pub(super) fn from_flaw(path: PathBuf, text: &str, flaw: Flaw) -> Self {
        let location = Location::of_offset(text, flaw.offset);
        Self {
            path,
            place: Some((location.line, location.column)),
            problem: flaw.problem,
        }
    }
}
