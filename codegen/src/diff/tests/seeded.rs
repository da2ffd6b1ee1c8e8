//! One change at a time of the base spec, each with all that must be found.

use std::sync::LazyLock;

use serde_json::json;

use super::Edit::{Move, Remove, Set};
use super::*;

const LIST: &str = "/paths/~1pets/get";
const ORDER: &str = "/paths/~1orders/post/requestBody/content/application~1json/schema/properties";

const NAMES: &str = "/paths/~1orders/post/requestBody/content/application~1json/schema/properties/light/x-enum-varnames";
const TEXTS: &str = "/paths/~1orders/post/requestBody/content/application~1json/schema/properties/light/x-enum-descriptions";

struct Seed {
    name: &'static str,
    edits: Vec<Edit>,
    /// Rule, class for the model, class for Rust, subject, number of tools.
    found: Vec<(&'static str, Class, Class, &'static str, usize)>,
}

macro_rules! at {
    ($prefix:ident, $rest:literal) => {
        Box::leak(format!("{}{}", $prefix, $rest).into_boxed_str())
    };
}

fn seeds() -> Vec<Seed> {
    use Class::{Additive as Add, Breaking as Break, Neutral as Same};
    macro_rules! seeds {
        ($($name:literal: [$($edit:expr),* $(,)?] => $($found:expr),* ;)*) => {
            vec![$(Seed { name: $name, edits: vec![$($edit),*], found: vec![$($found),*] }),*]
        };
    }
    seeds! {
        "operation removed": [Remove("/paths/~1pets~1{petId}/delete")] =>
            ("tool-removed", Break, Break, "", 1);
        "operation added": [Set("/paths/~1new", json!({"get": {"operationId": "x", "responses": {}}}))] =>
            ("tool-added", Add, Add, "", 1);
        "operation renamed": [Set("/paths/~1pets~1{petId}/delete/operationId", json!("dropPet"))] =>
            ("tool-renamed", Break, Break, "", 1);
        "operation renamed at length": [Set("/paths/~1pets~1{petId}/delete/operationId",
            json!("dropThePetThatNobodyHasEverLookedForSinceTheShopWasOpened"))] =>
            ("tool-renamed", Break, Break, "", 1);
        "operation without a name": [Remove("/paths/~1pets~1{petId}/delete/operationId")] =>
            ("tool-renamed", Break, Break, "", 1);
        "path moved": [Move("/paths/~1orders", "/paths/~1v2~1orders")] =>
            ("path-changed", Same, Same, "", 1), ("path-changed", Same, Same, "", 1);
        "read-only lost": [Move("/paths/~1orders/get", "/paths/~1orders/patch")] =>
            ("method-changed", Same, Same, "", 1), ("read-only-lost", Break, Same, "", 1);
        "read-only gained": [Move("/paths/~1pets~1{petId}/delete", "/paths/~1pets~1{petId}/options")] =>
            ("method-changed", Same, Same, "", 1), ("read-only-gained", Add, Same, "", 1);
        "destructive": [Move("/paths/~1pets/post", "/paths/~1pets/put")] =>
            ("method-changed", Same, Same, "", 1), ("hints-changed", Same, Same, "", 1);
        "description": [Set(at!(LIST, "/description"), json!("Finds some pets."))] =>
            ("description-changed", Same, Same, "", 1);
        "summary": [Set(at!(LIST, "/summary"), json!("Find pets."))] =>
            ("title-changed", Same, Same, "", 1);
        "deprecated": [Set(at!(LIST, "/deprecated"), json!(true))] =>
            ("deprecated", Same, Same, "", 1);
        "API": [Set("/info/version", json!("1.1"))] => ("api-changed", Same, Same, "version", 0);
        "server": [Set("/servers/0/url", json!("https://pets.example.org/v1"))] =>
            ("base-url-changed", Same, Same, "servers", 0);
        "server of an operation": [Set(at!(LIST, "/servers"), json!([{"url": "https://a.example"}]))] =>
            ("base-url-changed", Same, Same, "", 1);
        "security required": [Set("/security", json!([{"key": [], "token": []}]))] =>
            ("security-required", Break, Same, "", 7);
        "security of an operation": [Set(at!(LIST, "/security"), json!([{"token": []}]))] =>
            ("security-required", Break, Same, "", 1);
        "security relaxed": [Set(at!(LIST, "/security"), json!([{}]))] =>
            ("security-relaxed", Add, Same, "", 1);
        "security alternative": [Set("/security", json!([{"key": []}, {"token": []}]))] =>
            ("security-relaxed", Add, Same, "", 7);
        "security scheme": [Set("/components/securitySchemes/key/name", json!("X-Api-Key"))] =>
            ("security-scheme-changed", Break, Same, "security scheme key", 0);

        "argument added": [Set(at!(LIST, "/parameters/-"), json!({"name": "q", "in": "query", "schema": {"type": "string"}}))] =>
            ("property-added", Add, Break, "q", 1);
        "required argument added": [Set(at!(LIST, "/parameters/-"), json!({"name": "q", "in": "query", "required": true, "schema": {"type": "string"}}))] =>
            ("required-property-added", Break, Break, "q", 1);
        "argument removed": [Remove(at!(LIST, "/parameters/1"))] =>
            ("property-removed", Break, Break, "status", 1);
        "shared argument removed": [Remove(at!(LIST, "/parameters/6"))] =>
            ("property-removed", Break, Break, "after", 1);
        "argument required": [Set(at!(LIST, "/parameters/0/required"), json!(true))] =>
            ("property-became-required", Break, Break, "limit", 1);
        "path parameter renamed": [
            Move("/paths/~1pets~1{petId}", "/paths/~1pets~1{id}"),
            Set("/paths/~1pets~1{id}/get/parameters/0/name", json!("id")),
            Set("/paths/~1pets~1{id}/put/parameters/0/name", json!("id")),
            Set("/paths/~1pets~1{id}/delete/parameters/0/name", json!("id")),
        ] => ("argument-renamed", Break, Break, "id", 3);
        "parameter moved": [Set(at!(LIST, "/parameters/1/in"), json!("header"))] =>
            ("parameter-moved", Same, Same, "status", 1);
        "style": [Set(at!(LIST, "/parameters/2/explode"), json!(false))] =>
            ("parameter-style-changed", Same, Same, "tags", 1);
        "default changed": [Set(at!(LIST, "/parameters/0/schema/default"), json!(50))] =>
            ("default-changed", Break, Same, "limit", 1);
        "default gone": [Remove(at!(LIST, "/parameters/0/schema/default"))] =>
            ("default-stated", Same, Same, "limit", 1);
        "argument described": [Set(at!(LIST, "/parameters/0/description"), json!("How many pets."))] =>
            ("description-changed", Same, Same, "limit", 1);
        "argument deprecated": [Set(at!(LIST, "/parameters/0/deprecated"), json!(true))] =>
            ("deprecated", Same, Same, "limit", 1);
        "examples": [Set(at!(LIST, "/parameters/0/schema/examples"), json!([7]))] =>
            ("examples-changed", Same, Same, "limit", 1);
        "title": [Set(at!(LIST, "/parameters/0/schema/title"), json!("Limit"))] =>
            ("title-changed", Same, Same, "limit", 1);
        "shared parameter": [Set("/components/parameters/after/schema/maxLength", json!(30))] =>
            ("bound-narrowed", Break, Same, "after", 2);

        "maximum lower": [Set(at!(LIST, "/parameters/0/schema/maximum"), json!(50))] =>
            ("bound-narrowed", Break, Same, "limit", 1);
        "maximum higher": [Set(at!(LIST, "/parameters/0/schema/maximum"), json!(500))] =>
            ("bound-widened", Add, Same, "limit", 1);
        "minimum gone": [Remove(at!(LIST, "/parameters/0/schema/minimum"))] =>
            ("bound-widened", Add, Same, "limit", 1);
        "minimum exclusive": [Move(at!(LIST, "/parameters/0/schema/minimum"), at!(LIST, "/parameters/0/schema/exclusiveMinimum"))] =>
            ("bound-narrowed", Break, Same, "limit", 1);
        "exclusive minimum inclusive": [Move(at!(LIST, "/parameters/5/schema/exclusiveMinimum"), at!(LIST, "/parameters/5/schema/minimum"))] =>
            ("bound-widened", Add, Same, "price", 1);
        "length": [Set(at!(LIST, "/parameters/3/schema/minLength"), json!(3))] =>
            ("bound-narrowed", Break, Same, "code", 1);
        "count": [Set(at!(LIST, "/parameters/2/schema/maxItems"), json!(6))] =>
            ("bound-widened", Add, Same, "tags", 1);
        "pattern changed": [Set(at!(LIST, "/parameters/3/schema/pattern"), json!("^[a-z0-9]+$"))] =>
            ("pattern-changed", Break, Same, "code", 1);
        "pattern gone": [Remove(at!(LIST, "/parameters/3/schema/pattern"))] =>
            ("constraint-removed", Add, Same, "code", 1);
        "multiple stricter": [Set(at!(LIST, "/parameters/5/schema/multipleOf"), json!(4))] =>
            ("bound-narrowed", Break, Same, "price", 1);
        "multiple other": [Set(at!(LIST, "/parameters/5/schema/multipleOf"), json!(3))] =>
            ("multiple-of-changed", Break, Same, "price", 1);
        "unique": [Set(at!(LIST, "/parameters/2/schema/uniqueItems"), json!(true))] =>
            ("constraint-added", Break, Same, "tags", 1);
        "items": [Set(at!(LIST, "/parameters/2/schema/items/type"), json!("integer"))] =>
            ("type-changed", Break, Break, "tags[]", 1);
        "type changed": [Set(at!(LIST, "/parameters/3/schema"), json!({"type": "boolean"}))] =>
            ("type-changed", Break, Break, "code", 1);
        "type wider": [Set(at!(LIST, "/parameters/0/schema/type"), json!("number"))] =>
            ("type-widened", Add, Break, "limit", 1);
        "null admitted": [Set("/components/schemas/NewPet/properties/name/type", json!(["string", "null"]))] =>
            ("type-widened", Add, Break, "NewPet.name", 2);
        "null refused": [Set(at!(ORDER, "/note/type"), json!("string"))] =>
            ("type-narrowed", Break, Break, "note", 1);
        "null beside a reference": [Set("/components/schemas/NewPet/properties/owner", json!({"anyOf": [{"$ref": "#/components/schemas/Owner"}, {"type": "null"}]}))] =>
            ("type-widened", Add, Break, "NewPet.owner", 2);
        "format wider": [Set(at!(LIST, "/parameters/0/schema/format"), json!("int64"))] =>
            ("format-widened", Add, Break, "limit", 1);
        "format narrower": [Set("/components/schemas/NewPet/properties/age/format", json!("int32"))] =>
            ("format-narrowed", Break, Break, "NewPet.age", 2);
        "format changed": [Set(at!(LIST, "/parameters/4/schema/format"), json!("date"))] =>
            ("format-changed", Break, Same, "X-Trace", 1);
        "format that says nothing": [Remove("/components/schemas/NewPet/properties/age/format")] =>;
        "enum narrowed": [Remove("/components/schemas/NewPet/properties/kind/enum/2")] =>
            ("enum-values-removed", Break, Break, "NewPet.kind", 2);
        "enum widened": [Set("/components/schemas/NewPet/properties/kind/enum/-", json!("fish"))] =>
            ("enum-values-added", Add, Break, "NewPet.kind", 2);
        "enum reordered": [Set("/components/schemas/NewPet/properties/kind/enum", json!(["bird", "dog", "cat"]))] =>;
        "enum gone": [Remove(at!(LIST, "/parameters/1/schema/enum"))] =>
            ("enum-removed", Add, Break, "status", 1);
        "enum new": [Set(at!(LIST, "/parameters/3/schema/enum"), json!(["ab", "cd"]))] =>
            ("enum-added", Break, Break, "code", 1);

        "names of values swapped": [Set(NAMES, json!(["GREEN", "RED"]))] =>
            ("enum-meaning-changed", Break, Break, "light", 1);
        "name of a value spelt anew": [Set(NAMES, json!(["CRIMSON", "GREEN"]))] =>
            ("enum-name-changed", Same, Break, "light", 1);
        "name of a value in other letters": [Set(NAMES, json!(["red", "GREEN"]))] =>;
        "names of values gone": [Remove(NAMES)] =>
            ("enum-name-changed", Same, Break, "light", 1);
        "descriptions of values": [Set(TEXTS, json!(["Stop!", "Go."]))] =>
            ("description-changed", Same, Same, "light", 1);
        "descriptions of values swapped": [Set(TEXTS, json!(["Go.", "Stop."]))] =>
            ("enum-meaning-changed", Break, Same, "light", 1);
        "all that is said of values swapped": [
            Set(NAMES, json!(["GREEN", "RED"])),
            Set(TEXTS, json!(["Go.", "Stop."])),
        ] => ("enum-meaning-changed", Break, Break, "light", 1);
        "values and what is said of them reordered": [
            Set(at!(ORDER, "/light/enum"), json!([1, 0])),
            Set(NAMES, json!(["GREEN", "RED"])),
            Set(TEXTS, json!(["Go.", "Stop."])),
        ] =>;
        "names of values of a result swapped": [Set("/components/schemas/Order/properties/phase/x-enum-varnames", json!(["PAID", "OPEN"]))] =>
            ("enum-meaning-changed", Break, Same, "Order.phase", 1);

        "property of a body": [Set("/components/schemas/NewPet/properties/size", json!({"type": "integer"}))] =>
            ("property-added", Add, Break, "NewPet.size", 2);
        "required property of a body": [
            Set("/components/schemas/NewPet/properties/size", json!({"type": "integer"})),
            Set("/components/schemas/NewPet/required/-", json!("size")),
        ] => ("required-property-added", Break, Break, "NewPet.size", 2);
        "property of a body gone": [Remove("/components/schemas/NewPet/properties/age")] =>
            ("property-removed", Break, Break, "NewPet.age", 2);
        "property of a body required": [Set("/components/schemas/NewPet/required/-", json!("age"))] =>
            ("property-became-required", Break, Break, "NewPet.age", 2);
        "property of a body optional": [Remove("/components/schemas/NewPet/required")] =>
            ("property-became-optional", Add, Break, "NewPet.name", 2);
        "deep in a recursive schema": [Set("/components/schemas/Owner/required", json!(["email"]))] =>
            ("property-became-required", Break, Break, "Owner.email", 2);
        "others accepted": [Remove("/components/schemas/Owner/additionalProperties")] =>
            ("others-accepted", Add, Same, "Owner", 2);
        "others rejected": [Set(at!(ORDER, "/labels/additionalProperties"), json!(false))] =>
            ("others-rejected", Break, Break, "labels", 1);
        "others narrower": [Set(at!(ORDER, "/labels/additionalProperties/maxLength"), json!(9))] =>
            ("bound-narrowed", Break, Same, "labels{}", 1);
        "body optional": [Set("/paths/~1orders/post/requestBody/required", json!(false))] =>
            ("property-became-optional", Add, Break, "body", 1);
        "content type": [Move("/paths/~1pets/post/requestBody/content/application~1json", "/paths/~1pets/post/requestBody/content/application~1vnd.pets+json")] =>
            ("content-type-changed", Same, Same, "", 1);
        "body apart": [Set("/components/schemas/NewPet/minProperties", json!(2))] =>
            ("body-place-changed", Break, Same, "", 1), ("bound-narrowed", Break, Same, "NewPet", 2),
            ("body-place-changed", Break, Same, "", 1);
        "alternative gone": [Remove(at!(ORDER, "/payment/oneOf/1"))] =>
            ("alternative-removed", Break, Break, "payment", 1),
            ("item-removed", Same, Break, "types::Cash", 0),
            ("item-removed", Same, Break, "types::CashKind", 0);
        "alternative new": [Set(at!(ORDER, "/payment/oneOf/-"), json!({"type": "string"}))] =>
            ("alternative-added", Add, Break, "payment", 1);
        "alternatives reordered": [Set(at!(ORDER, "/payment/oneOf"), json!([{"$ref": "#/components/schemas/Cash"}, {"$ref": "#/components/schemas/Card"}]))] =>;
        "within an alternative": [Set("/components/schemas/Card/properties/number/maxLength", json!(16))] =>
            ("bound-narrowed", Break, Same, "Card.number", 1);
        "not stricter": [Set(at!(ORDER, "/rules/not/required"), json!(["a"]))] =>
            ("property-became-optional", Break, Same, "rules (not).b", 1);
        "not looser": [Set(at!(ORDER, "/rules/not/required"), json!(["a", "b", "c"]))] =>
            ("property-became-required", Add, Same, "rules (not).c", 1);
        "if": [Set(at!(ORDER, "/rules/if/required"), json!(["b"]))] =>
            ("property-became-required", Break, Same, "rules (if).b", 1),
            ("property-became-optional", Break, Same, "rules (if).a", 1);
        "then": [Remove(at!(ORDER, "/rules/then"))] => ("constraint-removed", Add, Same, "rules", 1);
        "property names": [Set(at!(ORDER, "/rules/propertyNames/maxLength"), json!(10))] =>
            ("bound-narrowed", Break, Same, "rules (propertyNames)", 1);
        "pattern properties": [Set(at!(ORDER, "/rules/patternProperties/^x/maxLength"), json!(10))] =>
            ("bound-widened", Add, Same, "rules{^x}", 1);
        "dependents": [Set(at!(ORDER, "/rules/dependentRequired/a"), json!(["b", "c"]))] =>
            ("constraint-added", Break, Same, "rules", 1);
        "prefix items": [Set(at!(ORDER, "/pair/prefixItems/1/maximum"), json!(8))] =>
            ("bound-narrowed", Break, Same, "pair[1]", 1);
        "part of all": [Set(at!(ORDER, "/whole/allOf/1/properties/more/maxLength"), json!(8))] =>
            ("bound-narrowed", Break, Same, "whole.more", 1);
        "media type of a string": [Set(at!(ORDER, "/note/contentMediaType"), json!("text/html"))] =>
            ("encoding-changed", Same, Same, "note", 1);
        "part of all that cannot be merged": [Remove(at!(ORDER, "/both/allOf/1"))] =>
            ("constraint-removed", Add, Break, "both", 1);
        "another condition": [Set(at!(ORDER, "/both/allOf"), json!([{"not": {"minLength": 3}}, {"not": {"pattern": "c"}}, {"not": {"pattern": "d"}}]))] =>
            ("constraint-changed", Break, Same, "both", 1);

        "member of a result": [Set("/components/schemas/Pet/properties/more", json!({"type": "string"}))] =>
            ("property-added", Add, Same, "Pet.more", 3);
        "member of a result gone": [Remove("/components/schemas/Pet/properties/state")] =>
            ("property-removed", Break, Same, "Pet.state", 3);
        "member of a result required": [Set("/components/schemas/Pet/required/-", json!("state"))] =>
            ("property-became-required", Add, Same, "Pet.state", 3);
        "member of a result optional": [Remove("/components/schemas/Pet/required")] =>
            ("property-became-optional", Break, Same, "Pet.id", 3);
        "value of a result": [Set("/components/schemas/Pet/properties/state/enum/-", json!("ancient"))] =>
            ("enum-values-added", Break, Same, "Pet.state", 3);
        "value of a result gone": [Remove("/components/schemas/Pet/properties/state/enum/0")] =>
            ("enum-values-removed", Add, Same, "Pet.state", 3);
        "type of a result": [Set("/components/schemas/Pet/properties/id/type", json!("string"))] =>
            ("type-changed", Break, Same, "Pet.id", 3);
        "wider type of a result": [Set("/components/schemas/Pet/properties/id/type", json!("number"))] =>
            ("type-widened", Break, Same, "Pet.id", 3);
        "bound of a result": [Set("/components/schemas/Order/properties/total/maximum", json!(9))] =>
            ("bound-narrowed", Add, Same, "Order.total", 1);
        "result described": [Set("/paths/~1orders/get/responses/200/content", json!({"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}))] =>
            ("result-described", Add, Same, "", 1);
        "result not described": [Remove("/paths/~1orders/post/responses/200/content")] =>
            ("result-not-described", Break, Same, "", 1);
        "pagination": [Set(at!(LIST, "/x-mcp"), json!({"timeout": 5}))] =>
            ("timeout-changed", Same, Same, "", 1);
    }
}

/// The base spec before and after each change.
struct Seeded {
    base: Modelled,
    changed: Vec<(Seed, Modelled)>,
}

/// All of them, which several tests look at.
static SEEDED: LazyLock<Seeded> = LazyLock::new(|| {
    let base = base();
    let change = |seed: Seed| {
        let mut spec = base.clone();
        for edit in &seed.edits {
            edit.apply(&mut spec);
        }
        let model = modelled("new.json", format!("{spec:#}"));
        (seed, model)
    };
    Seeded {
        base: modelled("old.json", format!("{base:#}")),
        changed: seeds().into_iter().map(change).collect(),
    }
});

#[test]
fn every_seeded_change_is_found() {
    let Seeded { base, changed } = &*SEEDED;
    let mut wrong = Vec::new();
    assert!(changed.len() >= 60, "{}", changed.len());
    for (seed, model) in changed {
        let diff = Diff::from_models(base, model);
        let found: Vec<_> = diff
            .entries
            .iter()
            .map(|entry| {
                let tools = entry.tools().len();
                (
                    entry.rule.id,
                    entry.model,
                    entry.rust,
                    entry.subject.as_str(),
                    tools,
                )
            })
            .collect();
        if found != seed.found {
            wrong.push(format!(
                "{}: {found:#?}\ninstead of {:#?}",
                seed.name, seed.found
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn who_runs_an_operation_is_nothing_to_a_model() {
    let base = base();
    let mut spec = base.clone();
    Set("/paths/~1orders/post/x-mcp", json!({"handler": "manual"})).apply(&mut spec);
    let diff = diff(&base, &spec);
    let models = diff.entries.iter().map(|entry| entry.model);
    assert!(models.into_iter().all(|class| class == Class::Neutral));
    let told = diff
        .entries
        .iter()
        .find(|entry| entry.rule.id == "handler-changed");
    assert_eq!(told.map(|entry| entry.rust), Some(Class::Breaking));
}

/// Whether a place is that of an edit: the same, or within it, or what holds it; around it for what
/// is said of a tool as a whole.
fn is_near(edited: &str, entry: &Entry, place: &str) -> bool {
    let edited = edited.trim_end_matches("/-");
    let holder = pointer::split(edited).map_or("", |(holder, _)| holder);
    let is_around = edited.starts_with(&format!("{place}/")) && !place.is_empty();
    place == holder
        || place == edited
        || place.starts_with(&format!("{edited}/"))
        || is_around && (entry.side.is_none() || entry.rule.id.starts_with("result-"))
}

/// Edits whose changes are elsewhere: `required` is told at what is required, the removal of a
/// reference at what it led to, and where a body stands at the body.
fn is_told_elsewhere(seed: &Seed, entry: &Entry) -> bool {
    entry.rule.id.starts_with("property-became-")
        || entry.rule.id == "body-place-changed"
        || seed.name == "shared argument removed"
}

#[test]
fn every_seeded_change_is_at_the_place_of_its_edit() {
    let Seeded { base, changed } = &*SEEDED;
    let mut wrong = Vec::new();
    for (seed, model) in changed {
        let edited: Vec<&str> = seed
            .edits
            .iter()
            .flat_map(|edit| match edit {
                Set(at, _) | Remove(at) => vec![*at],
                Move(from, to) => vec![*from, *to],
            })
            .collect();
        for entry in Diff::from_models(base, model)
            .entries
            .iter()
            .filter(|entry| !entry.is_rust_alone() && !is_told_elsewhere(seed, entry))
        {
            for site in &entry.sites {
                let places = [&site.old, &site.new].into_iter().flatten();
                let pointers: Vec<&str> = places.map(|place| place.pointer.as_str()).collect();
                let near = |place: &&str| edited.iter().any(|edited| is_near(edited, entry, place));
                if !pointers.iter().any(near) {
                    wrong.push(format!("{}: {} at {pointers:?}", seed.name, entry.rule.id));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a change is called in the other direction.
fn reversed(id: &str) -> String {
    const WORDS: [(&str, &str); 9] = [
        ("added", "removed"),
        ("narrowed", "widened"),
        ("required", "optional"),
        ("lost", "gained"),
        ("accepted", "rejected"),
        ("described", "not-described"),
        ("deprecated", "deprecation-withdrawn"),
        ("security-required", "security-relaxed"),
        ("removed", "added"),
    ];
    for (one, other) in WORDS.iter().rev() {
        for (from, to) in [(one, other), (other, one)] {
            if let Some(start) = id
                .strip_suffix(from)
                .filter(|_| !id.starts_with("description"))
            {
                let is_word = start.is_empty() || start.ends_with('-');
                if is_word && !start.ends_with("not-") {
                    return format!("{start}{to}");
                }
            }
        }
    }
    id.to_owned()
}

#[test]
fn every_seeded_change_is_its_opposite_in_the_other_direction() {
    let Seeded { base, changed } = &*SEEDED;
    for (seed, model) in changed {
        // A credential is replaced in both directions.
        if seed.name == "security of an operation" {
            continue;
        }
        let back = Diff::from_models(model, base);
        let plain = |id: &str| id.replace("required-property", "property");
        let mut found: Vec<String> = back
            .entries
            .iter()
            .map(|entry| plain(entry.rule.id))
            .collect();
        let mut expected: Vec<String> = seed
            .found
            .iter()
            .map(|(id, ..)| reversed(&plain(id)))
            .collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{}", seed.name);
    }
}
