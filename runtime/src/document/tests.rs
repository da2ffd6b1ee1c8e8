use super::*;

static PETS: Document = Document::new(
    r##"{
  "fingerprint": "0a1b",
  "$comment": "\"$ref\"",
  "tools": {
    "list_pets": {
      "input": {
        "properties": { "node" : { "description": "a b", "$ref" : "#/$defs/Node" } },
        "const": {"$ref": "#/$defs/Other"}
      },
      "client": {"properties":{"node":{ "$ref" : "#/shared/node-1" }},"$defs":{}},
      "output": {"items": {"$ref":"#/$defs/Node"}}
    },
    "same": {"input": {"$ref": "#/shared/node-1"}},
    "none": {"input": {}}
  },
  "$defs": {
    "Leaf": {"type":"null"},
    "Node": {"properties":{"next":{"$ref":"#/$defs/Node"},"leaf":{"$ref":"#/$defs/Leaf"}}}
  },
  "shared": {"node-1": {"a": [1, {"$ref": "#/shared/leaf-2"}]}, "leaf-2": "x y", "endless": {"$ref":"#/shared/endless"}},
  "responses": {"list_pets": {"status": 200, "json": [{"$ref": "#/more/pet-3"}, {"$ref":"#/discovery/executor"}]}},
  "more": {"pet-3": {"name": "Rex\n"}}
}"##,
    "0a1b",
);

fn expanded(text: &'static str) -> Result<String, BrokenDocument> {
    PETS.expand(text, "run")
}

#[test]
fn a_full_schema_has_its_definitions() {
    assert_eq!(
        PETS.full_input("list_pets").as_deref(),
        Ok(concat!(
            r##"{"properties":{"node":{"description":"a b","$ref":"#/$defs/Node"}},"##,
            r##""const":{"$ref":"#/$defs/Other"},"##,
            r##""$defs":{"Node":{"properties":{"next":{"$ref":"#/$defs/Node"},"leaf":{"$ref":"#/$defs/Leaf"}}},"##,
            r##""Leaf":{"type":"null"}}}"##
        ))
    );
    assert_eq!(PETS.full_input("none").as_deref(), Ok("{}"));
}

#[test]
fn shared_values_are_put_in_their_places() {
    let client = PETS.client_input("list_pets");
    let node = r#"{"a":[1,"x y"]}"#;
    assert_eq!(
        client.as_deref(),
        Ok(format!(r#"{{"properties":{{"node":{node}}},"$defs":{{}}}}"#).as_str())
    );
    assert_eq!(PETS.client_input("same").as_deref(), Ok(node));
    // Definitions of an output schema are in it.
    assert_eq!(
        PETS.client_output("list_pets").as_deref(),
        Ok(r##"{"items":{"$ref":"#/$defs/Node"}}"##)
    );
}

#[test]
fn sections_are_behind_the_schemas() {
    let responses = PETS.section("responses").expect("is there");
    let (name, response) = find_members(responses).next().expect("is there");
    assert_eq!(name, "list_pets");
    assert_eq!(
        expanded(response).as_deref(),
        Ok(r#"{"status":200,"json":[{"name":"Rex\n"},"run"]}"#)
    );
    assert_eq!(PETS.section("bridge"), None);
}

#[test]
fn what_is_not_there_is_an_error() {
    assert_eq!(PETS.full_input("x"), Err(BrokenDocument::new("x")));
    assert_eq!(PETS.client_output("none"), Err(BrokenDocument::new("none")));
    assert!(expanded(r##"{"$ref":"#/shared/x"}"##).is_err());
    assert!(expanded(r##"{"$ref":"#/shared/endless"}"##).is_err());
    assert!(expanded("\"").is_err());
}

#[test]
fn what_only_looks_like_a_reference_stays() {
    for text in [
        r##"{"$ref":"#/shared/x","a":1}"##,
        r##"{"\u0024ref":"#/shared/x"}"##,
        r##"{"$ref":["#/shared/x"]}"##,
        r##"{"a":"{\"$ref\":\"#/shared/x\"}"}"##,
        r##"["$ref","#/shared/x"]"##,
        r##"{"$ref""##,
        r##"{"$ref":"##,
    ] {
        assert_eq!(expanded(text).as_deref(), Ok(text));
    }
}

#[test]
fn a_text_that_is_no_document_has_nothing() {
    for text in [
        "",
        "{",
        "[]",
        "{\"tools\":1}",
        "{\"tools\":{\"a\":",
        "{\"tools\":{\"a\":{\"input\":{}}}",
    ] {
        let document: &'static Document = Box::leak(Box::new(Document {
            text,
            schemas: OnceLock::new(),
            rest: OnceLock::new(),
        }));
        assert_eq!(
            document.client_output("a"),
            Err(BrokenDocument::new("a")),
            "{text}"
        );
        assert_eq!(document.section("responses"), None);
    }
}

#[test]
fn a_fingerprint_is_a_whole_string_at_the_beginning() {
    let far = format!("{{\"a\":\"{}\",\"fingerprint\":\"1f\"}}", "x".repeat(HEAD));
    assert!(has_fingerprint(b"{\"fingerprint\":\"1f\"}", b"1f"));
    for other in [
        "{\"fingerprint\":\"1f0\"}",
        "{\"fingerprint\":\"f\"}",
        "",
        far.as_str(),
    ] {
        assert!(!has_fingerprint(other.as_bytes(), b"1f"), "{other}");
    }
}

#[test]
fn a_string_is_read_with_its_escapes() {
    assert_eq!(read_string("\"a b\""), Some("a b"));
    assert_eq!(read_string("key"), Some("key"));
    assert_eq!(read_string(r#""a\"\u0024""#), Some("a\"$"));
    assert_eq!(read_string(r#""\x""#), None);
}
