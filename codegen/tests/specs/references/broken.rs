//! References that lead nowhere are reported at their place, and the rest of the spec is compiled.

use crate::references::folder::{Folder, tools};

const SPEC: &str = r#"openapi: 3.0.3
info: {title: Pets, version: "1"}
paths:
  /gone: {$ref: gone.yaml}
  /body:
    post:
      requestBody: {$ref: "bodies.yaml#/no~1body"}
      responses: {}
  /get:
    get: {$ref: gone.yaml#/get}
  /pets:
    post:
      operationId: addPet
      requestBody:
        content:
          application/json:
            schema: {$ref: Pet.yaml}
      responses: {}
"#;

const PET: &str = "type: object
properties:
  a: {$ref: bad.json}
  b: {$ref: Pet.yaml#/properties/no}
  c: {$ref: 'ftp://example.com/x'}
  d: {$ref: loop.yaml#/x/y}
  e: {type: nonsense}
";

#[test]
fn what_leads_nowhere_is_told_where_it_stands() {
    let files = [
        ("api.yaml", SPEC),
        ("Pet.yaml", PET),
        ("bodies.yaml", "a: 1\na: 2\n"),
        ("bad.json", "{\n  \"a\": oops}"),
        ("loop.yaml", "x: {$ref: 'loop.yaml#/x'}"),
    ];
    let folder = Folder::new(&files);
    let compiled = folder.compile("api.yaml");
    assert_eq!(tools(&compiled), ["add_pet"]);
    insta::assert_snapshot!(folder.remarks(&compiled).join("\n"));
    let unread: Vec<String> = compiled.unread_lines();
    let unread: Vec<String> = unread.iter().map(|line| folder.relative(line)).collect();
    assert_eq!(
        unread,
        [
            "api.yaml refers to a document that cannot be read: gone.yaml: No such file or \
             directory (os error 2)",
            "api.yaml refers to a document that cannot be read: bad.json:2:8: expected value",
            "api.yaml refers to a document that is neither a file nor an http or https URL",
        ]
    );
    let watched = compiled.watched();
    let missing = &watched[compiled.files().count()..];
    assert_eq!(
        missing,
        [
            folder.path().join("gone.yaml"),
            folder.path().join("bad.json")
        ]
    );
}

#[test]
fn skipped_operations_of_other_files_are_listed_where_they_are() {
    let spec = "openapi: 3.2.0\npaths:\n  /a: {$ref: a.yaml}\n";
    let item = "post:\n  requestBody:\n    content: {text/csv: {itemSchema: {}}}\n";
    let folder = Folder::new(&[("api.yaml", spec), ("a.yaml", item)]);
    let report = folder.compile("api.yaml").report();
    let skipped = &report.skipped[0];
    assert_eq!(folder.relative(&skipped.location), "a.yaml:3:26");
    let lines: Vec<String> = folder.compile("api.yaml").skipped_lines().collect();
    let line = folder.relative(&lines[0]);
    assert!(
        line.starts_with("a.yaml:3:26: warning: skipped POST /a: "),
        "{line}"
    );
    let place = "(at a.yaml#/post/requestBody/content/text~1csv/itemSchema)";
    assert!(line.ends_with(place), "{line}");
}
