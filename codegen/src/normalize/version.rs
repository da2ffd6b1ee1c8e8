//! The version of a spec, which decides the rules that it is read by. A version that is written in an unusual way is
//! guessed with a warning; a document that is no spec is an error.

use serde_json::{Map, Value};

use super::error::NormalizeError;
use super::fields;
use crate::diagnostics::Diagnostics;

/// The rules that a spec is read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    Swagger2,
    OpenApi30,
    OpenApi31,
    /// 3.2 and what came after it.
    OpenApi32,
}

impl Version {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Swagger2 => "Swagger 2.0",
            Self::OpenApi30 => "OpenAPI 3.0",
            Self::OpenApi31 => "OpenAPI 3.1",
            Self::OpenApi32 => "OpenAPI 3.2",
        }
    }

    /// Whether schemas are JSON Schema 2020-12 as it is.
    pub(super) const fn has_json_schema(self) -> bool {
        matches!(self, Self::OpenApi31 | Self::OpenApi32)
    }

    /// Where the component schemas are.
    pub(super) const fn schemas_at(self) -> &'static str {
        match self {
            Self::Swagger2 => "/definitions",
            _ => "/components/schemas",
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('.');
        match (parts.next()?, parts.next().unwrap_or("0")) {
            ("2", "0") => Some(Self::Swagger2),
            ("3", "0") => Some(Self::OpenApi30),
            ("3", "1") => Some(Self::OpenApi31),
            ("3", "2") => Some(Self::OpenApi32),
            _ => None,
        }
    }
}

/// The root object of a spec, and its version.
pub(super) fn detect_version<'a>(
    root: &'a Value,
    diagnostics: &mut Diagnostics,
) -> Result<(&'a Map<String, Value>, Version), NormalizeError> {
    if root.is_null() {
        return Err(NormalizeError::Empty);
    }
    let Value::Object(object) = root else {
        return Err(NormalizeError::NotAnObject(fields::json_kind(root)));
    };
    let stated = ["openapi", "swagger"]
        .into_iter()
        .find_map(|key| Some((key, object.get(key)?)));
    let version = match stated {
        Some((key, value)) => stated_version(key, value, diagnostics)?,
        // Fragments of specs and hand-written ones often lack the version, and `paths` is what all
        // versions have.
        None if object.contains_key("paths") => {
            let guess = guess_version(object);
            diagnostics.warning(
                "",
                format!(
                    "the spec does not state its version; it is read as {}",
                    guess.name()
                ),
            );
            guess
        }
        None => return Err(NormalizeError::NotASpec),
    };
    Ok((object, version))
}

fn stated_version(
    key: &str,
    value: &Value,
    diagnostics: &mut Diagnostics,
) -> Result<Version, NormalizeError> {
    let pointer = format!("/{key}");
    let text = match value {
        Value::String(text) => text.clone(),
        other => {
            diagnostics.warning(
                pointer.clone(),
                format!(
                    "`{key}` must be a string, not {}; it is read as a string",
                    fields::json_kind(other)
                ),
            );
            other.to_string()
        }
    };
    let version = Version::from_text(&text).ok_or_else(|| NormalizeError::UnsupportedVersion {
        pointer: pointer.clone(),
        version: text,
    })?;
    // The number is believed, since the mistake is in the key more often.
    if (version == Version::Swagger2) != (key == "swagger") {
        diagnostics.warning(
            pointer,
            format!(
                "`{key}` is not the key that states the version of {}",
                version.name()
            ),
        );
    }
    Ok(version)
}

fn guess_version(object: &Map<String, Value>) -> Version {
    let of_swagger2 = ["definitions", "securityDefinitions", "basePath", "host"];
    if of_swagger2.iter().any(|key| object.contains_key(*key)) {
        Version::Swagger2
    } else {
        Version::OpenApi30
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn version_of(root: &Value) -> Result<Version, NormalizeError> {
        detect_version(root, &mut Diagnostics::new()).map(|(_, version)| version)
    }

    #[test]
    fn reads_every_supported_version() {
        for (root, expected) in [
            (json!({"swagger": "2.0"}), Version::Swagger2),
            (json!({"swagger": 2.0}), Version::Swagger2),
            (json!({"openapi": "3.0.0"}), Version::OpenApi30),
            (json!({"openapi": "3.0.4-rc1"}), Version::OpenApi30),
            (json!({"openapi": 3.1}), Version::OpenApi31),
            (json!({"openapi": "3.2.0"}), Version::OpenApi32),
            (json!({"paths": {}, "definitions": {}}), Version::Swagger2),
            (json!({"paths": {}}), Version::OpenApi30),
        ] {
            assert_eq!(version_of(&root), Ok(expected), "{root}");
        }
    }

    #[test]
    fn refuses_what_is_no_spec() {
        assert_eq!(version_of(&json!(null)), Err(NormalizeError::Empty));
        assert_eq!(
            version_of(&json!([])),
            Err(NormalizeError::NotAnObject("a list"))
        );
        assert_eq!(
            version_of(&json!({"name": "x"})),
            Err(NormalizeError::NotASpec)
        );
        let error = version_of(&json!({"swagger": "1.2", "paths": {}})).unwrap_err();
        assert_eq!(error.pointer(), "/swagger");
        assert!(
            error
                .to_string()
                .starts_with("version 1.2 is not supported")
        );
    }
}
