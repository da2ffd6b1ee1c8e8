//! The second file of generated code: all that is not for readers of Rust, as JSON. It has the schemas of the tools by the
//! tools' names, and what mock responses, discovery and the REST bridge say.
//!
//! It is read when tools are first listed, as slices of its text; nothing of it is parsed for a call. This module knows
//! how values refer to each other, and not what they mean.

mod expand;
#[cfg(feature = "server")]
mod listed_descriptions;
mod scanner;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

pub(crate) use expand::Expander;
// Keys are in documents that are compiled in, so nobody chooses them to collide. The hasher of std takes a tenth of the time in which
// a list of tools is made.
use foldhash::HashMap;
use scanner::Scanner;
pub(crate) use scanner::is_space;

/// How far from its beginning a document has its fingerprint.
const HEAD: usize = 128;

/// The JSON beside a generated file.
///
/// Its members `tools`, `$defs` and `shared` hold the schemas. A value that several of them have is a member of `shared`,
/// and stands in their places as `{"$ref":"#/shared/limit"}`. A description that lists of tools give once is a member of `descriptions`, and
/// stands in the schemas for clients as `{"$ref":"#/descriptions/1f3a/owner"}`, with the name of its property. `tools` has the tools as well that return values for arguments.
///
/// ```
/// use toolwright::generated::Document;
///
/// static DOCUMENT: Document = Document::new(
///     r##"{
///         "fingerprint": "1f",
///         "tools": {"list_pets": {"input": {"properties": {"limit": {"$ref": "#/shared/limit"}}}}},
///         "shared": {"limit": {"type": "integer"}}
///     }"##,
///     "1f",
/// );
/// assert_eq!(
///     DOCUMENT.full_input("list_pets")?,
///     r#"{"properties":{"limit":{"type":"integer"}}}"#
/// );
/// // Clients are shown the same schema, because the document has no other for them.
/// assert_eq!(DOCUMENT.client_input("list_pets")?, DOCUMENT.full_input("list_pets")?);
/// assert!(DOCUMENT.client_output("list_pets").is_err(), "it has no output schema");
/// assert!(DOCUMENT.full_input("sell_pet").is_err());
/// # Ok::<(), toolwright::generated::BrokenDocument>(())
/// ```
#[derive(Debug)]
pub struct Document {
    text: &'static str,
    schemas: OnceLock<SchemaIndex>,
    rest: OnceLock<RestIndex>,
}

/// The document does not have something that the code needs: a file was edited, or cannot be read as JSON.
///
/// ```
/// use toolwright::generated::Document;
///
/// static DOCUMENT: Document = Document::new("{\"fingerprint\":\"1f\"}", "1f");
/// let error = DOCUMENT.full_input("list_pets").unwrap_err();
/// assert!(error.to_string().starts_with("the JSON that was generated with the code has no `list_pets`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the JSON that was generated with the code has no `{0}`; generate both files again, and do not edit them"
)]
pub struct BrokenDocument(String);

impl BrokenDocument {
    pub(crate) fn new(missing: &str) -> Self {
        Self(missing.chars().take(80).collect())
    }
}

/// The schemas by name, as they stand in the text.
#[derive(Debug, Default)]
struct SchemaIndex {
    tools: HashMap<&'static str, &'static str>,
    definitions: HashMap<&'static str, &'static str>,
    shared: HashMap<&'static str, &'static str>,
    /// Those that a list of tools gives once.
    descriptions: HashMap<&'static str, &'static str>,
    /// What comes behind them. A server that only lists its tools does not read it.
    rest: Option<Scanner<'static>>,
}

/// What comes behind the schemas.
#[derive(Debug, Default)]
struct RestIndex {
    sections: HashMap<&'static str, &'static str>,
    more: HashMap<&'static str, &'static str>,
}

impl Document {
    /// A document with this text, which was generated together with the code that has this fingerprint.
    ///
    /// # Panics
    ///
    /// If the text has another fingerprint. In a `static` that is an error of rustc.
    pub const fn new(text: &'static str, fingerprint: &str) -> Self {
        assert!(
            has_fingerprint(text.as_bytes(), fingerprint.as_bytes()),
            "the JSON file beside this one is not the one that was generated together with it; run `toolwright \
             generate` again and check in both files"
        );
        Self {
            text,
            schemas: OnceLock::new(),
            rest: OnceLock::new(),
        }
    }

    /// The input schema of a tool as its spec has it: all definitions that it reaches are under `$defs`.
    ///
    /// # Errors
    ///
    /// When the document does not have it whole.
    pub fn full_input(&'static self, tool: &str) -> Result<String, BrokenDocument> {
        let input = self.schema(tool, "input");
        let input = input.ok_or_else(|| BrokenDocument::new(tool))?;
        let mut expander = Expander::new("");
        expander.push_with_definitions(self, input)?;
        Ok(expander.into_text())
    }

    /// The input schema of a tool as clients are shown it.
    ///
    /// # Errors
    ///
    /// When the document does not have it whole.
    pub fn client_input(&'static self, tool: &str) -> Result<String, BrokenDocument> {
        let mut expander = Expander::new("");
        self.push_client_input(tool, &mut expander)?;
        Ok(expander.into_text())
    }

    /// Appends the input schema of a tool as clients are shown it; nothing if there is an error.
    pub(crate) fn push_client_input(
        &'static self,
        tool: &str,
        expander: &mut Expander<'_>,
    ) -> Result<(), BrokenDocument> {
        expander.enter_tool(tool);
        let mut input = None;
        let members = self.schemas().tools.get(tool).copied().unwrap_or_default();
        for (key, value) in find_members(members) {
            match key {
                "client" => {
                    return expander.push_whole(|expander| expander.push_value(self, value));
                }
                "input" => input = Some(value),
                _ => {}
            }
        }
        let input = input.ok_or_else(|| BrokenDocument::new(tool))?;
        expander.push_whole(|expander| expander.push_with_definitions(self, input))
    }

    /// The output schema of a tool as clients are shown it.
    ///
    /// # Errors
    ///
    /// When the document does not have it whole.
    pub fn client_output(&'static self, tool: &str) -> Result<String, BrokenDocument> {
        let output = self.schema(tool, "output");
        self.expand(output.ok_or_else(|| BrokenDocument::new(tool))?, "")
    }

    /// The tools that return values for the arguments of a tool, as JSON: `{"petId":["list_pets [].id"]}`.
    #[cfg(feature = "server")]
    pub(crate) fn needs_of_tool(&'static self, tool: &str) -> Option<String> {
        self.expand(self.schema(tool, "needs")?, "").ok()
    }

    /// Where the properties would be that the arguments of a tool do not have because only the API sets them: JSON pointers in
    /// which `*` stands for any item or member, as a list in JSON.
    #[cfg(feature = "server")]
    pub(crate) fn read_only_of_tool(&'static self, tool: &str) -> Option<String> {
        self.expand(self.schema(tool, "read_only")?, "").ok()
    }

    /// A part of the document with the shared values in their places, and the name of the tool that executes.
    pub(crate) fn expand(
        &'static self,
        part: &'static str,
        executor: &str,
    ) -> Result<String, BrokenDocument> {
        let mut expander = Expander::new(executor);
        expander.push_value(self, part)?;
        Ok(expander.into_text())
    }

    /// A section behind the schemas, such as `responses`.
    pub(crate) fn section(&'static self, name: &str) -> Option<&'static str> {
        self.rest().sections.get(name).copied()
    }

    fn schema(&'static self, tool: &str, member: &str) -> Option<&'static str> {
        let mut members = find_members(self.schemas().tools.get(tool)?);
        members.find_map(|(key, value)| (key == member).then_some(value))
    }

    fn description(&'static self, name: &str) -> Option<&'static str> {
        self.schemas().descriptions.get(name).copied()
    }

    /// Whether lists give some descriptions once.
    #[cfg(feature = "server")]
    pub(crate) fn shares_descriptions(&'static self) -> bool {
        !self.schemas().descriptions.is_empty()
    }

    fn definition(&'static self, name: &str) -> Option<&'static str> {
        self.schemas().definitions.get(name).copied()
    }

    fn shared(&'static self, name: &str) -> Option<&'static str> {
        let shared = self.schemas().shared.get(name);
        shared.or_else(|| self.rest().more.get(name)).copied()
    }

    fn schemas(&self) -> &SchemaIndex {
        self.schemas.get_or_init(|| SchemaIndex::read(self.text))
    }

    fn rest(&self) -> &RestIndex {
        self.rest.get_or_init(|| match self.schemas().rest {
            Some(rest) => RestIndex::read(rest),
            None => RestIndex::default(),
        })
    }
}

impl SchemaIndex {
    fn read(text: &'static str) -> Self {
        let mut index = Self::default();
        let mut scanner = Scanner::new(text);
        if scanner.enter_object().is_none() {
            return index;
        }
        loop {
            let before = scanner;
            let members = match scanner.next_key() {
                Some("tools") => &mut index.tools,
                Some("$defs") => &mut index.definitions,
                Some("descriptions") => &mut index.descriptions,
                Some("shared") => &mut index.shared,
                Some("fingerprint" | "$comment") if scanner.take_value().is_some() => continue,
                _ => {
                    index.rest = Some(before);
                    return index;
                }
            };
            if scanner.enter_object().is_none() {
                return index;
            }
            while let Some(key) = scanner.next_key() {
                let Some(value) = scanner.take_value() else {
                    return index;
                };
                members.insert(key, value);
            }
        }
    }
}

impl RestIndex {
    fn read(mut scanner: Scanner<'static>) -> Self {
        let mut index = Self::default();
        while let Some((key, value)) = scanner.next_key().zip(scanner.take_value()) {
            match key {
                "more" => index.more = find_members(value).collect(),
                _ => drop(index.sections.insert(key, value)),
            }
        }
        index
    }
}

/// The members of an object, as they stand in the text.
pub(crate) fn find_members(
    object: &'static str,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    Scanner::new(object).members()
}

/// The text of a string, or of a key without its quotes. One with escapes is leaked: callers keep what they read for the
/// life of the program, and read it once.
pub(crate) fn read_string(text: &'static str) -> Option<&'static str> {
    let content = text.strip_prefix('"').unwrap_or(text);
    let content = content.strip_suffix('"').unwrap_or(content);
    if !content.contains('\\') {
        return Some(content);
    }
    let read: String = serde_json::from_str(&format!("\"{content}\"")).ok()?;
    Some(Box::leak(read.into_boxed_str()))
}

/// Whether the fingerprint is a string in the first bytes of a document. It is looked for there alone, since rustc
/// evaluates this, for which a search of the whole text would take long.
const fn has_fingerprint(text: &[u8], fingerprint: &[u8]) -> bool {
    let mut start = 0;
    while start < HEAD && start + fingerprint.len() + 1 < text.len() {
        if text[start] == b'"' && text[start + 1 + fingerprint.len()] == b'"' {
            let mut at = 0;
            while at < fingerprint.len() && text[start + 1 + at] == fingerprint[at] {
                at += 1;
            }
            if at == fingerprint.len() {
                return true;
            }
        }
        start += 1;
    }
    false
}
