//! How a diff reads.

use serde_json::json;

use super::Edit::{Remove, Set};
use super::*;

fn example() -> Diff {
    let base = base();
    let mut spec = base.clone();
    let edits = [
        Remove("/paths/~1pets~1{petId}/delete"),
        Set("/info/version", json!("2.0")),
        Set("/paths/~1pets/get/description", json!("Finds all pets.")),
        Set("/paths/~1pets/get/parameters/0/required", json!(true)),
        Set(
            "/paths/~1pets/get/parameters/-",
            json!({"name": "q|r", "in": "query", "schema": {"type": "string"}}),
        ),
        Set("/components/parameters/after/schema/maxLength", json!(50)),
        Set(
            "/components/schemas/NewPet/properties/kind/enum",
            json!(["cat", "fish"]),
        ),
        Remove("/components/schemas/Pet/properties/state"),
        Set("/security", json!([{"token": []}])),
    ];
    for edit in edits {
        edit.apply(&mut spec);
    }
    diff(&base, &spec)
}

#[test]
fn as_text() {
    insta::assert_snapshot!(example().to_text(Audience::Both, false));
}

#[test]
fn as_text_for_one_audience() {
    let diff = example();
    insta::assert_snapshot!("as_text_for_models", diff.to_text(Audience::Model, false));
    insta::assert_snapshot!("as_text_for_rust", diff.to_text(Audience::Rust, false));
}

#[test]
fn colours_are_all_that_a_terminal_adds() {
    let diff = example();
    let coloured = diff.to_text(Audience::Both, true);
    assert!(coloured.starts_with("\u{1b}[1;31mSecurity"));
    let mut plain = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    assert_eq!(plain, diff.to_text(Audience::Both, false));
}

#[test]
fn as_markdown() {
    insta::assert_snapshot!(example().to_markdown(Audience::Both));
}

#[test]
fn as_json() {
    insta::assert_json_snapshot!(example().to_json(Audience::Both));
}

/// Each is compared with the one before it.
#[test]
fn a_style_is_named_in_the_words_of_openapi() {
    let parameter = |members: Value| {
        let mut parameter = json!({"name": "tags", "in": "query"});
        let object = parameter.as_object_mut().expect("is an object");
        object.extend(members.as_object().expect("is an object").clone());
        json!({"openapi": "3.2.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/pets": {"get": {
            "operationId": "list", "parameters": [parameter], "responses": {}}}}})
    };
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let content = json!({"application/x-www-form-urlencoded": {"schema": schema}});
    let encoded = json!({"application/x-www-form-urlencoded": {
        "schema": schema, "encoding": {"a": {"style": "pipeDelimited"}}}});
    let list = json!({"type": "array", "items": {"type": "string"}});
    let steps = [
        (json!({"schema": list}), "style: form, explode: true"),
        (
            json!({"schema": list, "explode": false}),
            "style: form, explode: false",
        ),
        (
            json!({"schema": list, "style": "pipeDelimited", "allowReserved": true}),
            "style: pipeDelimited, explode: false, allowReserved: true",
        ),
        (
            json!({"content": {"application/json": {"schema": list}}}),
            "content: application/json",
        ),
        (json!({"in": "cookie", "schema": list}), ""),
        (
            json!({"in": "cookie", "schema": list, "style": "cookie"}),
            "style: cookie, explode: true",
        ),
        (json!({"in": "querystring", "content": content}), ""),
        (
            json!({"in": "querystring", "content": encoded}),
            "content: application/x-www-form-urlencoded with another `encoding`",
        ),
    ];
    for pair in steps.windows(2) {
        let [(old, _), (new, expected)] = pair else {
            continue;
        };
        let text =
            diff(&parameter(old.clone()), &parameter(new.clone())).to_text(Audience::Both, false);
        assert!(text.contains(expected), "{expected}: {text}");
        assert_eq!(
            expected.is_empty(),
            !text.contains("parameter-style-changed"),
            "{text}"
        );
    }
}

#[test]
fn a_place_is_that_of_the_change() {
    let diff = example();
    let entry = diff
        .entries
        .iter()
        .find(|entry| entry.rule.id == "bound-widened");
    let site = &entry.expect("maxLength is more").sites[0];
    let new = site.new.as_ref().expect("is in both");
    assert_eq!(new.pointer, "/components/parameters/after/schema/maxLength");
    assert_eq!(new.file, "new.json");
    assert_eq!(site.tools, ["list_pets", "list_orders"]);
    let gone = diff
        .entries
        .iter()
        .find(|entry| entry.rule.id == "property-removed");
    let site = &gone.expect("a member is gone").sites[0];
    let old = site.old.as_ref().expect("was there");
    assert_eq!(old.pointer, "/components/schemas/Pet/properties/state");
    let lines = format!("{:#}", base());
    let line = lines.lines().nth(old.line - 1).expect("a line");
    assert!(line.trim_start().starts_with("\"state\""), "{line}");
}

#[test]
fn what_is_removed_in_one_direction_is_added_in_the_other() {
    let base = base();
    let mut spec = base.clone();
    Remove("/paths/~1pets~1{petId}/delete").apply(&mut spec);
    Remove("/components/schemas/NewPet/properties/age").apply(&mut spec);
    Remove("/paths/~1pets/get/parameters/0/schema/maximum").apply(&mut spec);
    let ids =
        |diff: &Diff| -> Vec<&str> { diff.entries.iter().map(|entry| entry.rule.id).collect() };
    let there = diff(&base, &spec);
    let back = diff(&spec, &base);
    assert_eq!(
        ids(&there),
        ["tool-removed", "bound-widened", "property-removed"]
    );
    assert_eq!(
        ids(&back),
        ["bound-narrowed", "property-added", "tool-added"]
    );
}

#[test]
fn what_is_skipped_now_says_why() {
    let base = base();
    let mut spec = base.clone();
    Set("/openapi", json!("3.2.0")).apply(&mut spec);
    let image = json!({"content": {"image/png": {"itemSchema": {"type": "string"}}}});
    Set("/paths/~1pets~1{petId}/put/requestBody", image).apply(&mut spec);
    let diff = diff(&base, &spec);
    let removed = diff
        .entries
        .iter()
        .find(|entry| entry.rule.id == "tool-removed");
    let is = removed.and_then(|entry| entry.is.as_deref());
    assert!(is.is_some_and(|is| is.starts_with("skipped: ")), "{is:?}");
}

#[test]
fn recursion_out_of_step_comes_to_an_end() {
    let spec = |x: Value| {
        json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/a": {"post": {
            "operationId": "a",
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/X"}}}},
            "responses": {"200": {"description": "A"}},
        }}}, "components": {"schemas": {"X": x}}})
    };
    let again = json!({"$ref": "#/components/schemas/X"});
    let once = spec(json!({"type": "object", "properties": {"p": again}}));
    let twice = spec(json!({"type": "object", "properties": {
        "p": {"type": "object", "properties": {"p": {"type": "object", "properties": {"p": again}}}},
    }}));
    let breaking = diff(&once, &twice).count(Class::Breaking, Audience::Model);
    assert_eq!(breaking, 0);
    assert_eq!(
        diff(&twice, &once).count(Class::Breaking, Audience::Model),
        0
    );
}

#[test]
fn what_comes_back_is_compared_where_it_has_types() {
    let typed = |text: &str, responses: bool| {
        let source = Source::from_text("shop.yaml", text.to_owned()).expect("is YAML");
        let builder = Builder::new("shop.yaml").responses(responses);
        builder.model_source(source).expect("is a spec")
    };
    let spec = |body: &str| {
        format!(
            "openapi: 3.1.0\ninfo: {{title: Shop, version: '1'}}\npaths:\n  /a:\n    get:\n      \
             operationId: getA\n      responses:\n        '200':\n          description: It\n{body}"
        )
    };
    let of = |ty: &str| {
        spec(&format!(
            "          content: {{application/json: {{schema: {{type: {ty}}}}}}}\n"
        ))
    };
    let said = |old: &str, new: &str, responses| -> Vec<String> {
        let diff = Diff::from_models(&typed(old, responses), &typed(new, responses));
        let entries = diff.entries.iter();
        entries
            .map(|entry| {
                format!(
                    "{} {}: {:?} → {:?}",
                    entry.rule.id, entry.subject, entry.was, entry.is
                )
            })
            .collect()
    };
    let changed = said(&of("integer"), &spec(""), true);
    let expected = "response-type-changed GetA::Response: Some(\"i64\") → Some(\"()\")";
    assert_eq!(changed, [expected]);
    assert!(said(&of("integer"), &of("integer"), true).is_empty());
    assert!(said(&of("integer"), &spec(""), false).is_empty());
}

/// A reader would take what nobody has looked at for what is the same.
#[test]
fn operations_that_both_specs_skip_are_counted() {
    let old = json!({
        "openapi": "3.0.3",
        "info": {"title": "Pets", "version": "1"},
        "paths": {
            "/pets": {"get": {"operationId": "listPets", "responses": {}}},
            "/cats": {"get": {
                "operationId": "listCats",
                "parameters": [{
                    "name": "tenant", "in": "query", "schema": {"type": "string"},
                    "x-mcp": {"env": "OF_ANOTHER_SERVER"},
                }],
                "responses": {},
            }},
        },
    });
    let mut new = old.clone();
    Set("/paths/~1cats/get/summary", json!("All cats")).apply(&mut new);
    let diff = diff(&old, &new);
    assert_eq!(diff.skipped_in_both.len(), 1, "{:?}", diff.skipped_in_both);
    let text = diff.to_text(Audience::Both, false);
    let expected =
        "neutral; not compared: 1 operation, skipped in both (`toolwright lint` says why)\n";
    assert!(text.ends_with(expected), "{text}");
}
