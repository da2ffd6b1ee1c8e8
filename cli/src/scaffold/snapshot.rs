use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use toolwright_codegen::Compiled;

/// Writes the first snapshot of the tools, as `assert_tools!` in `tests/tools.rs` of the crate writes it.
pub(super) fn write_snapshot(compiled: &Compiled, krate: &str, path: &Path) -> io::Result<()> {
    // A link is replaced, and what it leads to stays as it is.
    if path.is_symlink() {
        fs::remove_file(path)?;
    }
    let mut file = BufWriter::new(File::create(path)?);
    // The head is insta's, written by hand so that the first `cargo test` of a new crate passes
    // without accepting anything.
    write!(
        file,
        "---\nsource: tests/tools.rs\nexpression: \"$crate :: tool_list(&{krate}::API)\"\n---\n"
    )?;
    let mut texts = compiled.tool_texts().peekable();
    while let Some(text) = texts.next() {
        // Insta has no empty lines at the end.
        let text = match texts.peek() {
            Some(_) => &text,
            None => text.trim_end(),
        };
        file.write_all(text.as_bytes())?;
    }
    file.write_all(b"\n")?;
    file.flush()
}
