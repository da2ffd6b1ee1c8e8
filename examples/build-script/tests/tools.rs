//! The built server knows its tools without the spec.

use std::process::Command;

mod notes {
    toolwright::include_tools!("notes");
}

#[test]
fn the_server_lists_its_tools() {
    let output = Command::new(env!("CARGO_BIN_EXE_example-build-script"))
        .arg("--list-tools")
        .current_dir(std::env::temp_dir())
        .output()
        .expect("the server runs");
    let list = String::from_utf8_lossy(&output.stdout);
    assert!(
        list.contains("\"list_notes\"") && list.contains("\"add_note\""),
        "{list}"
    );
}

/// A change of the list shows up in review.
#[test]
fn tools() {
    toolwright::assert_tools!(&notes::API);
}
