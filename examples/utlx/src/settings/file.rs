//! The configuration file. Every error has the place of the key or the value that it is about.

use std::io::ErrorKind;
use std::path::Path;

use serde_json::Value;

use super::input::Input;
use super::table::DEFINITIONS;
use super::{SettingError, Settings};
use crate::regular_file::read_regular_file;
use crate::suggest::suggest_name;
use crate::yaml::{self, Entry, Place, Yaml, YamlValue};

/// A configuration has a few hundred bytes.
const MAX_BYTES: u64 = 1 << 20;

/// What the keys of a file are applied to.
struct Reader<'r> {
    path: &'r Path,
    home: &'r Path,
    settings: &'r mut Settings,
    errors: &'r mut Vec<SettingError>,
}

/// Reads the file. One that does not exist is an error only if it was named.
pub(super) fn read_file(
    path: &Path,
    is_required: bool,
    home: &Path,
    settings: &mut Settings,
    errors: &mut Vec<SettingError>,
) {
    let mut reader = Reader {
        path,
        home,
        settings,
        errors,
    };
    match read_regular_file(path, MAX_BYTES) {
        Ok(text) => reader.read_text(&text),
        Err(error) if error.kind() == ErrorKind::NotFound && !is_required => {}
        Err(error) => reader.errors.push(SettingError {
            place: Some(path.display().to_string()),
            message: format!("the configuration file cannot be read: {error}"),
        }),
    }
}

impl Reader<'_> {
    fn read_text(&mut self, text: &str) {
        match yaml::parse(text) {
            Ok(yaml) => self.read_section("", &yaml),
            Err(error) => self.report(error.place, format!("not valid YAML: {}", error.message)),
        }
    }

    fn read_section(&mut self, name: &str, yaml: &Yaml) {
        let entries = match &yaml.value {
            YamlValue::Mapping(entries) => entries,
            // A section whose lines are all comments.
            YamlValue::Scalar(Value::Null) => return,
            _ => {
                let message = format!(
                    "{} must be a mapping with the keys {} (got {})",
                    if name.is_empty() {
                        "the configuration"
                    } else {
                        name
                    },
                    join_keys(&keys_of(name)),
                    Input::File(yaml).describe_value()
                );
                return self.report(yaml.place, message);
            }
        };
        for entry in entries {
            self.read_entry(name, entry);
        }
    }

    fn read_entry(&mut self, section: &str, entry: &Entry) {
        let key = match section {
            "" => entry.key.clone(),
            section => format!("{section}.{}", entry.key),
        };
        let known = keys_of(section);
        if !known.contains(&entry.key.as_str()) {
            let suggestion = suggest_name(&entry.key, known.iter().copied());
            let suggestion =
                suggestion.map_or(String::new(), |name| format!(" Did you mean `{name}`?"));
            let message = format!(
                "`{key}` is not a setting.{suggestion} Allowed here: {}",
                join_keys(&known)
            );
            return self.report(entry.place, message);
        }
        let Some(definition) = DEFINITIONS.iter().find(|it| it.key == key) else {
            return self.read_section(&key, &entry.value);
        };
        let input = Input::File(&entry.value);
        if (definition.apply)(self.settings, input, self.home).is_none() {
            let got = input.describe_value();
            let message = format!("`{key}` must be {} (got {got})", definition.allowed);
            self.report(entry.value.place, message);
        }
    }

    fn report(&mut self, place: Place, message: String) {
        let Place { line, column } = place;
        self.errors.push(SettingError {
            place: Some(format!("{}:{line}:{column}", self.path.display())),
            message,
        });
    }
}

/// The keys that a section may have, each once, in the order of the table.
fn keys_of(section: &str) -> Vec<&'static str> {
    let mut keys = Vec::new();
    for definition in DEFINITIONS {
        let rest = match section {
            "" => Some(definition.key),
            section => {
                let rest = definition.key.strip_prefix(section);
                rest.and_then(|rest| rest.strip_prefix('.'))
            }
        };
        let key = rest.and_then(|rest| rest.split('.').next());
        keys.extend(key.filter(|key| !keys.contains(key)));
    }
    keys
}

fn join_keys(keys: &[&str]) -> String {
    keys.join(", ")
}
