//! The function registry: a JSON file of the UTL-X build. A function that cannot be read is reported and left out.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::search::SearchText;
use crate::regular_file::read_regular_file;

/// The registry of the stand-in, for a start without UTL-X.
const SAMPLE: &str = include_str!("../../fixtures/functions.json");
/// Where the build of UTL-X puts it.
const DEFAULT_PATH: &str = "stdlib/build/generated/function-registry/utlx-functions.json";
const MAX_BYTES: u64 = 50 << 20;
/// Each search compares its words with each name.
const MAX_NAME_LENGTH: usize = 200;

/// Where data comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Origin {
    Path(PathBuf),
    /// What is part of this program.
    Sample,
}

/// All functions, in the order of the file.
#[derive(Debug)]
pub(crate) struct Registry {
    pub(crate) origin: Origin,
    pub(crate) functions: Vec<Function>,
    /// Entries that could not be read, with the reason.
    pub(crate) unreadable: Vec<String>,
    /// What each function is found by, in the same order.
    pub(crate) texts: Vec<SearchText>,
}

/// A function as the registry has it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) category: String,
    #[serde(default)]
    pub(crate) description: String,
    /// The least number of arguments; below 0, nothing is known.
    #[serde(default = "unknown_count")]
    pub(crate) min_args: i64,
    #[serde(default)]
    pub(crate) parameters: Vec<Parameter>,
    #[serde(default)]
    pub(crate) returns: Option<Returns>,
    #[serde(default)]
    pub(crate) examples: Vec<String>,
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    #[serde(default)]
    pub(crate) deprecated: bool,
    #[serde(default)]
    pub(crate) deprecation_message: Option<String>,
    #[serde(default)]
    pub(crate) alias_of: Option<String>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    #[serde(default, rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) description: String,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(crate) struct Returns {
    #[serde(default, rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) description: String,
}

fn unknown_count() -> i64 {
    -1
}

/// Why there is no registry.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the function registry {path} cannot be read: {reason}")]
pub(crate) struct RegistryError {
    pub(crate) path: String,
    pub(crate) reason: String,
}

/// Reads the registry at that path, else the one at the default path, else the sample.
///
/// # Errors
///
/// The file does not exist, though it was named, or is not a registry.
pub(crate) fn load_registry(path: Option<&Path>) -> Result<Registry, RegistryError> {
    let path = match path {
        Some(path) => path,
        None if Path::new(DEFAULT_PATH).exists() => Path::new(DEFAULT_PATH),
        None => {
            return parse_registry(SAMPLE, Origin::Sample)
                .map_err(|reason| registry_error(Path::new("sample"), reason));
        }
    };
    let text = read_regular_file(path, MAX_BYTES)
        .map_err(|error| registry_error(path, error.to_string()))?;
    parse_registry(&text, Origin::Path(path.to_owned()))
        .map_err(|reason| registry_error(path, reason))
}

fn registry_error(path: &Path, reason: String) -> RegistryError {
    RegistryError {
        path: path.display().to_string(),
        reason,
    }
}

fn parse_registry(text: &str, origin: Origin) -> Result<Registry, String> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
    let entries = value.get("functions").and_then(Value::as_array);
    let entries = entries.ok_or("it has no list `functions`")?;
    let mut functions: Vec<Function> = Vec::new();
    let mut unreadable = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        match Function::deserialize(entry) {
            Ok(function) if function.name.len() > MAX_NAME_LENGTH => unreadable.push(format!(
                "functions[{index}]: its name is longer than {MAX_NAME_LENGTH} bytes"
            )),
            Ok(function) => functions.push(function),
            // One broken entry of a newer UTL-X must not hide the hundreds of others.
            Err(error) => unreadable.push(format!("functions[{index}]: {error}")),
        }
    }
    Ok(Registry {
        origin,
        texts: functions.iter().map(SearchText::new).collect(),
        functions,
        unreadable,
    })
}

impl Registry {
    /// The names of all functions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.functions.iter().map(|function| function.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_with_an_endless_name_is_left_out() {
        let name = "x".repeat(3000);
        let text = format!(
            "{{\"functions\": [{{\"name\": \"{name}\", \"category\": \"String\"}}, \
             {{\"name\": \"trim\", \"category\": \"String\"}}]}}"
        );
        let registry = parse_registry(&text, Origin::Sample).expect("is a registry");
        assert_eq!(registry.names().collect::<Vec<_>>(), ["trim"]);
        assert_eq!(
            registry.unreadable,
            ["functions[0]: its name is longer than 200 bytes"]
        );
    }
}
