//! `call` and `serve`, which build a server, and what is around them.

mod support;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use support::{PETS, cached, pets, run, said, succeed, toolwright, write};
use tempfile::TempDir;
use toolwright_tests::user_programs;

/// A command with a cache of its own, and the target directory of all generated servers.
#[test]
#[ignore = "takes minutes"]
fn a_tool_is_called_without_a_crate() {
    let folder = pets();
    let call = |words: &[&str]| {
        let words = [&["call", "pets.yaml", "--builtin-upstream"], words].concat();
        said(
            cached(folder.path(), &words)
                .output()
                .expect("the binary runs"),
        )
    };
    let (code, stdout, stderr) = call(&["list_pets", r#"{"limit": 1}"#]);
    assert_eq!(
        (code, stdout.as_str()),
        (Some(0), "[{\"name\":\"Rex\"}]\n"),
        "{stderr}"
    );
    let (code, stdout, _) = call(&["list_pets", "--format", "json"]);
    let result: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(
        (code, &result["structuredContent"]),
        (Some(0), &json!([{"name": "Rex"}]))
    );

    let (code, stdout, _) = call(&["list_pets", r#"{"limit": "many"}"#]);
    assert_eq!(code, Some(1));
    assert!(
        stdout.contains("/limit: \"many\" is not of type \"integer\""),
        "{stdout}"
    );
    let (code, _, stderr) = call(&["list_pet"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("list_pets"), "{stderr}");
    // The server prints this, and is not called.
    let (code, stdout, stderr) = call(&["list_pets", "--", "--help"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("--max-retries"), "{stdout}");
    let (code, _, stderr) = call(&["list_pets", "{}", "--", "--timout", "3"]);
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("toolwright call pets.yaml list_pets --: invalid option '--timout'"),
        "{stderr}"
    );
    let (code, _, stderr) = call(&["list_pets", "[1]"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("a JSON object"), "{stderr}");

    // Nothing listens at this port.
    let unreachable = |words: &[&str]| {
        let mut command = cached(
            folder.path(),
            &[&["call", "pets.yaml", "list_pets"], words].concat(),
        );
        command.env("PETS_BASE_URL", "http://127.0.0.1:9");
        said(command.output().expect("the binary runs"))
    };
    let (code, stdout, stderr) = unreachable(&[]);
    assert_eq!(code, Some(1));
    assert!(stdout.contains("connection refused"), "{stdout}");
    assert!(
        stderr.contains("help: without the API behind it, try the tool with --builtin-upstream"),
        "{stderr}"
    );
    let (_, _, stderr) = unreachable(&["--base-url", "http://127.0.0.1:9"]);
    assert!(!stderr.contains("help:"), "{stderr}");

    let words = ["call", "pets.yaml", "list_pets", "-", "--builtin-upstream"];
    let mut piped = cached(folder.path(), &words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = piped.stdin.take().expect("is piped");
    stdin.write_all(br#"{"limit": "few"}"#).expect("is read");
    drop(stdin);
    let output = said(piped.wait_with_output().expect("it ends"));
    assert!(output.1.contains("/limit: \"few\" is not"), "{output:?}");
}

#[test]
#[ignore = "takes minutes"]
fn what_is_run_by_hand_does_not_keep_the_rest_from_being_called() {
    let folder = pets();
    let call = |tool| {
        let words = ["call", "pets.yaml", tool, "{}", "--manual", "addPet"];
        let mut command = cached(folder.path(), &words);
        said(
            command
                .arg("--builtin-upstream")
                .output()
                .expect("the binary runs"),
        )
    };
    let (code, stdout, stderr) = call("list_pets");
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let (code, stdout, stderr) = call("add_pet");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(
        stdout.starts_with(
            "POST /pets needs a handler, and `toolwright serve` and `toolwright call` have none"
        ),
        "{stdout}"
    );
}

/// Deletes the binaries of a package, whatever the end of their names.
fn forget_builds_of(package: &str) {
    let folder = user_programs();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_binary = entry.file_name().to_string_lossy().starts_with(package);
        if is_binary && entry.path().is_file() {
            fs::remove_file(entry.path()).expect("can be deleted");
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_build_without_a_terminal_says_that_it_goes_on() {
    let folder = pets();
    forget_builds_of("quiet-mcp");
    let call = || {
        let words = ["call", "pets.yaml", "list_pets", "--builtin-upstream"];
        let mut command = cached(folder.path(), &[&words[..], &["--name", "quiet"]].concat());
        said(command.output().expect("the binary runs"))
    };
    let (code, stdout, stderr) = call();
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(stdout, "[{\"name\":\"Rex\"}]\n");
    let lines: Vec<&str> = stderr.lines().collect();
    let [started, .., ended] = lines.as_slice() else {
        panic!("two lines: {stderr}");
    };
    assert!(
        started.starts_with("compiling the server of pets.yaml: "),
        "{stderr}"
    );
    assert!(ended.starts_with("compiled in "), "{stderr}");
    assert!(!call().2.contains("compil"), "it is built");
}

#[test]
#[ignore = "takes minutes"]
fn calls_go_to_the_url_that_is_given() {
    let folder = pets();
    let words = [
        "call",
        "pets.yaml",
        "list_pets",
        "--base-url",
        "http://127.0.0.1:9",
        "--",
        "--max-retries",
        "0",
    ];
    let (code, stdout, _) = said(
        cached(folder.path(), &words)
            .output()
            .expect("the binary runs"),
    );
    assert_eq!(code, Some(1));
    assert!(stdout.contains("127.0.0.1"), "{stdout}");
}

#[test]
#[ignore = "takes minutes"]
fn a_call_says_nothing_of_credentials_that_it_does_not_need() {
    let folder = pets();
    let secured = PETS.replace(
        "operationId: addPet",
        "operationId: addPet\n      security: [{key: []}]",
    );
    let schemes = "components: {securitySchemes: {key: {type: http, scheme: bearer}}}\n";
    write(folder.path(), "pets.yaml", &format!("{secured}{schemes}"));
    let call = |tool| {
        let words = [
            "call",
            "pets.yaml",
            tool,
            "{}",
            "--base-url",
            "http://127.0.0.1:9",
        ];
        said(
            cached(folder.path(), &words)
                .output()
                .expect("the binary runs"),
        )
    };
    let (_, stdout, stderr) = call("list_pets");
    assert!(stdout.contains("connection refused"), "{stdout}{stderr}");
    assert!(!stderr.contains("credentials"), "{stderr}");
    let (_, stdout, _) = call("add_pet");
    assert!(
        stdout.contains("Set PETS_KEY in the environment"),
        "{stdout}"
    );
}

#[test]
#[ignore = "takes minutes"]
fn a_spec_is_served_by_its_configuration_file() {
    let folder = pets();
    write(
        folder.path(),
        "toolwright.toml",
        "spec = 'pets.yaml'\nread_only = true",
    );
    let words = ["serve", "--builtin-upstream", "--", "--log", "off"];
    let mut server = cached(folder.path(), &words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
    }});
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let mut stdin = server.stdin.take().expect("is piped");
    write!(
        stdin,
        "{initialize}\n{}\n{list}\n",
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
    )
    .expect("is read");
    drop(stdin);
    let mut answers = String::new();
    let mut stdout = server.stdout.take().expect("is piped");
    stdout.read_to_string(&mut answers).expect("it answers");
    assert!(server.wait().expect("it ends").success());
    assert!(
        answers.contains("\"list_pets\"") && !answers.contains("\"add_pet\""),
        "{answers}"
    );
}

/// The first line of `GET /tools` from a server of `serve`.
fn ask_for_tools(folder: &Path, words: &[&str]) -> String {
    let mut server = cached(folder, words)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut lines = BufReader::new(server.stderr.take().expect("is piped")).lines();
    let mut said = String::new();
    let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
        said.push_str(&line);
        let (_, url) = line.split_once("listening on http://")?;
        Some(url.split('/').next()?.to_owned())
    });
    let answer = address.map(|address| {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        let head = format!("GET /tools HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("is read");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    });
    let _ = server.kill();
    let _ = server.wait();
    answer.unwrap_or_else(|| panic!("it does not listen: {said}"))
}

#[test]
#[ignore = "takes minutes"]
fn a_server_has_the_bridge_wherever_it_is_asked_for() {
    let folder = pets();
    for words in [
        &[
            "serve",
            "pets.yaml",
            "--builtin-upstream",
            "--bridge",
            "--",
            "--listen",
            "127.0.0.1:0",
        ][..],
        &[
            "serve",
            "pets.yaml",
            "--builtin-upstream",
            "--",
            "--transport",
            "http",
            "--bridge",
            "--listen",
            "127.0.0.1:0",
        ],
    ] {
        let answer = ask_for_tools(folder.path(), words);
        assert!(answer.starts_with("HTTP/1.1 200"), "{words:?}: {answer}");
        assert!(answer.contains("\"list_pets\""), "{answer}");
    }
}

#[test]
fn a_bridge_without_http_is_rejected_before_anything_is_built() {
    let folder = pets();
    let output = cached(folder.path(), &["serve", "pets.yaml", "--", "--bridge"])
        .env("CARGO", "no-such-cargo")
        .output();
    let (code, _, stderr) = said(output.expect("the binary runs"));
    assert_ne!(code, Some(0));
    assert!(stderr.contains("--bridge needs HTTP"), "{stderr}");
    assert!(!folder.path().join("cache").exists(), "nothing is built");
}

#[test]
fn what_stands_in_the_way_is_said() {
    let folder = pets();
    let without_cargo = cached(folder.path(), &["serve", "pets.yaml"])
        .env_remove("CARGO")
        .env("PATH", "")
        .output();
    let (code, _, stderr) = said(without_cargo.expect("the binary runs"));
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("cargo, which builds the server, is not on the PATH"),
        "{stderr}"
    );

    let (code, _, stderr) = run(folder.path(), &["serve", "pets.yaml", "--exclude", "*"]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("left out are 2 by exclude = \"*\""),
        "{stderr}"
    );

    let (code, _, stderr) = run(
        folder.path(),
        &["serve", "pets.yaml", "--include", "listPet"],
    );
    assert_eq!(code, Some(1));
    assert!(stderr.contains("did you mean `listPets`"), "{stderr}");

    let words = ["serve", "pets.yaml", "--toolwright-path", "."];
    let (code, _, stderr) = run(folder.path(), &words);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("is not a checkout of toolwright"),
        "{stderr}"
    );
}

#[test]
fn the_cache_has_a_place_and_an_end() {
    let folder = pets();
    let cache = |action| {
        said(
            cached(folder.path(), &["cache", action])
                .output()
                .expect("the binary runs"),
        )
    };
    let path = folder.path().join("cache");
    assert_eq!(cache("path").1, format!("{}\n", path.display()));
    assert!(cache("clean").2.contains("is empty"));
    write(&path, "servers/a/Cargo.toml", "");
    write(&path, "mine", "");
    assert!(cache("clean").2.contains("deleted"));
    assert!(!path.join("servers").exists() && path.join("mine").exists());
}

#[test]
fn shells_complete_and_pages_are_written() {
    let folder = pets();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = succeed(folder.path(), &["completions", shell]);
        assert!(
            script.contains("generate") && script.contains("include-tag"),
            "{shell}"
        );
    }
    succeed(folder.path(), &["man", "man"]);
    let page = support::read(folder.path(), "man/toolwright-generate.1");
    assert!(page.contains("include\\-tag"), "{page}");
}

#[test]
fn a_tool_that_there_is_not_is_known_before_anything_is_built() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "pets.yaml", PETS);
    let cache = folder.path().join("cache");
    let output = toolwright(folder.path(), &["call", "pets.yaml", "list_pet"])
        .env("TOOLWRIGHT_CACHE", &cache)
        // Whatever would be built has no compiler.
        .env("CARGO", "no-such-cargo")
        .env("PATH", "")
        .output()
        .expect("the binary runs");
    let (code, stdout, stderr) = said(output);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    let expected = "Tool not found: 'list_pet' on server 'pets'. Did you mean: list_pets";
    assert!(stderr.contains(expected), "{stderr}");
    assert!(!cache.exists(), "nothing is built");
}
