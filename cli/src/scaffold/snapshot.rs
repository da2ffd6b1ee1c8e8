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
        "---\nsource: tests/tools.rs\nexpression: \"$crate :: tool_snapshot(&{krate}::API)\"\n---\n"
    )?;
    let mut texts = compiled.tool_snapshot().peekable();
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

#[cfg(test)]
mod tests {
    use toolwright_codegen::Builder;
    use toolwright_codegen::source::Source;

    use super::*;

    #[test]
    fn thousands_of_tools_have_a_line_each() {
        let paths = (0..3_001).map(|it| format!("  /p{it}: {{get: {{operationId: get{it}}}}}\n"));
        let paths: String = paths.collect();
        let spec = format!("openapi: 3.0.3\ninfo: {{title: A, version: '1'}}\npaths:\n{paths}");
        let source = Source::from_text("a.yaml", spec).expect("is YAML");
        let compiled = Builder::new("a.yaml").compile_source(source, &mut |_| {});
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tools.snap");
        write_snapshot(&compiled.expect("compiles"), "a_mcp", &path).expect("is written");
        let snapshot = fs::read_to_string(&path).expect("is there");
        let (head, lines) = snapshot.split_at(snapshot.find("get0 ").expect("has tools"));
        assert_eq!(head.lines().count(), 4, "{head}");
        assert_eq!(lines.lines().count(), 3_001);
        let is_digest = |line: &str| line.len() < 60 && line.contains(" (GET /p");
        assert!(lines.lines().all(is_digest), "{lines}");
    }
}
