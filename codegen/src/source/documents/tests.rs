//! Documents are read once each, and addresses lead to the file that they are in.

use std::fs;

use tempfile::TempDir;

use super::*;

/// A directory of its own for a test, with some files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a directory");
    for (path, text) in files {
        let path = folder.path().join(path);
        let parent = path.parent().expect("a path below the folder");
        fs::create_dir_all(parent).expect("a directory");
        fs::write(&path, text).expect("a file");
    }
    folder
}

fn open<'a>(sources: &'a Sources, from: &str, reference: &str) -> Result<&'a Document, Unread> {
    let from = sources.document(from).expect("a document");
    sources.open(from, None, reference)
}

#[test]
fn a_file_is_read_once_whatever_its_spelling() {
    let folder = folder(&[("api.yaml", "a: 1"), ("x/y.yaml", "b: 2")]);
    let sources = Sources::load(&folder.path().join("api.yaml"), None).expect("a spec");
    let first = open(&sources, "", "x/y.yaml").expect("a file");
    assert_eq!(first.name(), "x/y.yaml");
    for reference in ["./x/y.yaml", "x/../x/./y.yaml", "x%2Fy.yaml", "x/%79.yaml"] {
        let again = open(&sources, "", reference).expect("a file");
        assert!(std::ptr::eq(first, again), "{reference}");
    }
    let back = open(&sources, "x/y.yaml", "../api.yaml").expect("a file");
    assert_eq!(back.name(), "");
    assert_eq!(sources.files().count(), 2);
    assert!(sources.missing().is_empty());
}

#[test]
fn what_is_no_file_is_told_and_watched() {
    let folder = folder(&[("api.yaml", "a: 1"), ("d/x.yaml", ""), ("bad.json", "{")]);
    let sources = Sources::load(&folder.path().join("api.yaml"), None).expect("a spec");
    let message = |reference| match open(&sources, "", reference) {
        Ok(document) => document.name().to_owned(),
        Err(unread) => unread.to_string(),
    };
    let said = message("no.yaml");
    assert!(
        said.starts_with("cannot be read: ") && said.contains("no.yaml"),
        "{said}"
    );
    assert!(message("d").contains("a directory is not read"));
    assert!(message("bad.json").contains("bad.json:1:1: EOF"));
    let copy = Path::new("example.com").join("a.yaml");
    assert!(message("https://example.com/a.yaml").contains(&format!("`{}`", copy.display())));
    assert_eq!(
        message("urn:a:b"),
        "is neither a file nor an http or https URL"
    );
    assert_eq!(message("d/x.yaml"), "d/x.yaml");
    let missing = ["no.yaml", "d", "bad.json"].map(|name| folder.path().join(name));
    assert_eq!(sources.missing(), missing);
}

#[test]
fn copies_stand_for_urls() {
    let files = [
        ("api.yaml", "$self: https://example.com/v1/api.yaml"),
        ("refs/example.com/v1/pet.yaml", "a: 1"),
        ("refs/https/example.com/v2/x.yaml", "b: 2"),
        ("local.yaml", "c: 3"),
    ];
    let folder = folder(&files);
    let refs = folder.path().join("refs");
    let sources = Sources::load(&folder.path().join("api.yaml"), Some(&refs)).expect("a spec");
    let name = |from, reference| open(&sources, from, reference).map(Document::name);
    let pet = "https://example.com/v1/pet.yaml";
    assert_eq!(name("", "HTTPS://EXAMPLE.com/v1/pet.yaml"), Ok(pet));
    assert_eq!(name("", "pet.yaml"), Ok(pet));
    assert_eq!(name("", "local.yaml"), Ok("local.yaml"));
    assert_eq!(
        name(pet, "../v2/x.yaml"),
        Ok("https://example.com/v2/x.yaml")
    );
    assert_eq!(name(pet, "api.yaml"), Ok(""));
    assert_eq!(name(pet, "file:///etc/passwd"), Err(Unread::Scheme));
    assert!(sources.missing().is_empty());
    let copy = refs.join(Path::new("example.com/v1/no.yaml"));
    let url = "https://example.com/v1/no.yaml".to_owned();
    assert_eq!(name(pet, "no.yaml"), Err(Unread::NoCopy { url, copy }));
    assert_eq!(sources.missing(), [refs]);
}

#[test]
fn warnings_are_in_their_file() {
    let folder = folder(&[("api.yaml", "a: 1"), ("b.yaml", "x: 1\nx: 2")]);
    let sources = Sources::load(&folder.path().join("api.yaml"), None).expect("a spec");
    open(&sources, "", "b.yaml").expect("a file");
    let warnings = sources.warnings();
    let warning = warnings.iter().next().expect("a warning");
    assert_eq!(warning.pointer, "b.yaml#/x");
    let (source, pointer) = sources.file_containing(&warning.pointer);
    assert_eq!(source.path(), folder.path().join("b.yaml"));
    assert_eq!(source.locate(pointer).line, 2);
}

#[test]
fn no_reference_is_too_odd() {
    let folder = folder(&[("api.yaml", "a: 1")]);
    let sources =
        Sources::load(&folder.path().join("api.yaml"), Some(folder.path())).expect("a spec");
    for reference in [
        "",
        ".",
        "..",
        "/",
        "//",
        "?",
        "%",
        "%00",
        "%FF",
        "\0",
        ":",
        "http:",
        "http://",
        "https:///x",
        "http://é/ü",
        "file:",
        "file://",
        "c:",
        "c:\\x",
        "é:/x",
        "http:x//y",
        "a//b",
        "http://a?/../b",
    ] {
        for base in [
            None,
            Some("https://example.com/a"),
            Some("http:"),
            Some("file:///"),
        ] {
            let document = sources.document("").expect("the spec");
            let opened = sources.open(document, base, reference);
            assert!(opened.is_err(), "{reference} {base:?}");
        }
    }
}
