use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The JSON files below a folder, sorted.
pub(crate) fn json_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(json_files(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The value of a JSON file, or nothing where it is not one.
pub(crate) fn read(path: &Path) -> Option<Value> {
    let text = fs::read_to_string(path).expect("a readable file");
    serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()
}
