//! The text of a file of tasks as a JSON value, whatever its format, with the place of each value. It knows nothing of tasks.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toolwright_codegen::source::{Location, Source};

use super::task_file_error::{TaskFileError, TaskProblem};
use super::toml_tree::TomlTree;

/// Megabytes of a file.
const LARGEST_FILE: u64 = 16;

/// The text of a file, in which places are looked up.
pub(super) enum TaskText {
    Toml {
        path: PathBuf,
        text: String,
        tree: TomlTree,
    },
    JsonOrYaml(Box<Source>),
}

impl TaskText {
    /// Reads a file: TOML if its name ends so, otherwise JSON or YAML.
    pub(super) fn read_file(path: &Path) -> Result<Self, TaskFileError> {
        let bytes = read_limited(path)?;
        if path.extension().is_some_and(|it| it == "toml") {
            return Self::parse_toml(path, bytes);
        }
        match Source::from_bytes(path, bytes) {
            Ok(source) => Ok(Self::JsonOrYaml(Box::new(source))),
            Err(error) => Err(TaskFileError::Syntax(Box::new(error))),
        }
    }

    fn parse_toml(path: &Path, bytes: Vec<u8>) -> Result<Self, TaskFileError> {
        let text = String::from_utf8(bytes).map_err(|_| TaskFileError::Unreadable {
            path: path.to_owned(),
            error: std::io::Error::new(std::io::ErrorKind::InvalidData, "it is not UTF-8"),
        })?;
        let path = path.to_owned();
        match TomlTree::parse(&text) {
            Ok(tree) => Ok(Self::Toml { path, text, tree }),
            Err(flaw) => {
                let place = Location::of_offset(&text, flaw.offset);
                let problem = TaskProblem::Toml(flaw.message);
                Err(TaskFileError::for_location(&path, &place, problem))
            }
        }
    }

    /// The value that the file holds.
    pub(super) fn root(&self) -> &Value {
        match self {
            Self::Toml { tree, .. } => &tree.root,
            Self::JsonOrYaml(source) => source.root(),
        }
    }

    /// The error for what is wrong at a value.
    pub(super) fn locate_problem(&self, pointer: &str, problem: TaskProblem) -> TaskFileError {
        match self {
            Self::Toml { path, text, tree } => {
                let place = Location::of_offset(text, tree.offset_of(pointer));
                TaskFileError::for_location(path, &place, problem)
            }
            Self::JsonOrYaml(source) => {
                TaskFileError::for_location(source.path(), &source.locate(pointer), problem)
            }
        }
    }
}

impl std::fmt::Debug for TaskText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TaskText")
    }
}

fn read_limited(path: &Path) -> Result<Vec<u8>, TaskFileError> {
    let unreadable = |error| TaskFileError::Unreadable {
        path: path.to_owned(),
        error,
    };
    // A pipe that nobody writes to would be read for ever.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(TaskFileError::NotAFile(path.to_owned()));
    }
    let limit = LARGEST_FILE * 1_000_000;
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    match bytes.len() as u64 > limit {
        false => Ok(bytes),
        true => Err(TaskFileError::TooLarge {
            path: path.to_owned(),
            limit: LARGEST_FILE,
        }),
    }
}
