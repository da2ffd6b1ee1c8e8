//! The calls, and what is to become of them.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::documents::{Tools, module};

/// What a file of the package is called in a call.
const ASSET: &str = "asset:";

/// A call of one scenario, which may have several.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) scenario: String,
    /// The module of its tools.
    module: String,
    /// `GET /pets`
    operation: String,
    arguments: Value,
    environment: Value,
    /// The versions of OpenAPI in which it looks so; all if there are none.
    versions: Vec<String>,
    expected: Expected,
}

#[derive(Debug)]
enum Expected {
    Success,
    Value(Value),
    Text(String),
    /// A file, or text where the media type is one of texts.
    Bytes(Vec<u8>),
    Status(u64),
}

/// What a call may say.
const KEYS: [&str; 10] = [
    "scenario",
    "operation",
    "file",
    "arguments",
    "environment",
    "versions",
    "value",
    "text",
    "bytes",
    "status",
];

/// All calls, in the order of the names of their files.
pub(crate) fn read(modules: &Path) -> Vec<Call> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder().join("calls"))
        .expect("the calls are there")
        .map(|entry| entry.expect("the calls can be listed").path())
        .collect();
    files.sort();
    let assets = modules.join("@typespec/http-specs/assets");
    let mut calls = Vec::new();
    for file in files {
        let spec = file.file_stem().expect("it has a name").to_string_lossy();
        let Value::Array(written) = json_at(&file) else {
            panic!("{} is no list", file.display());
        };
        calls.extend(written.into_iter().map(|mut call| {
            put_assets_in(&mut call, &assets);
            Call::of(&spec, &call)
        }));
    }
    calls
}

/// A data file of the test.
pub(crate) fn json_file(name: &str) -> Value {
    json_at(&folder().join(name))
}

/// Where the data of the test is.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typespec")
}

fn json_at(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("the file can be read");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn put_assets_in(value: &mut Value, assets: &Path) {
    match value {
        Value::String(text) => {
            if let Some(name) = text.strip_prefix(ASSET) {
                let file = fs::read(assets.join(name)).expect("the package has the file");
                *text = STANDARD.encode(file);
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| put_assets_in(item, assets)),
        Value::Object(members) => members
            .values_mut()
            .for_each(|member| put_assets_in(member, assets)),
        _ => {}
    }
}

impl Call {
    fn of(spec: &str, call: &Value) -> Self {
        let keys = call.as_object().expect("a call is an object").keys();
        for key in keys {
            assert!(KEYS.contains(&key.as_str()), "{spec}: {key} means nothing");
        }
        let text = |name: &str| call[name].as_str().map(str::to_owned);
        let bytes = text("bytes").map(|bytes| STANDARD.decode(bytes).expect("it is Base64"));
        let file = text("file").unwrap_or_else(|| "openapi.json".to_owned());
        let expected = None
            .or(call.get("value").cloned().map(Expected::Value))
            .or(text("text").map(Expected::Text))
            .or(bytes.map(Expected::Bytes))
            .or(call["status"].as_u64().map(Expected::Status))
            .unwrap_or(Expected::Success);
        Self {
            scenario: text("scenario").expect("a call has a scenario"),
            module: module(spec, &file),
            operation: text("operation").expect("a call has an operation"),
            arguments: call.get("arguments").cloned().unwrap_or_else(|| json!({})),
            environment: call.get("environment").cloned().unwrap_or_default(),
            versions: serde_json::from_value(call["versions"].clone()).unwrap_or_default(),
            expected,
        }
    }

    /// Whether it is made in this version of OpenAPI.
    pub(crate) fn is_of(&self, version: &str) -> bool {
        self.versions.is_empty() || self.versions.iter().any(|own| own == version)
    }

    /// What the program reads.
    pub(crate) fn line(&self, tools: &Tools) -> Value {
        json!({
            "api": self.module,
            "tool": tools.name(&self.module, &self.operation),
            "arguments": self.arguments,
            "environment": self.environment,
        })
    }

    /// What is wrong with an outcome.
    pub(crate) fn problem(&self, outcome: &Value) -> Option<String> {
        if self.expected.is(outcome) {
            return None;
        }
        let Self {
            operation,
            arguments,
            expected,
            ..
        } = self;
        Some(format!(
            "{operation} {arguments}: {outcome}, not {expected:?}"
        ))
    }
}

impl Expected {
    fn is(&self, outcome: &Value) -> bool {
        let is_error = outcome["is_error"] == true;
        let text = outcome["text"].as_str().unwrap_or_default();
        match self {
            Self::Success => !is_error,
            Self::Value(value) => !is_error && outcome["structured"] == *value,
            // The headers of the response may follow.
            Self::Text(expected) => !is_error && text.starts_with(expected.as_str()),
            Self::Bytes(bytes) => {
                let is_text = text.as_bytes().starts_with(bytes);
                !is_error && (is_text || outcome["files"] == json!([bytes]))
            }
            Self::Status(status) => is_error && outcome["structured"]["status"] == *status,
        }
    }
}
