use serde_json::json;

use super::*;

fn pointer(root: &Value, reference: &str) -> Result<String, Broken> {
    pointer_from(root, "", reference)
}

fn pointer_from(root: &Value, from: &str, reference: &str) -> Result<String, Broken> {
    let documents = Documents::new(root, None, true);
    locate_reference(&documents, from, reference).map(|target| target.pointer)
}

#[test]
fn decodes_both_escapes() {
    let root = json!({"paths": {"/a b/{id}": [{"x": 1}]}, "d": {"50%": 2, "~/": 3}});
    for (reference, expected) in [
        ("#/paths/~1a%20b~1%7Bid%7D/0/x", "/paths/~1a b~1{id}/0/x"),
        ("#/paths/%2Fa b%2F{id}/0", "/paths/~1a b~1{id}/0"),
        ("#/d/50%", "/d/50%"),
        ("#/d/~0~1", "/d/~0~1"),
    ] {
        assert_eq!(pointer(&root, reference).as_deref(), Ok(expected));
    }
}

#[test]
fn passes_through_references_on_the_way() {
    let root = json!({"a": {"$ref": "#/b"}, "b": {"$ref": "#/c"}, "c": {"properties": {"d": {}}}});
    assert_eq!(
        pointer(&root, "#/a/properties/d").as_deref(),
        Ok("/c/properties/d")
    );
}

#[test]
fn an_index_has_no_leading_zero() {
    let root = json!({"list": [{"x": 1}, {"x": 2}]});
    assert_eq!(pointer(&root, "#/list/1/x").as_deref(), Ok("/list/1/x"));
    let documents = Documents::new(&root, None, true);
    for index in ["01", "00", "+1", ""] {
        let address = format!("/list/{index}");
        assert_eq!(
            pointer(&root, &format!("#{address}")),
            Err(Broken::Dangling)
        );
        assert_eq!(documents.value_at(&address), None, "{address}");
    }
}

#[test]
fn tells_why_a_reference_is_broken() {
    let root = json!({"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}, "n": {"$ref": "#/n/x"}});
    for (reference, expected) in [
        ("#/c", Broken::Dangling),
        ("pets.yaml#/a", Broken::Elsewhere),
        ("#pet", Broken::Anchor),
        ("#", Broken::Anchor),
        ("#/a/x", Broken::Circular),
        ("#/n/y", Broken::Circular),
    ] {
        assert_eq!(pointer(&root, reference), Err(expected), "{reference}");
    }
    let documents = Documents::new(&root, None, true);
    assert_eq!(
        follow_references(&documents, "", "#/a").unwrap_err(),
        Broken::Circular
    );
}

#[test]
fn schemas_are_found_by_what_they_call_themselves() {
    let root = json!({
        "a": {"$anchor": "pet", "$ref": "#tag"},
        "b": {
            "$id": "https://example.com/schemas/b",
            "$defs": {"x": {"$anchor": "tag"}, "y": {"$id": "y"}},
        },
        "c": {"$id": "#old"},
        "d": {"$id": "local", "properties": {"e": {}}},
    });
    for (from, reference, expected) in [
        ("", "#pet", "/a"),
        ("", "#old", "/c"),
        ("", "https://example.com/schemas/b", "/b"),
        ("", "https://example.com/schemas/b#", "/b"),
        ("", "https://example.com/schemas/b#tag", "/b/$defs/x"),
        ("", "https://example.com/schemas/b#/$defs/x", "/b/$defs/x"),
        ("", "https://example.com/schemas/y", "/b/$defs/y"),
        ("/b/$defs/x", "#/$defs/y", "/b/$defs/y"),
        ("/b/$defs/x", "y", "/b/$defs/y"),
        ("/b/$defs/x", "#", "/b"),
        ("/b/$defs/x", "#tag", "/b/$defs/x"),
        ("/b/$defs/x", "#/a", "/a"),
        ("", "local#/properties/e", "/d/properties/e"),
        ("/d/properties/e", "#/properties/e", "/d/properties/e"),
    ] {
        let found = pointer_from(&root, from, reference);
        assert_eq!(found.as_deref(), Ok(expected), "{reference} at {from}");
    }
    assert_eq!(
        pointer(&root, "#tag"),
        Err(Broken::Anchor),
        "of another schema"
    );
    assert_eq!(pointer(&root, "unknown"), Err(Broken::Elsewhere));
}
