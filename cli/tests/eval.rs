//! `eval`: what models find of the operations that tasks need.

mod support;

use std::path::Path;

use serde_json::Value;
use support::{PETS, cached, read, said, succeed, write};
use tempfile::TempDir;

const TASKS: &str = r#"
[[tasks]]
query = "list all pets"
operations = ["listPets"]

[[tasks]]
query = "add a pet called Rex, and see that it is there"
operations = ["POST /pets", ["list_pets"]]
"#;

fn pets() -> TempDir {
    let folder = support::pets();
    write(folder.path(), "tasks.toml", TASKS);
    folder
}

fn evaluate(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let words = [&["eval", "tasks.toml"], words].concat();
    said(cached(folder, &words).output().expect("the binary runs"))
}

#[test]
#[ignore = "takes minutes"]
fn a_spec_is_measured_by_what_its_server_prints() {
    let folder = pets();
    let (code, stdout, stderr) = evaluate(folder.path(), &["pets.yaml"]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(
        lines[0].split_whitespace().collect::<Vec<_>>(),
        ["FOUND", "FIRST", "BYTES", "TASK"]
    );
    assert!(lines[1].trim_start().starts_with("1/1"), "{stdout}");
    assert!(
        stdout.contains("2 tasks on pets, with the first 12 operations of each list\n"),
        "{stdout}"
    );
    assert!(
        stdout.contains("all-gold  1.000, 2 tasks with all of their operations"),
        "{stdout}"
    );
    assert!(
        stderr.contains("note: without discovery, the list of tools alone has "),
        "{stderr}"
    );

    let (code, stdout, stderr) = evaluate(
        folder.path(),
        &[
            "pets.yaml",
            "--format",
            "json",
            "--top",
            "1",
            "--min-recall",
            "0.9",
            "--max-bytes",
            "9",
        ],
    );
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    assert!(
        stderr.contains("error: recall is 0.7500, less than --min-recall 0.9\n"),
        "{stderr}"
    );
    assert!(stderr.contains("more than --max-bytes 9\n"), "{stderr}");
    let json: Value = serde_json::from_str(&stdout).expect("is JSON");
    assert_eq!(json["failed"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        (&json["top"], &json["total"]["allGold"]),
        (&1.into(), &0.5.into())
    );
    let bytes = &json["tasks"][0]["bytes"];
    let parts =
        ["toolList", "lister", "schemas"].map(|part| bytes[part].as_u64().expect("is there"));
    assert!(parts.iter().all(|part| *part > 100), "{bytes}");
    assert_eq!(bytes["total"], parts.iter().sum::<u64>());

    let words = [
        "pets.yaml",
        "--format",
        "json",
        "--discovery-format",
        "full",
    ];
    let (code, stdout, stderr) = evaluate(folder.path(), &words);
    assert_eq!(code, Some(0), "{stderr}");
    let json: Value = serde_json::from_str(&stdout).expect("is JSON");
    let full = json["tasks"][0]["bytes"]["schemas"].as_u64();
    assert!(full > Some(2 * parts[2]), "{full:?} and {parts:?}");
}

#[test]
#[ignore = "takes minutes"]
fn a_server_that_is_started_is_measured_alike() {
    let folder = pets();
    let program = env!("CARGO_BIN_EXE_toolwright");
    let of_spec = evaluate(folder.path(), &["pets.yaml", "--format", "json"]);
    let serve = [
        "--",
        program,
        "serve",
        "pets.yaml",
        "--discovery",
        "--builtin-upstream",
    ];
    let of_server = evaluate(folder.path(), &[&["--format", "json"], &serve[..]].concat());
    assert_eq!(of_server.0, Some(0), "{of_server:?}");
    assert_eq!(of_spec.1, of_server.1);

    let plain = ["--", program, "serve", "pets.yaml", "--builtin-upstream"];
    let (code, stdout, stderr) = evaluate(folder.path(), &plain[..]);
    assert_eq!(code, Some(2), "{stdout}{stderr}");
    assert!(
        stderr.contains("tasks.toml:8:15: this server lists its tools without methods"),
        "{stderr}"
    );
    write(
        folder.path(),
        "tasks.toml",
        &TASKS.replace("POST /pets", "add_pet"),
    );
    let (code, stdout, stderr) = evaluate(folder.path(), &plain[..]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stdout.contains("nothing is searched, so there is no recall"),
        "{stdout}"
    );
    let (code, _, stderr) = evaluate(
        folder.path(),
        &[&["--min-recall", "0.5"], &plain[..]].concat(),
    );
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("need a server whose tools are searched; pets has no"),
        "{stderr}"
    );
}

#[test]
fn a_wrong_file_of_tasks_is_told_before_anything_is_built() {
    let folder = pets();
    let path = folder.path();
    write(path, "tasks.toml", &TASKS.replace("listPets", "list_pet"));
    let (code, _, stderr) = evaluate(path, &["pets.yaml"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(
        stderr.contains("tasks.toml:4:15: `list_pet` is not an operation of this server; did you mean `list_pets`"),
        "{stderr}"
    );
    assert!(!path.join("cache").exists());
    write(path, "tasks.toml", "[[tasks]]\nquery = 'find pets'\n");
    let (code, _, stderr) = evaluate(path, &["pets.yaml"]);
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("tasks.toml:1:1: `operations` must be a list"),
        "{stderr}"
    );
    let (code, _, stderr) = evaluate(path, &["pets.yaml", "--min-recall", "90"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("is not a number from 0 to 1"), "{stderr}");
}

#[test]
#[ignore = "takes minutes"]
fn a_new_crate_has_tasks_that_its_search_meets() {
    let folder = pets();
    let path = folder.path();
    let summary = "operationId: listPets\n      summary: List all pets.";
    write(
        path,
        "pets.yaml",
        &PETS.replace("operationId: listPets", summary),
    );
    succeed(path, &["new", "pets.yaml", "shop", "--discovery"]);
    let shop = path.join("shop");
    let tasks = read(&shop, "tests/eval.toml");
    assert!(
        tasks.ends_with("\n[[tasks]]\nquery = \"List all pets\"\noperations = [\"list_pets\"]\n"),
        "{tasks}"
    );
    let workflow = read(&shop, ".github/workflows/ci.yml");
    assert!(
        workflow.contains("toolwright eval tests/eval.toml -- cargo run --quiet"),
        "{workflow}"
    );
    assert!(read(&shop, "README.md").contains("| `tests/eval.toml` |"));
    let words = ["eval", "tests/eval.toml", "--min-all-gold", "1"];
    let (code, stdout, stderr) = said(cached(&shop, &words).output().expect("the binary runs"));
    assert_eq!(code, Some(0), "{stdout}{stderr}");

    succeed(
        path,
        &["new", "pets.yaml", "plain", "--exclude", "listPets"],
    );
    assert!(
        !path.join("plain/tests/eval.toml").exists(),
        "it has no summaries"
    );
}

/// A text in which numbers of bytes and tokens do not count.
fn without_sizes(text: &str) -> String {
    let words = text.split_whitespace();
    let is_size = |word: &&str| word.len() >= 3 && word.chars().all(|c| c.is_ascii_digit());
    let words = words.map(|word| if is_size(&word) { "N" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
#[ignore = "takes minutes"]
fn the_guide_shows_what_is_printed() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = read(&root, "docs/eval.md");
    let shown = page.split("```").nth(1).expect("begins with a command");
    let (command, shown) = shown
        .split_once('\n')
        .and_then(|(_, text)| text.split_once('\n'))
        .expect("has output");
    assert_eq!(
        command,
        "$ toolwright eval tasks.toml petstore.yaml --top 4"
    );
    write(
        path,
        "petstore.yaml",
        &read(&root, "generated/petstore/petstore.yaml"),
    );
    write(
        path,
        "tasks.toml",
        &read(&root, "cli/tests/tasks/petstore.toml"),
    );
    let (code, stdout, stderr) = evaluate(path, &["petstore.yaml", "--top", "4"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(without_sizes(&stdout), without_sizes(shown));
}
