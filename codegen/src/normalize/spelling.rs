//! Keys that no version of the specification has, but that are nearly one which it has.

use serde_json::{Map, Value};
use strsim::osa_distance;

use super::context::Context;
use super::place::Place;

/// Shorter names are near too much: `note` is no `not`.
const SHORTEST: usize = 5;

/// The keys of a document.
pub(super) const ROOT: &[&str] = &[
    "openapi",
    "swagger",
    "info",
    "servers",
    "paths",
    "webhooks",
    "components",
    "security",
    "tags",
    "externalDocs",
    "jsonSchemaDialect",
    "$self",
    "host",
    "basePath",
    "schemes",
    "consumes",
    "produces",
    "definitions",
    "parameters",
    "responses",
    "securityDefinitions",
];

/// The keys of an operation.
pub(super) const OPERATION: &[&str] = &[
    "tags",
    "summary",
    "description",
    "externalDocs",
    "operationId",
    "parameters",
    "requestBody",
    "responses",
    "callbacks",
    "deprecated",
    "security",
    "servers",
    "consumes",
    "produces",
    "schemes",
];

/// The keys of a parameter beside those of a schema, which it can have in Swagger 2.0.
pub(super) const PARAMETER: &[&str] = &[
    "name",
    "in",
    "description",
    "required",
    "deprecated",
    "allowEmptyValue",
    "style",
    "explode",
    "allowReserved",
    "schema",
    "example",
    "examples",
    "content",
    "type",
    "format",
    "items",
    "collectionFormat",
    "default",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "uniqueItems",
    "enum",
    "multipleOf",
    "readOnly",
    "nullable",
    "title",
];

/// The keys of a request body.
pub(super) const REQUEST_BODY: &[&str] = &["description", "content", "required"];

/// The keys of a response.
pub(super) const RESPONSE: &[&str] = &[
    "summary",
    "description",
    "headers",
    "content",
    "links",
    "schema",
    "examples",
];

/// The keys of what a body is in one media type.
pub(super) const MEDIA_TYPE: &[&str] = &[
    "schema",
    "itemSchema",
    "example",
    "examples",
    "encoding",
    "prefixEncoding",
    "itemEncoding",
    "description",
    "summary",
];

/// The keys of a server.
pub(super) const SERVER: &[&str] = &["url", "description", "name", "variables"];

/// The keywords of a schema, of any draft and version.
pub(super) const SCHEMA: &[&str] = &[
    "$ref",
    "$id",
    "$schema",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
    "$recursiveRef",
    "$recursiveAnchor",
    "$vocabulary",
    "$comment",
    "$defs",
    "id",
    "definitions",
    "type",
    "enum",
    "const",
    "title",
    "description",
    "default",
    "example",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "format",
    "nullable",
    "discriminator",
    "xml",
    "externalDocs",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "items",
    "prefixItems",
    "additionalItems",
    "unevaluatedItems",
    "maxItems",
    "minItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "properties",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "maxProperties",
    "minProperties",
    "required",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
];

/// Remarks on the keys of an object that are nearly one of those that it can have.
pub(super) fn check(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    known: &[&'static str],
    at: &Place<'_>,
) {
    for key in object.keys() {
        check_one(cx, object, key, known, at);
    }
}

/// As [`check`], for one key of the object.
pub(super) fn check_one(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    key: &str,
    known: &[&'static str],
    at: &Place<'_>,
) {
    if known.contains(&key) || key.starts_with("x-") {
        return;
    }
    if let Some(meant) = meant(key, known)
        && !object.contains_key(meant)
    {
        let message = format!("`{key}` is ignored; did you mean `{meant}`?");
        cx.warn(&at.key(key), message);
    }
}

/// The name that a misspelt one is nearest to.
pub(super) fn meant<'k>(key: &str, known: &[&'k str]) -> Option<&'k str> {
    let letters = letters(key);
    let near = known.iter().filter_map(|name| {
        let lower = self::letters(name);
        let distance = osa_distance(&letters, &lower);
        let is_near = match lower.len().min(letters.len()) {
            ..SHORTEST => distance == 0 || distance == 1 && swaps(&letters, &lower),
            SHORTEST..8 => distance <= 1,
            _ => distance <= 2,
        };
        is_near.then_some((distance, *name))
    });
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// A name in small letters, with nothing between its words.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | ' ' | '$'));
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether two names have the same letters.
pub(super) fn swaps(one: &str, other: &str) -> bool {
    let sorted = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::testing::{normalized, schema, warnings};
    use super::*;

    #[test]
    fn a_misspelt_name_is_near_to_one() {
        let near = |key| meant(key, SCHEMA);
        for (key, name) in [
            ("propertis", "properties"),
            ("additional_properties", "additionalProperties"),
            ("readonly", "readOnly"),
            ("tpye", "type"),
            ("ref", "$ref"),
            ("requried", "required"),
            ("minLenght", "minLength"),
            ("descripton", "description"),
        ] {
            assert_eq!(near(key), Some(name));
        }
        for key in [
            "note", "name", "value", "options", "types2", "optional", "form", "text",
        ] {
            assert_eq!(near(key), None, "{key}");
        }
        assert_eq!(meant("operationID", OPERATION), Some("operationId"));
        assert_eq!(meant("response", OPERATION), Some("responses"));
    }

    #[test]
    fn each_object_is_told_where_it_is_misspelt() {
        let operation = json!({
            "opertionId": "a",
            "parameters": [{"name": "q", "in": "query", "schema": {"typ": "string", "formta": "date"}, "requierd": true}],
            "requestBody": {"content": {"application/json": {"shcema": {}}}, "requird": true},
            "responses": {"200": {"descripton": "ok"}},
        });
        let (_, diagnostics) = normalized(json!({
            "openapi": "3.0.3",
            "servers": [{"url": "/", "varables": {}}],
            "componets": {},
            "paths": {"/x": {"post": operation}},
        }));
        let said = warnings(&diagnostics);
        let said: Vec<&str> = said
            .iter()
            .filter(|said| said.contains("did you mean"))
            .map(String::as_str)
            .collect();
        assert_eq!(
            said,
            [
                "/componets: `componets` is ignored; did you mean `components`?",
                "/servers/0/varables: `varables` is ignored; did you mean `variables`?",
                "/paths/~1x/post/parameters/0/requierd: `requierd` is ignored; did you mean `required`?",
                "/paths/~1x/post/opertionId: `opertionId` is ignored; did you mean `operationId`?",
                "/paths/~1x/post/parameters/0/schema/formta: `formta` is ignored; did you mean `format`?",
                "/paths/~1x/post/requestBody/requird: `requird` is ignored; did you mean `required`?",
                "/paths/~1x/post/requestBody/content/application~1json/shcema: `shcema` is ignored; did you mean `schema`?",
                "/paths/~1x/post/responses/200/descripton: `descripton` is ignored; did you mean `description`?",
            ]
        );
    }

    #[test]
    fn a_key_beside_the_one_that_it_is_near_to_is_meant_so() {
        let both = json!({"type": "string", "example": "a", "exmaple": "b"});
        assert_eq!(schema("3.1.0", both).1, Vec::<String>::new());
    }
}
