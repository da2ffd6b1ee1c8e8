use serde_json::{Value, json};

use super::super::super::testing::{normalized, warnings};

/// The discriminator of a union of `Cat` and `Dog`, and the warnings.
fn read(discriminator: Value) -> (Value, Vec<String>) {
    let (document, diagnostics) = normalized(json!({
        "openapi": "3.2.0",
        "components": {"schemas": {
            "Pet": {
                "oneOf": [
                    {"$ref": "#/components/schemas/Cat"},
                    {"$ref": "#/components/schemas/Dog"},
                    {"type": "null"},
                ],
                "discriminator": discriminator,
            },
            "Cat": {"$anchor": "cat", "anyOf": [{"$ref": "#/components/schemas/Lion"}]},
            "Dog": {"$id": "dog", "type": "object"},
            "Lion": {"type": "object"},
            "Bird": {"type": "object"},
        }},
    }));
    let pet = &document.schemas.definitions["Pet"].value;
    (pet["discriminator"].clone(), warnings(&diagnostics))
}

#[test]
fn a_mapping_leads_to_names_and_references() {
    let (discriminator, warnings) = read(json!({
        "propertyName": "kind",
        "mapping": {
            "name": "Dog",
            "pointer": "#/components/schemas/Dog",
            "uri": "./dog",
            "anchor": "#cat",
            "alternative of an alternative": "Lion",
        },
        "defaultMapping": "Cat",
    }));
    assert_eq!(warnings, Vec::<String>::new());
    assert_eq!(
        discriminator,
        json!({
            "propertyName": "kind",
            "mapping": {
                "name": "#/$defs/Dog",
                "pointer": "#/$defs/Dog",
                "uri": "#/$defs/Dog",
                "anchor": "#/$defs/Cat",
                "alternative of an alternative": "#/$defs/Lion",
            },
            "defaultMapping": "#/$defs/Cat",
        })
    );
}

#[test]
fn a_mapping_leads_to_alternatives() {
    let (discriminator, warnings) = read(json!({
        "propertyName": "kind",
        "mapping": {"bird": "Bird", "none": "None", "one": 1},
        "defaultMapping": "#/components/schemas/Bird",
    }));
    assert_eq!(
        discriminator,
        json!({"propertyName": "kind", "mapping": {}, "lost": ["bird", "none", "one"]})
    );
    let at = "/components/schemas/Pet/discriminator";
    assert_eq!(
        warnings,
        [
            format!(
                "{at}/mapping/bird: the discriminator refers to `Bird`, which is not one of the \
                 alternatives; it is ignored"
            ),
            format!(
                "{at}/mapping/none: the discriminator refers to `None`, which is not found in the \
                 document; it is ignored"
            ),
            format!(
                "{at}/mapping/one: the discriminator must refer to a schema by a string, not a \
                 number; it is ignored"
            ),
            format!(
                "{at}/defaultMapping: the discriminator refers to `#/components/schemas/Bird`, \
                 which is not one of the alternatives; it is ignored"
            ),
        ]
    );
}
