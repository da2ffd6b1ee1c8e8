//! How well models find the operations of tasks: reads a file of tasks, searches for each with the endpoint lister of a server,
//! and counts what is printed, by `toolwright_inspect::evaluation`.

mod known_operations;
mod measure;
mod report;
mod task_file;
mod task_file_error;
mod task_text;
mod thresholds;
mod toml_tree;

pub(crate) use known_operations::{KnownOperation, KnownOperations};
pub(crate) use measure::{EvaluationError, MeasureOptions, measure_tasks};
pub(crate) use report::Evaluation;
pub(crate) use task_file::TaskFile;
pub(crate) use task_file_error::TaskFileError;
pub(crate) use thresholds::Thresholds;
