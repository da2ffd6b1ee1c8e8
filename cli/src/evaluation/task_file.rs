//! A file of tasks, in TOML, JSON or YAML: what somebody wants done, and the operations that it takes. Every name keeps its
//! place in the file, because an operation that the server does not have is an error there.

use std::path::Path;

use serde_json::{Map, Value};
use toolwright_codegen::source::pointer;

use super::KnownOperations;
use super::task_file_error::{TaskFileError, TaskProblem};
use super::task_text::TaskText;

/// More than any set of tasks that somebody writes; each is at least two calls of the server.
const MOST_TASKS: usize = 10_000;
/// Characters of a query: those of a long prompt.
const LONGEST_QUERY: usize = 2_000;

const TASK_KEYS: &[&str] = &["query", "operations"];
const FILE_KEYS: &[&str] = &["tasks"];

/// A file of tasks.
#[derive(Debug)]
pub(crate) struct TaskFile {
    text: TaskText,
    tasks: Vec<WrittenTask>,
}

/// A task as it stands in the file.
#[derive(Debug)]
struct WrittenTask {
    query: String,
    /// For each step the operations, any of which does it.
    steps: Vec<Vec<WrittenOperation>>,
}

/// An operation as it stands in the file.
#[derive(Debug)]
struct WrittenOperation {
    text: String,
    pointer: String,
}

/// A task whose operations are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) query: String,
    /// For each step the tools, any of which does it.
    pub(crate) steps: Vec<Vec<String>>,
}

impl TaskFile {
    /// Reads a file of tasks.
    pub(crate) fn load(path: &Path) -> Result<Self, TaskFileError> {
        let text = TaskText::read_file(path)?;
        let tasks = read_tasks(text.root());
        match tasks {
            Ok(tasks) => Ok(Self { text, tasks }),
            Err(flaw) => Err(text.locate_problem(&flaw.pointer, flaw.problem)),
        }
    }

    /// The tasks, by the tools of a server; an error at the first operation that it does not have.
    pub(crate) fn resolve_tasks(
        &self,
        known: &KnownOperations,
    ) -> Result<Vec<Task>, TaskFileError> {
        let resolve = |operation: &WrittenOperation| {
            let tool = known.find_tool(&operation.text);
            let tool = tool.map_err(|error| {
                self.text
                    .locate_problem(&operation.pointer, TaskProblem::Unknown(error.to_string()))
            })?;
            Ok(tool.to_owned())
        };
        let tasks = self.tasks.iter().map(|task| {
            let steps = task.steps.iter();
            let steps = steps.map(|step| step.iter().map(resolve).collect());
            Ok(Task {
                query: task.query.clone(),
                steps: steps.collect::<Result<_, TaskFileError>>()?,
            })
        });
        tasks.collect()
    }
}

/// What is wrong, and at which value.
struct Flaw {
    pointer: String,
    problem: TaskProblem,
}

fn read_tasks(root: &Value) -> Result<Vec<WrittenTask>, Flaw> {
    let flaw = |pointer: &str, problem| Flaw {
        pointer: pointer.to_owned(),
        problem,
    };
    // A list by itself is what somebody writes in JSON or YAML.
    let (at, list) = match root {
        Value::Array(list) => ("", list),
        Value::Object(members) => {
            reject_unknown_keys("", members, FILE_KEYS)?;
            let list = members.get("tasks").and_then(Value::as_array);
            (
                "/tasks",
                list.ok_or_else(|| flaw("", TaskProblem::NoTasks))?,
            )
        }
        _ => return Err(flaw("", TaskProblem::NoTasks)),
    };
    match list.len() {
        0 => return Err(flaw(at, TaskProblem::NoTasks)),
        count if count > MOST_TASKS => {
            return Err(flaw(at, TaskProblem::TooManyTasks(count, MOST_TASKS)));
        }
        _ => {}
    }
    let tasks = list.iter().enumerate();
    tasks
        .map(|(index, task)| read_task(&pointer::join_index(at, index), task))
        .collect()
}

fn read_task(at: &str, task: &Value) -> Result<WrittenTask, Flaw> {
    let flaw = |pointer: String, problem| Flaw { pointer, problem };
    let Value::Object(members) = task else {
        return Err(flaw(at.to_owned(), TaskProblem::NotATask));
    };
    reject_unknown_keys(at, members, TASK_KEYS)?;
    let query = members.get("query").and_then(Value::as_str).map(str::trim);
    let query = query.filter(|query| (2..=LONGEST_QUERY).contains(&query.chars().count()));
    let query = query.ok_or_else(|| {
        flaw(
            pointer::join(at, "query"),
            TaskProblem::Query(LONGEST_QUERY),
        )
    })?;
    let at_operations = pointer::join(at, "operations");
    let steps = members.get("operations").and_then(Value::as_array);
    let steps = steps.filter(|steps| !steps.is_empty());
    let Some(steps) = steps else {
        return Err(flaw(at_operations, TaskProblem::Operations));
    };
    let steps = steps.iter().enumerate();
    let steps =
        steps.map(|(index, step)| read_step(pointer::join_index(&at_operations, index), step));
    Ok(WrittenTask {
        query: query.to_owned(),
        steps: steps.collect::<Result<_, _>>()?,
    })
}

/// An operation, or a list of those that do the same.
fn read_step(at: String, step: &Value) -> Result<Vec<WrittenOperation>, Flaw> {
    let operations: Vec<(String, &Value)> = match step {
        Value::Array(several) if !several.is_empty() => {
            let several = several.iter().enumerate();
            several
                .map(|(index, one)| (pointer::join_index(&at, index), one))
                .collect()
        }
        one => vec![(at, one)],
    };
    let operations = operations.into_iter().map(|(pointer, operation)| {
        match operation.as_str().map(str::trim) {
            Some(text) if !text.is_empty() => Ok(WrittenOperation {
                text: text.to_owned(),
                pointer,
            }),
            _ => Err(Flaw {
                pointer,
                problem: TaskProblem::Operation,
            }),
        }
    });
    operations.collect()
}

fn reject_unknown_keys(
    at: &str,
    members: &Map<String, Value>,
    known: &'static [&'static str],
) -> Result<(), Flaw> {
    let unknown = members.keys().find(|key| !known.contains(&key.as_str()));
    match unknown {
        None => Ok(()),
        Some(key) => Err(Flaw {
            pointer: pointer::join(at, key),
            problem: TaskProblem::Key {
                key: key.clone(),
                known,
            },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::KnownOperation;

    fn load(name: &str, text: &str) -> Result<TaskFile, String> {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("can be written");
        let folder = format!("{}/", folder.path().display());
        TaskFile::load(&path).map_err(|error| error.to_string().replace(&folder, ""))
    }

    fn known() -> KnownOperations {
        let operations = [
            ("list_pets", "GET", "/pets"),
            ("get_pet", "GET", "/pets/{petId}"),
        ];
        KnownOperations::new(operations.map(|(tool, method, path)| KnownOperation {
            tool: tool.to_owned(),
            method: method.to_owned(),
            path: path.to_owned(),
        }))
    }

    #[test]
    fn all_formats_say_the_same() {
        let toml = "[[tasks]]\nquery = 'find Rex'\noperations = ['listPets', ['GET /pets/{id}', 'list_pets']]\n";
        let yaml = "tasks:\n- query: find Rex\n  operations: [listPets, [get_pet, list_pets]]\n";
        let json =
            r#"[{"query": "find Rex", "operations": ["list_pets", ["get_pet", "list_pets"]]}]"#;
        let expected = Task {
            query: "find Rex".to_owned(),
            steps: vec![
                vec!["list_pets".to_owned()],
                vec!["get_pet".to_owned(), "list_pets".to_owned()],
            ],
        };
        for (name, text) in [("a.toml", toml), ("a.yaml", yaml), ("a.json", json)] {
            let file = load(name, text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let tasks = file.resolve_tasks(&known()).expect("are known");
            assert_eq!(tasks, std::slice::from_ref(&expected), "{name}");
        }
    }

    #[test]
    fn an_error_has_a_place() {
        for (name, text, expected) in [
            ("a.toml", "[[tasks]\n", "a.toml:1:9: "),
            (
                "a.toml",
                "task = 1\n",
                "a.toml:1:8: unknown key `task`; did you mean `tasks`?",
            ),
            (
                "a.toml",
                "tasks = []\n",
                "a.toml:1:9: the file must have a list `tasks`",
            ),
            (
                "a.toml",
                "[[tasks]]\nquery = 'x'\noperations = ['a']\n",
                "a.toml:2:9: `query` must be",
            ),
            (
                "a.toml",
                "[[tasks]]\n\n[[tasks]]\noperations = ['a']\n",
                "a.toml:1:1: `query` must be",
            ),
            (
                "a.toml",
                "[[tasks]]\nquery = 'find'\noperations = 7\n",
                "a.toml:3:14: `operations` must be",
            ),
            (
                "a.toml",
                "[[tasks]]\nquery = 'find'\noperations = [[]]\n",
                "a.toml:3:15: an operation must be",
            ),
            ("a.yaml", "tasks:\n- find\n", "a.yaml:2:3: a task must be"),
            (
                "a.yaml",
                "tasks:\n- query: find\n  operation: [a]\n",
                "a.yaml:3:",
            ),
            ("a.json", "[", "a.json:1:"),
        ] {
            let error = load(name, text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn an_unknown_operation_has_a_place_and_a_suggestion() {
        let text = "[[tasks]]\nquery = 'find'\noperations = [\n  'list_pets',\n  'get_pets',\n]\n";
        let file = load("a.toml", text).expect("is right");
        let error = file
            .resolve_tasks(&known())
            .expect_err("is unknown")
            .to_string();
        assert!(
            error.contains("a.toml:5:3: `get_pets` is not an operation"),
            "{error}"
        );
        assert!(error.contains("did you mean `get_pet`"), "{error}");
    }

    #[test]
    fn a_directory_is_not_a_file_of_tasks() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let error = TaskFile::load(folder.path()).expect_err("is none");
        assert!(error.to_string().ends_with("is not a file"), "{error}");
    }
}
