use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::Lint;
use crate::{Builder, Client};

const SPEC: &str = "openapi: 3.2.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    post:
      operationId: addPet
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                price: {type: [number, 'null']}
                weight: {type: [number, 'null']}
  /pets/image:
    put:
      operationId: setImage
      requestBody:
        content: {image/png: {itemSchema: {type: string}}}
";

fn lint(client: Option<Client>) -> Lint {
    let folder = TempDir::new().expect("a folder");
    let spec = folder.path().join("pets.yaml");
    fs::write(&spec, SPEC).expect("a file");
    let builder = client
        .into_iter()
        .fold(Builder::new(&spec), Builder::client);
    let mut lint = Lint::from_compiled(&builder.compile().expect("a spec"));
    let written = spec.display().to_string();
    let shown = |text: &str| text.replace(&written, "api/pets.yaml");
    for remark in &mut lint.remarks {
        remark.place.file = shown(&remark.place.file);
        remark.rendered = shown(&remark.rendered);
    }
    for found in &mut lint.portability {
        found.place.file = shown(&found.place.file);
    }
    lint
}

#[test]
fn for_people() {
    insta::assert_snapshot!(lint(None).to_text());
}

#[test]
fn as_json() {
    insta::assert_json_snapshot!(lint(None).to_json());
}

#[test]
fn as_sarif() {
    let mut log = lint(None).to_sarif();
    log["runs"][0]["tool"]["driver"]["version"] = "0".into();
    insta::assert_json_snapshot!(log);
}

#[test]
fn a_client_that_was_chosen_gets_what_it_accepts() {
    let chosen = lint(Some(Client::Gemini));
    assert_eq!(chosen.portability.len(), 0, "{:?}", chosen.portability);
    assert_eq!((chosen.errors(), chosen.warnings()), (0, 1));
    let none = lint(None);
    assert!(!none.portability.is_empty());
    assert_eq!(none.warnings(), 1);
}

/// What the schema of SARIF 2.1.0 requires.
#[test]
fn sarif_has_what_the_standard_requires() {
    let log = lint(None).to_sarif();
    assert_eq!(log["version"], "2.1.0");
    for run in list(&log["runs"]) {
        let driver = &run["tool"]["driver"];
        assert!(driver["name"].is_string());
        let rules = list(&driver["rules"]);
        for rule in rules {
            assert!(rule["id"].is_string());
            assert!(rule["shortDescription"]["text"].is_string());
        }
        for result in list(&run["results"]) {
            assert!(
                result["message"]["text"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty())
            );
            assert!(["none", "note", "warning", "error"].contains(&text(&result["level"])));
            let rule = result["ruleIndex"].as_u64().expect("an index");
            assert_eq!(rules[rule as usize]["id"], result["ruleId"]);
            for location in list(&result["locations"]) {
                let physical = &location["physicalLocation"];
                let uri = text(&physical["artifactLocation"]["uri"]);
                assert!(!uri.is_empty() && !uri.contains(['\\', ' ']), "{uri}");
                for position in ["startLine", "startColumn"] {
                    assert!(
                        physical["region"][position]
                            .as_u64()
                            .is_some_and(|at| at > 0)
                    );
                }
                for logical in list(&location["logicalLocations"]) {
                    assert!(text(&logical["fullyQualifiedName"]).starts_with('#'));
                }
            }
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn paths_become_uris() {
    let uri = super::sarif::path_to_uri;
    assert_eq!(uri("./specs/my api.yaml"), "specs/my%20api.yaml");
    assert_eq!(uri("specs\\api.yaml"), "specs/api.yaml");
    assert_eq!(uri("/work/api.yaml"), "file:///work/api.yaml");
    assert_eq!(uri("C:\\work\\api.yaml"), "file:///C:/work/api.yaml");
}

/// A spec that says the same wrong thing at `places` places, and another one.
fn careless(places: usize) -> crate::Compiled {
    let paths: String = (1..=places)
        .map(|index| format!("  /{index}: {{get: {{parameters: [{{$ref: '#/nowhere'}}]}}}}\n"))
        .collect();
    let spec = format!("openapi: 3.0.3\ninfo: {{title: 5, version: '1'}}\npaths:\n{paths}");
    let source = crate::source::Source::from_text("pets.yaml", spec).expect("YAML");
    let builder = Builder::new("pets.yaml");
    builder.compile_source(source, &mut |_| {}).expect("a spec")
}

#[test]
fn what_is_said_of_several_places_is_there_once() {
    let compiled = careless(152);
    let lint = Lint::from_compiled(&compiled);
    let text = lint.to_text();
    assert_eq!(text.matches("#/nowhere`, which").count(), 1, "{text}");
    let also =
        "\n  = also: 151 more places, such as pets.yaml:5:27, pets.yaml:6:27, pets.yaml:7:27\n";
    assert!(text.contains(also), "{text}");
    assert!(text.contains("\n0 errors, 153 warnings"), "{text}");
    assert_eq!(compiled.rendered_once().len(), 2);

    let diagnostics = lint.to_json();
    assert_eq!(list(&diagnostics["diagnostics"]).len(), 153);
    let sarif = lint.to_sarif();
    let results = list(&sarif["runs"][0]["results"]).iter();
    let warnings = results.filter(|result| result["ruleId"] == "spec/warning");
    assert_eq!(warnings.count(), 153);
}

#[test]
fn a_few_places_are_all_named() {
    let text = Lint::from_compiled(&careless(3)).to_text();
    let also = "\n  = also: 2 more places, pets.yaml:5:27, pets.yaml:6:27\n";
    assert!(text.contains(also), "{text}");
}
