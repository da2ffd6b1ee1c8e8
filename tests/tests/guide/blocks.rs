//! Every block is a file of the repository, lines of one, or is read by what it is for.

use std::path::Path;

use toml::Table;
use toolwright_codegen::Config;
use toolwright_codegen::source::Source as Document;
use toolwright_tests::pages::{Block, Page, root};

#[test]
fn blocks_are_in_the_files_that_they_name() {
    for page in Page::all() {
        let blocks = page.blocks();
        for block in &blocks {
            block.hold_to_its_file();
        }
        let named = blocks.iter().filter(|block| block.source.is_some()).count();
        let comments = page.text.matches("<!-- ").count();
        assert_eq!(
            comments,
            named,
            "{}: a comment without a block",
            page.path.display()
        );
    }
}

#[test]
fn every_block_is_held_to_something() {
    for block in Page::all().iter().flat_map(Page::blocks) {
        let (place, text) = (&block.place, block.text.as_str());
        match block.language.as_str() {
            "rust" => compiled(&block),
            "toml" if block.source.is_none() => toml(place, text),
            "json" if block.source.is_none() => {
                let read = serde_json::from_str::<serde_json::Value>(text);
                assert!(read.is_ok(), "{place}: {read:?}");
            }
            "yaml" if block.source.is_none() => {
                let read = Document::from_text("block.yaml", text.to_owned());
                assert!(read.is_ok(), "{place}: {read:?}");
            }
            // `programs` reads these.
            "console" => {}
            "text" | "" => assert!(!text.contains("$ "), "{place}: is that `console`?"),
            "toml" | "json" | "yaml" | "dockerfile" if block.source.is_some() => {}
            other => panic!("{place}: nothing is known of {other}"),
        }
    }
}

/// Code is in a file that rustc sees: of a crate, or a snapshot of what `tests/build.rs` compiles.
fn compiled(block: &Block) {
    let place = &block.place;
    let source = block.source.as_ref();
    let source = source.unwrap_or_else(|| panic!("{place}: name the file that has this code"));
    let file = Path::new(&source.file);
    let is_snapshot = file
        .strip_prefix("tests/tests/snapshots")
        .ok()
        .and_then(Path::to_str)
        .and_then(|name| name.strip_prefix("rust@")?.strip_suffix(".snap"))
        .is_some_and(|spec| root().join("tests/specs").join(spec).exists());
    let is_of_a_crate = file.extension().is_some_and(|kind| kind == "rs")
        && file.ancestors().any(|folder| {
            let inside = file.strip_prefix(folder).unwrap_or(file);
            let is_target = ["src", "tests", "build.rs"]
                .iter()
                .any(|it| inside.starts_with(it));
            is_target && root().join(folder).join("Cargo.toml").exists()
        });
    assert!(
        is_snapshot || is_of_a_crate,
        "{place}: nobody compiles {}",
        source.file
    );
}

/// A part of a manifest whose features there are, or a `toolwright.toml`.
fn toml(place: &str, text: &str) {
    let table: Table = toml::from_str(text).unwrap_or_else(|error| panic!("{place}: {error}"));
    let known = ["dependencies", "build-dependencies", "dev-dependencies"];
    if !table.keys().all(|key| known.contains(&key.as_str())) {
        let read = Config::from_text("toolwright.toml", text);
        assert!(read.is_ok(), "{place}: {read:?}");
        return;
    }
    for (name, dependency) in table.values().filter_map(|it| it.as_table()).flatten() {
        let folder = match name.as_str() {
            "toolwright" => "runtime",
            "toolwright-codegen" => "codegen",
            "insta" => continue,
            other => panic!("{place}: is {other} a dependency of servers?"),
        };
        let manifest = std::fs::read_to_string(root().join(folder).join("Cargo.toml"));
        let manifest: Table = toml::from_str(&manifest.expect("is there")).expect("is TOML");
        let features = dependency.get("features").and_then(|it| it.as_array());
        for feature in features.into_iter().flatten().filter_map(|it| it.as_str()) {
            let known = manifest["features"].get(feature);
            assert!(known.is_some(), "{place}: {name} has no feature {feature}");
        }
    }
}
