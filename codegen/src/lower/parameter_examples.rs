//! The examples that stand beside the schema of a parameter.

use serde_json::{Value, json};

use super::Lowering;
use crate::normalize::Parameter;
use crate::schema::conforms_to_schema;

impl Lowering<'_> {
    /// The first example of a parameter that says something and that its schema allows. Some specs write how a value is sent, `a,b`
    /// for a list.
    pub(super) fn find_fitting_example(&self, raw: &Parameter, schema: &Value) -> Option<Value> {
        let definitions = self.types.definitions();
        let mut examples = raw.examples.iter().filter(|it| *it != "" && !it.is_null());
        let fitting = examples.find(|it| conforms_to_schema(it, schema, definitions));
        fitting.cloned()
    }
}

/// A schema with the example of the place it stands in, which overrides its own (OpenAPI 3.0.3, "Parameter Object", `example`).
pub(super) fn with_example(mut schema: Value, example: Option<Value>) -> Value {
    if let (Some(example), Value::Object(members)) = (example, &mut schema) {
        members.insert("examples".to_owned(), json!([example]));
    }
    schema
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::source::Source;
    use crate::{BuildError, Builder};

    /// The examples in the schema of the argument that a parameter becomes.
    fn list_examples(parameter: Value) -> Result<Value, BuildError> {
        let mut parameter = parameter;
        parameter["name"] = "q".into();
        parameter["in"] = "query".into();
        let spec = json!({
            "openapi": "3.0.3",
            "info": {"title": "Search", "version": "1"},
            "paths": {"/search": {"get": {
                "operationId": "search",
                "parameters": [parameter],
                "responses": {"200": {"description": "OK"}},
            }}},
            "components": {
                "examples": {"Later": {"value": "later"}},
                "schemas": {"Query": {"type": "string", "example": "own"}},
            },
        });
        let source = Source::from_text("search.json", spec.to_string())?;
        let compiled = Builder::new("search.json").compile_source(source, &mut |_| {})?;
        let argument = &compiled.api().operations[0].input["properties"]["q"];
        Ok(argument["examples"].clone())
    }

    #[test]
    fn what_stands_beside_the_schema_overrides_its_own() -> Result<(), BuildError> {
        let text = json!({"type": "string", "example": "own"});
        assert_eq!(list_examples(json!({"schema": text}))?, json!(["own"]));
        let stated = json!({"schema": text, "example": "name:foo"});
        assert_eq!(list_examples(stated)?, json!(["name:foo"]));
        let named = json!({"schema": text, "examples": {
            "empty": {"value": ""},
            "later": {"$ref": "#/components/examples/Later"},
            "last": {"value": "last"},
        }});
        assert_eq!(list_examples(named)?, json!(["later"]));
        let referring = json!({
            "schema": {"$ref": "#/components/schemas/Query"}, "example": "beside",
        });
        assert_eq!(list_examples(referring)?, json!(["beside"]));
        Ok(())
    }

    #[test]
    fn how_a_value_is_sent_is_no_example_of_it() -> Result<(), BuildError> {
        let list = json!({"type": "array", "items": {"type": "string"}});
        let sent = json!({"schema": list, "examples": {
            "sent": {"value": "a,b"},
            "given": {"value": ["a", "b"]},
        }});
        assert_eq!(list_examples(sent)?, json!([["a", "b"]]));
        let only_sent = json!({"schema": list, "example": "a,b"});
        assert_eq!(list_examples(only_sent)?, Value::Null);
        Ok(())
    }
}
