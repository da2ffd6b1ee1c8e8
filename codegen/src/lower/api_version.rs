//! The version of the API as a parameter: what it can only be is no question to a model.

use serde_json::Value;

use super::Lowering;
use crate::names::compact_name;
use crate::normalize::{Parameter, ParameterLocation};
use crate::schema::{OpenEnum, resolve_reference};

/// What tools write as the version of a spec that has none, TypeSpec's among them.
const NO_VERSION: &str = "0.0.0";

/// Keywords that say nothing of which versions there are.
const SAY_NOTHING: [&str; 5] = ["type", "description", "title", "minLength", "deprecated"];

impl Lowering<'_> {
    /// The one value that a parameter for the version of the API can have: the only one of its schema, or, of a
    /// required `api-version` of which nothing is said, the version of the spec (as Azure has it).
    pub(super) fn only_version(&self, raw: &Parameter) -> Option<Value> {
        if compact_name(&raw.name) != "apiversion" || raw.location == ParameterLocation::Cookie {
            return None;
        }
        let (schema, _) = self.lifted_schema(raw.schema);
        let schema = resolve_reference(&schema, self.types.definitions());
        // Of an open enum, the versions known today are those that the spec describes.
        let open = schema.as_object().and_then(OpenEnum::from_schema);
        let values = match &open {
            Some(open) => Some(open.known_values()),
            None => schema
                .get("enum")
                .and_then(Value::as_array)
                .map(Vec::as_slice),
        };
        match (schema.get("const"), values) {
            (Some(only), _) | (None, Some([only])) => return Some(only.clone()),
            (None, Some(_)) => return None,
            (None, None) => {}
        }
        let version = self.document.info.version.as_str();
        let has_no_other = schema.as_object().is_some_and(|members| {
            members
                .iter()
                .all(|(keyword, value)| agrees_with_version(keyword, value, version))
        });
        // Examples of other versions say that there are several.
        let examples = &raw.examples;
        let is_open = has_no_other
            && schema.get("type").is_some_and(|name| name == "string")
            && (examples.is_empty() || examples.iter().any(|it| it == version))
            && schema.get("minLength").and_then(Value::as_u64).unwrap_or(0)
                <= version.chars().count() as u64;
        // Azure's specs declare the parameter in every operation and mean `info.version` by it.
        let is_azure = raw.name.eq_ignore_ascii_case("api-version")
            && raw.location == ParameterLocation::Query
            && raw.is_required;
        let is_known = !version.is_empty() && version != NO_VERSION;
        (is_open && is_azure && is_known).then(|| version.into())
    }
}

/// Whether a keyword says nothing of which versions there are, or names this one.
fn agrees_with_version(keyword: &str, value: &Value, version: &str) -> bool {
    match keyword {
        "default" => value == version,
        "examples" => value
            .as_array()
            .is_some_and(|values| values.iter().any(|it| it == version)),
        other => SAY_NOTHING.contains(&other),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::source::Source;
    use crate::{BuildError, Builder};

    /// The listed schema of the tool.
    fn input(version: &str, schema: &Value) -> Result<Value, BuildError> {
        let parameter = json!(
            {"name": "api-version", "in": "query", "required": true, "schema": schema}
        );
        let spec = json!({
            "openapi": "3.0.3",
            "info": {"title": "Zones", "version": version},
            "paths": {"/zones": {"get": {
                "operationId": "listZones",
                "parameters": [parameter],
                "responses": {"200": {"description": "OK"}},
            }}},
        });
        let source = Source::from_text("zones.json", spec.to_string())?;
        let compiled = Builder::new("zones.json").compile_source(source, &mut |_| {})?;
        Ok(compiled.api().operations[0].input.clone())
    }

    #[test]
    fn the_only_known_version_is_filled_in() -> Result<(), BuildError> {
        for (values, is_listed) in [(json!(["6.0"]), false), (json!(["6.0", "6.1"]), true)] {
            let schema =
                json!({"type": "string", "enum": values, "x-ms-enum": {"modelAsString": true}});
            let input = input("1", &schema)?;
            assert_eq!(input["properties"]["api-version"].is_object(), is_listed);
        }
        Ok(())
    }

    #[test]
    fn only_a_version_that_the_spec_has_is_filled_in() -> Result<(), BuildError> {
        let listed = |version, schema: Value| -> Result<bool, BuildError> {
            Ok(input(version, &schema)?["properties"]["api-version"].is_object())
        };
        let silent = json!({"type": "string", "description": "Of the API.", "minLength": 1});
        assert!(!listed("2018-04-01", silent.clone())?);
        let same = json!({"type": "string", "default": "2018-04-01", "example": "2018-04-01"});
        assert!(!listed("2018-04-01", same)?);
        assert!(listed("0.0.0", silent.clone())?);
        assert!(listed("", silent)?);
        for said in [
            json!({"maxLength": 2}),
            json!({"minLength": 20}),
            json!({"examples": ["2023-05-01"]}),
            json!({"example": "2023-05-01"}),
            json!({"default": "2023-05-01"}),
            json!({"format": "date"}),
        ] {
            let mut schema = said;
            schema["type"] = "string".into();
            assert!(listed("2018-04-01", schema)?);
        }
        Ok(())
    }
}
