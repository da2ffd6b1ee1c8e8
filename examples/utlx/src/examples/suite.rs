//! Reads the files of a conformance suite. A file that cannot be read is reported, and the rest is read.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::case::{Case, read_case};
use super::salvage::salvage_sections;
use crate::regular_file::read_regular_file;
use crate::yaml;

/// Where the suite is in the sources of UTL-X.
const DEFAULT_PATH: &str = "conformance-suite/utlx/tests";
const MAX_FILE_BYTES: u64 = 1 << 20;
const MAX_FILES: usize = 20_000;
const MAX_DEPTH: usize = 20;

/// A small suite, for a start without UTL-X.
const SAMPLE: &[(&str, &str)] = &[
    (
        "csv_to_json_people.yaml",
        include_str!("../../fixtures/suite/csv_to_json_people.yaml"),
    ),
    (
        "json_to_json_contact.yaml",
        include_str!("../../fixtures/suite/json_to_json_contact.yaml"),
    ),
    (
        "json_to_json_totals.yaml",
        include_str!("../../fixtures/suite/json_to_json_totals.yaml"),
    ),
    (
        "json_to_yaml_config.yaml",
        include_str!("../../fixtures/suite/json_to_yaml_config.yaml"),
    ),
    (
        "xml_to_json_invoice.yaml",
        include_str!("../../fixtures/suite/xml_to_json_invoice.yaml"),
    ),
    (
        "xml_to_json_orders.yaml",
        include_str!("../../fixtures/suite/xml_to_json_orders.yaml"),
    ),
];

/// The files of a suite.
#[derive(Debug)]
pub(crate) struct SuiteFiles {
    /// By their paths within the suite, sorted.
    pub(crate) files: Vec<SuiteFile>,
    /// What could not be read.
    pub(crate) unreadable: Vec<Unreadable>,
    pub(crate) is_sample: bool,
}

#[derive(Debug)]
pub(crate) struct SuiteFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A file that is left out, and why.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Unreadable {
    pub(crate) path: String,
    pub(crate) reason: String,
}

/// The cases of a suite.
#[derive(Debug)]
pub(crate) struct Cases {
    pub(crate) cases: Vec<Case>,
    pub(crate) unreadable: Vec<Unreadable>,
}

/// Reads the files of the suite at that path, else at the default path, else of the sample.
///
/// # Errors
///
/// The directory that was named cannot be read.
pub(crate) fn read_files(path: Option<&Path>) -> Result<SuiteFiles, String> {
    let path = match path {
        Some(path) => path,
        None if Path::new(DEFAULT_PATH).is_dir() => Path::new(DEFAULT_PATH),
        None => return Ok(read_sample()),
    };
    fs::read_dir(path).map_err(|error| {
        format!(
            "the conformance suite {} cannot be read: {error}",
            path.display()
        )
    })?;
    let mut found = Vec::new();
    let mut unreadable = Vec::new();
    find_files(path, 0, &mut found, &mut unreadable);
    // The order of a directory differs between file systems.
    found.sort();
    let mut files = Vec::new();
    for file in found {
        let relative = file.strip_prefix(path).unwrap_or(&file);
        let relative = relative.to_string_lossy().replace('\\', "/");
        match read_text(&file) {
            Ok(text) => files.push(SuiteFile {
                path: relative,
                text,
            }),
            Err(reason) => unreadable.push(Unreadable {
                path: relative,
                reason,
            }),
        }
    }
    Ok(SuiteFiles {
        files,
        unreadable,
        is_sample: false,
    })
}

fn read_sample() -> SuiteFiles {
    let files = SAMPLE.iter().map(|(path, text)| SuiteFile {
        path: (*path).to_owned(),
        text: (*text).to_owned(),
    });
    SuiteFiles {
        files: files.collect(),
        unreadable: Vec::new(),
        is_sample: true,
    }
}

/// Symbolic links are not followed: they could lead in a circle.
fn find_files(
    directory: &Path,
    depth: usize,
    found: &mut Vec<PathBuf>,
    unreadable: &mut Vec<Unreadable>,
) {
    let mut report = |reason: String| {
        unreadable.push(Unreadable {
            path: directory.display().to_string(),
            reason,
        });
    };
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) => return report(error.to_string()),
    };
    if depth > MAX_DEPTH {
        return report(format!("it is more than {MAX_DEPTH} levels deep"));
    }
    for entry in entries.flatten() {
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        let path = entry.path();
        let is_yaml = path
            .extension()
            .is_some_and(|it| it == "yaml" || it == "yml");
        if kind.is_dir() {
            find_files(&path, depth + 1, found, unreadable);
        } else if kind.is_file() && is_yaml && found.len() < MAX_FILES {
            found.push(path);
        }
    }
}

fn read_text(path: &Path) -> Result<String, String> {
    read_regular_file(path, MAX_FILE_BYTES).map_err(|error| error.to_string())
}

impl SuiteFiles {
    /// How many files there are, also those that cannot be read.
    pub(crate) fn file_count(&self) -> usize {
        self.files.len() + self.unreadable.len()
    }

    /// A hash of the paths and contents.
    pub(crate) fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        for file in &self.files {
            for part in [&file.path, &file.text] {
                // With the lengths, a text cannot move from a path into a content without another
                // hash.
                hasher.update((part.len() as u64).to_le_bytes());
                hasher.update(part.as_bytes());
            }
        }
        hasher
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// Parses the files.
    pub(crate) fn parse(&self) -> Cases {
        let mut cases = Vec::new();
        let mut unreadable = self.unreadable.clone();
        for file in &self.files {
            let name = file.path.rsplit('/').next().unwrap_or(&file.path);
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let mut report = |reason: String| {
                unreadable.push(Unreadable {
                    path: file.path.clone(),
                    reason,
                });
            };
            let value = match yaml::parse(&file.text) {
                Ok(value) => value.to_json(),
                Err(error) => {
                    report(format!("it is not valid YAML, and read in part: {error}"));
                    salvage_sections(&file.text)
                }
            };
            match read_case(&value, stem) {
                Ok(case) => cases.push(case),
                Err(reason) => report(reason),
            }
        }
        Cases { cases, unreadable }
    }
}
