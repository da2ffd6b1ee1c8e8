//! Real specs become servers that compile without a warning and list their tools to a client that
//! is not ours.

use std::path::{Path, PathBuf};
use std::process::Command;

use toolwright_tests::{Server, build_servers, python, shared};

const SPECS: [(&str, &str); 6] = [
    ("cms", "ingeniux-cms.swagger2.json"),
    ("petstore2", "2.0-readme-2.0-json-petstore.json"),
    ("petstore30", "3.0-swagger-api-openapi.yaml"),
    ("petstore31", "3.1-readme-3.1-json-petstore.json"),
    ("github", "3.0-oxidecomputer-api.github.com.json"),
    ("kubernetes", "2.0-kubernetes-client-swagger-1.13.json"),
];

#[test]
#[ignore = "needs ../shared and Python"]
fn real_specs_become_servers() {
    let shared = shared();
    let specs: Vec<(&str, PathBuf)> = SPECS
        .iter()
        .map(|(name, file)| (*name, shared.join("specs/dev").join(file)))
        .collect();
    let servers = build_servers("real", &specs);
    for server in &servers {
        let skipped: Vec<_> = server.compiled.skipped().collect();
        assert!(skipped.is_empty(), "{skipped:?}");
    }
    let python = python();
    for server in &servers {
        list_with_python(&python, server);
    }
}

fn list_with_python(python: &Path, server: &Server) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/drive.py");
    let tools = server.compiled.api().operations.len();
    let output = Command::new(python)
        .arg(script)
        .arg(tools.to_string())
        .arg(&server.binary)
        .output()
        .expect("python runs");
    assert!(
        output.status.success(),
        "{}: {}\n{}",
        server.binary.display(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
