//! Removes hidden text from everything in a document that models read, and remarks on each place.
//!
//! Takes what was normalised, whose texts all stages after it use: descriptions of tools and
//! arguments, comments of generated code, the index of discovery. Places in schemas are those of
//! the normalised schema, as in `schema::remarks`; a location is looked up by the nearest one.

use std::collections::HashSet;
use std::fmt;

use serde_json::{Map, Value};

use super::document::Info;
use super::x_mcp::{LocatedText, XMcp};
use crate::diagnostics::{Diagnostic, Mark, Severity};
use crate::hidden_text::{HiddenText, clean_text};
use crate::html;
use crate::model::{BaseUrl, TagDescription};
use crate::schema::keyword::{KeywordContent, keyword_content};
use crate::schema::{Schemas, X_CONSTANTS};
use crate::source::pointer;

/// Places that are reported one by one; more is no accident, and is cleaned all the same.
const MOST_REPORTED: usize = 1_000;

/// What a remark is about.
enum What<'a> {
    Member(&'a str),
    EnumText,
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(key) => write!(f, "`{key}`"),
            Self::EnumText => f.write_str("the text of an `enum` value"),
        }
    }
}

/// Removes what is hidden from texts, and keeps where it was.
#[derive(Default)]
pub(super) struct Cleaner {
    remarks: Vec<Diagnostic>,
    /// Operations share parameters, and a schema that others refer to is also read where it stands.
    reported: HashSet<(String, bool)>,
    unreported: usize,
}

impl Cleaner {
    /// Removes what the text of a member hides.
    fn clean_text_of(&mut self, text: &mut String, key: &str, place: impl FnOnce() -> String) {
        self.clean_as(text, What::Member(key), place);
    }

    fn clean_as(&mut self, text: &mut String, what: What<'_>, place: impl FnOnce() -> String) {
        let (cleaned, mut hidden) = clean_text(text);
        // HTML can write any character as a number, which becomes a character only in Markdown.
        if cleaned.contains("&#") {
            // A character that was written as its number is removed when that becomes Markdown.
            let numbered = HiddenText::find_characters_in(&html::replace_html(&cleaned));
            hidden = HiddenText::merge(hidden, numbered);
        }
        let Some(hidden) = hidden else { return };
        let it = hidden.pronoun();
        let message = format!(
            "{what} contains {}, which people do not see but models read; the compiler removes {it}",
            hidden.describe_findings()
        );
        *text = cleaned.into_owned();
        self.add_report(place(), Mark::Value, message, hidden.quote());
    }

    /// Reports what is hidden in a value that is sent as it is.
    fn inspect_text(&mut self, text: &str, what: &str, mark: Mark, place: impl FnOnce() -> String) {
        // What is sent must reach the upstream byte for byte, so it is reported and not cleaned.
        if let Some(hidden) = HiddenText::find_characters_in(text) {
            let message = format!(
                "{what} contains {}, which people do not see; the compiler keeps them, because the API needs \
                 this text unchanged",
                hidden.describe_findings()
            );
            self.add_report(place(), mark, message, hidden.quote());
        }
    }

    fn add_report(&mut self, pointer: String, mark: Mark, message: String, help: Option<String>) {
        if !self.reported.insert((pointer.clone(), mark == Mark::Key)) {
            return;
        }
        // A spec may be made to hide something everywhere, and nobody reads a million warnings.
        if self.remarks.len() == MOST_REPORTED {
            self.unreported += 1;
            return;
        }
        self.remarks.push(Diagnostic {
            severity: Severity::Warning,
            message,
            pointer,
            mark,
            help,
            operation: None,
        });
    }

    /// The remarks.
    pub(super) fn into_remarks(mut self) -> Vec<Diagnostic> {
        if self.unreported > 0 {
            self.remarks.push(Diagnostic {
                severity: Severity::Warning,
                message: format!(
                    "{} more places contain hidden text; only the first {MOST_REPORTED} are reported",
                    self.unreported
                ),
                pointer: String::new(),
                mark: Mark::Value,
                help: None,
                operation: None,
            });
        }
        self.remarks
    }

    pub(super) fn clean_info(&mut self, info: &mut Info) {
        for (key, text) in [
            ("title", &mut info.title),
            ("version", &mut info.version),
            ("description", &mut info.description),
        ] {
            self.clean_text_of(text, key, || pointer::join("/info", key));
        }
        for (key, text) in &mut info.contact {
            self.clean_text_of(text, key, || pointer::join("/info/contact", key));
        }
    }

    pub(super) fn clean_tags(&mut self, tags: &mut [TagDescription]) {
        for (index, tag) in tags.iter_mut().enumerate() {
            let place = || pointer::join_index("/tags", index);
            self.clean_text_of(&mut tag.name, "name", || pointer::join(&place(), "name"));
            self.clean_text_of(&mut tag.description, "description", || {
                pointer::join(&place(), "description")
            });
        }
    }

    pub(super) fn clean_schemas(&mut self, schemas: &mut Schemas) {
        for schema in schemas.definitions.values_mut().chain(&mut schemas.lifted) {
            self.clean_schema(&mut schema.value, &schema.pointer);
        }
    }

    /// Cleans the servers of the document, an operation or a path item, `owner` being its pointer.
    pub(super) fn clean_servers(&mut self, servers: &mut [BaseUrl], owner: &str) {
        for (index, server) in servers.iter_mut().enumerate() {
            let place = pointer::join_index(&pointer::join(owner, "servers"), index);
            self.clean_text_of(&mut server.description, "description", || {
                pointer::join(&place, "description")
            });
            for variable in &mut server.variables {
                let place = || {
                    let variables = pointer::join(&place, "variables");
                    pointer::join(&pointer::join(&variables, &variable.name), "description")
                };
                self.clean_text_of(&mut variable.description, "description", place);
            }
        }
    }

    pub(super) fn clean_x_mcp(&mut self, x_mcp: &mut XMcp) {
        self.clean_x_mcp_text(&mut x_mcp.title, "title");
        self.clean_x_mcp_text(&mut x_mcp.description, "description");
    }

    pub(super) fn inspect_path(&mut self, path: &str, operation: &str) {
        self.inspect_text(path, "the path", Mark::Value, || operation.to_owned());
    }

    /// Cleans the tags of an operation and inspects its `operationId`, `place` being its pointer.
    pub(super) fn clean_head(&mut self, head: &mut openapiv3::Operation, place: &str) {
        if let Some(id) = &head.operation_id
            && let Some(hidden) = HiddenText::find_characters_in(id)
        {
            let message = format!(
                "`operationId` contains {}, which people do not see; they are removed from the tool's name",
                hidden.describe_findings()
            );
            let place = pointer::join(place, "operationId");
            self.add_report(place, Mark::Value, message, hidden.quote());
        }
        for (index, tag) in head.tags.iter_mut().enumerate() {
            let tags = || pointer::join(place, "tags");
            self.clean_text_of(tag, "tags", || pointer::join_index(&tags(), index));
        }
    }

    fn clean_x_mcp_text(&mut self, stated: &mut Option<LocatedText>, key: &str) {
        if let Some(stated) = stated {
            self.clean_text_of(&mut stated.text, key, || stated.pointer.clone());
        }
    }

    pub(super) fn inspect_parameter_name(&mut self, name: &str, parameter: &str) {
        self.inspect_text(name, "the name of a parameter", Mark::Value, || {
            pointer::join(parameter, "name")
        });
    }

    /// Cleans the description that stands beside a reference to a parameter or a body.
    pub(super) fn clean_description(&mut self, text: &mut String, place: &str) {
        self.clean_text_of(text, "description", || pointer::join(place, "description"));
    }

    /// Cleans an object of an operation: the operation itself, a parameter, a body, a response, a header or a media
    /// type of one.
    pub(super) fn clean_object(&mut self, members: &mut Map<String, Value>, place: &str) {
        self.clean_members(members, &["summary", "description"], place);
        self.inspect_examples(members, place);
    }

    /// Inspects an example that stands alone at a place.
    pub(super) fn inspect_example(&mut self, example: &Value, place: &str) {
        if let Some(text) = first_with_hidden_characters(example) {
            self.inspect_text(text, "`example`", Mark::Value, || place.to_owned());
        }
    }

    fn inspect_examples(&mut self, members: &Map<String, Value>, place: &str) {
        for key in ["example", "examples"] {
            if let Some(value) = members.get(key) {
                self.inspect_value(key, value, place);
            }
        }
    }

    fn clean_members(&mut self, members: &mut Map<String, Value>, keys: &[&str], place: &str) {
        for key in keys {
            if let Some(Value::String(text)) = members.get_mut(*key) {
                self.clean_text_of(text, key, || pointer::join(place, key));
            }
        }
    }

    fn clean_schema(&mut self, schema: &mut Value, place: &str) {
        let Some(members) = schema.as_object_mut() else {
            return;
        };
        self.clean_members(members, &["title", "description"], place);
        for (keyword, value) in members.iter_mut() {
            let at = || pointer::join(place, keyword);
            match (keyword_content(keyword), value) {
                (KeywordContent::Schema, schema) => self.clean_schema(schema, &at()),
                (KeywordContent::List, Value::Array(list)) => {
                    let at = at();
                    for (index, schema) in list.iter_mut().enumerate() {
                        self.clean_schema(schema, &pointer::join_index(&at, index));
                    }
                }
                (KeywordContent::Map, Value::Object(map)) => {
                    let at = at();
                    for (name, schema) in map {
                        let place = pointer::join(&at, name);
                        self.inspect_text(name, "the name of a property", Mark::Key, || {
                            place.clone()
                        });
                        self.clean_schema(schema, &place);
                    }
                }
                (_, Value::Array(constants)) if keyword == X_CONSTANTS => {
                    for constant in constants.iter_mut().filter_map(Value::as_object_mut) {
                        self.clean_constant(constant, place);
                    }
                }
                (_, value) if is_shown_value(keyword) => self.inspect_value(keyword, value, place),
                _ => {}
            }
        }
    }

    /// Cleans what is said of a value of an `enum`; that is in one of many extensions.
    fn clean_constant(&mut self, constant: &mut Map<String, Value>, place: &str) {
        for key in ["title", "description"] {
            if let Some(Value::String(text)) = constant.get_mut(key) {
                self.clean_as(text, What::EnumText, || pointer::join(place, "enum"));
            }
        }
    }

    /// Reports the first text in a value that hides something.
    fn inspect_value(&mut self, keyword: &str, value: &Value, place: &str) {
        if let Some(text) = first_with_hidden_characters(value) {
            self.inspect_text(text, &format!("`{keyword}`"), Mark::Value, || {
                pointer::join(place, keyword)
            });
        }
    }
}

/// The keywords of a schema whose values are listed for models.
fn is_shown_value(keyword: &str) -> bool {
    matches!(
        keyword,
        "enum" | "const" | "default" | "examples" | "pattern" | "format"
    )
}

fn first_with_hidden_characters(value: &Value) -> Option<&str> {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) if HiddenText::find_characters_in(text).is_some() => {
                return Some(text);
            }
            // Reversed, so that the stack yields the values in the order of the document and the
            // first one is reported.
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Object(members) => {
                let hides = |key: &&String| HiddenText::find_characters_in(key).is_some();
                if let Some(key) = members.keys().find(hides) {
                    return Some(key);
                }
                open.extend(members.values().rev());
            }
            _ => {}
        }
    }
    None
}
