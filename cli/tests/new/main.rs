//! The crates that `new` writes: what is in them, and that they build, pass their own tests and
//! answer without an edit.

mod referred_files;
#[path = "../support/scaffolds.rs"]
mod scaffolds;
#[path = "../support/mod.rs"]
mod support;
mod toolwright_source;
mod written_files;

use std::path::Path;

use scaffolds::{With, try_out};
use support::{PETS, write};
use tempfile::TempDir;

#[test]
#[ignore = "takes minutes"]
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
