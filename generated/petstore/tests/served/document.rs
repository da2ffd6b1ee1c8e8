//! The document of the REST bridge in hands that are not ours: validators, generators of clients, and schemathesis.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use toolwright_tests::{node, npm_package, python_with};

use crate::server::HttpServer;

const HOST: &str = "127.0.0.1:8000";

/// A server, and its document in a folder.
struct Served {
    server: HttpServer,
    folder: TempDir,
}

impl Served {
    fn start() -> Self {
        let server = HttpServer::start(&["--bridge", "--upstream", "builtin"], &[]);
        let answer = server.ask("GET /mcp/openapi.json HTTP/1.1", HOST, "");
        let (_, document) = answer.split_once("\r\n\r\n").expect("has a head");
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("openapi.json"), document).expect("can be written");
        Self { server, folder }
    }

    fn document(&self) -> PathBuf {
        self.folder.path().join("openapi.json")
    }

    fn url(&self) -> String {
        self.server.url().replace("/mcp", "")
    }
}

/// The folder of the scripts.
fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/served/document")
        .join(name)
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    said.into_owned()
}

#[test]
#[ignore = "needs Python"]
fn the_document_is_valid_by_the_official_schema() {
    let python = python_with("openapi_spec_validator");
    let served = Served::start();
    let script = "import json, sys\nfrom openapi_spec_validator import OpenAPIV30SpecValidator as V\n\
                  V(json.load(open(sys.argv[1]))).validate()";
    run(Command::new(python)
        .args(["-c", script])
        .arg(served.document()));
}

#[test]
#[ignore = "needs Node.js"]
fn redocly_finds_no_error_in_the_document() {
    let redocly = npm_package("@redocly/cli");
    let served = Served::start();
    let said = run(Command::new(node())
        .arg(redocly.join("bin/cli.js"))
        .arg("lint")
        .arg(served.document()));
    assert!(said.contains("Your API description is valid"), "{said}");
}

#[test]
#[ignore = "needs Node.js"]
fn a_typescript_client_compiles_and_calls() {
    let generator = npm_package("openapi-typescript");
    let compiler = npm_package("typescript");
    npm_package("openapi-fetch");
    let served = Served::start();
    let folder = served.folder.path();
    let types = folder.join("api.d.ts");
    let cli = generator.join("bin/cli.js");
    run(Command::new(node())
        .arg(cli)
        .arg(served.document())
        .arg("-o")
        .arg(&types));
    fs::copy(script("client.ts"), folder.join("client.ts")).expect("can be copied");
    fs::write(folder.join("package.json"), "{\"type\": \"module\"}").expect("can be written");
    let modules = compiler.parent().expect("is in a folder");
    std::os::unix::fs::symlink(modules, folder.join("node_modules")).expect("can be linked");
    let options = [
        "--strict",
        "--module",
        "nodenext",
        "--target",
        "es2022",
        "--lib",
        "es2022,dom",
        "client.ts",
    ];
    run(Command::new(node())
        .arg(compiler.join("bin/tsc"))
        .args(options)
        .current_dir(folder));
    let said = run(Command::new(node())
        .arg(folder.join("client.js"))
        .arg(served.url()));
    assert!(
        said.contains("'dragon' is not one of ['dog', 'cat', 'bird', 'fish', 'other']"),
        "{said}"
    );
}

#[test]
#[ignore = "needs Python"]
fn a_python_client_is_made_and_calls() {
    let python = python_with("openapi_python_client");
    let served = Served::start();
    let package = served.folder.path().join("client");
    let mut generate = Command::new(&python);
    generate
        .args(["-m", "openapi_python_client", "generate", "--path"])
        .arg(served.document());
    run(generate.arg("--output-path").arg(&package));
    let mut call = Command::new(python);
    run(call
        .arg(script("client.py"))
        .arg(served.url())
        .env("PYTHONPATH", package));
}

#[test]
#[ignore = "needs Python"]
fn schemathesis_finds_no_fault() {
    let python = python_with("schemathesis");
    let served = Served::start();
    let mut command = Command::new(python);
    // A call that is not valid is answered with 200 and `ok: false`, so that what is rejected is not told by the status.
    let checks = "not_a_server_error,response_schema_conformance,content_type_conformance,status_code_conformance";
    command
        .args(["-m", "schemathesis.cli", "run"])
        .arg(format!("{}/mcp/openapi.json", served.url()))
        .args([
            "--checks",
            checks,
            "--max-examples",
            "40",
            "--seed",
            "16",
            "--no-color",
        ])
        .current_dir(served.folder.path());
    let said = run(&mut command);
    assert!(said.contains("No issues found"), "{said}");
}
