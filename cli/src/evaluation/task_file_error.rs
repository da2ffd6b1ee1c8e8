//! Why a file of tasks cannot be used, with the place and with what to write instead.

use std::path::{Path, PathBuf};

use thiserror::Error;
use toolwright_codegen::source::{Location, SourceError};
use toolwright_inspect::suggest::suggest_or_list;

/// Why a file of tasks cannot be used.
#[derive(Debug, Error)]
pub(crate) enum TaskFileError {
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        path: PathBuf,
        error: std::io::Error,
    },
    #[error("{} is not a file", .0.display())]
    NotAFile(PathBuf),
    #[error("{} is larger than a file of tasks may be ({limit} MB)", path.display())]
    TooLarge { path: PathBuf, limit: u64 },
    #[error("{}", .0.render().trim_end())]
    Syntax(Box<SourceError>),
    #[error("{}:{line}:{column}: {problem}", path.display())]
    Wrong {
        path: PathBuf,
        line: usize,
        column: usize,
        problem: TaskProblem,
    },
}

impl TaskFileError {
    pub(super) fn for_location(path: &Path, place: &Location, problem: TaskProblem) -> Self {
        Self::Wrong {
            path: path.to_owned(),
            line: place.line,
            column: place.column,
            problem,
        }
    }
}

/// What is wrong at a place of the file.
#[derive(Debug, Error)]
pub(crate) enum TaskProblem {
    #[error("{0}")]
    Toml(String),
    #[error("the file must have a list `tasks`, each with `query` and `operations`")]
    NoTasks,
    #[error("the file has {0} tasks, and may have {1}")]
    TooManyTasks(usize, usize),
    #[error("unknown key `{key}`; {}", suggest_or_list(key, known))]
    Key {
        key: String,
        known: &'static [&'static str],
    },
    #[error("a task must be a table with `query` and `operations`")]
    NotATask,
    #[error("`query` must be a text of 2 to {0} characters: what somebody wants done")]
    Query(usize),
    #[error(
        "`operations` must be a list with at least one tool, operation id, or method and path, for example \
         [\"list_pets\", \"GET /pets/{{petId}}\"]"
    )]
    Operations,
    #[error(
        "an operation must be a text, or a list of texts of which any one does, for example [\"list_pets\", \
         \"find_pets\"]"
    )]
    Operation,
    #[error("{0}")]
    Unknown(String),
}
