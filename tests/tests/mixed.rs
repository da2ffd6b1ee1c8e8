//! A server of tools of every kind, driven by a client that is not ours.

use std::process::Command;

use toolwright_tests::python;

#[test]
#[ignore = "needs Python"]
fn the_python_client_calls_every_tool_in_both_eras() {
    let python = python();
    let output = Command::new(python)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/clients/mixed.py"))
        .arg(env!("CARGO_BIN_EXE_mixed"))
        .output()
        .expect("python runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}\n{wrong}");
    assert_eq!(told.lines().count(), 2, "{told}");
}
