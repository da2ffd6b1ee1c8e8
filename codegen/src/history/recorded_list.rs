//! The file of a recorded tool list: what models were shown under a version. It is read strictly, since a list that
//! was edited by hand would be compared as something that no server ever had.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{EXTENSION, HistoryError};
use crate::report::{ListedTool, Report};
use crate::source::{Source, pointer};

/// The tools of a server as they were at some time: what models were shown.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::history::RecordedList;
///
/// let report = Builder::new("tests/doc/shop.yaml").compile()?.report();
/// let list = RecordedList::from_report(&report, "1.0.0", "2026-11-24T08:00:00Z");
/// assert_eq!(list.tools.len(), 4);
/// assert!(list.to_json().starts_with("{\n  \"version\": \"1.0.0\",\n"));
/// assert_eq!(RecordedList::file_name("1.0.0")?, "1.0.0.json");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedList {
    /// What the version is called.
    pub version: String,
    /// When it was recorded, in UTC, in the form `2026-11-24T08:00:00Z` (RFC 3339, section 5.6).
    pub recorded: String,
    /// The tools, in the order of the list.
    pub tools: Vec<RecordedTool>,
}

/// A tool of a [`RecordedList`], in the words of MCP's `Tool`.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::history::{RecordedList, RecordedTool};
///
/// let report = Builder::new("tests/doc/shop.yaml").compile()?.report();
/// let RecordedList { tools, .. } = RecordedList::from_report(&report, "1.0.0", "2026-11-24T08:00:00Z");
/// let RecordedTool { name, method, path, .. } = &tools[0];
/// assert_eq!((name.as_str(), method.as_str(), path.as_str()), ("list_pets", "GET", "/pets"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordedTool {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it does.
    pub description: String,
    /// The method of its operation.
    pub method: String,
    /// The path template of its operation: a tool of another name at the same place is the same tool.
    pub path: String,
    /// What it says of its effects.
    pub annotations: RecordedHints,
    /// The schema of its arguments.
    pub input_schema: Value,
    /// The schema of its result, if it was advertised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Value>,
}

/// MCP's `ToolAnnotations` of a [`RecordedTool`], as far as they say what a call may do.
///
/// ```
/// use toolwright_codegen::history::RecordedHints;
///
/// let hints = RecordedHints { read_only_hint: true, destructive_hint: None, idempotent_hint: true };
/// assert!(hints.read_only_hint);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordedHints {
    /// Whether a call changes nothing.
    pub read_only_hint: bool,
    /// Whether a call may destroy, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// Whether a second call changes nothing more.
    pub idempotent_hint: bool,
}

impl RecordedList {
    /// The tools of a report under the name of a version, `recorded` at a time in UTC (`2026-11-24T08:00:00Z`).
    pub fn from_report(
        report: &Report,
        version: impl Into<String>,
        recorded: impl Into<String>,
    ) -> Self {
        Self {
            version: version.into(),
            recorded: recorded.into(),
            tools: report
                .tools
                .iter()
                .map(RecordedTool::from_listed_tool)
                .collect(),
        }
    }

    /// Reads a file that [`Self::to_json`] was written to.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is no recorded list.
    pub fn read_file(file: &Path) -> Result<Self, HistoryError> {
        let source = Source::load(file)?;
        let no_list = |pointer: &str, reason: String| {
            let place = source.locate(pointer);
            HistoryError::NoList {
                location: format!("{}:{}:{}", file.display(), place.line, place.column),
                reason,
            }
        };
        let list: Self = serde_path_to_error::deserialize(source.root())
            .map_err(|error| no_list(&pointer_of(error.path()), error.inner().to_string()))?;
        if !is_utc_timestamp(&list.recorded) {
            let reason = format!(
                "`{}` is not a time in UTC, for example 2026-11-24T08:00:00Z",
                list.recorded
            );
            return Err(no_list("/recorded", reason));
        }
        Ok(list)
    }

    /// The list as a file of JSON has it.
    pub fn to_json(&self) -> String {
        // Strings, booleans and JSON are always JSON.
        let json = serde_json::to_value(self).unwrap_or_default();
        format!("{json:#}\n")
    }

    /// The name of the file of a version.
    ///
    /// # Errors
    ///
    /// When the version is no name of a file that every system and shell takes.
    pub fn file_name(version: &str) -> Result<String, HistoryError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
        let begins = version.starts_with(|c: char| c.is_ascii_alphanumeric());
        if begins && version.len() <= 100 && version.chars().all(is_plain) {
            Ok(format!("{version}.{EXTENSION}"))
        } else {
            Err(HistoryError::Name(version.to_owned()))
        }
    }
}

impl RecordedTool {
    fn from_listed_tool(tool: &ListedTool) -> Self {
        Self {
            name: tool.name.clone(),
            title: tool.title.clone(),
            description: tool.description.clone(),
            method: tool.method.to_string(),
            path: tool.path.clone(),
            annotations: RecordedHints {
                read_only_hint: tool.annotations.read_only,
                destructive_hint: tool.annotations.destructive,
                idempotent_hint: tool.annotations.idempotent,
            },
            input_schema: tool.input_schema.clone(),
            output_schema: tool.output_schema.clone(),
        }
    }
}

/// The JSON pointer of a place where a value did not fit.
fn pointer_of(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter()
        .fold(String::new(), |at, segment| match segment {
            Segment::Seq { index } => pointer::join(&at, &index.to_string()),
            Segment::Map { key } => pointer::join(&at, key),
            Segment::Enum { .. } | Segment::Unknown => at,
        })
}

/// Whether a text has the form `2026-11-24T08:00:00Z`, by which times sort as texts.
fn is_utc_timestamp(text: &str) -> bool {
    let form = "dddd-dd-ddTdd:dd:ddZ";
    text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(byte, form)| match form {
                b'd' => byte.is_ascii_digit(),
                other => byte == other,
            })
}
