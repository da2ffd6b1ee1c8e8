//! Specs that are in no file: on standard input, or at a URL.

mod support;

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use support::{PETS, run, said, toolwright, write};
use tempfile::TempDir;

/// The command with a text on its standard input.
fn run_with_input(folder: &Path, words: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = toolwright(folder, words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("is piped");
    // A command that rejects its arguments reads nothing.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    said(child.wait_with_output().expect("ends"))
}

/// A server that answers each request with the same response. Returns its address.
fn serve_text(head: &'static str, body: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("has one");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a client");
            let _ = stream.read(&mut [0; 4_096]);
            let length = body.len();
            let _ = write!(
                stream,
                "HTTP/1.1 {head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
        }
    });
    address.to_string()
}

#[test]
fn a_spec_comes_from_standard_input() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    let (code, out, error) = run_with_input(here, &["list", "-"], PETS);
    assert_eq!(code, Some(0), "{error}");
    assert!(
        out.contains("list_pets") && out.contains("2 tools"),
        "{out}"
    );
    let (code, out, _) = run_with_input(here, &["describe", "-", "list_pets"], PETS);
    assert_eq!(code, Some(0));
    assert!(out.contains("limit"), "{out}");
    let (code, out, _) = run_with_input(here, &["lint", "-"], "openapi: [");
    assert_eq!(code, Some(2));
    assert!(out.contains("stdin:1:"), "{out}");
    let (code, _, error) = run_with_input(here, &["list", "-"], "");
    assert_eq!(code, Some(2));
    assert!(error.contains("standard input is empty"), "{error}");
    write(here, "old.yaml", &PETS.replace("addPet", "makePet"));
    let (code, out, error) = run_with_input(here, &["diff", "old.yaml", "-"], PETS);
    assert_eq!(code, Some(1), "{error}");
    assert!(out.contains("make_pet"), "{out}");
}

#[test]
fn standard_input_is_read_once() {
    let folder = TempDir::new().expect("a folder");
    let (code, _, error) = run_with_input(folder.path(), &["serve", "-"], PETS);
    assert_eq!(code, Some(2));
    assert!(
        error.contains("a server over stdio reads from standard input"),
        "{error}"
    );
    let (code, _, error) = run_with_input(folder.path(), &["call", "-", "list_pets", "-"], PETS);
    assert_eq!(code, Some(2));
    assert!(
        error.contains("cannot both come from standard input"),
        "{error}"
    );
}

#[test]
fn a_spec_comes_from_a_url() {
    let folder = TempDir::new().expect("a folder");
    let address = serve_text("200 OK", PETS.to_owned());
    let url = format!("http://{address}/v1/pets.yaml");
    let (code, out, error) = run(folder.path(), &["list", &url, "--format", "json"]);
    assert_eq!(code, Some(0), "{error}");
    let list: serde_json::Value = serde_json::from_str(&out).expect("is JSON");
    assert_eq!(list["total"]["tools"], 2);
    let pin = format!("to keep this version: curl -fsSL {url} -o pets.yaml");
    assert!(error.contains(&pin), "{error}");
}

/// What a fetched spec refers to is neither fetched nor read from the directory where the command runs.
#[test]
fn a_spec_from_a_url_refers_to_no_file() {
    let folder = TempDir::new().expect("a folder");
    write(
        folder.path(),
        "secret.yaml",
        "type: string\ndescription: hunter2\n",
    );
    let spec = PETS.replace(
        "schema: {type: integer, examples: [3]}",
        "schema: {$ref: 'secret.yaml'}",
    );
    let address = serve_text("200 OK", spec);
    let url = format!("http://{address}/pets.yaml");
    let (_, out, error) = run(folder.path(), &["list", &url, "--format", "json"]);
    assert!(
        !out.contains("hunter2") && !error.contains("hunter2"),
        "{out}{error}"
    );
    assert!(
        format!("{out}{error}").contains("secret.yaml"),
        "{out}{error}"
    );
}

#[test]
fn what_cannot_be_fetched_is_said() {
    let folder = TempDir::new().expect("a folder");
    let address = serve_text("401 Unauthorized", String::new());
    let url = format!("http://ann:secret@{address}/pets.yaml");
    let (code, _, error) = run(folder.path(), &["lint", &url]);
    assert_eq!(code, Some(2));
    assert!(error.contains("the server answered 401"), "{error}");
    assert!(!error.contains("secret"), "{error}");
    let address = serve_text("302 Found\r\nLocation: /pets.yaml", String::new());
    let (code, _, error) = run(
        folder.path(),
        &["lint", &format!("http://{address}/pets.yaml")],
    );
    assert_eq!(code, Some(2));
    assert!(error.contains("too many redirects"), "{error}");
    // Nothing listens on a port that was just given back.
    let closed = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = closed.local_addr().expect("has one");
    drop(closed);
    let (code, _, error) = run(
        folder.path(),
        &["lint", &format!("http://{address}/a.yaml")],
    );
    assert_eq!(code, Some(2));
    assert!(error.contains("cannot fetch http://127.0.0.1"), "{error}");
}

#[test]
fn what_writes_code_needs_a_file() {
    let folder = TempDir::new().expect("a folder");
    let url = "https://pets.example.com/v1/pets.yaml";
    for words in [
        &["generate", url, "--out", "pets.rs"][..],
        &["check", "-", "--out", "pets.rs"],
        &["record", url, "--history", "history"],
        &["new", url, "pets"],
    ] {
        let (code, _, error) = run(folder.path(), words);
        assert_eq!(code, Some(2), "{words:?}: {error}");
        assert!(
            error.contains("needs a spec in a file"),
            "{words:?}: {error}"
        );
    }
    let (_, _, error) = run(folder.path(), &["new", url, "pets"]);
    assert!(
        error.contains(&format!("curl -fsSL {url} -o pets.yaml")),
        "{error}"
    );
}
