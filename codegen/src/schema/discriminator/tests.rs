//! Values of discriminators are written where they are missing, and contradictions are reported.

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::write_discriminator_values;
use crate::schema::{Schema, Schemas};

/// Schemas with these definitions, all sent in bodies of these schemas.
fn document_schemas(definitions: Value, bodies: &[Value]) -> Schemas {
    let definitions = definitions.as_object().cloned().unwrap_or_default();
    let of = |pointer: String, value: Value| Schema { value, pointer };
    Schemas {
        definitions: definitions
            .into_iter()
            .map(|(key, value)| {
                let pointer = format!("/components/schemas/{key}");
                (key, of(pointer, value))
            })
            .collect::<IndexMap<_, _>>(),
        lifted: bodies
            .iter()
            .map(|body| of("/body".to_owned(), body.clone()))
            .collect(),
    }
}

fn write_values(definitions: Value, bodies: &[Value]) -> (Schemas, Vec<(String, String)>) {
    let mut schemas = document_schemas(definitions, bodies);
    let remarks = write_discriminator_values(&mut schemas, || (0..bodies.len()).collect());
    (schemas, remarks)
}

fn reference_to(key: &str) -> Value {
    json!({"$ref": format!("#/$defs/{key}")})
}

fn pet_alternatives(discriminator: Value) -> Value {
    json!({"oneOf": [reference_to("Cat"), reference_to("Dog")], "discriminator": discriminator})
}

fn pet_schema(kind: Value) -> Value {
    json!({"type": "object", "properties": {"kind": kind}})
}

fn mapped_discriminator() -> Value {
    json!({"propertyName": "kind", "mapping": {"cat": "#/$defs/Cat", "dog": "#/$defs/Dog", "puppy": "#/$defs/Dog"}})
}

/// What `kind` of cats and dogs is, where both are nothing but alternatives.
fn pets_of_kinds(cat: Value, dog: Value, discriminator: Value) -> [Value; 2] {
    let definitions = json!({"Cat": pet_schema(cat), "Dog": pet_schema(dog)});
    let (schemas, _) = write_values(definitions, &[pet_alternatives(discriminator)]);
    ["Cat", "Dog"].map(|key| schemas.definitions[key].value["properties"]["kind"].clone())
}

fn open_kind() -> Value {
    json!({"type": "string"})
}

#[test]
fn names_of_the_mapping_take_the_place_of_the_schema_name() {
    assert_eq!(
        pets_of_kinds(open_kind(), open_kind(), mapped_discriminator()),
        [
            json!({"type": "string", "enum": ["cat"]}),
            json!({"type": "string", "enum": ["dog", "puppy"]}),
        ]
    );
}

#[test]
fn without_a_mapping_the_name_of_the_schema_is_the_tag() {
    let by_name = json!({"propertyName": "kind"});
    assert_eq!(
        pets_of_kinds(open_kind(), open_kind(), by_name.clone()),
        [
            json!({"type": "string", "enum": ["Cat"]}),
            json!({"type": "string", "enum": ["Dog"]}),
        ]
    );
    let all = json!({"enum": ["Cat", "Dog"]});
    assert_eq!(
        pets_of_kinds(all.clone(), all, by_name),
        [json!({"enum": ["Cat"]}), json!({"enum": ["Dog"]})]
    );
}

#[test]
fn what_is_sent_in_fact_is_accepted() {
    let by_name = json!({"propertyName": "kind"});
    let own = [json!({"enum": ["cat"]}), json!({"const": "dog"})];
    let [cat, dog] = own.clone();
    assert_eq!(pets_of_kinds(cat, dog, by_name.clone()), own);
    let shown = json!({"type": "string", "examples": ["cat"]});
    assert_eq!(pets_of_kinds(shown.clone(), open_kind(), by_name)[0], shown);
    assert_eq!(
        pets_of_kinds(
            json!({"type": "string", "default": "kitten"}),
            open_kind(),
            mapped_discriminator()
        )[0]["enum"],
        json!(["cat", "kitten"])
    );
    let mut lost = mapped_discriminator();
    lost["mapping"] = json!({"cat": "#/$defs/Cat"});
    lost["lost"] = json!(["dog"]);
    assert_eq!(
        pets_of_kinds(open_kind(), open_kind(), lost)[1],
        open_kind()
    );
}

#[test]
fn a_list_of_its_own_keeps_what_is_in_both() {
    let all = json!({"type": "string", "enum": ["dog", "cat", "bird"]});
    let [cat, dog] = pets_of_kinds(all.clone(), all, mapped_discriminator());
    assert_eq!(cat["enum"], json!(["cat"]));
    assert_eq!(dog["enum"], json!(["dog"]));
    let upper = json!({"enum": ["CAT"]});
    let definitions = json!({"Cat": pet_schema(upper.clone()), "Dog": pet_schema(open_kind())});
    let (schemas, remarks) = write_values(definitions, &[pet_alternatives(mapped_discriminator())]);
    assert_eq!(schemas.definitions["Cat"].value, pet_schema(upper));
    assert_eq!(
        remarks,
        [(
            "/body".to_owned(),
            "the discriminator `kind` maps `\"cat\"` to `Cat`, whose own `kind` can only be `\"CAT\"`; \
             this mapping is ignored"
                .to_owned()
        )]
    );
}

#[test]
fn nothing_is_put_where_it_would_be_wrong() {
    let integer = json!({"type": "integer"});
    assert_eq!(
        pets_of_kinds(integer.clone(), open_kind(), mapped_discriminator())[0],
        integer
    );
    let nullable = json!({"type": ["string", "null"]});
    assert_eq!(
        pets_of_kinds(nullable, open_kind(), mapped_discriminator())[0]["enum"],
        json!(["cat", null])
    );
    let mut default = mapped_discriminator();
    default["defaultMapping"] = json!("#/$defs/Cat");
    assert_eq!(
        pets_of_kinds(open_kind(), open_kind(), default)[0],
        open_kind()
    );
    let nameless = json!({"type": "object", "properties": {"size": {}}});
    let definitions = json!({"Cat": nameless, "Dog": pet_schema(open_kind())});
    let (schemas, _) = write_values(definitions, &[pet_alternatives(mapped_discriminator())]);
    assert_eq!(schemas.definitions["Cat"].value, nameless);
}

#[test]
fn a_definition_that_is_used_elsewhere_stays_as_it_is() {
    let definitions = json!({"Cat": pet_schema(open_kind()), "Dog": pet_schema(open_kind())});
    let (schemas, _) = write_values(
        definitions,
        &[
            pet_alternatives(mapped_discriminator()),
            reference_to("Cat"),
        ],
    );
    assert_eq!(schemas.definitions["Cat"].value, pet_schema(open_kind()));
    let tag = json!({"$ref": "#/$defs/Cat", "properties": {"kind": {"enum": ["cat"]}}});
    assert_eq!(
        schemas.lifted[0].value["oneOf"],
        json!([tag, reference_to("Dog")])
    );
    assert_eq!(
        schemas.definitions["Dog"].value["properties"]["kind"]["enum"],
        json!(["dog", "puppy"])
    );
}

#[test]
fn a_property_of_a_parent_or_beside_the_alternatives_is_narrowed_in_the_child() {
    let base = json!({"Base": pet_schema(open_kind())});
    let child = json!({"allOf": [reference_to("Base"), {"properties": {"size": {}}}]});
    let mut definitions = base.clone();
    definitions["Cat"] = child.clone();
    definitions["Dog"] = pet_schema(open_kind());
    let (schemas, _) = write_values(definitions, &[pet_alternatives(mapped_discriminator())]);
    assert_eq!(
        schemas.definitions["Cat"].value["properties"],
        json!({"kind": {"enum": ["cat"]}})
    );
    assert_eq!(schemas.definitions["Base"].value, base["Base"]);

    let mut beside = pet_alternatives(mapped_discriminator());
    beside["properties"] = json!({"kind": open_kind()});
    let (schemas, _) = write_values(json!({"Cat": {}, "Dog": {}}), &[beside]);
    assert_eq!(
        schemas.lifted[0].value["oneOf"][0]["properties"],
        json!({"kind": {"enum": ["cat"]}})
    );
}

#[test]
fn a_discriminator_that_no_alternative_has_is_remarked() {
    let said = |definitions: Value| {
        write_values(definitions, &[pet_alternatives(mapped_discriminator())]).1
    };
    let named = json!({"type": "object", "properties": {"name": {}}});
    let remark =
        "no alternative has the discriminator's property `kind`; the discriminator is ignored";
    assert_eq!(
        said(json!({"Cat": named, "Dog": {"allOf": [named]}})),
        [("/body".to_owned(), remark.to_owned())]
    );
    let choice = json!({"anyOf": [pet_schema(open_kind()), named]});
    for other in [pet_schema(open_kind()), json!({"type": "object"}), choice] {
        assert!(said(json!({"Cat": named, "Dog": other})).is_empty());
    }
}
