//! References to URLs are read from the directory of copies, never from the network.

use std::fs;

use toolwright_codegen::Builder;

use crate::references::folder::{Folder, tools};

const SPEC: &str = r#"openapi: 3.0.3
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: {$ref: "https://Example.com/v1/bodies.yaml#/Pet"}
      responses: {}
"#;

#[test]
fn copies_are_read_instead_of_urls() {
    let files = [
        ("api.yaml", SPEC),
        (
            "refs/example.com/v1/bodies.yaml",
            "Pet: {content: {application/json: {schema: {$ref: ../pet.json}}}}",
        ),
        (
            "refs/example.com/pet.json",
            r#"{"properties": {"name": {"$ref": "http://other.example/name"}}}"#,
        ),
        ("refs/http/other.example/name", "type: string"),
    ];
    let folder = Folder::new(&files);
    let compiled = folder.compile("api.yaml");
    assert_eq!(folder.remarks(&compiled), Vec::<String>::new());
    assert_eq!(tools(&compiled), ["add_pet"]);
    let keys: Vec<&String> = compiled.api().definitions.keys().collect();
    assert_eq!(keys, ["name"]);
    assert_eq!(compiled.files().count(), 4);
}

#[test]
fn without_a_copy_the_remark_says_where_to_put_one() {
    let folder = Folder::new(&[("api.yaml", SPEC)]);
    let compiled = folder.compile("api.yaml");
    assert_eq!(
        folder.remarks(&compiled),
        ["warning: skipped POST /pets: its request body refers to \
          `https://Example.com/v1/bodies.yaml#/Pet`, which is on the network: save \
          https://example.com/v1/bodies.yaml as `refs/example.com/v1/bodies.yaml` \
          --> api.yaml:6:7 #/paths/~1pets/post/requestBody"]
    );
    assert_eq!(compiled.watched()[1], folder.path().join("refs"));
    let without = Builder::new(folder.path().join("api.yaml"))
        .compile()
        .expect("a spec");
    let said = without.skipped_lines().next().unwrap_or_default();
    assert!(
        said.contains("below a directory, and set `--ref-dir` to that directory"),
        "{said}"
    );
}

#[test]
fn no_reference_leads_out_of_the_directory_of_copies() {
    let spec = r#"openapi: 3.0.3
paths:
  /a: {$ref: "https://example.com/%2e%2e/secret.yaml"}
  /b: {$ref: "https://example.com/x/../../secret.yaml"}
  /c: {$ref: "https://../secret.yaml"}
"#;
    let item = "get: {responses: {}}";
    let files = [
        ("api.yaml", spec),
        ("refs/secret.yaml", item),
        ("secret.yaml", item),
    ];
    let folder = Folder::new(&files);
    fs::create_dir_all(folder.path().join("refs/example.com")).expect("a directory");
    let compiled = folder.compile("api.yaml");
    assert_eq!(tools(&compiled), Vec::<String>::new());
    assert_eq!(compiled.skipped().count(), 3);
}
