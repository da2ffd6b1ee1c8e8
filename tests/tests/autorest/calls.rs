//! The calls, and what is to become of them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

/// The calls of one spec.
#[derive(Debug)]
pub(crate) struct Spec {
    /// The name of its file, without `.json`.
    pub(crate) name: String,
    pub(crate) calls: Vec<Call>,
}

#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) scenario: Option<String>,
    tool: String,
    arguments: Map<String, Value>,
    expected: Expected,
}

#[derive(Debug)]
enum Expected {
    Success,
    Value(Value),
    Text(String),
    Status(u64),
    Refused(String),
    Failure(String),
}

/// The calls of all specs, in the order of their names.
pub(crate) fn read() -> Vec<Spec> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder().join("calls"))
        .expect("the calls are there")
        .map(|entry| entry.expect("the calls can be listed").path())
        .collect();
    files.sort();
    files.iter().map(|file| spec(file)).collect()
}

/// A data file of the test.
pub(crate) fn json_file(name: &str) -> Value {
    json_at(&folder().join(name))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/autorest")
}

fn json_at(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("the file can be read");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn spec(file: &Path) -> Spec {
    let name = file.file_stem().expect("it has a name").to_string_lossy();
    let Value::Array(calls) = json_at(file) else {
        panic!("{} is no list", file.display());
    };
    Spec {
        name: name.into_owned(),
        calls: calls.into_iter().map(Call::of).collect(),
    }
}

impl Spec {
    pub(crate) fn module(&self) -> String {
        self.name.replace('-', "_").to_lowercase()
    }

    /// What the program reads.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Value> {
        self.calls.iter().map(|call| {
            let (api, tool, arguments) = (self.module(), &call.tool, &call.arguments);
            json!({"api": api, "tool": tool, "arguments": arguments})
        })
    }
}

impl Call {
    fn of(mut value: Value) -> Self {
        let members = value.as_object_mut().expect("a call is an object");
        let mut text = |name: &str| match members.remove(name) {
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        let scenario = text("scenario");
        let tool = text("tool").expect("a call has a tool");
        let arguments = match members.remove("arguments") {
            Some(Value::Object(arguments)) => arguments,
            _ => Map::new(),
        };
        let rest = std::mem::take(members);
        Self {
            scenario,
            tool,
            arguments,
            expected: Expected::of(rest),
        }
    }

    /// What is wrong with an outcome.
    pub(crate) fn problem(&self, outcome: &Value) -> Option<String> {
        if self.expected.is(outcome) {
            return None;
        }
        let (tool, arguments) = (&self.tool, Value::Object(self.arguments.clone()));
        let expected = &self.expected;
        Some(format!("{tool} {arguments}: {outcome}, not {expected:?}"))
    }
}

impl Expected {
    fn of(members: Map<String, Value>) -> Self {
        let mut members = members.into_iter();
        let expected = match members.next() {
            None => Self::Success,
            Some((key, value)) => match (key.as_str(), value) {
                ("value", value) => Self::Value(value),
                ("text", Value::String(text)) => Self::Text(text),
                ("refused", Value::String(pointer)) => Self::Refused(pointer),
                ("failure", Value::String(words)) => Self::Failure(words),
                ("status", status) => Self::Status(status.as_u64().expect("it is a number")),
                (other, _) => panic!("a call has no `{other}`"),
            },
        };
        assert!(members.next().is_none(), "several things are expected");
        expected
    }

    fn is(&self, outcome: &Value) -> bool {
        let is_error = outcome["is_error"] == true;
        let text = outcome["text"].as_str().unwrap_or_default();
        match self {
            Self::Success => !is_error,
            Self::Value(value) => !is_error && outcome["structured"] == *value,
            Self::Text(expected) => !is_error && text == expected,
            Self::Status(status) => is_error && outcome["structured"]["status"] == *status,
            Self::Refused(pointer) => {
                let is_there = |line: &str| line.starts_with(pointer.as_str());
                is_error && text.starts_with("Invalid arguments") && text.lines().any(is_there)
            }
            Self::Failure(words) => is_error && text.contains(words.as_str()),
        }
    }
}
