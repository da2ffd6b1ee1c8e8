//! Tool lists are recorded, read again and compared.

use std::fs;

use tempfile::TempDir;

use super::*;
use crate::builder::{BuildError, Builder};
use crate::report::Report;
use crate::source::Source;

const OLD: &str = r#"
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
      - {name: limit, in: query, schema: {type: integer, maximum: 100}}
      - {name: sort, in: query, schema: {enum: [name, age]}}
    post:
      operationId: addPet
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
  /pets/{id}:
    get: {operationId: getPet, parameters: [{name: id, in: path, required: true, schema: {type: string}}]}
    delete: {operationId: deletePet, parameters: [{name: id, in: path, required: true, schema: {type: string}}]}
    put: {operationId: touchPet, parameters: [{name: id, in: path, required: true, schema: {type: string}}]}
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties: {name: {type: string}, mother: {$ref: '#/components/schemas/Pet'}, tags: {type: array, items: {type: string}}}
"#;

fn report(spec: &str) -> Report {
    let source = Source::from_text("pets.yaml", spec.to_owned()).expect("is YAML");
    let builder = Builder::new("pets.yaml").output_schemas(true);
    let compiled = builder.compile_source(source, &mut |_| {});
    compiled.expect("is a spec").report()
}

/// `rule class tools: subject: was → is` of each change from the old spec to another.
fn changes(new: &str) -> Vec<String> {
    let old = RecordedList::from_report(&report(OLD), "1", "2026-01-01T00:00:00Z");
    let new = RecordedList::from_report(&report(new), "2", "");
    let versions = compare_versions(&[old], &new).expect("can be compared");
    let Some(version) = versions.get(1) else {
        return Vec::new();
    };
    let changes = version.changes.iter().map(|it| {
        let was = it.was.as_deref().unwrap_or("-");
        let is = it.is.as_deref().unwrap_or("-");
        let tools = it.tools.join(" ");
        format!(
            "{} {} {tools}: {}: {was} → {is}",
            it.rule, it.class, it.subject
        )
    });
    changes.collect()
}

#[test]
fn the_same_tools_are_no_new_version() {
    assert_eq!(changes(OLD), [""; 0]);
    let now = RecordedList::from_report(&report(OLD), "2", "");
    assert_eq!(compare_versions(&[], &now).expect("nothing to compare"), []);
}

#[test]
fn changes_have_the_classes_of_a_diff() {
    let new = OLD
        .replace("maximum: 100", "maximum: 50")
        .replace("[name, age]", "[name, age, size]")
        .replace("required: [name]", "required: [name, tags]")
        .replace("    put:", "    patch:")
        .replace(
            "operationId: getPet",
            "operationId: fetchPet, description: Finds it.",
        );
    insta::assert_snapshot!(changes(&new).join("\n"), @r#"
    bound-narrowed breaking list_pets: limit: maximum 100 → maximum 50
    enum-values-added additive list_pets: sort: - → "size"
    property-became-required breaking add_pet: mother.tags: - → -
    property-became-required breaking add_pet: tags: - → -
    tool-renamed breaking fetch_pet get_pet: : get_pet → fetch_pet
    title-changed neutral fetch_pet: : Get pet → Fetch pet
    description-changed neutral fetch_pet: : Get pet. → Finds it.
    hints-changed neutral touch_pet: : destructive: true, idempotent: true → destructive: true, idempotent: false
    "#);
}

#[test]
fn every_change_of_a_diff_is_found_in_the_lists() {
    let new = OLD
        .replace("maximum: 100", "minimum: 1")
        .replace("enum: [name, age]", "type: string")
        .replace("items: {type: string}", "items: {type: integer}")
        .replace("/pets/{id}:\n    get:", "/pets/{id}:\n    head:");
    let model = |spec: &str| {
        let source = Source::from_text("pets.yaml", spec.to_owned()).expect("is YAML");
        let builder = Builder::new("pets.yaml").output_schemas(true);
        builder.model_source(source).expect("is a spec")
    };
    let diff = crate::Diff::from_models(&model(OLD), &model(&new));
    let expected: Vec<(&str, String)> = diff
        .entries(crate::diff::Audience::Model)
        .map(|entry| (entry.rule.id, entry.model.to_string()))
        .collect();
    let found = changes(&new);
    for (rule, class) in expected {
        let start = format!("{rule} {class} ");
        assert!(
            found.iter().any(|it| it.starts_with(&start)),
            "{start}in {found:#?}"
        );
    }
}

#[test]
fn tools_that_mean_different_things_by_a_name_are_kept_apart() {
    let mut list = RecordedList::from_report(&report(OLD), "1", "2026-01-01T00:00:00Z");
    let schema = |name: &str, kind: &str| {
        serde_json::json!({
            "type": "object",
            "properties": {name: {"$ref": "#/$defs/Pet"}},
            "$defs": {"Pet": {"type": "object", "properties": {"size": {"type": kind}}}},
        })
    };
    list.tools[0].input_schema = schema("one", "integer");
    list.tools[1].input_schema = schema("other", "string");
    let mut now = list.clone();
    now.tools[1].input_schema = schema("other", "boolean");
    let versions = compare_versions(&[list], &now).expect("can be compared");
    let changes = &versions[1].changes;
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(
        (changes[0].rule, changes[0].tools.as_slice()),
        ("type-changed", &["add_pet".to_owned()][..])
    );
}

#[test]
fn lists_are_read_as_they_are_written() {
    let folder = TempDir::new().expect("a directory");
    let write = |name: &str, list: &RecordedList| {
        fs::write(folder.path().join(name), list.to_json()).expect("can be written");
    };
    let newer = RecordedList::from_report(&report(OLD), "1.9", "2026-02-01T00:00:00Z");
    let older = RecordedList::from_report(&report(OLD), "1.10", "2026-01-01T00:00:00Z");
    write("a.json", &newer);
    write("b.json", &older);
    fs::write(folder.path().join("README.md"), "no list").expect("can be written");
    assert_eq!(
        read_history(folder.path()).expect("are lists"),
        [older, newer.clone()]
    );
    write("c.json", &newer);
    let error = read_history(folder.path()).expect_err("two of one version");
    assert!(
        error.to_string().contains("two lists of version `1.9`"),
        "{error}"
    );
}

#[test]
fn what_is_no_list_is_told_with_its_place() {
    let folder = TempDir::new().expect("a directory");
    let file = folder.path().join("1.json");
    let good = RecordedList::from_report(&report(OLD), "1", "2026-01-01T00:00:00Z").to_json();
    let wrong = [
        (
            good.replace("2026-01-01T00:00:00Z", "yesterday"),
            "1.json:3:15: `yesterday` is not a time",
        ),
        (
            good.replace("\"list_pets\"", "3"),
            "1.json:6:15: invalid type: integer `3`",
        ),
        (
            good.replace("\"name\": \"list_pets\"", "\"nam\": 1"),
            "1.json:6:14: unknown field `nam`",
        ),
        ("{".to_owned(), "1.json:1:1: EOF"),
    ];
    for (text, message) in wrong {
        fs::write(&file, text).expect("can be written");
        let error = RecordedList::read_file(&file).expect_err("is no list");
        assert!(error.to_string().contains(message), "{error}");
    }
}

/// What is compared is a spec, of which a bad tool must not be left out.
#[test]
fn a_list_that_no_spec_can_be_made_of_is_an_error() {
    let mut list = RecordedList::from_report(&report(OLD), "1", "2026-01-01T00:00:00Z");
    let now = list.clone();
    list.tools[1].path = "/x".repeat(5_000);
    let error = compare_versions(&[list], &now).expect_err("no API has such a path");
    let message = error.to_string();
    assert!(
        message.starts_with("version `1` cannot be compared: "),
        "{message}"
    );
}

#[test]
fn a_directory_that_is_not_there_is_a_warning() {
    let folder = TempDir::new().expect("a directory");
    let spec = folder.path().join("pets.yaml");
    fs::write(&spec, OLD).expect("can be written");
    let builder = Builder::new(&spec)
        .relative_to(folder.path())
        .history("history");
    let compiled = builder.compile().expect("is a spec");
    let lines = compiled.summary_lines().join("\n");
    assert!(
        lines.contains("history = \"history\" has no effect"),
        "{lines}"
    );
    assert!(compiled.watched().iter().any(|it| it.ends_with("history")));

    fs::create_dir(folder.path().join("history")).expect("can be made");
    let file = folder.path().join("history/1.json");
    fs::write(&file, "{}").expect("can be written");
    let error = builder.compile().expect_err("is no list");
    assert!(
        matches!(error, BuildError::History(HistoryError::NoList { .. })),
        "{error}"
    );
    let list = RecordedList::from_report(&report(OLD), "0.9", "2026-01-01T00:00:00Z");
    fs::write(&file, list.to_json()).expect("can be written");
    let compiled = builder.compile().expect("is a spec");
    assert!(compiled.code().json().contains("\"version\": \"0.9\""));
    assert!(compiled.files().any(|it| it.ends_with("history/1.json")));
}
