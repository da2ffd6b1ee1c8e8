//! The first stage: a file to a JSON value, and where in the file each of its values stands; and
//! the files that it refers to.

mod documents;
mod index;
mod line_index;
mod parse_json;
pub mod pointer;
mod regular_file;
mod render;
mod source_error;
mod trailing_commas;
pub mod uri;
mod yaml;

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;

pub use documents::{Document, Sources, Unread};
pub(crate) use documents::{
    OriginTrail, Overlaid, Overlay, Step, member_address, name_beside, pointer_from_steps,
};
pub use source_error::{SourceError, SyntaxError};

use crate::diagnostics::{Diagnostic, Diagnostics, Mark, Severity};
pub use crate::diagnostics::{Location, address};
use crate::setting::SettingPlaces;
use index::SpanIndex;
use line_index::LineIndex;
use parse_json::JsonError;
pub(crate) use regular_file::read_regular_file;
use source_error::TextFlaw;

/// How deeply objects and arrays may be nested: ten times as deep as in any spec seen, and little
/// enough for the recursion of a debug build on a stack of 1 MB.
pub(crate) const MAX_DEPTH: usize = 256;

/// The largest file in bytes: several times that of any spec that tools were made of.
const MAX_BYTES: usize = 64_000_000;

/// How many values a file may have: several times as many as any spec seen.
pub(crate) const MAX_VALUES: usize = 2_000_000;

fn too_many(at: usize) -> TextFlaw {
    let message =
        format!("the file has more than {MAX_VALUES} values, the most that a spec may have");
    TextFlaw::at_byte(at, message)
}

fn too_deep(at: usize) -> TextFlaw {
    TextFlaw::at_byte(at, format!("nested more than {MAX_DEPTH} levels deep"))
}

/// A spec as it was read from a file.
///
/// ```
/// use toolwright_codegen::source::Source;
///
/// let source = Source::from_text("api.yaml", "info:\n  title: Pets\n".to_owned())?;
/// assert_eq!(source.root()["info"]["title"], "Pets");
/// assert_eq!(source.locate("/info/title").line, 2);
/// # Ok::<(), toolwright_codegen::source::SourceError>(())
/// ```
#[derive(Debug)]
pub struct Source {
    path: PathBuf,
    text: String,
    format: Format,
    root: Value,
    warnings: Diagnostics,
    /// Whether diagnostics may show its lines.
    is_quotable: bool,
    lines: OnceLock<LineIndex>,
    index: OnceLock<SpanIndex>,
}

#[derive(Debug)]
enum Format {
    Json,
    Yaml(yaml::RelaxedIndentation),
    /// A configuration file, of which no more is known than where settings stand.
    Settings(SettingPlaces),
}

impl Source {
    /// Reads a JSON or YAML file.
    ///
    /// # Errors
    ///
    /// When the file is not a regular file or cannot be read, is not UTF-8, is neither JSON nor YAML,
    /// or is larger, nested deeper or expanded by YAML aliases to more than any spec.
    pub fn load(path: &Path) -> Result<Self, SourceError> {
        match read_regular_file(path, MAX_BYTES as u64 + 1) {
            Ok(bytes) => Self::from_bytes(path, bytes),
            Err(error) => Err(SourceError::Read {
                path: path.to_owned(),
                error,
            }),
        }
    }

    /// Reads the bytes of a JSON or YAML file, with or without a byte order mark.
    ///
    /// # Errors
    ///
    /// As [`Source::load`].
    pub fn from_bytes(path: impl Into<PathBuf>, bytes: Vec<u8>) -> Result<Self, SourceError> {
        let path = path.into();
        if bytes.len() > MAX_BYTES {
            return Err(SourceError::TooLarge(path));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Self::from_text(path, text),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let message = match error.as_bytes() {
                    [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] => "the file is UTF-16: save it as UTF-8",
                    _ => "not UTF-8",
                };
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                Err(syntax_error(path, text, TextFlaw::at_byte(at, message)))
            }
        }
    }

    /// Reads the text of a JSON or YAML file, with or without a byte order mark.
    ///
    /// # Errors
    ///
    /// As [`Source::load`].
    pub fn from_text(path: impl Into<PathBuf>, text: String) -> Result<Self, SourceError> {
        let path = path.into();
        let mut text = text;
        if text.starts_with('\u{FEFF}') {
            text.drain(..'\u{FEFF}'.len_utf8());
        }
        match read_text(&path, &text) {
            Ok(read) => Ok(Self::new(path, text, read)),
            Err(flaw) => Err(syntax_error(path, text, flaw)),
        }
    }

    /// A configuration file: no spec, but remarks are told of its lines.
    fn from_settings(places: &SettingPlaces) -> Self {
        let format = Format::Settings(places.clone());
        let read = ReadText {
            format,
            root: Value::Null,
            has_duplicate_keys: false,
            warnings: Diagnostics::new(),
        };
        Self::new(places.path().to_owned(), places.text().to_owned(), read)
    }

    fn new(path: PathBuf, text: String, read: ReadText) -> Self {
        let mut source = Self {
            path,
            text,
            format: read.format,
            root: read.root,
            warnings: Diagnostics::new(),
            is_quotable: true,
            lines: OnceLock::new(),
            index: OnceLock::new(),
        };
        if read.has_duplicate_keys {
            source.warnings = source.duplicate_keys();
        }
        source.warnings.extend(read.warnings);
        source
    }

    /// The whole spec; the order of keys is the file's.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// Takes the value out, to be changed and put back, or to be freed.
    pub(crate) fn take_root(&mut self) -> Value {
        std::mem::take(&mut self.root)
    }

    /// Puts a changed value in; what is at which place of the text does not change with it.
    pub(crate) fn set_root(&mut self, root: Value) {
        self.root = root;
    }

    /// The path that it was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text of the file without a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// With lines that diagnostics do not show, since the file is outside of the spec's directory and
    /// may hold what nobody meant to publish.
    #[must_use]
    fn with_hidden_lines(mut self) -> Self {
        self.is_quotable = false;
        self
    }

    /// Whether diagnostics may show lines of the file.
    pub(crate) fn is_quotable(&self) -> bool {
        self.is_quotable
    }

    /// What was odd about the file: keys given twice, values that JSON does not have.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    /// Where in the file the value at a JSON pointer stands; a reference (`#/…`) will do too.
    ///
    /// A scalar is located by its own text, an object or array by its key. Where there is no such
    /// value, it is the nearest enclosing one that there is.
    pub fn locate(&self, pointer: &str) -> Location {
        self.location_of_span(self.index().span(&self.text, pointer))
    }

    /// Where in the file that is which a remark is about; its start, where that is nowhere in it.
    pub(crate) fn locate_diagnostic(&self, diagnostic: &Diagnostic) -> Location {
        self.locate_written(diagnostic)
            .unwrap_or_else(|| self.location_of_span(0..0))
    }

    /// Where in the file that is which a remark is about; none for a setting that is not written there.
    pub(crate) fn locate_written(&self, diagnostic: &Diagnostic) -> Option<Location> {
        let pointer = address::split(&diagnostic.pointer).1;
        let span = match &diagnostic.mark {
            Mark::Value | Mark::Tools => self.index().span(&self.text, pointer),
            Mark::Key => self.index().key_span(&self.text, pointer),
            Mark::Text(span) => span.clone(),
            Mark::Setting(setting) => match &self.format {
                Format::Settings(places) => places.span_of_setting(setting)?,
                _ => return None,
            },
        };
        Some(self.location_of_span(span))
    }

    fn location_of_span(&self, span: std::ops::Range<usize>) -> Location {
        let lines = self.lines.get_or_init(|| LineIndex::from_text(&self.text));
        lines.locate(&self.text, span)
    }

    fn index(&self) -> &SpanIndex {
        self.index.get_or_init(|| match &self.format {
            Format::Json => index::index_json(&self.text),
            Format::Settings(_) => SpanIndex::default(),
            Format::Yaml(relaxed) => index::index_yaml(&self.text, relaxed),
        })
    }

    fn duplicate_keys(&self) -> Diagnostics {
        let mut found = Diagnostics::new();
        for duplicate in self.index().duplicate_keys() {
            let line = self.location_of_span(duplicate.ignored).line;
            found.push(Diagnostic {
                severity: Severity::Warning,
                message: format!(
                    "the key `{}` occurs more than once; only the last value is used",
                    duplicate.key
                ),
                pointer: duplicate.pointer,
                mark: Mark::Value,
                help: Some(format!("it also occurs on line {line}")),
                operation: None,
            });
        }
        found
    }
}

fn syntax_error(path: PathBuf, text: String, flaw: TextFlaw) -> SourceError {
    let location = LineIndex::from_text(&text).locate(&text, flaw.span);
    SourceError::Syntax(Box::new(SyntaxError {
        path,
        text,
        location,
        message: flaw.message,
    }))
}

/// What became of a text.
struct ReadText {
    format: Format,
    root: Value,
    has_duplicate_keys: bool,
    warnings: Diagnostics,
}

/// The content decides between JSON and YAML: what starts like JSON and is not quite (comments,
/// trailing commas, unquoted keys) often still is YAML.
fn read_text(path: &Path, text: &str) -> Result<ReadText, TextFlaw> {
    if !text.trim_start().starts_with(['{', '[']) {
        return read_yaml(text);
    }
    match parse_json::parse_json(text) {
        Ok(parsed) => Ok(ReadText {
            format: Format::Json,
            root: parsed.root,
            has_duplicate_keys: parsed.has_duplicate_keys,
            warnings: Diagnostics::new(),
        }),
        Err(JsonError::Limit(flaw)) => Err(flaw),
        Err(JsonError::Syntax(flaw))
            if is_json(path) && !trailing_commas::is_json_with_trailing_commas(text) =>
        {
            Err(flaw)
        }
        Err(JsonError::Syntax(flaw)) => match read_yaml(text) {
            Ok(mut read) => {
                if is_json(path) {
                    let message = format!(
                        "the file is not valid JSON, so it is read as YAML: {}",
                        flaw.message
                    );
                    read.warnings.warning_at("", Mark::Text(flaw.span), message);
                }
                Ok(read)
            }
            Err(_) => Err(flaw),
        },
    }
}

/// A typing error in JSON can be YAML of another meaning, so a file that says it is JSON must be,
/// but for trailing commas.
fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "json")
}

fn read_yaml(text: &str) -> Result<ReadText, TextFlaw> {
    let parsed = yaml::parse_yaml(text)?;
    Ok(ReadText {
        format: Format::Yaml(parsed.relaxed),
        root: parsed.root,
        has_duplicate_keys: parsed.has_duplicate_keys,
        warnings: parsed.warnings,
    })
}
