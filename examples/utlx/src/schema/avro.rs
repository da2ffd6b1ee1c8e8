//! Reads Avro schemas with `apache-avro`: the JSON of a schema, or the header of an object container file.

use std::collections::HashMap;

use apache_avro::Schema;
use apache_avro::schema::{Name, RecordField, RecordSchema, UnionSchema};
use serde_json::Value;

use super::avro_container;
use super::infer::Described;
use super::node;
use super::source::Source;
use crate::api::types::SchemaNode;
use crate::failure::Failure;

/// Nodes that are described. A named type is described at each use, so a small schema can be a large structure.
const MAX_NODES: usize = 5000;
/// Characters of a description.
const MAX_TEXT: usize = 1000;
/// Records within each other that are described: each refers to the next by its name, which no limit of JSON counts.
const MAX_LEVELS: usize = 40;

/// Reads a schema, or the schema of a file with records.
///
/// # Errors
///
/// It is not a schema of Avro.
pub(crate) fn describe_source(source: &Source) -> Result<Described, Failure> {
    // Object container files begin with `Obj` and a version byte (Avro, "Object Container Files")
    // and carry their schema in the head.
    if source.bytes.starts_with(avro_container::MAGIC) {
        let schema = avro_container::read_schema(&source.bytes)?;
        let schema = Schema::parse_str(schema).map_err(|error| avro_failure(&error))?;
        return Ok(Described {
            node: describe_schema(&schema),
            notes: vec![
                "The source has records; this is the schema that they were written with."
                    .to_owned(),
            ],
        });
    }
    let schema = Schema::parse_str(source.text()?).map_err(|error| avro_failure(&error))?;
    Ok(describe_schema(&schema).into())
}

fn avro_failure(error: &apache_avro::Error) -> Failure {
    Failure::parse(format!("The source is not a valid Avro schema: {error}."))
}

fn describe_schema(schema: &Schema) -> SchemaNode {
    let mut named = HashMap::new();
    collect_named(schema, &mut named);
    let mut describer = Describer {
        named,
        open: Vec::new(),
        nodes: 0,
    };
    describer.describe_type(schema)
}

/// The types that others refer to by name.
fn collect_named<'s>(schema: &'s Schema, named: &mut HashMap<&'s Name, &'s Schema>) {
    match schema {
        Schema::Record(record) => {
            named.insert(&record.name, schema);
            for field in &record.fields {
                collect_named(&field.schema, named);
            }
        }
        Schema::Enum(it) => {
            named.insert(&it.name, schema);
        }
        Schema::Fixed(it) => {
            named.insert(&it.name, schema);
        }
        Schema::Array(array) => collect_named(&array.items, named),
        Schema::Map(map) => collect_named(&map.types, named),
        Schema::Union(union) => {
            for variant in union.variants() {
                collect_named(variant, named);
            }
        }
        _ => {}
    }
}

struct Describer<'s> {
    named: HashMap<&'s Name, &'s Schema>,
    /// The records that are being described.
    open: Vec<Name>,
    nodes: usize,
}

impl Describer<'_> {
    fn describe_type(&mut self, schema: &Schema) -> SchemaNode {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return SchemaNode {
                description: Some("Not shown: the schema is too large.".to_owned()),
                ..node::of_type("any")
            };
        }
        match schema {
            Schema::Null => node::of_type("null"),
            Schema::Boolean => node::of_type("boolean"),
            Schema::Int => with_format("integer", "int32"),
            Schema::Long => with_format("integer", "int64"),
            Schema::Float => with_format("number", "float"),
            Schema::Double => with_format("number", "double"),
            Schema::Bytes => with_format("string", "bytes"),
            Schema::String => node::of_type("string"),
            Schema::Uuid => with_format("string", "uuid"),
            Schema::Date => with_format("integer", "date"),
            Schema::TimeMillis => with_format("integer", "time-millis"),
            Schema::TimeMicros => with_format("integer", "time-micros"),
            Schema::TimestampMillis => with_format("integer", "timestamp-millis"),
            Schema::TimestampMicros => with_format("integer", "timestamp-micros"),
            Schema::TimestampNanos => with_format("integer", "timestamp-nanos"),
            Schema::LocalTimestampMillis => with_format("integer", "local-timestamp-millis"),
            Schema::LocalTimestampMicros => with_format("integer", "local-timestamp-micros"),
            Schema::LocalTimestampNanos => with_format("integer", "local-timestamp-nanos"),
            Schema::Duration => with_format("string", "duration"),
            Schema::Decimal(decimal) => SchemaNode {
                description: Some(format!(
                    "precision {}, scale {}",
                    decimal.precision, decimal.scale
                )),
                ..with_format("number", "decimal")
            },
            Schema::BigDecimal => with_format("number", "decimal"),
            Schema::Fixed(fixed) => SchemaNode {
                description: Some(format!("{} bytes", fixed.size)),
                ..with_format("string", "bytes")
            },
            Schema::Enum(it) => SchemaNode {
                r#enum: Some(self.copy_symbols(&it.symbols)),
                default: it.default.clone().map(Value::String),
                description: self.copy_text(it.doc.as_ref()),
                ..node::of_type("string")
            },
            Schema::Array(array) => SchemaNode {
                items: Some(Box::new(self.describe_type(&array.items))),
                ..node::of_type("array")
            },
            Schema::Map(map) => SchemaNode {
                additional_properties: Some(Box::new(self.describe_type(&map.types))),
                ..node::of_type("object")
            },
            Schema::Union(union) => self.describe_union(union),
            Schema::Record(record) => self.describe_record(record),
            Schema::Ref { name } => self.describe_reference(name),
        }
    }

    /// The beginning of a text that is repeated at each use.
    fn copy_text(&self, text: Option<&String>) -> Option<String> {
        Some(text?.chars().take(MAX_TEXT).collect())
    }

    /// The symbols of an enumeration, which are repeated at each use and count each time.
    fn copy_symbols(&mut self, symbols: &[String]) -> Vec<Value> {
        let left = MAX_NODES.saturating_sub(self.nodes);
        let symbols: Vec<Value> = symbols
            .iter()
            .take(left)
            .cloned()
            .map(Value::String)
            .collect();
        self.nodes += symbols.len();
        symbols
    }

    fn describe_reference(&mut self, name: &Name) -> SchemaNode {
        // A record may refer to itself, as a list of nodes does.
        let is_shown = !self.open.contains(name) && self.open.len() < MAX_LEVELS;
        let target = self.named.get(name).copied().filter(|_| is_shown);
        match target {
            Some(target) => self.describe_type(target),
            None => SchemaNode {
                r#ref: Some(name.name.clone()),
                ..node::of_type("object")
            },
        }
    }

    fn describe_record(&mut self, record: &RecordSchema) -> SchemaNode {
        self.open.push(record.name.clone());
        let mut properties = Vec::new();
        let mut required = Vec::new();
        for field in &record.fields {
            if self.nodes > MAX_NODES {
                break;
            }
            // A field with a default may be absent in the reader's schema, so only fields without
            // one are required.
            if field.default.is_none() {
                required.push(field.name.clone());
            }
            properties.push((field.name.clone(), self.describe_field(field)));
        }
        self.open.pop();
        SchemaNode {
            properties: Some(properties.into_iter().collect()),
            required: Some(required),
            description: self.copy_text(record.doc.as_ref()),
            ..node::of_type("object")
        }
    }

    fn describe_field(&mut self, field: &RecordField) -> SchemaNode {
        let described = self.describe_type(&field.schema);
        SchemaNode {
            description: self.copy_text(field.doc.as_ref()).or(described.description),
            default: field.default.clone().or(described.default),
            ..described
        }
    }

    /// `["null", T]` is a nullable `T`.
    fn describe_union(&mut self, union: &UnionSchema) -> SchemaNode {
        let is_nullable = union.variants().iter().any(|it| matches!(it, Schema::Null));
        let others = union
            .variants()
            .iter()
            .filter(|it| !matches!(it, Schema::Null));
        let mut described: Vec<SchemaNode> = others.map(|it| self.describe_type(it)).collect();
        let nullable = is_nullable.then_some(true);
        match (described.len(), described.pop()) {
            // By far the most frequent union, and every other format calls it nullable.
            (1, Some(only)) => SchemaNode { nullable, ..only },
            (0, _) => node::of_type("null"),
            (_, last) => {
                described.extend(last);
                SchemaNode {
                    nullable,
                    any_of: Some(described),
                    ..node::of_type("any")
                }
            }
        }
    }
}

fn with_format(name: &str, format: &str) -> SchemaNode {
    SchemaNode {
        format: Some(format.to_owned()),
        ..node::of_type(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_named_records_is_described_to_a_limit() {
        let records = (0..3000).map(|level| {
            let kind = match level {
                0 => "\"int\"".to_owned(),
                level => format!("\"R{}\"", level - 1),
            };
            format!(
                "{{\"name\":\"f{level}\",\"type\":{{\"type\":\"record\",\"name\":\"R{level}\",\
                 \"fields\":[{{\"name\":\"a\",\"type\":{kind}}}]}}}}"
            )
        });
        let records = records.collect::<Vec<_>>().join(",");
        let text = format!("{{\"type\":\"record\",\"name\":\"T\",\"fields\":[{records}]}}");
        let schema = Schema::parse_str(&text).expect("is a schema");
        let mut levels = 0;
        let root = describe_schema(&schema);
        let mut node = root.properties.as_ref().and_then(|it| it.get("f60"));
        while let Some(inner) = node {
            levels += 1;
            node = inner.properties.as_ref().and_then(|it| it.get("a"));
        }
        assert_eq!(levels, MAX_LEVELS);
    }
}
