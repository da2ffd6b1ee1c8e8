use std::path::PathBuf;
use std::{env, fs};

use super::path::shared_path;

/// Bytes of the largest spec, without `TOOLWRIGHT_FULL`.
const LARGEST: u64 = 500_000;

/// The specs of the development corpus that do not take long; all with `TOOLWRIGHT_FULL`.
pub(crate) fn corpus_specs() -> Vec<PathBuf> {
    let folder = shared_path("specs/dev");
    let is_full = env::var_os("TOOLWRIGHT_FULL").is_some();
    let entries = fs::read_dir(folder).expect("the corpus can be read");
    let mut files: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| {
            let metadata = entry.metadata();
            metadata.is_ok_and(|file| file.is_file() && (is_full || file.len() < LARGEST))
        })
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}
