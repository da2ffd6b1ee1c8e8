//! What `tools/list` shows by default is accepted by every client, except for the limits that only an option removes.

use std::path::Path;

use serde_json::{Map, Value as Json};
use toolwright_codegen::clients::{CheckedTool, Finding, check};
use toolwright_codegen::{Builder, Client};
use toolwright_tests::{Form, corpus};

/// The size in bytes from which a schema keeps its references: without them, no model could use the tool.
const LARGEST_WITHOUT_REFERENCES: usize = 64 * 1024;

/// Limits that a list breaks by default, because what a client then rejects tells the others something. The setting
/// `client` removes them.
const LEFT_TO_SETTING: [(Client, &str); 8] = [
    (Client::OpenAi, "strict-keyword"),
    (Client::Gemini, "identifiers"),
    (Client::Gemini, "keywords"),
    (Client::Gemini, "enum-strings"),
    (Client::Gemini, "typed"),
    (Client::Gemini, "lone-any-of"),
    (Client::Gemini, "string-formats"),
    // Nobody else minds the operation `3gpp_foo`, whose name users of the API know.
    (Client::Gemini, "tool-name-start"),
];

/// The length of a tool's name from which no shorter one distinguishes it from the others, so that a client's prefix may
/// not fit.
const LONGEST_COMMON_NAME: usize = 48;

#[test]
#[ignore = "needs ../shared"]
fn every_client_accepts_the_tools_of_every_spec() {
    let specs = corpus(Form::chosen());
    let problems: Vec<String> = specs
        .iter()
        .flat_map(|spec| unexpected_findings(spec))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn unexpected_findings(spec: &Path) -> Vec<String> {
    // What does not compile is told by another test.
    let Ok(compiled) = Builder::new(spec).compile() else {
        return Vec::new();
    };
    let report = compiled.report();
    let tools: Vec<CheckedTool> = report
        .tools
        .iter()
        .map(|tool| CheckedTool {
            title: &tool.title,
            ..CheckedTool::new(&tool.name, &tool.description, &tool.input_schema)
        })
        .collect();
    let is_large = |name: Option<&str>| {
        let tool = tools.iter().find(|tool| Some(tool.name) == name);
        tool.is_some_and(|tool| size_without_references(tool.input) > LARGEST_WITHOUT_REFERENCES)
    };
    Client::ALL
        .into_iter()
        .flat_map(|client| check(client, "api", &tools))
        .filter(|found| {
            let is_left = LEFT_TO_SETTING.contains(&(found.client, found.limit.id))
                // No schema changes how many operations an API has.
                || found.limit.id == "tool-count"
                || found.limit.id == "definitions" && is_large(found.tool.as_deref())
                || found.limit.id == "tool-name-length"
                    && found.tool.as_ref().is_some_and(|name| name.len() > LONGEST_COMMON_NAME);
            !is_left
        })
        .map(|found| describe_finding(spec, &found))
        .collect()
}

/// How many bytes the schema of a tool has with definitions in the place of references, about; counting ends where that is
/// too many. A definition within itself is an outline of it.
fn size_without_references(input: &Json) -> usize {
    let empty = Map::new();
    let definitions = input.get("$defs").and_then(Json::as_object);
    let mut counter = Counter {
        definitions: definitions.unwrap_or(&empty),
        open: Vec::new(),
        counted: 0,
    };
    let root = input.as_object().into_iter().flatten();
    for (_, value) in root.filter(|(keyword, _)| *keyword != "$defs") {
        counter.count(value);
    }
    counter.counted
}

struct Counter<'s> {
    definitions: &'s Map<String, Json>,
    /// The definitions that the counted place is in.
    open: Vec<&'s str>,
    counted: usize,
}

impl<'s> Counter<'s> {
    fn count(&mut self, schema: &'s Json) {
        if self.counted > LARGEST_WITHOUT_REFERENCES {
            return;
        }
        let reference = schema.get("$ref").and_then(Json::as_str);
        let key = reference.and_then(|it| it.strip_prefix("#/$defs/"));
        if let Some((key, definition)) = key.and_then(|it| self.definitions.get_key_value(it)) {
            if self.open.contains(&key.as_str()) {
                self.counted += size_of_outline(definition);
            } else {
                self.open.push(key);
                self.count(definition);
                self.open.pop();
            }
            return;
        }
        match schema {
            Json::Object(members) => {
                for (name, value) in members {
                    // Not every value is an object, so this is a little more than the JSON has.
                    self.counted += name.len() + r#""":{},"#.len();
                    self.count(value);
                }
            }
            Json::Array(values) => values.iter().for_each(|value| self.count(value)),
            value => self.counted += value.to_string().len(),
        }
    }
}

/// The bytes of an object whose description names the properties of a definition.
fn size_of_outline(definition: &Json) -> usize {
    let properties = definition.get("properties").and_then(Json::as_object);
    let names = properties
        .into_iter()
        .flatten()
        .map(|(name, _)| name.len() + ", ".len());
    let description = definition.get("description").and_then(Json::as_str);
    let frame = r#"{"type":"object","description":"(an object with )"}"#.len();
    frame + names.sum::<usize>() + description.unwrap_or_default().len()
}

fn describe_finding(spec: &Path, found: &Finding) -> String {
    let (client, limit) = (found.client.name(), found.limit.id);
    let tool = found.tool.as_deref().unwrap_or_default();
    let (place, message) = (&found.pointer, &found.message);
    format!(
        "{}: {client}: {limit}: {tool}{place}: {message}",
        spec.display()
    )
}
