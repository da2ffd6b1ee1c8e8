//! What a spec refers to is copied into a crate, or stays where it is.

use std::fs;

use tempfile::TempDir;

use crate::support::{PETS, read, run, succeed, write};

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
fn a_spec_among_copies_of_urls_is_copied_once() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    let twice = PETS.replace("operationId: addPet", "operationId: listPets");
    write(here, "copies/pets.yaml", &twice);
    succeed(
        here,
        &["new", "copies/pets.yaml", "shop", "--ref-dir", "copies"],
    );
    assert!(!here.join("copies/pets.names").exists());
    let shop = here.join("shop");
    let config = read(&shop, "toolwright.toml");
    assert!(
        config.starts_with("spec = \"refs/pets.yaml\"\n"),
        "{config}"
    );
    assert!(read(&shop, "refs/pets.names").contains("list_pets"));
    succeed(&shop, &["check"]);
}

#[test]
fn hidden_files_are_not_copied_into_a_crate() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, ".kube/config", "users: {type: string}\n");
    let stolen = PETS.replace(
        "{type: integer, examples: [3]}",
        "{$ref: '.kube/config#/users'}",
    );
    assert_ne!(stolen, PETS);
    write(here, "pets.yaml", &stolen);
    let (code, _, stderr) = run(here, &["new", "pets.yaml", "shop"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(
        stderr.contains("which is hidden, so it is not copied"),
        "{stderr}"
    );
    assert!(!here.join("shop").exists());
    let (code, _, stderr) = run(here, &["new", "pets.yaml", "shop", "--ref-dir", "."]);
    assert_eq!(code, Some(1), "{stderr}");
    // A spec that is hidden itself is one that somebody has chosen.
    write(here, ".api/pets.yaml", PETS);
    write(here, ".api/.pets.names", "");
    succeed(here, &["new", ".api/pets.yaml", "hidden"]);
    let (code, _, stderr) = run(here, &["new", "pets.yaml", "linked", "--link"]);
    assert_eq!(code, Some(0), "{stderr}");
    // Others are copied, and named.
    write(here, "common/id.yaml", "type: integer\n");
    let common = stolen.replace(".kube/config#/users", "common/id.yaml");
    write(here, "pets.yaml", &common);
    let (code, _, stderr) = run(here, &["new", "pets.yaml", "open"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stderr.contains("spec/common/id.yaml: copied, because the spec refers to it"),
        "{stderr}"
    );
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
