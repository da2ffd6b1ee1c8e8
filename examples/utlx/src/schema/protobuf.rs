//! Reads Protocol Buffers schemas with `protox`, a compiler in Rust. Files that a schema imports are found beside it
//! if it is a file, and those of Google are built in.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use protox::file::{ChainFileResolver, File, FileResolver, GoogleFileResolver};
use protox::prost_reflect::{
    Cardinality, FieldDescriptor, FileDescriptor, Kind, MessageDescriptor,
};
use serde_json::Value;

use super::infer::Described;
use super::node;
use super::source::{Source, read_source};
use crate::api::types::SchemaNode;
use crate::failure::Failure;
use crate::settings::InputSchemaSettings;

/// The name of the source among its imports.
const OWN_NAME: &str = "source.proto";
/// Blocks within blocks: the parser calls itself for each.
const MAX_NESTING: usize = 50;
/// Nodes that are described. A message is described at each use, so a small schema can be a large structure.
const MAX_NODES: usize = 5000;
/// Messages within each other that are described.
const MAX_LEVELS: usize = 40;

/// Reads a schema. One message is described as such, several as the properties of an object.
///
/// # Errors
///
/// It is not a schema of Protocol Buffers, or an import is missing.
pub(crate) fn describe_source(
    source: &Source,
    settings: &InputSchemaSettings,
) -> Result<Described, Failure> {
    let text = source.text()?;
    if nesting(text) > MAX_NESTING {
        let message = format!("The source has blocks in more than {MAX_NESTING} levels.");
        return Err(Failure::parse(message));
    }
    let mut resolver = ChainFileResolver::new();
    resolver.add(SourceResolver {
        text: text.to_owned(),
        directory: source
            .path
            .as_deref()
            .and_then(Path::parent)
            .map(Path::to_owned),
        settings: settings.clone(),
    });
    // Last, so that a file beside the source wins over the built-in one of that name.
    resolver.add(GoogleFileResolver::new());
    let mut compiler = protox::Compiler::with_file_resolver(resolver);
    compiler
        .open_file(OWN_NAME)
        .map_err(|error| protobuf_failure(text, &error))?;
    let file = compiler.descriptor_pool().get_file_by_name(OWN_NAME);
    let file = file.ok_or_else(|| Failure::internal("The compiled schema is missing."))?;
    describe_file(&file)
}

fn nesting(text: &str) -> usize {
    let mut open = 0_usize;
    let depths = text.bytes().map(|byte| {
        match byte {
            b'{' => open += 1,
            b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open
    });
    depths.max().unwrap_or_default()
}

fn protobuf_failure(text: &str, error: &protox::Error) -> Failure {
    let import = text
        .lines()
        .any(|line| line.trim_start().starts_with("import"))
        && error.is_file_not_found();
    let advice = match import {
        true => {
            " Send the imported messages in the same source, or name a file that has its imports beside it."
        }
        false => "",
    };
    Failure::parse(format!(
        "The source is not a valid Protobuf schema: {error}.{advice}"
    ))
}

/// Finds the source under its name, and imports beside it.
struct SourceResolver {
    text: String,
    directory: Option<PathBuf>,
    settings: InputSchemaSettings,
}

impl FileResolver for SourceResolver {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        if name == OWN_NAME {
            return File::from_source(name, &self.text);
        }
        let not_found = || protox::Error::file_not_found(name);
        let directory = self.directory.as_deref().ok_or_else(not_found)?;
        let path = directory.join(name);
        let path = path.to_str().ok_or_else(not_found)?;
        // Through the same checks as the source itself: an import must not read outside of the
        // allowed directories.
        let source = read_source(path, &self.settings).map_err(|_| not_found())?;
        let text = source.text().map_err(|_| not_found())?;
        if nesting(text) > MAX_NESTING {
            return Err(not_found());
        }
        File::from_source(name, text)
    }
}

fn describe_file(file: &FileDescriptor) -> Result<Described, Failure> {
    let mut describer = Describer::default();
    let messages: Vec<MessageDescriptor> = file.messages().collect();
    let used = find_used_by_others(&messages);
    let roots: Vec<&MessageDescriptor> = messages
        .iter()
        .filter(|message| !used.contains(message.full_name()))
        .collect();
    // Messages that use each other in a circle: none is a root.
    let roots = match roots.is_empty() {
        true => messages.iter().take(1).collect(),
        false => roots,
    };
    let node = match roots[..] {
        [] => return Err(Failure::parse("The source has no messages.")),
        [only] => SchemaNode {
            description: Some(format!("The message {}", only.name())),
            ..describer.describe_message(only)
        },
        _ => {
            let described = roots
                .iter()
                .map(|it| (it.name().to_owned(), describer.describe_message(it)));
            SchemaNode {
                required: None,
                ..node::object(described.collect::<Vec<_>>())
            }
        }
    };
    let note = "The source has several messages that no other uses; each is a property.".to_owned();
    Ok(Described {
        node,
        notes: (roots.len() > 1).then_some(note).into_iter().collect(),
    })
}

/// The full names of messages that another one has a field of, which is neither the message itself nor within it.
fn find_used_by_others(all: &[MessageDescriptor]) -> HashSet<String> {
    let mut used = HashSet::new();
    let mut open: Vec<MessageDescriptor> = all.to_vec();
    while let Some(user) = open.pop() {
        open.extend(user.child_messages());
        for field in user.fields() {
            let kind = field.kind();
            let Some(message) = kind.as_message() else {
                continue;
            };
            // A message inside another one belongs to it, so using its parent's type does not make
            // the parent less of a root.
            let rest = user.full_name().strip_prefix(message.full_name());
            let is_within = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
            if !is_within && !used.contains(message.full_name()) {
                used.insert(message.full_name().to_owned());
            }
        }
    }
    used
}

#[derive(Default)]
struct Describer {
    /// The messages that are being described.
    open: Vec<String>,
    nodes: usize,
}

impl Describer {
    fn describe_message(&mut self, message: &MessageDescriptor) -> SchemaNode {
        self.nodes += 1;
        if let Some(described) = describe_well_known(message.full_name()) {
            return described;
        }
        let is_open = self.open.iter().any(|open| open == message.full_name());
        // Messages may contain themselves. The inner one becomes a reference by name.
        if is_open || self.nodes > MAX_NODES || self.open.len() >= MAX_LEVELS {
            return SchemaNode {
                r#ref: Some(message.name().to_owned()),
                ..node::of_type("object")
            };
        }
        self.open.push(message.full_name().to_owned());
        let mut properties = Vec::new();
        let mut required = Vec::new();
        let mut is_cut = false;
        for field in message.fields() {
            self.nodes += 1;
            is_cut = self.nodes > MAX_NODES;
            if is_cut {
                break;
            }
            if field.cardinality() == Cardinality::Required {
                required.push(field.name().to_owned());
            }
            properties.push((field.name().to_owned(), self.describe_field(&field)));
        }
        self.open.pop();
        SchemaNode {
            properties: Some(properties.into_iter().collect()),
            required: Some(required),
            description: is_cut.then(|| "Not shown in whole: the schema is too large.".to_owned()),
            ..node::of_type("object")
        }
    }

    fn describe_field(&mut self, field: &FieldDescriptor) -> SchemaNode {
        let kind = field.kind();
        if field.is_map()
            && let Some(entry) = kind.as_message()
        {
            let value = self.describe_field(&entry.map_entry_value_field());
            return SchemaNode {
                additional_properties: Some(Box::new(value)),
                ..node::of_type("object")
            };
        }
        let mut described = self.describe_kind(&kind);
        if field.is_list() {
            described = SchemaNode {
                items: Some(Box::new(described)),
                ..node::of_type("array")
            };
        }
        let choice = field.containing_oneof();
        if let Some(choice) = choice.filter(|it| it.fields().len() > 1) {
            described.description = Some(format!("one of the choice {}", choice.name()));
        }
        described
    }

    fn describe_kind(&mut self, kind: &Kind) -> SchemaNode {
        let with_format = |name: &str, format: &str| SchemaNode {
            format: Some(format.to_owned()),
            ..node::of_type(name)
        };
        match kind {
            Kind::Double => with_format("number", "double"),
            Kind::Float => with_format("number", "float"),
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => with_format("integer", "int32"),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => with_format("integer", "int64"),
            Kind::Uint32 | Kind::Fixed32 => with_format("integer", "uint32"),
            Kind::Uint64 | Kind::Fixed64 => with_format("integer", "uint64"),
            Kind::Bool => node::of_type("boolean"),
            Kind::String => node::of_type("string"),
            Kind::Bytes => with_format("string", "bytes"),
            Kind::Enum(it) => {
                // An enumeration is repeated at each use, too.
                let left = MAX_NODES.saturating_sub(self.nodes);
                let values = it.values().take(left);
                let values: Vec<Value> = values
                    .map(|value| Value::String(value.name().to_owned()))
                    .collect();
                self.nodes += values.len();
                SchemaNode {
                    description: (values.len() < it.values().len())
                        .then(|| "Not all values are shown: the schema is too large.".to_owned()),
                    r#enum: Some(values),
                    ..node::of_type("string")
                }
            }
            Kind::Message(message) => self.describe_message(message),
        }
    }
}

/// Messages of Google's that stand for a value of JSON.
fn describe_well_known(name: &str) -> Option<SchemaNode> {
    let (kind, format) = match name.strip_prefix("google.protobuf.")? {
        "Timestamp" => ("string", Some("date-time")),
        "Duration" => ("string", Some("duration")),
        "StringValue" => ("string", None),
        "BytesValue" => ("string", Some("bytes")),
        "BoolValue" => ("boolean", None),
        "Int32Value" | "UInt32Value" | "Int64Value" | "UInt64Value" => ("integer", None),
        "FloatValue" | "DoubleValue" => ("number", None),
        "Struct" | "Empty" => ("object", None),
        "ListValue" => ("array", None),
        "Value" | "Any" => ("any", None),
        _ => return None,
    };
    Some(SchemaNode {
        format: format.map(str::to_owned),
        nullable: name
            .ends_with("Value")
            .then_some(true)
            .filter(|_| kind != "any" && kind != "array"),
        ..node::of_type(kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    fn describe_text(text: &str) -> SchemaNode {
        let source = Source {
            bytes: text.as_bytes().to_vec(),
            path: None,
        };
        let settings = Settings::defaults("/home/ada".as_ref()).get_input_schema;
        describe_source(&source, &settings)
            .expect("is a schema")
            .node
    }

    fn count_nodes(node: &SchemaNode) -> usize {
        let values = node.r#enum.iter().flatten().count();
        let children = node.properties.iter().flatten();
        1 + values + children.map(|(_, child)| count_nodes(child)).sum::<usize>()
    }

    #[test]
    fn large_messages_and_enumerations_that_are_used_often_are_limited() {
        let fields: String = (1..2000)
            .map(|number| format!("int32 f{number} = {number};"))
            .collect();
        let uses: String = (1..2000)
            .map(|number| format!("A f{number} = {number};"))
            .collect();
        let text = format!("syntax = \"proto3\"; message A {{{fields}}} message B {{{uses}}}");
        assert!(count_nodes(&describe_text(&text)) <= 2 * MAX_NODES);
        let values: String = (0..2000)
            .map(|number| format!("V{number} = {number};"))
            .collect();
        let text = format!("syntax = \"proto3\"; enum A {{{values}}} message B {{{uses}}}");
        assert!(count_nodes(&describe_text(&text)) <= 2 * MAX_NODES);
    }

    #[test]
    fn a_message_within_another_does_not_hide_the_one_around_it() {
        let text = "syntax = \"proto3\"; message A { message C { A up = 1; } C c = 1; } message AB { int32 x = 1; }";
        let root = describe_text(text);
        let names: Vec<&str> = root
            .properties
            .iter()
            .flatten()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["A", "AB"]);
    }
}
