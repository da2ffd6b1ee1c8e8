//! The layout of generated Rust: as rustfmt lays it out, without `#[rustfmt::skip]`, and in lines that a screen shows.
//! Files that are checked in pass the check of their crate's CI.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use toolwright_codegen::Builder;
use toolwright_tests::{Form, builder, corpus};

/// Columns of the widest line, but for what nobody can break.
const MAX_WIDTH: usize = 120;
/// Columns of a word that may make a line wider: a URL, or the name of a type or a variant.
const LONG_WORD: usize = 60;
/// Bytes of the largest file that rustfmt is given. It takes gigabytes for the largest ones of the corpus.
const MAX_FORMATTED: usize = 2_000_000;

/// Generated Rust and the name of its spec.
struct Generated {
    name: String,
    rust: String,
}

fn read_checked_in_files() -> Vec<Generated> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated");
    let files = ["petstore", "cms", "conformance"].map(|name| {
        let file = root.join(format!("{name}/src/{name}.rs"));
        Generated {
            name: name.to_owned(),
            rust: fs::read_to_string(file).expect("can be read"),
        }
    });
    files.into()
}

fn compile_own_specs() -> Vec<Generated> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let entries = fs::read_dir(folder).expect("is there");
    let specs = entries.map(|entry| entry.expect("can be read").path());
    let specs = specs.filter(|spec| spec.extension().is_some_and(|kind| kind == "yaml"));
    specs
        .map(|spec| generate_from(&spec, builder(&spec)))
        .collect()
}

fn compile_corpus(specs: &[PathBuf]) -> Vec<Generated> {
    specs
        .iter()
        .map(|spec| generate_from(spec, Builder::new(spec)))
        .collect()
}

fn generate_from(spec: &Path, builder: Builder) -> Generated {
    let name = spec.file_stem().expect("has a name").to_string_lossy();
    Generated {
        // rustfmt takes the name of a file for the name of a module.
        name: name.replace(|c: char| !c.is_ascii_alphanumeric(), "_"),
        rust: builder
            .compile()
            .expect("the spec compiles")
            .rust()
            .to_owned(),
    }
}

/// Lines that are too wide. In comments, the rows of tables, headings and code stay in one line.
fn find_wide_lines(generated: &Generated) -> Vec<String> {
    let mut wide = Vec::new();
    let mut is_code = false;
    for line in generated.rust.lines() {
        let content = line.trim_start();
        let comment = content.strip_prefix("///").map(str::trim_start);
        if comment.is_none() {
            is_code = false;
        }
        if comment.is_some_and(|text| text.contains("```") || text.contains("~~~")) {
            is_code = !is_code;
        }
        let is_one_line = is_code
            || comment.is_some_and(|text| text.contains('|') || text.starts_with('#'))
            // The command that generates the file again.
            || content.starts_with("// Options: ");
        // Every second piece between backticks is a code span.
        let has_long_code = comment.is_some_and(|text| {
            let mut spans = text.split('`').skip(1).step_by(2);
            spans.any(|span| span.chars().count() > LONG_WORD)
        });
        let has_long_word = content
            .split(' ')
            .any(|word| word.contains("://") || word.chars().count() > LONG_WORD);
        if line.chars().count() > MAX_WIDTH && !is_one_line && !has_long_code && !has_long_word {
            wide.push(format!("{}: {line}", generated.name));
        }
    }
    wide
}

/// What rustfmt would change.
fn check_with_rustfmt(files: &[Generated]) -> String {
    let directory = tempfile::tempdir().expect("can be made");
    let mut changes = String::new();
    // One by one, since rustfmt keeps all files of a call in memory.
    for generated in files {
        let path = directory.path().join(&generated.name).with_extension("rs");
        fs::write(&path, &generated.rust).expect("can be written");
        let checked = Command::new("rustfmt")
            .args(["--edition", "2024", "--check", "--color", "never"])
            .arg(path)
            .output()
            .expect("rustfmt runs: `rustup component add rustfmt` installs it");
        if !checked.status.success() {
            changes.push_str(&String::from_utf8_lossy(&checked.stdout));
            changes.push_str(&String::from_utf8_lossy(&checked.stderr));
        }
    }
    changes
}

fn assert_layout(files: &[Generated]) {
    assert_no_line_is_wide(files);
    let changes = check_with_rustfmt(files);
    assert!(changes.is_empty(), "{changes}");
}

fn assert_no_line_is_wide(files: &[Generated]) {
    let wide: Vec<String> = files.iter().flat_map(find_wide_lines).collect();
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn checked_in_files_are_as_rustfmt_writes_them() {
    assert_layout(&read_checked_in_files());
}

#[test]
fn generated_code_is_as_rustfmt_writes_it() {
    assert_layout(&compile_own_specs());
}

#[test]
#[ignore = "needs ../shared"]
fn code_of_the_corpus_is_as_rustfmt_writes_it() {
    let specs = corpus(Form::chosen());
    let mut files = compile_corpus(&specs);
    assert_no_line_is_wide(&files);
    files.retain(|generated| generated.rust.len() <= MAX_FORMATTED);
    assert!(files.len() > 25, "only {} files", files.len());
    assert_layout(&files);
}
