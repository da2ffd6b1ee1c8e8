//! The server driven by a client that is not ours.

use std::process::Command;

use toolwright_tests::pages::root;
use toolwright_tests::python_with;

/// Lister, provider and executor in both protocol eras: what they say of every endpoint, and what every
/// endpoint is sent.
#[test]
#[ignore = "needs Python"]
fn python_finds_every_endpoint_and_calls_it() {
    let python = python_with("yaml");
    let output = Command::new(python)
        .arg(root().join("tests/clients/discovery/own.py"))
        .arg(env!("CARGO_BIN_EXE_cms-mcp"))
        .arg(root().join("generated/cms/cms.yaml"))
        .output()
        .expect("Python runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}\n{wrong}");
    let expected = "legacy: every anchor holds\n2026-07-28: every anchor holds\n\
                    47 requests are as the spec has them\n";
    assert_eq!(told, expected);
}
