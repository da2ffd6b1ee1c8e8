//! `toolwright package`: what it writes is accepted by the tools of the formats, and what it lacks it says.
//!
//! The validators are those of others: `mcpb`, the schema and the rules of the MCP registry, Ruby's parser, and a reader of
//! OCI images that shares no code with the writer.

mod apis;
mod programs;
mod specs;
#[path = "../support/mod.rs"]
mod support;
mod validators;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use support::{read, run, succeed, toolwright, write};
use tempfile::TempDir;
use toolwright_tests::{python_with, workspace_program};
use validators::{
    bundle_starts, bundles_in, describe_image, parse_formulas, run_mcpb_validate, validate_entries,
};

/// A manifest of a crate that lacks nothing.
const MANIFEST: &str = r#"[package]
name = "pets-mcp"
version = "1.2.3"
edition = "2024"
description = "The pets of a shop."
license = "MIT OR Apache-2.0"
authors = ["Ann Lee <ann@example.com>"]
repository = "https://github.com/ann/pets"
"#;

const ALL: &str = "bundle,registry,image,links,homebrew";

/// A crate with that manifest, three programs and what its server says about itself.
fn write_crate(manifest: &str, about: &Value) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "Cargo.toml", manifest);
    write(folder.path(), "src/main.rs", "fn main() {}\n");
    write(folder.path(), "about.json", &about.to_string());
    for (name, bytes) in programs::for_all_systems() {
        fs::write(folder.path().join(name), bytes).expect("can be written");
    }
    folder
}

fn words(more: &[&str]) -> Vec<String> {
    let words = [
        "package",
        "--about",
        "about.json",
        "--binary",
        "x86_64-unknown-linux-musl=linux",
        "--binary",
        "aarch64-apple-darwin=macos",
        "--binary",
        "x86_64-pc-windows-msvc=windows.exe",
    ];
    words.iter().chain(more).map(ToString::to_string).collect()
}

fn package(folder: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let words = words(more);
    run(
        folder,
        &words.iter().map(String::as_str).collect::<Vec<_>>(),
    )
}

fn about() -> Value {
    json!({
        "name": "pets", "title": "Pets", "version": "1", "description": "A shop.", "toolwright": "0.1.0",
        "tools": [{"name": "list_pets", "description": "List pets"}],
        "settings": [
            {"name": "PETS_API_KEY", "description": "API key (key)", "type": "string", "group": "credentials",
                "secret": true, "required": true, "common": true},
            {"name": "PETS_TIMEOUT_SECS", "description": "How long", "type": "number", "group": "calls",
                "secret": false, "required": false, "common": false},
        ],
    })
}

/// Texts that mean something in JSON, YAML, Ruby, Markdown, HTML, paths and URLs.
fn hostile_about() -> Value {
    let hostile =
        "\"'`$(id) #{exit} ${user_config.A} <script>](x) ../../etc\n---\r\u{202e}\u{0} \\ %0a é";
    let long = format!("{hostile}{}", "long ".repeat(20_000));
    json!({
        "name": "pets", "title": hostile, "version": hostile, "description": long, "toolwright": "0.1.0",
        "tools": [{"name": hostile, "description": long}, {"name": "a"}],
        "settings": [
            {"name": "PETS_API_KEY", "description": long, "secret": true, "required": true, "common": true,
                "default": hostile, "choices": [hostile, long]},
            {"name": "PETS_BASE_URL", "description": hostile, "secret": false, "required": false, "common": true},
        ],
    })
}

/// A crate with usual texts, and one with hostile texts, with all files of their packages.
fn write_all_files() -> [TempDir; 2] {
    let hostile_manifest = MANIFEST
        .replace(
            "The pets of a shop.",
            r#"The #{exit} \"'`\\ \n](x) of a shop."#,
        )
        .replace("Ann Lee", r#"\"Ann\" #{exit}"#)
        .replace("MIT OR Apache-2.0", r#"MIT\"; exit"#);
    [(MANIFEST, about()), (&hostile_manifest, hostile_about())].map(|(manifest, about)| {
        let folder = write_crate(manifest, &about);
        let image = ["--image", "ghcr.io/ann/pets-mcp"];
        let (code, stdout, stderr) =
            package(folder.path(), &[&["--only", ALL][..], &image].concat());
        assert_eq!(code, Some(0), "{stdout}{stderr}");
        folder
    })
}

#[test]
fn all_files_are_written() {
    for folder in write_all_files() {
        let mut names: Vec<String> = fs::read_dir(folder.path().join("dist"))
            .expect("is there")
            .map(|entry| {
                entry
                    .expect("is there")
                    .file_name()
                    .into_string()
                    .expect("is UTF-8")
            })
            .collect();
        names.sort();
        assert_eq!(
            names,
            [
                "install-links.md",
                "pets-mcp-1.2.3-aarch64-apple-darwin.mcpb",
                "pets-mcp-1.2.3-aarch64-apple-darwin.tar.gz",
                "pets-mcp-1.2.3-x86_64-pc-windows-msvc.mcpb",
                "pets-mcp-1.2.3-x86_64-unknown-linux-musl.mcpb",
                "pets-mcp-1.2.3-x86_64-unknown-linux-musl.tar.gz",
                "pets-mcp-1.2.3.oci.tar",
                "pets-mcp.rb",
                "server.json",
            ]
        );
    }
}

#[test]
fn files_that_are_there_are_replaced_together_and_named() {
    let folder = write_crate(MANIFEST, &about());
    let links = ["--only", "bundle,registry"];
    write(folder.path(), "dist/server.json", "mine");
    let (code, _, stderr) = package(folder.path(), &links);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(
        stderr,
        "note: dist/server.json was there, and is replaced\n"
    );
    assert!(read(folder.path(), "dist/server.json").starts_with('{'));

    // What an earlier run has left of a kind that lacks something now is named.
    write(
        folder.path(),
        "Cargo.toml",
        &MANIFEST.replace("repository", "homepage"),
    );
    let (code, _, stderr) = package(folder.path(), &[]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stderr.contains("note: dist/server.json is of an earlier run\n"),
        "{stderr}"
    );
    assert!(!stderr.contains("pets-mcp.rb is of"), "{stderr}");

    // Of files that cannot all be written, none is.
    let folder = write_crate(MANIFEST, &about());
    write(folder.path(), "dist/server.json/file", "mine");
    let (code, stdout, stderr) = package(folder.path(), &links);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    assert!(
        stderr.contains("cannot write dist/server.json: it is a directory"),
        "{stderr}"
    );
    let left = fs::read_dir(folder.path().join("dist")).expect("is there");
    assert_eq!(left.count(), 1);
}

#[test]
fn a_target_has_one_binary() {
    let folder = write_crate(MANIFEST, &about());
    let again = ["--binary", "aarch64-apple-darwin=macos"];
    let (code, _, stderr) = package(folder.path(), &again);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("--binary is given twice for aarch64-apple-darwin"),
        "{stderr}"
    );
}

#[test]
#[ignore = "needs Node.js and Python"]
fn all_files_are_accepted_by_the_tools_of_their_formats() {
    for folder in write_all_files() {
        let dist = folder.path().join("dist");
        check_bundles(&dist);
        validate_entries(&[&dist]);
        check_formula(&dist);
        check_image(&dist);
    }
}

fn check_bundles(dist: &Path) {
    let unpacked = TempDir::new().expect("a folder");
    let starts = bundle_starts(
        &bundles_in(dist),
        unpacked.path(),
        &json!({"PETS_API_KEY": "secret"}),
    );
    assert_eq!(starts.len(), 3);
    for start in &starts {
        run_mcpb_validate(start);
        let environment = &start["config"]["env"];
        assert_eq!(environment["PETS_API_KEY"], "secret", "{start}");
        for (_, value) in environment.as_object().expect("is an object") {
            assert!(
                !value.as_str().unwrap_or_default().contains("${"),
                "{start}"
            );
        }
        let command = start["config"]["command"].as_str().expect("is a text");
        assert!(Path::new(command).is_file(), "{command}");
    }
}

fn check_formula(dist: &Path) {
    let formula = &parse_formulas(&[dist.join("pets-mcp.rb")])[0];
    assert_eq!(formula["errors"], json!([]), "{formula}");
    // Only the path of the binary is evaluated, in the formula's test.
    assert_eq!(formula["count"]["EmbeddedStatementsNode"], 1, "{formula}");
    assert_eq!(formula["count"]["ClassNode"], 1, "{formula}");
    for node in [
        "XStringNode",
        "InterpolatedXStringNode",
        "EmbeddedVariableNode",
        "GlobalVariableReadNode",
    ] {
        assert_eq!(formula["count"][node], Value::Null, "{formula}");
    }
}

fn check_image(dist: &Path) {
    let image = describe_image(&dist.join("pets-mcp-1.2.3.oci.tar"));
    assert_eq!(image["name"], "ghcr.io/ann/pets-mcp:1.2.3");
    let platform = &image["platforms"][0];
    assert_eq!(
        platform["platform"],
        json!({"architecture": "amd64", "os": "linux"})
    );
    assert_eq!(platform["created"], "1980-01-01T00:00:00Z");
    assert_eq!(platform["files"]["pets-mcp"][0], "0o755");
    // Without authorities, no call over TLS would succeed.
    let authorities = &platform["files"]["etc/ssl/certs/ca-certificates.crt"];
    assert_eq!(authorities[0], "0o644");
    let config = &platform["config"];
    assert_eq!(
        (&config["User"], &config["Entrypoint"]),
        (&json!("65532:65532"), &json!(["/pets-mcp"]))
    );
    let labels = &config["Labels"];
    assert_eq!(
        labels["io.modelcontextprotocol.server.name"],
        "io.github.ann/pets-mcp"
    );
    assert_eq!(
        labels["org.opencontainers.image.source"],
        "https://github.com/ann/pets"
    );
}

#[test]
#[ignore = "needs Python"]
fn an_image_may_be_for_two_architectures() {
    let folder = write_crate(MANIFEST, &about());
    fs::write(folder.path().join("arm"), programs::elf(183)).expect("can be written");
    let more = [
        "--only",
        "image",
        "--binary",
        "aarch64-unknown-linux-musl=arm",
    ];
    let (code, _, stderr) = package(folder.path(), &more);
    assert_eq!(code, Some(0), "{stderr}");
    let image = describe_image(&folder.path().join("dist/pets-mcp-1.2.3.oci.tar"));
    let platforms = image["platforms"].as_array().expect("is a list").iter();
    let architectures: Vec<&Value> = platforms
        .map(|one| &one["platform"]["architecture"])
        .collect();
    assert_eq!(architectures, [&json!("amd64"), &json!("arm64")]);
    assert_eq!(image["name"], "pets-mcp:1.2.3");
}

#[test]
fn what_is_missing_is_said() {
    let bare = "[package]\nname = \"pets-mcp\"\nversion = \"1.2.3\"\nedition = \"2024\"\n";
    let folder = write_crate(bare, &about());
    let (code, stdout, stderr) = package(folder.path(), &["--author", "Ann"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(stdout.lines().count(), 5, "{stdout}");
    for note in [
        "note: server.json: not written: the registry's name of the server needs a namespace",
        "note: Homebrew formula: not written: it says from where the files can be downloaded",
    ] {
        assert!(stderr.contains(note), "{stderr}");
    }
    for (more, expected) in [
        (
            &["--only", "bundle"][..],
            "error: bundle: a bundle names its author",
        ),
        (
            &["--only", "registry"],
            "error: server.json: the registry's name",
        ),
        (
            &["--only", "registry", "--namespace", "example"],
            "`example` is not a namespace of the MCP registry",
        ),
        (
            &["--image", "pets:1"],
            "`pets:1` is not the name of an image",
        ),
        (
            &["--download-url", "ftp://a"],
            "--download-url is not an http or https URL",
        ),
        (
            &["--setting", "PETS_TIMEOUT"],
            "did you mean `PETS_TIMEOUT_SECS`?",
        ),
        (
            &["--binary", "i686-pc-windows-msvc=a"],
            "`i686-pc-windows-msvc` is not a target",
        ),
        (
            &["--binary", "aarch64-unknown-linux-gnu=linux"],
            "linux is a program for Linux on x86_64",
        ),
        (
            &["--binary", "aarch64-unknown-linux-gnu=about.json"],
            "about.json is not a program",
        ),
        (
            &["--binary", "aarch64-unknown-linux-gnu=none"],
            "cannot read none",
        ),
        (&["--manifest-path", "none.toml"], "none.toml"),
        (
            &["--about", "Cargo.toml"],
            "the argument '--about <FILE>' cannot be used multiple times",
        ),
    ] {
        let (code, _, stderr) = package(folder.path(), more);
        assert!(matches!(code, Some(1 | 2)), "{more:?}");
        assert!(stderr.contains(expected), "{more:?}: {stderr}");
    }
    let only_windows = ["package", "--binary", "x86_64-pc-windows-msvc=windows.exe"];
    if cfg!(target_os = "linux") {
        let (_, _, stderr) = run(folder.path(), &only_windows);
        assert!(
            stderr.contains("none of the binaries runs on this machine"),
            "{stderr}"
        );
    }
}

/// A crate whose server says about itself what it should, and its bundle. A server is asked without the variables of whoever
/// packs it: they could change what it says.
fn package_built_crate() -> (TempDir, PathBuf) {
    let folder = write_crate(MANIFEST, &about());
    let main = r#"fn main() {
    assert!(std::env::args().eq([std::env::args().next().unwrap_or_default(), "--about".to_owned()]));
    assert!(std::env::var_os("PETS_READ_ONLY").is_none());
    println!("{}", include_str!("../about.json"));
}
"#;
    write(folder.path(), "src/main.rs", main);
    let mut command = toolwright(folder.path(), &["package", "--only", "bundle"]);
    let built = command.env("PETS_READ_ONLY", "true").output();
    let (code, stdout, stderr) = support::said(built.expect("the binary runs"));
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let mut bundles = bundles_in(&folder.path().join("dist"));
    assert_eq!(bundles.len(), 1, "{stdout}");
    (folder, bundles.remove(0))
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn write_crate_that_tells_about_itself() -> TempDir {
    let folder = write_crate(MANIFEST, &about());
    let main = "fn main() { println!(\"{}\", include_str!(\"../about.json\")); }\n";
    write(folder.path(), "src/main.rs", main);
    folder
}

/// A release build that is there already is not made again, and neither is one for a target that cargo is configured for.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn the_crate_is_built_where_cargo_builds_it() {
    const TARGET: &str = "x86_64-unknown-linux-gnu";
    let folder = write_crate_that_tells_about_itself();
    for (configuration, built) in [
        (String::new(), "target/release/pets-mcp"),
        (
            format!("[build]\ntarget = \"{TARGET}\"\n"),
            "target/x86_64-unknown-linux-gnu/release/pets-mcp",
        ),
    ] {
        write(folder.path(), ".cargo/config.toml", &configuration);
        let mut command = toolwright(folder.path(), &["package", "--only", "bundle"]);
        let output = command.env_remove("CARGO_TARGET_DIR").output();
        let (code, stdout, stderr) = support::said(output.expect("the binary runs"));
        assert_eq!(
            (code, stdout),
            (Some(0), format!("dist/pets-mcp-1.2.3-{TARGET}.mcpb\n")),
            "{stderr}"
        );
        assert!(folder.path().join(built).is_file(), "{built}: {stderr}");
        fs::remove_dir_all(folder.path().join("target")).expect("can be removed");
    }
}

/// Programs for the usual target of Linux load libraries, which an image does not have.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn the_crate_is_built_for_the_target_of_an_image() {
    let folder = write_crate_that_tells_about_itself();
    let words = [
        "package",
        "--only",
        "image",
        "--target",
        "x86_64-unknown-linux-gnu",
    ];
    let (code, _, stderr) = run(folder.path(), &words);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(
        stderr.contains("--target x86_64-unknown-linux-musl"),
        "{stderr}"
    );
    // The same as that target, which may not be installed.
    let mut command = toolwright(folder.path(), &words);
    let built = command
        .env("RUSTFLAGS", "-C target-feature=+crt-static")
        .output();
    let (code, stdout, stderr) = support::said(built.expect("the binary runs"));
    assert_eq!(
        (code, stdout.as_str()),
        (Some(0), "dist/pets-mcp-1.2.3.oci.tar\n"),
        "{stderr}"
    );
}

#[test]
#[ignore = "needs Node.js"]
fn the_bundle_of_a_crate_that_was_built_starts() {
    let (_folder, bundle) = package_built_crate();
    let unpacked = TempDir::new().expect("a folder");
    let settings = json!({"PETS_API_KEY": "secret"});
    for start in bundle_starts(&[bundle], unpacked.path(), &settings) {
        let command = start["config"]["command"].as_str().expect("is a text");
        let said = Command::new(command)
            .arg("--about")
            .output()
            .expect("can be run");
        assert!(said.status.success(), "{start}");
    }
}

#[test]
fn the_crate_of_the_directory_is_built_and_asked() {
    let (folder, _) = package_built_crate();
    write(
        folder.path(),
        "src/main.rs",
        "fn main() { panic!(\"no such option\") }\n",
    );
    let (code, _, stderr) = run(folder.path(), &["package", "--only", "bundle"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("--about failed: "), "{stderr}");
    assert!(stderr.contains("no such option"), "{stderr}");
}

/// The first call out of the bundle of a real server, in the Python SDK.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[ignore = "needs Node.js and Python"]
fn bundles_of_petstore_and_cms_are_valid_and_start() {
    let python = python_with("mcp");
    for server in ["petstore", "cms"] {
        let binary = workspace_program(&format!("{server}-mcp"));
        let folder = TempDir::new().expect("a folder");
        let manifest = format!(
            "{}/../generated/{server}/Cargo.toml",
            env!("CARGO_MANIFEST_DIR")
        );
        let binary = format!("x86_64-unknown-linux-gnu={}", binary.display());
        let words = [
            "package",
            "--manifest-path",
            &manifest,
            "--binary",
            &binary,
            "--author",
            "Ann",
            "--namespace",
            "com.example",
            "--download-url",
            "https://github.com/ann/pets/releases/download/v1",
            "--only",
            "bundle,registry",
        ];
        succeed(folder.path(), &words);
        let dist = folder.path().join("dist");
        validate_entries(&[&dist]);
        let unpacked = TempDir::new().expect("a folder");
        let starts = bundle_starts(&bundles_in(&dist), unpacked.path(), &json!({}));
        let [start] = starts.as_slice() else {
            panic!("{starts:?}");
        };
        run_mcpb_validate(start);
        let names: Vec<&str> = start["manifest"]["user_config"]
            .as_object()
            .expect("is an object")
            .keys()
            .map(String::as_str)
            .collect();
        let config = start["config"].to_string();
        let (variable, tool, arguments, expected_setting, expected_text) = match server {
            "petstore" => (
                "PETSTORE_BASE_URL",
                "list_pets",
                "{}",
                "PETSTORE_API_KEY",
                "Rex",
            ),
            _ => (
                "CMS_BASE_URL",
                "cms_endpoint_lister",
                "{}",
                "CMS_READ_ONLY",
                "/pages",
            ),
        };
        assert!(names.contains(&expected_setting), "{names:?}");
        let script = format!(
            "{}/../tests/clients/packages/call.py",
            env!("CARGO_MANIFEST_DIR")
        );
        let called = Command::new(&python)
            .args([&script, &config, variable, tool, arguments])
            .output()
            .expect("runs");
        let (code, stdout, stderr) = support::said(called);
        assert_eq!(code, Some(0), "{stdout}{stderr}");
        let result: Value = serde_json::from_str(&stdout).expect("is JSON");
        let text = result["text"].as_str().unwrap_or_default();
        assert!(text.contains(expected_text), "{server}: {text}");
        let listed = start["manifest"]["tools"]
            .as_array()
            .expect("is a list")
            .iter();
        let listed: Vec<&Value> = listed.map(|tool| &tool["name"]).collect();
        let served: Vec<&Value> = result["tools"]
            .as_array()
            .expect("is a list")
            .iter()
            .collect();
        assert_eq!(listed, served, "{server}");
    }
}

#[test]
#[ignore = "needs Python"]
fn links_are_those_that_fastmcp_makes() {
    let python = python_with("fastmcp");
    let folder = write_crate(MANIFEST, &about());
    let (code, _, stderr) = package(folder.path(), &["--only", "links"]);
    assert_eq!(code, Some(0), "{stderr}");
    let page = read(folder.path(), "dist/install-links.md");
    let start = "(cursor://";
    let link = &page[page.find(start).expect("is there") + 1..];
    let link = &link[..link.find(')').expect("ends")];
    // Base64 may be in either alphabet, and padded or not.
    let script = "import base64, json, sys, urllib.parse as u\n\
        from fastmcp.cli.install.cursor import generate_cursor_deeplink\n\
        from fastmcp.mcp_config import StdioMCPServer\n\
        def parts(link):\n\
        \x20 url = u.urlsplit(link); query = dict(u.parse_qsl(url.query, strict_parsing=True))\n\
        \x20 config = json.loads(base64.b64decode(query.pop('config').replace('-', '+').replace('_', '/')))\n\
        \x20 return url[:3], query, {key: config.get(key) for key in ('command', 'args', 'env')}\n\
        own = parts(sys.argv[1])\n\
        server = StdioMCPServer(**own[2])\n\
        assert own == parts(generate_cursor_deeplink('pets', server)), own\n\
        print(json.dumps(own[2]))";
    let output = Command::new(python)
        .args(["-c", script, link])
        .output()
        .expect("runs");
    let (code, stdout, stderr) = support::said(output);
    assert_eq!(code, Some(0), "{stderr}");
    let config: Value = serde_json::from_str(&stdout).expect("is JSON");
    assert_eq!(config["command"], "pets-mcp");
}
