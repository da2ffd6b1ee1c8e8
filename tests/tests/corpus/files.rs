use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use toolwright_tests::shared;

const LARGEST_IN_QUICK_FORM: u64 = 700_000;

/// The specs of the development corpus; none, with a message, where it is absent.
pub(crate) fn corpus() -> Option<Vec<PathBuf>> {
    let shared = shared()?;
    let mut specs = files(&shared.join("specs/dev"));
    specs.extend(files(&shared.join("specs/dev/edge")));
    assert!(specs.len() > 50, "the corpus has {} specs", specs.len());
    Some(specs)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let full = env::var_os("TOOLWRIGHT_FULL").is_some();
    let entries = fs::read_dir(folder).expect("the corpus is there");
    let mut files: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| {
            let size = entry.metadata().map_or(0, |data| data.len());
            full || size <= LARGEST_IN_QUICK_FORM
        })
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|kind| kind == "json" || kind == "yaml")
        })
        .collect();
    files.sort();
    files
}
