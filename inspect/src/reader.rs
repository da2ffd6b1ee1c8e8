use serde_json::{Map, Value};

/// References that lead to references are followed so far.
const MAX_REFERENCES: usize = 64;

/// A schema within the whole in which its references lead somewhere.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'s> {
    root: &'s Value,
    /// The schema, as it stands.
    written: &'s Value,
    /// Where its references lead; the schema itself if it has none that can be followed.
    target: &'s Value,
}

impl<'s> Reader<'s> {
    pub(crate) fn new(root: &'s Value) -> Self {
        Self {
            root,
            written: root,
            target: resolve_references(root, root),
        }
    }

    /// A schema that stands in this one.
    fn at_subschema(self, written: &'s Value) -> Self {
        Self {
            written,
            target: resolve_references(self.root, written),
            ..self
        }
    }

    /// The value of a keyword; beside a reference it goes before that of the target.
    pub(crate) fn keyword(self, name: &str) -> Option<&'s Value> {
        self.written.get(name).or_else(|| self.target.get(name))
    }

    /// The types that values may have, in the schema's order; none if it does not say.
    pub(crate) fn types(self) -> Vec<&'s str> {
        match self.keyword("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// The properties of an object, in the schema's order.
    pub(crate) fn properties(self) -> impl Iterator<Item = (&'s String, Self)> {
        let properties = self.keyword("properties").and_then(Value::as_object);
        let properties = properties.into_iter().flat_map(Map::iter);
        properties.map(move |(name, schema)| (name, self.at_subschema(schema)))
    }

    /// The names of properties that have to be there, in the schema's order.
    pub(crate) fn required(self) -> impl Iterator<Item = &'s str> {
        let names = self.keyword("required").and_then(Value::as_array);
        names.into_iter().flatten().filter_map(Value::as_str)
    }

    /// The schema of an array's items.
    pub(crate) fn items(self) -> Option<Self> {
        self.keyword("items")
            .map(|schema| self.at_subschema(schema))
    }

    /// What tells this schema from others where references come back to it.
    pub(crate) fn schema_identity(self) -> *const Value {
        self.target
    }
}

/// The type that stands for all of them: the first that is not `null`; `any` if there is none.
pub(crate) fn type_label<'s>(types: &[&'s str]) -> &'s str {
    let first = types.iter().find(|name| **name != "null");
    first.or(types.first()).copied().unwrap_or("any")
}

/// Where references within a document lead. Those to other documents are not followed.
fn resolve_references<'s>(root: &'s Value, mut schema: &'s Value) -> &'s Value {
    for _ in 0..MAX_REFERENCES {
        let reference = schema.get("$ref").and_then(Value::as_str);
        let pointer = reference.and_then(|it| it.strip_prefix('#'));
        let Some(next) = pointer.and_then(|pointer| root.pointer(pointer)) else {
            return schema;
        };
        schema = next;
    }
    schema
}
