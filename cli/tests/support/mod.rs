//! The binary as a user runs it.
#![allow(dead_code)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;
use toolwright_tests::{hide_test_from_cargo, share_dependencies};

pub const PETS: &str = "openapi: 3.1.0
info: {title: Pets, version: '1'}
servers: [{url: 'https://pets.example.com'}]
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
      - {name: limit, in: query, schema: {type: integer, examples: [3]}}
      responses: {'200': {content: {application/json: {example: [{name: Rex}]}}}}
    post:
      operationId: addPet
      requestBody:
        content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}
      responses: {'201': {content: {application/json: {example: {name: Ada}}}}}
";

/// The checkout that is tested.
pub fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("is in a workspace")
}

/// A command in a folder. Crates that it writes depend on the checkout that is tested, whatever its remotes are.
pub fn toolwright(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolwright"));
    hide_test_from_cargo(&mut command)
        .current_dir(folder)
        .args(words)
        .env("TOOLWRIGHT_PATH", checkout());
    command
}

/// A folder with the spec of pets.
pub fn pets() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "pets.yaml", PETS);
    folder
}

/// The command with a cache of its own, and the target directory of all generated servers.
pub fn cached(folder: &Path, words: &[&str]) -> Command {
    let mut command = toolwright(folder, words);
    share_dependencies(&mut command)
        .env("TOOLWRIGHT_CACHE", folder.join("cache"))
        .env("CARGO_NET_OFFLINE", "true");
    command
}

/// What became of it: the exit code, standard output and standard error.
pub fn run(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    said(toolwright(folder, words).output().expect("the binary runs"))
}

pub fn said(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// Runs a command that has to succeed, and returns its standard output.
pub fn succeed(folder: &Path, words: &[&str]) -> String {
    let (code, stdout, stderr) = run(folder, words);
    assert_eq!(code, Some(0), "{words:?}: {stdout}{stderr}");
    stdout
}

pub fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("is in a folder")).expect("can be made");
    fs::write(path, text).expect("can be written");
}

pub fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
