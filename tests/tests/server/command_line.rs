//! The command line of a generated server.

use crate::support::pets;
use serde_json::{Value as Json, json};
use toolwright_codegen::Builder;
use toolwright_codegen::source::Source;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = pets(arguments).output().expect("the server starts");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn refuses_what_it_does_not_know() {
    let (code, out, error) = run(&["--transport", "sse"]);
    assert_eq!(code, Some(2));
    assert_eq!(out, "");
    assert!(error.contains("expected `stdio` or `http`"), "{error}");
    assert!(error.contains("--help"), "{error}");
}

#[test]
fn helps() {
    let (code, help, _) = run(&["--help"]);
    assert_eq!(code, Some(0));
    assert!(help.contains("pets 1.2.0: MCP server for Pets, 4 tools"));
    assert!(help.contains("How long a call may take (default: 30)"));
    assert!(help.contains("PETS_BASE_URL"));
    assert!(help.contains("https://pets.example.com/v1"));
    assert!(help.contains("PETS_TOKEN"));
    for setting in [
        "--max-retries N",
        "PETS_RATE_LIMIT_RPM",
        "PETS_CA_ONLY",
        "NO_PROXY",
    ] {
        assert!(help.contains(setting), "{help}");
    }
    assert!(help.contains("_COMMAND"));
    assert!(help.contains("--drain SECONDS") && help.contains("PETS_ACCESS_ISSUER"));
    assert!(!help.contains("login"), "nobody can sign in to that");
    let (_, version, _) = run(&["--version"]);
    let toolwright = env!("CARGO_PKG_VERSION");
    assert_eq!(version, format!("pets 1.2.0 (toolwright {toolwright})\n"));
}

/// Python opens a terminal, for which Rust's standard library has nothing.
#[test]
#[ignore = "needs Python"]
fn a_person_at_a_terminal_is_told_what_the_server_waits_for() {
    let python = toolwright_tests::python();
    let script = "import os, pty, subprocess, sys\n\
                  person, terminal = pty.openpty()\n\
                  server = subprocess.Popen([sys.argv[1]], stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n\
                  line = server.stderr.readline().decode()\n\
                  os.write(person, b'\\x04')\n\
                  server.wait(20)\n\
                  print(line)\n";
    let output = std::process::Command::new(python)
        .args(["-c", script])
        .arg(pets(&[]).get_program())
        // Else a warning comes first.
        .env("PETS_ALLOW_MISSING_CREDENTIALS", "true")
        .output()
        .expect("Python runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("waiting for an MCP client on standard input"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (_, _, error) = run(&[]);
    assert!(!error.contains("waiting"), "{error}");
}

/// A server that is less narrow than its operator means must not start.
#[test]
fn a_restriction_that_is_empty_or_misspelt_is_an_error() {
    for (variable, value, says) in [
        ("PETS_READ_ONLY", "", "PETS_READ_ONLY is set but empty"),
        ("PETS_ONLY_TOOLS", " ", "PETS_ONLY_TOOLS is set but empty"),
        ("PETS_READONLY", "true", "did you mean `PETS_READ_ONLY`?"),
    ] {
        for arguments in [&[][..], &["--list-tools"]] {
            let mut server = pets(arguments);
            server
                .env(variable, value)
                .stdin(std::process::Stdio::null());
            let output = server.output().expect("the server starts");
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{variable}: {error}");
            assert!(error.contains(says), "{error}");
        }
    }
}

#[test]
fn lists_the_tools() {
    let (code, list, _) = run(&["--list-tools"]);
    assert_eq!(code, Some(0));
    let list: Json = serde_json::from_str(&list).expect("is JSON");
    let tools = list["tools"].as_array().expect("is a list");
    let create = tools.iter().find(|tool| tool["name"] == "create_pet");
    let required = &create.expect("is listed")["inputSchema"]["required"];
    assert_eq!(required, &json!(["name"]));
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    for arguments in [&["--list-tools"], &["--help"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = pets(arguments).stdout(writer).output();
        let output = output.expect("the server starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert_eq!(said, "");
    }
}

#[test]
fn lists_no_tools_of_discovery_without_it() {
    for arguments in [
        &["--tools", "discovery"][..],
        &["--tools=both", "--list-tools"],
    ] {
        let (code, _, error) = run(arguments);
        assert_eq!(code, Some(1));
        assert!(error.contains("the setting `discovery`"), "{error}");
        assert!(error.contains("the feature `discovery`"), "{error}");
    }
    let (code, list, _) = run(&["--tools", "all", "--list-tools"]);
    assert_eq!(code, Some(0));
    assert!(list.contains("create_pet"));
    let (code, _, error) = run(&["--tools", "some"]);
    assert_eq!(code, Some(2));
    assert!(
        error.contains("expected `all`, `discovery`, `both` or `compact`"),
        "{error}"
    );
}

#[test]
fn says_why_it_can_not_listen() {
    let address = ["--listen", "192.0.2.1:1", "--open"];
    let (code, _, error) = run(&[&["--transport", "http"], &address[..]].concat());
    assert_eq!(code, Some(1));
    assert!(error.contains("cannot listen on 192.0.2.1:1"), "{error}");
}

/// The server over HTTP with these variables, which is to end before it listens.
fn run_in(variables: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = pets(&["--transport", "http"]);
    // It must tell of what is missing.
    command.env_remove("PETS_ALLOW_MISSING_CREDENTIALS");
    command.args(arguments).envs(variables.iter().copied());
    let output = command.output().expect("the server starts");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), error)
}

#[test]
fn settings_that_protect_nothing_stop_the_server() {
    for (name, value, expected) in [
        (
            "PETS_ACCESS_TOKENS",
            "",
            "PETS_ACCESS_TOKENS is set but empty",
        ),
        (
            "PETS_ACCESS_TOKENS",
            " , ,",
            "PETS_ACCESS_TOKENS contains no token",
        ),
        (
            "PETS_ACCESS_TOKENS_FILE",
            "/nowhere",
            "PETS_ACCESS_TOKENS_FILE",
        ),
        (
            "PETS_ACCESS_TOKEN",
            "secret",
            "did you mean `PETS_ACCESS_TOKENS`?",
        ),
        ("PETS_ACCESS_SCOPES", "pets", "PETS_ACCESS_ISSUER is not"),
        (
            "PETS_ACCESS_ISSUER",
            "",
            "PETS_ACCESS_ISSUER is set but empty",
        ),
        ("PETS_OPEN", "maybe", "PETS_OPEN must be true or false"),
    ] {
        // Were it to listen, it would do so where nothing can, and end as well.
        let listen = ["--listen", "192.0.2.1:1", "--open"];
        let (code, error) = run_in(&[(name, value)], &listen);
        assert_eq!(code, Some(1), "{name}={value}: {error}");
        assert!(error.contains(expected), "{name}={value}: {error}");
        assert!(!error.contains("secret"), "{error}");
    }
}

/// The compiler and the server know the secrets of a server from two lists.
#[test]
fn a_spec_may_not_send_the_secrets_of_the_server() {
    let (_, about, _) = run(&["--about"]);
    let about: Json = serde_json::from_str(&about).expect("is JSON");
    let settings = about["settings"].as_array().expect("is a list");
    let is_secret_of_server = |setting: &&Json| {
        // The others are the API's, as whose arguments they may be sent.
        let is_of_server = setting["group"] == "http" || setting["group"] == "server";
        is_of_server && setting["secret"] == true
    };
    let secrets = settings.iter().filter(is_secret_of_server);
    let secrets: Vec<&str> = secrets.filter_map(|it| it["name"].as_str()).collect();
    assert!(secrets.contains(&"PETS_STATE_KEY"), "{secrets:?}");
    let variables = secrets
        .iter()
        .flat_map(|secret| ["", "_FILE", "_COMMAND"].map(|suffix| format!("{secret}{suffix}")));
    for variable in variables {
        let parameter =
            json!({"name": "q", "in": "query", "schema": {}, "x-mcp": {"env": variable}});
        let spec = json!({
            "openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
            "paths": {"/pets": {"get": {"parameters": [parameter]}}},
        });
        let source = Source::from_text("pets.json", spec.to_string()).expect("is JSON");
        let compiled = Builder::new("pets.json").compile_source(source, &mut |_| {});
        let compiled = compiled.expect("is a spec");
        assert!(compiled.api().operations.is_empty(), "{variable}");
    }
}

/// A switch that nobody can read must not count as off.
#[test]
fn settings_that_are_not_text_stop_the_server() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    for (variable, expected) in [
        (
            "PETS_CA_ONLY",
            "PETS_CA_ONLY is not usable: its value is not UTF-8",
        ),
        (
            "https_proxy",
            "https_proxy is not usable: its value is not UTF-8",
        ),
        ("RUST_LOG", "RUST_LOG is set to a value that is not UTF-8"),
    ] {
        let mut command = pets(&["--transport", "http", "--listen", "192.0.2.1:1", "--open"]);
        command.env(variable, OsStr::from_bytes(b"tru\xff"));
        let output = command.output().expect("the server starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn listening_for_others_needs_tokens_or_a_decision() {
    let (code, error) = run_in(&[], &["--listen", "192.0.2.1:1"]);
    assert_eq!(code, Some(1), "{error}");
    for way_out in ["PETS_ACCESS_TOKENS", "--open", "PETS_OPEN=true"] {
        assert!(error.contains(way_out), "{error}");
    }
    assert!(!error.contains("cannot listen"), "{error}");
    let token = ("PETS_ACCESS_TOKENS", "0123456789abcdef");
    for (variable, options) in [
        (token, &[][..]),
        (token, &["--open"]),
        (("PETS_OPEN", "true"), &[]),
    ] {
        let listen = [&["--listen", "192.0.2.1:1"], options].concat();
        let (code, error) = run_in(&[variable], &listen);
        assert_eq!(code, Some(1), "{error}");
        assert!(error.contains("cannot listen on 192.0.2.1:1"), "{error}");
    }
}

#[test]
fn options_of_http_are_rejected_without_it() {
    for options in [
        &["--listen", "8001"][..],
        &["--open"],
        &["--allow-host", "pets.example.com"],
        &["--allow-origin", "https://pets.example.com"],
        &["--pass-header", "X-Tenant"],
        &["--client-rate-limit-rpm", "60"],
        &["--trusted-proxy", "10.0.0.0/8"],
        &["--max-connections", "5"],
    ] {
        let (code, _, error) = run(options);
        assert_eq!(code, Some(1), "{error}");
        let expected = format!(
            "{} has no effect without HTTP: add --transport http",
            options[0]
        );
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn misspelt_options_and_variables_get_a_suggestion() {
    for (option, meant) in [
        ("--alow-host", "`--allow-host`"),
        ("--max-retry", "`--max-retries`"),
        ("--list-tool", "`--list-tools`"),
        ("--helo", "`--help`"),
        ("--port", "`--listen`"),
        ("--builtin-upstream", "`--upstream builtin`"),
    ] {
        let (code, _, error) = run(&[option]);
        assert_eq!(code, Some(2));
        assert!(error.contains(&format!("did you mean {meant}?")), "{error}");
    }
    let (_, _, error) = run(&["--frobnicate-everything"]);
    assert!(!error.contains("did you mean"), "{error}");

    let variables = [
        ("PETS_BASEURL", "http://127.0.0.1:1"),
        ("PETS_SERVICE_HOST", "10.0.0.1"),
        ("PETS_PORT_8000_TCP", "tcp://10.0.0.1:8000"),
    ];
    let (_, error) = run_in(&variables, &["--listen", "192.0.2.1:1", "--open"]);
    assert!(error.contains("did you mean `PETS_BASE_URL`?"), "{error}");
    assert!(!error.contains("PETS_SERVICE_HOST"), "{error}");
    assert!(!error.contains("PETS_PORT"), "{error}");
}

#[test]
fn settings_that_let_in_too_much_are_warned_of() {
    for (options, variable, expected) in [
        (
            &["--allow-host", "*"][..],
            None,
            "--allow-host * is not a pattern",
        ),
        (&["--allow-origin=null"], None, "--allow-origin null allows"),
        (
            &["--allow-files", "/"],
            None,
            "--allow-files / allows callers",
        ),
        (
            &["--trusted-proxy=0.0.0.0/0"],
            None,
            "--trusted-proxy names every",
        ),
        (
            &["--trusted-proxy=::/0"],
            None,
            "--trusted-proxy names every",
        ),
        (
            &["--upstream", "http://api.example.com/v1"],
            Some(("PETS_TOKEN", "hunter2hunter2")),
            "credentials are sent to http://api.example.com without encryption",
        ),
        (
            &[],
            Some(("PETS_TOKEN", "Bearer hunter2hunter2")),
            "begins with `Bearer `",
        ),
        (
            &[],
            Some(("PETS_ACCESS_TOKENS", "hunter2")),
            "fewer than 16 characters",
        ),
        (&[], None, "1 of 4 operations require credentials"),
    ] {
        let listen = [&["--listen", "192.0.2.1:1", "--open"], options].concat();
        let (code, error) = run_in(variable.as_slice(), &listen);
        assert_eq!(code, Some(1), "{error}");
        assert!(
            error.contains(expected),
            "{options:?} {variable:?}: {error}"
        );
        assert!(!error.contains("hunter2"), "{error}");
    }
    let quiet = [
        ("PETS_TOKEN", "hunter2hunter2"),
        ("PETS_ACCESS_TOKENS", "0123456789abcdef"),
    ];
    let options = ["--listen", "192.0.2.1:1", "--allow-files", "/tmp"];
    let (_, error) = run_in(&quiet, &options);
    assert_eq!(
        error.lines().count(),
        1,
        "only that it cannot listen: {error}"
    );
}
