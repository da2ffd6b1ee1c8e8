//! The crates that `new` writes: what is in them, and that they build, pass their own tests and
//! answer without an edit.

#[path = "support/scaffolds.rs"]
mod scaffolds;
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use scaffolds::{With, is_sent, read_calls, try_out};
use serde_json::{Value, json};
use support::{PETS, read, run, said, succeed, write};
use tempfile::TempDir;
use toolwright_tests::python_program;

#[test]
fn a_crate_builds_tests_and_answers_without_an_edit() {
    let petstore =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/petstore/petstore.yaml");
    try_out("quick", &petstore, &[], With::Tests);
}

#[test]
#[ignore = "takes minutes"]
fn crates_with_a_build_script_or_handlers_do_too() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "pets.yaml", PETS);
    let options = ["--build-script", "--exclude", "addPet", "--bridge"];
    try_out(
        "quick-build-script",
        &folder.path().join("pets.yaml"),
        &options,
        With::Tests,
    );
    write(folder.path(), "shop.yaml", BY_HAND);
    let spec = folder.path().join("shop.yaml");
    try_out(
        "quick-by-hand",
        &spec,
        &["--manual", "PUT /**"],
        With::Tests,
    );
}

/// Operations whose handlers have names and types that are as long as lines are.
const BY_HAND: &str = "openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: 'https://shop.example.com'}]
paths:
  /pets:
    get:
      operationId: listPets
      responses: {'200': {content: {application/json: {example: [{name: Rex}]}}}}
  /pets/{petId}:
    put:
      operationId: move
      parameters: [{name: petId, in: path, required: true, schema: {type: string}}]
      requestBody: {content: {application/json: {schema: {type: object, properties: {to: {type: string}}}}}}
      responses: {'204': {description: It has moved.}}
  /photo:
    put: {operationId: photo, responses: {'200': {content: {image/png: {}}}}}
  /events:
    put:
      operationId: Call
      responses:
        '200': {content: {text/event-stream: {itemSchema: {$ref: '#/components/schemas/Result'}}}}
        '202': {content: {application/json: {schema: {$ref: '#/components/schemas/Result'}}}}
  /everything/that/anybody/has/ever/written/down/about/any/of/all/the/pets/in/our/shop:
    put:
      operationId: everything_that_is_known
      responses: {'200': {content: {application/json: {schema:
        {$ref: '#/components/schemas/EverythingThatAnybodyHasEverWrittenDownAboutPetsAndOwners'}}}}}
  /lists:
    put:
      operationId: everything_there_is
      responses: {'200': {content: {application/json: {schema: {type: array, items:
        {$ref: '#/components/schemas/EverythingThatAnybodyHasEverWrittenDownAboutPetsAndAllTheirOwners'}}}}}}
components:
  schemas:
    Result: {type: object, properties: {text: {type: string}}}
    EverythingThatAnybodyHasEverWrittenDownAboutPetsAndOwners: {type: object, properties: {text: {type: string}}}
    EverythingThatAnybodyHasEverWrittenDownAboutPetsAndAllTheirOwners: {type: object, properties: {text: {type: string}}}
";

const REFERRING: &str = "openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    get:
      tags: [pets]
      parameters:
      - {name: kind, in: query, schema: {$ref: '../common/kind.yaml'}}
      - {name: age, in: query, schema: {$ref: 'https://example.com/age.yaml'}}
    delete: {tags: [admin]}
";

fn referring() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "api/pets.yaml", REFERRING);
    write(
        folder.path(),
        "common/kind.yaml",
        "{type: string, enum: [cat, dog]}",
    );
    write(
        folder.path(),
        "copies/example.com/age.yaml",
        "{type: integer, maximum: 99}",
    );
    write(
        folder.path(),
        "api/tools.yaml",
        "overlay: 1.0.0\ninfo: {title: a, version: '1'}\nactions:\n\
         - {target: '$.paths[\"/pets\"].get', update: {summary: All pets}}\n",
    );
    folder
}

const OPTIONS: [&str; 8] = [
    "--ref-dir",
    "copies",
    "--ref-root",
    ".",
    "--overlay",
    "api/tools.yaml",
    "--include-tag",
    "pets",
];

#[test]
fn what_a_spec_refers_to_goes_along() {
    let folder = referring();
    let here = folder.path();
    succeed(
        here,
        &[&["new", "api/pets.yaml", "pet-shop"], &OPTIONS[..]].concat(),
    );
    let config = "spec = \"spec/api/pets.yaml\"\nout = \"src/api.rs\"\nname = \"pet_shop\"\n\
                  ref_dir = \"refs\"\nref_root = \"spec\"\n\
                  overlay = \"overlays/tools.yaml\"\ninclude_tag = \"pets\"\n";
    assert_eq!(read(here, "pet-shop/toolwright.toml"), config);
    for elsewhere in ["api", "common", "copies"] {
        fs::remove_dir_all(here.join(elsewhere)).expect("is there");
    }
    let there = here.join("pet-shop");
    succeed(&there, &["check"]);
    succeed(&there, &["lint", "--strict"]);
    let rust = read(&there, "src/api.rs");
    assert!(
        rust.contains("All pets") && rust.contains("Cat") && rust.contains("99"),
        "{rust}"
    );
    assert!(!rust.contains("Delete"), "{rust}");
    assert!(read(&there, "Cargo.toml").contains("name = \"pet-shop-mcp\""));
}

#[test]
fn names_that_had_to_be_made_unique_are_kept() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    let twice = PETS.replace("operationId: addPet", "operationId: listPets");
    assert_ne!(twice, PETS);
    write(here, "pets.yaml", &twice);
    succeed(here, &["new", "pets.yaml", "shop"]);
    let shop = here.join("shop");
    let names = read(&shop, "spec/pets.names");
    assert!(names.contains("list_pets"), "{names}");
    succeed(&shop, &["check"]);
    succeed(&shop, &["generate", "--locked"]);
}

#[test]
fn a_spec_that_is_linked_stays_where_it_is() {
    let folder = referring();
    let here = folder.path();
    succeed(
        here,
        &[&["new", "api/pets.yaml", "a/shop", "--link"], &OPTIONS[..]].concat(),
    );
    let config = read(here, "a/shop/toolwright.toml");
    assert!(
        config.starts_with("spec = \"../../api/pets.yaml\"\n"),
        "{config}"
    );
    assert!(
        config.contains(
            "ref_dir = \"../../copies\"\nref_root = \"../..\"\noverlay = \"../../api/tools.yaml\"\n"
        ),
        "{config}"
    );
    assert!(!here.join("a/shop/spec").exists());
    succeed(&here.join("a/shop"), &["check"]);
    write(
        here,
        "api/pets.yaml",
        &REFERRING.replace("name: age", "name: years"),
    );
    assert_eq!(run(&here.join("a/shop"), &["check"]).0, Some(1));
}

#[test]
fn what_is_there_is_not_overwritten() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    write(here, "shop/notes.txt", "mine");
    let (code, _, stderr) = run(here, &["new", "pets.yaml", "shop"]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("shop is not empty\n  help: pass --force"),
        "{stderr}"
    );
    assert!(!here.join("shop/Cargo.toml").exists());

    succeed(here, &["new", "pets.yaml", "shop", "--force"]);
    write(here, "shop/src/main.rs", "// Mine.");
    write(here, "shop/src/api.rs", "// Old.");
    write(here, "pets.yaml", &PETS.replace("listPets", "allPets"));
    let (code, _, stderr) = run(here, &["new", "pets.yaml", "shop", "--force"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stderr.contains("src/main.rs: exists, and is kept"),
        "{stderr}"
    );
    assert_eq!(read(here, "shop/src/main.rs"), "// Mine.");
    assert_eq!(read(here, "shop/notes.txt"), "mine");
    for generated in ["src/api.rs", "tests/calls.json"] {
        assert!(
            read(here, &format!("shop/{generated}")).contains("all_pets"),
            "{generated}"
        );
    }
}

#[test]
fn without_tools_there_is_no_crate() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    let both = "swagger: '2.0'\ninfo: {title: a, version: '1'}\npaths:\n  /a:\n    post:\n      parameters:\n\
                \x20     - {name: a, in: body, schema: {}}\n      - {name: b, in: body, schema: {}}\n";
    write(here, "both.yaml", both);
    let (code, _, stderr) = run(here, &["new", "both.yaml", "shop"]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("both.yaml has no operation that becomes a tool"),
        "{stderr}"
    );
    assert!(
        stderr.contains("skipped POST /a: it has 2 body parameters; Swagger 2.0 allows only one"),
        "{stderr}"
    );
    assert!(!here.join("shop").exists());
    assert_eq!(run(here, &["new", "absent.yaml", "shop"]).0, Some(2));
}

#[test]
fn operations_that_are_run_by_hand_get_handlers() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    let by_hand = ["new", "pets.yaml", "shop", "--manual", "addPet"];
    let (code, _, stderr) = run(here, &by_hand);
    assert_eq!(code, Some(0), "{stderr}");
    let told = "src/handlers.rs: 1 operation with handlers to write";
    assert!(stderr.contains(told), "{stderr}");
    let shop = here.join("shop");
    insta::assert_snapshot!(read(&shop, "src/handlers.rs"));
    for (file, part) in [
        ("src/lib.rs", "pub mod handlers;"),
        ("src/main.rs", "toolwright::run(api::tools(Server))"),
        ("Cargo.toml", "\"macros\""),
        ("README.md", "By hand are run: 1 operation."),
        ("toolwright.toml", "manual = \"addPet\""),
    ] {
        let text = read(&shop, file);
        assert!(text.contains(part), "{part}: {text}");
    }
    let calls = read_calls(&shop);
    assert_eq!(
        calls[0],
        json!({"tool": "add_pet", "arguments": {"name": "string"}})
    );
    assert!(is_sent(&calls[1]), "{calls:?}");
    succeed(&shop, &["check"]);

    write(&shop, "src/handlers.rs", "// Mine.");
    let (code, _, stderr) = run(here, &[&by_hand[..], &["--force"]].concat());
    assert_eq!(code, Some(0), "{stderr}");
    assert!(!stderr.contains("with handlers to write"), "{stderr}");
    assert_eq!(read(&shop, "src/handlers.rs"), "// Mine.");
}

/// What is run by hand may change after the crate was written.
#[test]
fn tests_are_the_same_with_handlers_and_without() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    succeed(here, &["new", "pets.yaml", "a/shop"]);
    succeed(here, &["new", "pets.yaml", "b/shop", "--manual", "addPet"]);
    for file in ["tests/calls.rs", "tests/recorder/mod.rs", "tests/tools.rs"] {
        let [without, with] = ["a", "b"].map(|place| read(&here.join(place).join("shop"), file));
        assert_eq!(without, with, "{file}");
    }
    assert!(!here.join("a/shop/src/handlers.rs").exists());
}

#[test]
fn calls_say_what_is_sent() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    succeed(here, &["new", "pets.yaml", "shop"]);
    let calls: Value = serde_json::from_str(&read(here, "shop/tests/calls.json")).expect("JSON");
    let expected = json!([
        {
            "tool": "add_pet",
            "arguments": {"name": "string"},
            "request": {
                "method": "POST",
                "path": "/pets",
                "query": "",
                "body": {"type": "application/json", "json": {"name": "string"}},
            },
        },
        {
            "tool": "list_pets",
            "arguments": {"limit": 3},
            "request": {"method": "GET", "path": "/pets", "query": "limit=3"},
        },
    ]);
    assert_eq!(calls, expected);
    let readme = read(here, "shop/README.md");
    for part in [
        "claude mcp add shop",
        "mcpServers",
        ".vscode/mcp.json",
        "SHOP_BASE_URL",
        "https://pets.example.com",
    ] {
        assert!(readme.contains(part), "{part}: {readme}");
    }
}

#[test]
fn a_crate_inside_another_is_a_workspace_of_its_own() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "pets.yaml", PETS);
    let manifest = |place: &str| -> String {
        succeed(folder.path(), &["new", "pets.yaml", place]);
        read(
            folder.path(),
            &PathBuf::from(place).join("Cargo.toml").to_string_lossy(),
        )
    };
    assert!(!manifest("alone").contains("[workspace]"));
    write(folder.path(), "Cargo.toml", "[workspace]\n");
    assert!(manifest("inside").contains("\n[workspace]\n"));
}

#[test]
#[ignore = "needs Python"]
fn workflows_are_accepted_by_actionlint() {
    let actionlint = python_program("actionlint");
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "pets.yaml", PETS);
    succeed(folder.path(), &["new", "pets.yaml", "pets"]);
    let workflows = folder.path().join("pets/.github/workflows");
    let mut lint = Command::new(actionlint);
    for name in ["ci.yml", "release.yml"] {
        lint.arg(workflows.join(name));
    }
    let (code, stdout, stderr) = said(lint.output().expect("runs"));
    assert_eq!(code, Some(0), "{stdout}{stderr}");
}
