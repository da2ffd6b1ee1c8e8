//! `toolwright.toml` and the commands that read it.

mod support;

use std::fs;

use serde_json::Value;
use support::{PETS, read, run, succeed, write};
use tempfile::TempDir;

const OVERLAY: &str = "overlay: 1.0.0\ninfo: {title: a, version: '1'}\nactions:\n\
                       - {target: '$.paths[\"/pets\"].post', remove: true}\n";

/// A folder with a spec, an overlay and a configuration file that has both.
fn configured(more: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "pets.yaml", PETS);
    write(folder.path(), "tools.yaml", OVERLAY);
    let config = format!("spec = 'pets.yaml'\nout = 'src/pets.rs'\noverlay = 'tools.yaml'\n{more}");
    write(folder.path(), "toolwright.toml", &config);
    folder
}

#[test]
fn commands_need_no_spec() {
    let folder = configured("client = 'gemini'\n");
    let here = folder.path();
    succeed(here, &["generate"]);
    let rust = read(here, "src/pets.rs");
    assert!(
        rust.contains("\n// Options: --overlay tools.yaml --client gemini\n"),
        "{rust}"
    );
    succeed(here, &["check"]);
    succeed(here, &["lint", "--strict"]);
    let list: Value =
        serde_json::from_str(&succeed(here, &["list", "--format", "json"])).expect("JSON");
    assert_eq!(list["tools"].as_array().map(Vec::len), Some(1));
    write(here, "old.yaml", &PETS.replace("name: limit", "name: most"));
    let (code, text, _) = run(here, &["diff", "old.yaml"]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("list_pets") && !text.contains("add_pet"),
        "{text}"
    );
}

#[test]
fn it_is_found_from_below_and_the_output_is_the_same() {
    let folder = configured("");
    let below = folder.path().join("a/b");
    fs::create_dir_all(&below).expect("can be made");
    succeed(folder.path(), &["generate"]);
    succeed(&below, &["check"]);
    let rust = read(folder.path(), "src/pets.rs");
    succeed(&below, &["generate", "--out", "pets.rs"]);
    assert_eq!(read(&below, "pets.rs"), rust);
    let (_, _, stderr) = run(&below, &["generate", "--client", "nobody"]);
    assert!(stderr.contains("nobody"), "{stderr}");
}

#[test]
fn the_command_line_goes_first() {
    let folder = configured("name = 'shop'\ninclude_tag = 'none'\n");
    let here = folder.path();
    let list = |words: &[&str]| {
        let words = [&["list", "--format", "json"], words].concat();
        let list: Value = serde_json::from_str(&succeed(here, &words)).expect("JSON");
        list["tools"].as_array().map(Vec::len)
    };
    assert_eq!(list(&[]), Some(0));
    assert_eq!(list(&["--include-tag", "default"]), Some(0));
    assert_eq!(
        list(&["pets.yaml"]),
        Some(2),
        "a spec alone has no configuration file"
    );
    assert_eq!(list(&["pets.yaml", "--config", "toolwright.toml"]), Some(0));
    write(
        here,
        "more.yaml",
        &OVERLAY.replace("post', remove: true", "get', update: {tags: [none]}"),
    );
    assert_eq!(
        list(&["--overlay", "more.yaml"]),
        Some(1),
        "one overlay instead of the other"
    );
}

#[test]
fn check_holds_to_the_file_and_not_to_the_head() {
    let folder = configured("");
    succeed(folder.path(), &["generate"]);
    let config = read(folder.path(), "toolwright.toml").replace("overlay", "# overlay");
    write(folder.path(), "toolwright.toml", &config);
    let (code, _, stderr) = run(folder.path(), &["check"]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("run `toolwright generate` and review"),
        "{stderr}"
    );
}

#[test]
fn several_servers_are_all_or_one() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    let server = |name: &str| {
        format!("[[server]]\nspec = 'pets.yaml'\nname = '{name}'\nout = '{name}.rs'\n")
    };
    let text = format!(
        "read_only = true\n{}{}read_only = false\n",
        server("one"),
        server("two")
    );
    write(here, "toolwright.toml", &text);
    succeed(here, &["generate"]);
    succeed(here, &["check"]);
    assert!(!read(here, "one.rs").contains("add_pet"));
    assert!(read(here, "two.rs").contains("add_pet"));
    let list = succeed(here, &["list"]);
    assert!(list.contains("one:\n") && list.contains("two:\n"), "{list}");
    let one = succeed(here, &["list", "--server", "two", "--format", "json"]);
    assert!(one.contains("add_pet"), "{one}");
    for (words, complaint) in [
        (
            &["list", "--format", "json"][..],
            "has 2 servers (one, two): choose one with --server",
        ),
        (
            &["lint", "--server", "three"],
            "has no server `three`; expected one of one, two",
        ),
        (&["generate", "--out", "a.rs"], "choose one with --server"),
        (
            &["list", "pets.yaml", "--server", "one"],
            "and no such file is used",
        ),
    ] {
        let (code, _, stderr) = run(here, words);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains(complaint), "{stderr}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let folder = configured("clinet = 'gemini'\n");
    let (code, _, stderr) = run(folder.path(), &["lint"]);
    assert_eq!(code, Some(2));
    let expected = "error: toolwright.toml:4:1: unknown key `clinet`; did you mean `client`?\n";
    assert_eq!(stderr, expected);
    let empty = TempDir::new().expect("a folder");
    let (code, _, stderr) = run(empty.path(), &["generate"]);
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("no spec is given, and there is no toolwright.toml"),
        "{stderr}"
    );
    write(empty.path(), "toolwright.toml", "spec = 'absent.yaml'");
    let (code, _, stderr) = run(empty.path(), &["generate"]);
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("absent.yaml: pass --out FILE, or set `out`"),
        "{stderr}"
    );
    assert_eq!(run(empty.path(), &["list"]).0, Some(2));
}

#[test]
fn the_examples_of_the_docs_are_right() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cli.md");
    let page = fs::read_to_string(page).expect("there is a page");
    let mut blocks = 0;
    for block in page.split("```toml\n").skip(1) {
        let (config, _) = block.split_once("```").expect("the block ends");
        let folder = TempDir::new().expect("a folder");
        let tagged = PETS
            .replace(
                "operationId: listPets",
                "operationId: listPets\n      tags: [pets]",
            )
            .replace(
                "operationId: addPet",
                "operationId: addPet\n      tags: [orders, store]",
            );
        write(folder.path(), "petstore.yaml", &tagged);
        write(folder.path(), "orders.yaml", &tagged);
        write(folder.path(), "toolwright.toml", config);
        succeed(folder.path(), &["generate"]);
        succeed(folder.path(), &["check"]);
        blocks += 1;
    }
    assert_eq!(blocks, 3);
}

#[test]
fn the_form_of_schemas_is_a_setting() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    let config =
        "spec = 'pets.yaml'\nout = 'pets.rs'\ndiscovery = true\ndiscovery_format = 'full'\n";
    write(here, "toolwright.toml", config);
    succeed(here, &["generate"]);
    assert!(read(here, "pets.rs").contains("discovery!(\"pets\", DOCUMENT, Full)"));
    succeed(here, &["generate", "--discovery-format", "compact"]);
    assert!(read(here, "pets.rs").contains("discovery!(\"pets\", DOCUMENT, Compact)"));
    write(
        here,
        "toolwright.toml",
        &config.replace("'full'", "'short'"),
    );
    let (code, _, stderr) = run(here, &["generate"]);
    assert_eq!(code, Some(2), "{stderr}");
    let expected = "toolwright.toml:4:20: invalid `discovery_format`: `short` is not a format of schemas; expected \
                    `nested`, `compact` or `full`";
    assert!(stderr.contains(expected), "{stderr}");
}
