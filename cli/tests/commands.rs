//! The commands through the binary: exit codes, and what goes where.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

const PETS: &str = "openapi: 3.2.0
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
              properties: {price: {type: [number, 'null']}}
";

/// What makes an operation be skipped.
const IMAGE: &str = "  /pets/image:
    put:
      requestBody:
        content: {image/png: {itemSchema: {type: string}}}
";

/// Writes a file into the folder of a test.
fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn toolwright(command: &str, spec: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_toolwright"))
        .arg(command)
        .arg(spec)
        .args(options)
        .output()
        .expect("the binary runs")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn diagnostics_have_colours_if_that_is_wanted() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", &format!("{PETS}{IMAGE}"));
    let has_colours = |options: &[&str]| {
        let output = toolwright("lint", &spec, options);
        let said = stdout(&output) + &stderr(&output);
        assert!(said.contains("/pets/image"), "{said}");
        said.contains("\u{1b}[")
    };
    // The output of a test is no terminal.
    assert!(!has_colours(&[]));
    assert!(has_colours(&["--color", "always"]));
    assert!(!has_colours(&["--color", "never"]));
}

#[test]
fn record_writes_each_version_once() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let history = folder.path().join("history");
    let to_history = ["--history", history.to_str().expect("is UTF-8")];
    let output = toolwright("record", &spec, &[]);
    assert_eq!(code(&output), Some(2));
    assert!(
        stderr(&output).contains("help: pass --history DIR"),
        "{}",
        stderr(&output)
    );

    let output = toolwright("record", &spec, &to_history);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("1.json: 1 tool as version 1"),
        "{}",
        stderr(&output)
    );
    let first = fs::read_to_string(history.join("1.json")).expect("is written");
    let output = toolwright("record", &spec, &to_history);
    assert!(
        stderr(&output).contains("version 1 already has the same 1 tool"),
        "{}",
        stderr(&output)
    );

    // Another list needs another name, or to be meant.
    fs::write(&spec, PETS.replace("[number, 'null']", "string")).expect("can be written");
    let output = toolwright("record", &spec, &to_history);
    assert_eq!(code(&output), Some(1));
    assert!(
        stderr(&output).contains("recorded with other tools"),
        "{}",
        stderr(&output)
    );
    assert_eq!(
        fs::read_to_string(history.join("1.json")).expect("is there"),
        first
    );
    let output = toolwright(
        "record",
        &spec,
        &[&to_history[..], &["--as", "../2"]].concat(),
    );
    assert!(
        stderr(&output).contains("cannot be the name of a file"),
        "{}",
        stderr(&output)
    );
    let output = toolwright("record", &spec, &[&to_history[..], &["--as", "2"]].concat());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let output = toolwright("record", &spec, &[&to_history[..], &["--replace"]].concat());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert_ne!(
        fs::read_to_string(history.join("1.json")).expect("is there"),
        first
    );

    // The generated file remembers the directory, and tells what changed.
    fs::write(&spec, PETS).expect("can be written");
    let out = folder.path().join("pets.rs");
    let here = |command: &str, options: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_toolwright"))
            .args([command, "pets.yaml", "--out", "pets.rs"])
            .args(options)
            .current_dir(folder.path())
            .output()
            .expect("the binary runs")
    };
    let output = here("generate", &["--history", "history"]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let rust = fs::read_to_string(&out).expect("is written");
    assert!(rust.contains("// Options: --history history\n"), "{rust}");
    // What the bridge says is in the JSON beside it.
    let json = fs::read_to_string(out.with_extension("json")).expect("is written");
    assert!(
        json.contains("type-changed") && json.contains("breaking"),
        "{json}"
    );
    assert_eq!(code(&here("check", &[])), Some(0));
    fs::write(history.join("2.json"), "[]").expect("can be written");
    let output = here("check", &[]);
    assert_eq!(code(&output), Some(1));
    assert!(
        stderr(&output).contains("history/2.json:1:1: "),
        "{}",
        stderr(&output)
    );
}

#[test]
fn lint_ends_with_0_1_or_2() {
    let folder = TempDir::new().expect("a folder");
    let clean = file(&folder, "clean.yaml", PETS);
    let skipped = file(&folder, "skipped.yaml", &format!("{PETS}{IMAGE}"));
    let no_spec = file(&folder, "no_spec.json", r#"{"a": 1}"#);
    let broken = file(&folder, "broken.json", "{");
    let cases: [(&Path, &[&str], i32); 10] = [
        (&clean, &[], 0),
        (&clean, &["--strict"], 0),
        (
            &clean,
            &["--strict", "--client", "gemini", "--client", "cursor"],
            0,
        ),
        (&clean, &["--strict", "--max-tokens", "1"], 1),
        (&skipped, &[], 0),
        (&skipped, &["--strict"], 1),
        (&no_spec, &[], 1),
        (&broken, &[], 2),
        (&clean, &["--client", "nobody"], 2),
        (&folder.path().join("absent.yaml"), &[], 2),
    ];
    for (spec, options, expected) in cases {
        let output = toolwright("lint", spec, options);
        let said = stderr(&output);
        assert_eq!(
            code(&output),
            Some(expected),
            "{spec:?} {options:?}: {said}"
        );
    }
}

#[test]
fn lint_says_the_same_in_three_forms() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", &format!("{PETS}{IMAGE}"));
    let text = stdout(&toolwright("lint", &spec, &[]));
    assert!(text.contains("warning: skipped PUT /pets/image"), "{text}");
    assert!(text.contains("portability: gemini: "), "{text}");
    let json = stdout(&toolwright("lint", &spec, &["--format", "json"]));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["diagnostics"][0]["operation"], "PUT /pets/image");
    assert_eq!(json["portability"][0]["tool"], "add_pet");
    let sarif = stdout(&toolwright("lint", &spec, &["--format", "sarif"]));
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "spec/skipped");
}

#[test]
fn lint_of_what_is_no_yaml_is_a_document_too() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", "openapi: 3.1.0\ninfo: {title: [}\n");
    let json = toolwright("lint", &spec, &["--format", "json"]);
    assert_eq!(code(&json), Some(2));
    let json: serde_json::Value = serde_json::from_str(&stdout(&json)).expect("JSON");
    let only = &json["diagnostics"][0];
    assert_eq!(
        (&only["severity"], &only["line"]),
        (&"error".into(), &2.into())
    );
    let sarif = stdout(&toolwright("lint", &spec, &["--format", "sarif"]));
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["level"], "error");
}

#[test]
fn a_budget_warns_or_fails() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let warned = toolwright("list", &spec, &["--max-tokens", "10"]);
    assert_eq!(code(&warned), Some(0));
    assert!(stderr(&warned).contains("but `max_tokens` allows only 10"));
    let failed = toolwright("list", &spec, &["--max-tokens", "10", "--strict"]);
    assert_eq!(code(&failed), Some(1));
    let fine = toolwright("list", &spec, &["--max-tokens", "1000", "--strict"]);
    assert_eq!((code(&fine), stderr(&fine)), (Some(0), String::new()));
}

#[test]
fn strict_writes_nothing() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", &format!("{PETS}{IMAGE}"));
    let out = folder.path().join("pets.rs");
    let out_option = out.display().to_string();
    let failed = toolwright("generate", &spec, &["--strict", "--out", &out_option]);
    assert_eq!(code(&failed), Some(1));
    assert!(stderr(&failed).contains("strict mode treats warnings as errors"));
    assert!(!out.exists());
    let written = toolwright("generate", &spec, &["--out", &out_option]);
    assert_eq!(code(&written), Some(0));
    assert!(out.exists());
}

#[test]
fn a_client_gets_what_it_accepts() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let out = folder.path().join("pets.rs").display().to_string();
    let price = |options: &[&str]| {
        let json = stdout(&toolwright(
            "list",
            &spec,
            &[&["--format", "json"], options].concat(),
        ));
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        json["tools"][0]["inputSchema"]["properties"]["price"].clone()
    };
    let alternatives = serde_json::json!({"anyOf": [{"type": "number"}, {"type": "null"}]});
    assert_eq!(price(&[]), alternatives);
    assert_eq!(price(&["--client", "cursor"]), alternatives);
    assert_eq!(price(&["--client", "gemini"])["nullable"], true);
    let written = toolwright("generate", &spec, &["--client", "gemini", "--out", &out]);
    assert_eq!(code(&written), Some(0));
    let same = toolwright("check", &spec, &["--client", "gemini", "--out", &out]);
    assert_eq!(code(&same), Some(0));
}

#[test]
fn check_repeats_the_options_in_the_head_of_the_file() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let out = folder.path().join("pets.rs").display().to_string();
    let options = ["--client", "gemini", "--no-upstream", "--name", "my pets"];
    let generated = toolwright(
        "generate",
        &spec,
        &[&options[..], &["--out", &out]].concat(),
    );
    assert_eq!(code(&generated), Some(0));
    let text = fs::read_to_string(&out).expect("is written");
    assert!(
        text.contains("\n// Options: --name 'my pets' --no-upstream --client gemini\n"),
        "{text}"
    );
    let same = toolwright("check", &spec, &["--out", &out]);
    assert_eq!(code(&same), Some(0), "{}", stderr(&same));

    let other = toolwright("check", &spec, &["--client", "cursor", "--out", &out]);
    assert_eq!(code(&other), Some(1));
    let said = stderr(&other);
    let note = "was generated with `--name 'my pets' --no-upstream --client gemini`, but is checked \
                with `--name 'my pets' --no-upstream --client cursor`";
    assert!(said.contains(note), "{said}");

    let newer = text.replace("--no-upstream", "--from-the-future");
    fs::write(&out, newer).expect("can be written");
    let unknown = toolwright("check", &spec, &["--out", &out]);
    assert_eq!(code(&unknown), Some(1));
    let said = stderr(&unknown);
    assert!(
        said.contains("which this version does not support"),
        "{said}"
    );
}

#[test]
fn a_release_that_writes_the_same_is_no_reason_to_generate_again() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let out = folder.path().join("pets.rs").display().to_string();
    let generated = toolwright("generate", &spec, &["--out", &out]);
    assert_eq!(code(&generated), Some(0));
    let text = fs::read_to_string(&out).expect("is written");
    let head = |version: &str| format!("// @generated by toolwright {version} from pets.yaml;");
    let own = head(env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&own), "{text}");
    let older = text.replace(&own, &head("0.0.9"));
    fs::write(&out, &older).expect("can be written");
    let same = toolwright("check", &spec, &["--out", &out]);
    assert_eq!(code(&same), Some(0), "{}", stderr(&same));
    fs::write(&out, older.replace("pub struct", "pub  struct")).expect("can be written");
    let other = toolwright("check", &spec, &["--out", &out]);
    assert_eq!(code(&other), Some(1));
    assert!(
        !stderr(&other).contains("from line 3 on"),
        "{}",
        stderr(&other)
    );
}

/// A review bot, or a person in a hurry, sees what is stale without running anything else.
#[test]
fn check_shows_the_difference() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let out = folder.path().join("pets.rs").display().to_string();
    let generated = toolwright("generate", &spec, &["--out", &out]);
    assert_eq!(code(&generated), Some(0));
    // Another release wrote it, which is no difference.
    let text = fs::read_to_string(&out).expect("is written");
    let version = concat!("by toolwright ", env!("CARGO_PKG_VERSION"));
    fs::write(&out, text.replace(version, "by toolwright 0.0.1")).expect("can be written");
    file(&folder, "pets.yaml", &PETS.replace("addPet", "makePet"));
    let stale = toolwright("check", &spec, &["--out", &out]);
    let said = stderr(&stale);
    assert_eq!(code(&stale), Some(1), "{said}");
    assert!(said.contains("\n-pub struct AddPet {\n"), "{said}");
    assert!(said.contains("\n+pub struct MakePet {\n"), "{said}");
    assert!(!said.contains("0.0.1"), "{said}");
    assert!(said.contains("help: run `toolwright generate"), "{said}");
}

#[test]
fn discovery_is_mentioned_where_it_helps() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let plain = toolwright("list", &spec, &[]);
    assert!(!stderr(&plain).contains("discovery"), "{}", stderr(&plain));
    let listed = toolwright("list", &spec, &["--discovery"]);
    let note = "lists pets_endpoint_lister, pets_schema_provider and pets_endpoint_executor in place of 1 tool";
    assert!(stderr(&listed).contains(note), "{}", stderr(&listed));
    assert_eq!(stdout(&plain), stdout(&listed));
    let prefixed = toolwright(
        "list",
        &spec,
        &["--discovery", "--discovery-prefix", "shop"],
    );
    assert!(stderr(&prefixed).contains("shop_endpoint_lister"));
    let budget = toolwright("lint", &spec, &["--max-tokens", "1"]);
    assert!(
        stdout(&budget).contains("set `discovery`"),
        "{}",
        stdout(&budget)
    );
}

#[test]
fn check_takes_a_file_without_options_as_it_is() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let out = folder.path().join("pets.rs").display().to_string();
    let generated = toolwright("generate", &spec, &["--out", &out]);
    assert_eq!(code(&generated), Some(0));
    let text = fs::read_to_string(&out).expect("is written");
    assert!(!text.contains("// Options:"), "{text}");
    let other = toolwright("check", &spec, &["--client", "gemini", "--out", &out]);
    assert_eq!(code(&other), Some(1));
    assert!(stderr(&other).contains("was generated without options, but is checked with"));
}

const OVERLAY: &str = "overlay: 1.0.0
info: {title: Prices, version: '1'}
actions:
- target: $.paths['/pets'].post
  update: {summary: Add a pet, responses: nothing}
";

#[test]
fn an_overlay_is_applied_and_remarks_name_it() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let overlay = file(&folder, "prices.yaml", OVERLAY).display().to_string();
    let linted = toolwright("lint", &spec, &["--overlay", &overlay]);
    let said = stdout(&linted);
    assert_eq!(code(&linted), Some(0), "{said}");
    assert!(said.contains("prices.yaml:5:"), "{said}");
    assert!(
        said.contains("prices.yaml#/actions/0/update/responses"),
        "{said}"
    );
    let listed = stdout(&toolwright(
        "list",
        &spec,
        &["--overlay", &overlay, "--format", "json"],
    ));
    let listed: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    assert_eq!(listed["tools"][0]["title"], "Add a pet");

    let wrong = OVERLAY.replace("$.paths['/pets']", "$.paths[");
    let wrong = file(&folder, "wrong.yaml", &wrong).display().to_string();
    for command in ["lint", "list"] {
        let refused = toolwright(command, &spec, &["--overlay", &wrong]);
        let said = stdout(&refused) + &stderr(&refused);
        assert_eq!(code(&refused), Some(1), "{said}");
        assert!(said.contains("wrong.yaml:4:"), "{said}");
    }
    let absent = toolwright("lint", &spec, &["--overlay", "absent.yaml"]);
    assert_eq!(code(&absent), Some(2));
}

#[test]
fn what_is_selected_is_in_the_head_of_the_file() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(
        &folder,
        "pets.yaml",
        &format!("{PETS}    get: {{operationId: pets}}\n"),
    );
    let out = folder.path().join("pets.rs").display().to_string();
    let options = [
        "--exclude",
        "add*",
        "--method",
        "get",
        "--rename",
        "pets=all_pets",
    ];
    let generated = toolwright(
        "generate",
        &spec,
        &[&options[..], &["--out", &out]].concat(),
    );
    assert_eq!(code(&generated), Some(0));
    let said = stderr(&generated);
    assert!(
        said.contains("1 tool, 0 operations skipped, 1 operation left out by settings"),
        "{said}"
    );
    let text = fs::read_to_string(&out).expect("is written");
    let line = "\n// Options: --exclude 'add*' --method get --rename 'pets=all_pets'\n";
    assert!(text.contains(line), "{text}");
    let same = toolwright("check", &spec, &["--out", &out]);
    assert_eq!(code(&same), Some(0), "{}", stderr(&same));
    let wrong = toolwright("list", &spec, &["--rename", "pets"]);
    assert_eq!(code(&wrong), Some(2));
    assert!(
        stderr(&wrong).contains("listPets=pets"),
        "{}",
        stderr(&wrong)
    );
}

#[test]
fn without_a_client_nothing_changes() {
    // The head of the file names a directory from the root of the repository.
    let same = Command::new(env!("CARGO_BIN_EXE_toolwright"))
        .args(["check", "generated/petstore/petstore.yaml"])
        .args(["--out", "generated/petstore/src/petstore.rs"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("the binary runs");
    assert_eq!(code(&same), Some(0), "{}", stderr(&same));
}

#[test]
fn diff_ends_with_0_1_or_2() {
    let folder = TempDir::new().expect("a folder");
    let old = file(&folder, "old.yaml", PETS);
    let same = file(&folder, "same.yaml", PETS);
    let breaking = file(
        &folder,
        "new.yaml",
        &PETS.replace("[number, 'null']", "number"),
    );
    let described = file(
        &folder,
        "told.yaml",
        &PETS.replace("title: Pets", "title: Dogs"),
    );
    let no_spec = file(&folder, "no_spec.json", r#"{"a": 1}"#);
    let broken = file(&folder, "broken.json", "{");
    let moved = file(
        &folder,
        "moved.yaml",
        &PETS.replace("paths:", "servers: [{url: 'http://evil.example'}]\npaths:"),
    );
    let cases: [(&Path, &[&str], i32); 18] = [
        (&same, &[], 0),
        (&same, &["--fail-on", "any"], 0),
        (&breaking, &[], 1),
        (&breaking, &["--for", "model"], 1),
        (&breaking, &["--format", "json"], 1),
        (&breaking, &["--fail-on", "none"], 0),
        (&described, &[], 0),
        (&described, &["--fail-on", "any"], 1),
        (&described, &["--fail-on", "any", "--for", "rust"], 0),
        (&moved, &[], 0),
        (&moved, &["--fail-on", "security"], 1),
        (
            &moved,
            &["--fail-on", "breaking,security", "--for", "rust"],
            1,
        ),
        (&breaking, &["--fail-on", "security"], 0),
        (&breaking, &["--fail-on", "breaking,security"], 1),
        (&same, &["--fail-on", "security"], 0),
        (&no_spec, &[], 2),
        (&broken, &["--fail-on", "none"], 2),
        (&same, &["--fail-on", "all"], 2),
    ];
    for (new, options, expected) in cases {
        let options: Vec<&str> = [&[new.to_str().expect("is UTF-8")], options].concat();
        let output = toolwright("diff", &old, &options);
        assert_eq!(
            code(&output),
            Some(expected),
            "{options:?} {}",
            stderr(&output)
        );
    }
}

#[test]
fn diff_prints_in_three_forms() {
    let folder = TempDir::new().expect("a folder");
    let old = file(&folder, "old.yaml", PETS);
    let new = file(
        &folder,
        "new.yaml",
        &PETS.replace("[number, 'null']", "number"),
    );
    let print = |options: &[&str]| {
        let options: Vec<&str> = [&[new.to_str().expect("is UTF-8")], options].concat();
        stdout(&toolwright("diff", &old, &options))
    };
    let text = print(&[]);
    assert!(text.contains("type-narrowed  price in arguments"), "{text}");
    assert!(text.contains("Rust: types::AddPetBody.price: Option<Nullable<f64>> → Option<f64>"));
    assert!(!text.contains('\u{1b}'), "no terminal, no colours");
    let markdown = print(&["--format", "markdown"]);
    assert!(
        markdown.contains("| `add_pet` | type-narrowed |"),
        "{markdown}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&print(&["--format", "json"])).expect("is JSON");
    assert_eq!(json["summary"]["breaking"], 1);
    let place = &json["changes"][0]["sites"][0]["new"];
    assert_eq!(place["line"], 12, "{place}");
}

const TWINS: &str = "openapi: 3.0.3
info: {title: Pets, version: '1'}
paths:
  /pets: {get: {operationId: listPets, responses: {'200': {description: OK}}}}
  /animals: {get: {operationId: list_pets, responses: {'200': {description: OK}}}}
";

#[test]
fn names_that_had_to_be_made_unique_are_written_beside_the_spec() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", TWINS);
    let names = folder.path().join("pets.names");
    let out = folder.path().join("pets.rs");
    let out = ["--out", out.to_str().expect("is text")];
    let locked = [&out[..], &["--locked"]].concat();
    let refused = toolwright("generate", &spec, &locked);
    assert_eq!(code(&refused), Some(1));
    assert!(
        stderr(&refused)
            .contains("pets.names does not contain the line `GET /animals = get_animals")
    );
    assert!(!names.exists());

    assert_eq!(code(&toolwright("generate", &spec, &out)), Some(0));
    let text = fs::read_to_string(&names).expect("was written");
    assert!(text.ends_with("\nGET /pets = list_pets\n"), "{text}");
    for command in ["generate", "check"] {
        assert_eq!(code(&toolwright(command, &spec, &locked)), Some(0));
    }

    // The name is an operation's own, whatever it is called in the spec from now on.
    fs::write(&spec, TWINS.replace("listPets", "allPets")).expect("is written");
    assert_eq!(code(&toolwright("check", &spec, &out)), Some(0));
    fs::write(&names, text.replace("GET /pets", "GET /pots")).expect("is written");
    let outdated = toolwright("check", &spec, &out);
    assert_eq!(code(&outdated), Some(1));
    fs::write(&names, "GET /pets").expect("is written");
    let broken = toolwright("generate", &spec, &out);
    assert!(stderr(&broken).contains("pets.names: line 1: `GET /pets` does not state a name"));
}

#[test]
fn a_lock_is_written_where_it_is_asked_for() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let names = folder.path().join("pets.names");
    let out = folder.path().join("pets.rs");
    let out = ["--out", out.to_str().expect("is text")];
    toolwright("generate", &spec, &out);
    assert!(!names.exists());
    toolwright("generate", &spec, &[&out[..], &["--lock"]].concat());
    let text = fs::read_to_string(&names).expect("was written");
    assert!(text.ends_with("\nPOST /pets = add_pet\n"), "{text}");
    // A line too much is told, and taken out.
    fs::write(&names, format!("{text}GET /gone = gone\n")).expect("is written");
    let check = toolwright("check", &spec, &out);
    assert_eq!(code(&check), Some(1));
    assert!(stderr(&check).contains("operations that the spec no longer has"));
    toolwright("generate", &spec, &out);
    assert_eq!(fs::read_to_string(&names).expect("is there"), text);
}

#[test]
fn a_prefix_is_in_the_names_of_tools_and_in_the_head() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let out = folder.path().join("pets.rs");
    let options = ["--out", out.to_str().expect("is text"), "--prefix", "Zoo"];
    assert_eq!(code(&toolwright("generate", &spec, &options)), Some(0));
    let rust = fs::read_to_string(&out).expect("was written");
    assert!(
        rust.contains("\"zoo_add_pet\"") && rust.contains("pub struct AddPet"),
        "{rust}"
    );
    assert!(rust.contains("// Options: --prefix Zoo"));
    assert_eq!(code(&toolwright("check", &spec, &options[..2])), Some(0));
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let folder = TempDir::new().expect("a folder");
    let spec = file(&folder, "pets.yaml", PETS);
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolwright"));
    command.arg("list").arg(spec).args(["--format", "json"]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = command.stdout(writer).output().expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("pipe"), "{said}");
}
