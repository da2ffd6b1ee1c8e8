//! Which references lead to unions, and what these say.

mod circles;

use std::collections::HashSet;

use serde_json::{Value, json};

use super::families::{MAX_DESCENDANTS, MAX_WEIGHT};
use super::{STATED_VALUE, redirect_to_unions};
use crate::schema::{Schema, Schemas};

fn schemas(definitions: Value, sent: Value) -> Schemas {
    let mut schemas = Schemas::default();
    for (key, value) in definitions.as_object().cloned().unwrap_or_default() {
        let pointer = format!("/components/schemas/{key}");
        schemas.definitions.insert(key, Schema { pointer, value });
    }
    schemas.add_lifted(Schema {
        pointer: String::new(),
        value: sent,
    });
    schemas
}

/// Lets the references of all schemas lead to unions.
fn list_all(schemas: &mut Schemas) {
    let sent: Vec<usize> = (0..schemas.lifted.len()).collect();
    redirect_to_unions(schemas, &sent, &HashSet::new());
}

/// The keys that a union refers to.
fn alternatives(schemas: &Schemas, union: &str) -> Vec<String> {
    let union = &schemas.definitions[union].value;
    let alternatives = union["anyOf"].as_array().into_iter().flatten();
    let keys = alternatives.filter_map(|it| it["$ref"].as_str()?.strip_prefix("#/$defs/"));
    keys.map(str::to_owned).collect()
}

fn reference(key: &str) -> Value {
    json!({"$ref": format!("#/$defs/{key}")})
}

fn child(parent: &str, property: &str) -> Value {
    json!({"allOf": [
        {"$ref": format!("#/$defs/{parent}")},
        {"type": "object", "properties": {property: {"type": "string"}}}
    ]})
}

fn animals() -> Value {
    json!({
        "Animal": {
            "type": "object",
            "description": "Any.",
            "properties": {"kind": {"type": "string"}, "friend": {"$ref": "#/$defs/Animal"}},
            "discriminator": {"propertyName": "kind", "mapping": {"dog": "#/$defs/Dog"}},
        },
        "Cat": child("Animal", "lives"),
        "Dog": child("Animal", "bark"),
    })
}

#[test]
fn references_lead_to_the_descendants() {
    let sent = json!({"properties": {
        "one": {"$ref": "#/$defs/Animal"},
        "many": {"items": {"allOf": [{"$ref": "#/$defs/Animal"}], "description": "wrapped"}},
        "cat": {"$ref": "#/$defs/Cat"},
    }});
    let mut schemas = schemas(animals(), sent);
    list_all(&mut schemas);
    let union = &schemas.definitions["Animal_variant"].value;
    assert_eq!(
        *union,
        json!({
            "description": "Any.",
            "anyOf": [
                {"$ref": "#/$defs/Cat"},
                {"$ref": "#/$defs/Dog"},
                {"$ref": "#/$defs/Animal", "properties": {"kind": {"not": {"enum": ["Cat", "dog"]}}}},
            ],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"dog": "#/$defs/Dog"},
                "defaultMapping": "#/$defs/Animal",
            },
        })
    );
    assert_eq!(
        schemas.lifted[0].value["properties"],
        json!({
            "one": {"$ref": "#/$defs/Animal_variant"},
            "many": {"items": {"allOf": [{"$ref": "#/$defs/Animal_variant"}], "description": "wrapped"}},
            "cat": {"$ref": "#/$defs/Cat"},
        })
    );
    let friend = &schemas.definitions["Animal"].value["properties"]["friend"];
    assert_eq!(friend["$ref"], "#/$defs/Animal_variant");
    assert_eq!(schemas.definitions["Cat"].value, child("Animal", "lives"));
}

#[test]
fn descendants_of_descendants_are_listed_too() {
    let mut all = animals();
    all["Kitten"] = child("Cat", "age");
    all["Cat"]["discriminator"] = json!({"propertyName": "kind"});
    all["Kitten"][STATED_VALUE] = json!("#young");
    let mut schemas = schemas(all, json!({"$ref": "#/$defs/Cat"}));
    list_all(&mut schemas);
    assert_eq!(schemas.lifted[0].value["$ref"], "#/$defs/Cat_variant");
    let all = ["Cat", "Dog", "Kitten", "Animal"];
    assert_eq!(alternatives(&schemas, "Animal_variant"), all);
    assert_eq!(alternatives(&schemas, "Cat_variant"), ["Kitten", "Cat"]);
    let mapping = &schemas.definitions["Cat_variant"].value["discriminator"]["mapping"];
    assert_eq!(*mapping, json!({"#young": "#/$defs/Kitten"}));
}

#[test]
fn what_another_property_tells_apart_has_no_values_of_this_one() {
    let mut all = animals();
    all["Animal"]["discriminator"]["mapping"]["minka"] = json!("#/$defs/Minka");
    all["Cat"]["allOf"][1]["properties"]["breed"] = json!({"type": "string"});
    all["Cat"]["discriminator"] = json!({"propertyName": "breed"});
    all["Tabby"] = child("Cat", "stripes");
    all["Minka"] = child("Cat", "collar");
    let mut schemas = schemas(all, reference("Animal"));
    list_all(&mut schemas);
    let kinds = ["Cat", "Dog", "Minka", "Animal"];
    assert_eq!(alternatives(&schemas, "Animal_variant"), kinds);
    assert_eq!(
        alternatives(&schemas, "Cat_variant"),
        ["Minka", "Tabby", "Cat"]
    );
}

#[test]
fn several_descendants_may_state_one_value() {
    let mut all = animals();
    for key in ["Cat", "Lion"] {
        all[key] = child("Animal", key);
        all[key][STATED_VALUE] = json!("#feline");
    }
    let mut schemas = schemas(all, reference("Animal"));
    list_all(&mut schemas);
    let union = &schemas.definitions["Animal_variant"].value;
    assert_eq!(
        union["anyOf"],
        json!([
            {"$ref": "#/$defs/Cat"},
            {"$ref": "#/$defs/Dog"},
            {"$ref": "#/$defs/Lion", "properties": {"kind": {"enum": ["#feline"]}}},
            {"$ref": "#/$defs/Animal", "properties": {"kind": {"not": {"enum": ["#feline", "dog"]}}}},
        ])
    );
}

#[test]
fn what_cannot_be_told_apart_is_left_as_it_is() {
    let mut many = animals();
    for index in 0..MAX_DESCENDANTS {
        many[format!("Bird{index}")] = child("Animal", "wings");
    }
    let mut without_property = animals();
    without_property["Animal"]["properties"] = json!({});
    let mut childless = animals();
    childless["Cat"] = json!({});
    childless["Dog"] = json!({});
    let mut heavy = animals();
    heavy["Dog"]["properties"] = json!({"friend": {"$ref": "#/$defs/Friend"}});
    heavy["Friend"] = json!({"enum": vec!["a"; MAX_WEIGHT]});
    let mut listed = animals();
    listed["Animal"]["oneOf"] = json!([{"$ref": "#/$defs/Cat"}]);
    for definitions in [many, without_property, childless, heavy, listed] {
        let mut schemas = schemas(definitions.clone(), json!({"$ref": "#/$defs/Animal"}));
        list_all(&mut schemas);
        assert_eq!(
            schemas.lifted[0].value["$ref"], "#/$defs/Animal",
            "{definitions}"
        );
    }
}

#[test]
fn schemas_that_extend_each_other_end() {
    let mut circle = animals();
    circle["Animal"]["allOf"] = json!([{"$ref": "#/$defs/Cat"}]);
    let mut schemas = schemas(circle, json!({"$ref": "#/$defs/Animal"}));
    list_all(&mut schemas);
    assert!(schemas.definitions.contains_key("Animal_variant"));
}

#[test]
fn the_default_excludes_no_value_of_others() {
    // The only child is Cat; a Dog is an Animal with any properties.
    let mut named = animals();
    named["Animal"]["properties"]["kind"] = json!({"enum": ["Cat", "Dog"]});
    named["Animal"]["discriminator"] = json!({"propertyName": "kind"});
    named["Dog"] = json!({});
    // Nobody knows which child has which value.
    let mut unnamed = animals();
    unnamed["Animal"]["properties"]["kind"] = json!({"enum": ["c", "d"]});
    unnamed["Animal"]["discriminator"] = json!({"propertyName": "kind"});
    let mut number = animals();
    number["Animal"]["properties"]["kind"] = json!({"type": "integer"});
    number["Animal"]["discriminator"] = json!({"propertyName": "kind"});
    let mut nullable = animals();
    nullable["Animal"]["properties"]["kind"] = json!({"type": ["string", "null"]});
    for (definitions, excluded) in [
        (nullable, json!(["Cat", "dog"])),
        (named, json!(["Cat"])),
        (unnamed, Value::Null),
        (number, Value::Null),
    ] {
        let mut schemas = schemas(definitions, json!({"$ref": "#/$defs/Animal"}));
        list_all(&mut schemas);
        let union = &schemas.definitions["Animal_variant"].value;
        let default = union["anyOf"].as_array().and_then(|all| all.last());
        let default = default.expect("is a list");
        assert_eq!(default["properties"]["kind"]["not"]["enum"], excluded);
    }
}

#[test]
fn a_mapping_is_that_of_all_that_a_schema_extends() {
    let mut all = animals();
    all["Kitten"] = child("Cat", "age");
    all["Cat"]["discriminator"] = json!({"propertyName": "kind"});
    all["Animal"]["discriminator"]["mapping"]["kitten"] = json!("#/$defs/Kitten");
    let mut schemas = schemas(all, json!({"$ref": "#/$defs/Cat"}));
    list_all(&mut schemas);
    let discriminator = &schemas.definitions["Cat_variant"].value["discriminator"];
    assert_eq!(
        discriminator["mapping"],
        json!({"kitten": "#/$defs/Kitten"})
    );
}

#[test]
fn a_component_that_only_wraps_another_is_a_kind_of_it() {
    let mut all = animals();
    all["Bird"] = json!({"allOf": [reference("Animal")], "description": "Any bird."});
    all["Fish"] = child("Bird", "fins");
    all["Snail"] = json!({"allOf": [reference("Animal")], "required": ["house"]});
    let sent = json!({"properties": {"fish": reference("Fish"), "bird": reference("Bird")}});
    let mut schemas = schemas(all, sent);
    list_all(&mut schemas);
    let kinds = ["Bird", "Cat", "Dog", "Fish", "Snail", "Animal"];
    assert_eq!(alternatives(&schemas, "Animal_variant"), kinds);
    // Without a discriminator of its own, which `normalize` gives it, a bird is the schema alone.
    let sent = &schemas.lifted[0].value["properties"];
    assert_eq!(
        *sent,
        json!({"fish": reference("Fish"), "bird": reference("Bird")})
    );
    for key in ["Bird", "Fish", "Snail"] {
        assert!(
            !schemas.definitions[key]
                .value
                .to_string()
                .contains("_variant")
        );
    }
}

#[test]
fn a_reference_with_a_description_leads_to_the_union() {
    let wrapper = json!({"allOf": [reference("Animal")], "description": "The pet."});
    let mut schemas = schemas(animals(), json!({"$ref": "#/$defs/pet"}));
    let pointer = "/components/schemas/Holder/properties/pet".to_owned();
    let value = wrapper.clone();
    schemas
        .definitions
        .insert("pet".to_owned(), Schema { pointer, value });
    let pointer = String::new();
    schemas.add_lifted(Schema {
        pointer,
        value: wrapper,
    });
    list_all(&mut schemas);
    assert_eq!(
        alternatives(&schemas, "Animal_variant"),
        ["Cat", "Dog", "Animal"]
    );
    let redirected = json!({"allOf": [reference("Animal_variant")], "description": "The pet."});
    assert_eq!(schemas.definitions["pet"].value, redirected);
    assert_eq!(schemas.lifted[1].value, redirected);
}

#[test]
fn what_must_not_hold_is_the_schema_itself() {
    let sent = json!({
        "not": reference("Animal"),
        "if": {"properties": {"pet": reference("Animal")}},
        "then": reference("Animal"),
    });
    let mut schemas = schemas(animals(), sent.clone());
    list_all(&mut schemas);
    let redirected = &schemas.lifted[0].value;
    assert_eq!(redirected["then"], reference("Animal_variant"));
    for keyword in ["not", "if"] {
        assert_eq!(redirected[keyword], sent[keyword]);
    }
}
