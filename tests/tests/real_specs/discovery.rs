//! A large API in three tools, driven by a client that is not ours.

use std::process::Command;

use toolwright_tests::{build_discovery_server, python, shared};

/// What the client reads of the spec, it reads itself: nothing that it expects is toolwright's.
#[test]
#[ignore = "needs ../shared and Python"]
fn every_endpoint_of_a_large_api_is_found_explained_and_called() {
    let python = python();
    let spec = shared().join("specs/dev/ingeniux-cms.swagger2.json");
    let server = build_discovery_server("content", spec.clone());
    let skipped: Vec<_> = server.compiled.skipped().collect();
    assert!(skipped.is_empty(), "{skipped:?}");
    let output = Command::new(python)
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/clients/discovery/real.py"
        ))
        .arg(server.binary)
        .arg(spec)
        .arg("content")
        // The upstream that writes requests down asks for no credentials.
        .env("CONTENT_ALLOW_MISSING_CREDENTIALS", "true")
        // The values of its paths have slashes, to see how they are written.
        .env("CONTENT_ALLOW_PATH_SLASH", "true")
        .output()
        .expect("Python runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}\n{wrong}");
    assert_eq!(told.lines().count(), 2, "{told}");
    eprintln!("{told}");
}
