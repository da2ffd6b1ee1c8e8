use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use toolwright_codegen::source::Source;

/// The specs of the snapshots, which have something of everything.
pub(super) fn specs() -> &'static [Value] {
    static SPECS: LazyLock<Vec<Value>> = LazyLock::new(|| {
        let read = |file: &PathBuf| Source::load(file).expect("a readable spec").root().clone();
        files().iter().map(read).collect()
    });
    &SPECS
}

/// The same as texts in JSON.
///
/// # Panics
///
/// When they are not beside the sources that this was built from.
pub fn json_texts() -> Vec<Vec<u8>> {
    let texts = specs().iter().map(|spec| spec.to_string().into_bytes());
    texts.collect()
}

/// The same as they are, in YAML.
///
/// # Panics
///
/// As [`json_texts`].
pub fn yaml_texts() -> Vec<Vec<u8>> {
    let read = |file: &PathBuf| fs::read(file).expect("a readable spec");
    files().iter().map(read).collect()
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let entries = fs::read_dir(folder).expect("the specs are there");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    files
}
