//! A tool as a text that people review when it changes.

use std::fmt::Write as _;
use std::hash::Hasher as _;

use fnv::FnvHasher;
use serde_json::{Map, Value};

/// A snapshot of more tools has a line each. The texts of the largest API that we know of have 265 MB.
const MOST_WHOLE_TEXTS: usize = 3_000;

/// What clients see of a tool, and where it leads.
///
/// ```
/// use serde_json::{Map, json};
/// use toolwright_inspect::ReviewedTool;
///
/// let hints = Map::from_iter([("readOnlyHint".to_owned(), json!(true))]);
/// let tool = ReviewedTool {
///     name: "get_pet",
///     place: "GET /pets/{id}",
///     title: Some("Show one pet"),
///     hints: &hints,
///     description: "Show one pet.\n\nFor keepers.",
///     input: json!({"type": "object"}),
///     output: None,
/// };
/// assert_eq!(tool.clone().to_digest(), "get_pet (GET /pets/{id}) 3f88aa0414bb1844\n");
/// assert_eq!(
///     tool.to_text(),
///     "get_pet (GET /pets/{id})
///   title: Show one pet
///   readOnlyHint: true
///     Show one pet.
///
///     For keepers.
///   input:
///     {
///       \"type\": \"object\"
///     }
///
/// "
/// );
/// ```
#[derive(Clone, Debug)]
pub struct ReviewedTool<'a> {
    /// Its name.
    pub name: &'a str,
    /// Method and path of its operation, or that it has none.
    pub place: &'a str,
    /// Its name for people.
    pub title: Option<&'a str>,
    /// The hints of its annotations.
    pub hints: &'a Map<String, Value>,
    /// What it does.
    pub description: &'a str,
    /// The schema of its arguments.
    pub input: Value,
    /// The schema of its results, where one is advertised.
    pub output: Option<Value>,
}

impl ReviewedTool<'_> {
    /// A text in which a change is a few lines.
    pub fn to_text(self) -> String {
        let mut text = format!("{} ({})\n", self.name, self.place);
        // Writing to a string does not fail.
        if let Some(title) = self.title {
            let _ = writeln!(text, "  title: {title}");
        }
        for (hint, value) in self.hints {
            let _ = writeln!(text, "  {hint}: {value}");
        }
        push_indented(&mut text, self.description);
        push_schema(&mut text, "input", self.input);
        if let Some(output) = self.output {
            push_schema(&mut text, "output", output);
        }
        text.push('\n');
        text
    }

    /// What a snapshot of so many tools has of each: [`to_text`](Self::to_text), or above 3,000 tools
    /// [`to_digest`](Self::to_digest).
    ///
    /// ```
    /// # use serde_json::{Map, json};
    /// use toolwright_inspect::ReviewedTool;
    ///
    /// # let hints = Map::new();
    /// # let tool = ReviewedTool {
    /// #     name: "get_pet", place: "GET /pets", title: None, hints: &hints, description: "", input: json!({}), output: None,
    /// # };
    /// let write_text = ReviewedTool::snapshot_form(3_000);
    /// assert_eq!(write_text(tool.clone()), tool.clone().to_text());
    /// let write_digest = ReviewedTool::snapshot_form(3_001);
    /// assert_eq!(write_digest(tool.clone()), tool.to_digest());
    /// ```
    pub fn snapshot_form(tools: usize) -> fn(ReviewedTool<'_>) -> String {
        match tools > MOST_WHOLE_TEXTS {
            true => |tool| tool.to_digest(),
            false => |tool| tool.to_text(),
        }
    }

    /// One line, with a number that changes when [`to_text`](Self::to_text) does: FNV-1a of 64 bits, of JSON on one line.
    pub fn to_digest(self) -> String {
        let (name, place) = (self.name, self.place);
        let input = sort_definitions(self.input);
        let output = self.output.map(sort_definitions);
        let seen = (self.title, self.hints, self.description, input, output);
        let mut hasher = FnvHasher::default();
        // Such values are always JSON.
        hasher.write(&serde_json::to_vec(&seen).unwrap_or_default());
        format!("{name} ({place}) {:016x}\n", hasher.finish())
    }
}

fn push_schema(text: &mut String, what: &str, schema: Value) {
    let schema = sort_definitions(schema);
    let _ = writeln!(text, "  {what}:");
    push_indented(text, &format!("{schema:#}"));
}

/// The order of definitions means nothing, and depends on who came upon them first.
fn sort_definitions(mut schema: Value) -> Value {
    if let Some(Value::Object(definitions)) = schema.get_mut("$defs") {
        definitions.sort_keys();
    }
    schema
}

fn push_indented(text: &mut String, lines: &str) {
    for line in lines.lines().map(str::trim_end) {
        if !line.is_empty() {
            text.push_str("    ");
            text.push_str(line);
        }
        text.push('\n');
    }
}
