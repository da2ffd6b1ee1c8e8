//! The README shows code that is compiled: each Rust block is a file of the repository.

use std::fs;
use std::path::Path;

#[test]
fn rust_blocks_are_files_that_are_compiled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("README.md")).expect("there is a README");
    let mut shown = 0;
    for part in readme.split("<!-- ").skip(1) {
        let (file, rest) = part.split_once(" -->\n```rust\n").expect("a block follows");
        let (code, _) = rest.split_once("```").expect("the block ends");
        let text = fs::read_to_string(root.join(file)).expect("the file is there");
        assert_eq!(code, text, "README.md shows another {file}");
        shown += 1;
    }
    assert_eq!(
        readme.matches("```rust\n").count(),
        shown,
        "a block names no file"
    );
}
