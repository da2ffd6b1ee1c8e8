use serde_json::Value;

use crate::reader::{Reader, type_label};

/// Members of members are read so deep.
const MAX_DEPTH: usize = 32;

/// And so many of them: a schema can refer to the same definitions over and over.
const MAX_MEMBERS: usize = 10_000;

/// One parameter of a tool: a property of its input schema, a member of an object in it, or what the
/// items of an array are.
///
/// ```
/// use serde_json::json;
/// use toolwright_inspect::ToolSchema;
///
/// let schema = json!({"type": "object", "properties": {
///     "address": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
///     "tags": {"type": ["array", "null"], "items": {"type": "string", "enum": ["new", "old"]}},
/// }});
/// let tool = ToolSchema::parse("move", "", &schema);
/// let [address, tags] = tool.parameters.as_slice() else { panic!() };
/// assert_eq!(address.properties[0].name, "city");
/// assert!(address.properties[0].required && !address.required);
/// assert_eq!(tags.kind, "array");
/// assert_eq!(tags.types, ["array", "null"]);
/// let items = tags.items.as_deref().expect("an array has items");
/// assert_eq!(items.values, Some(vec![json!("new"), json!("old")]));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name; empty for the items of an array.
    pub name: String,
    /// The JSON Schema type: the first that is not `null` where there are several, `any` where there
    /// is none.
    pub kind: String,
    /// All types that the schema names, in its order; none where it does not say.
    pub types: Vec<String>,
    /// What it is for; empty where the schema does not say.
    pub description: String,
    /// Whether it has to be given.
    pub required: bool,
    /// What it is when it is not given (`default`).
    pub default: Option<Value>,
    /// The only values that it may have (`enum`).
    pub values: Option<Vec<Value>>,
    /// What the items of an array are. `None` also where they are what they stand in, in a schema
    /// that refers to itself.
    pub items: Option<Box<Parameter>>,
    /// The members of an object. Empty also where they were listed further out, in a schema that
    /// refers to itself, and 32 levels down.
    pub properties: Vec<Parameter>,
}

/// The properties of a schema as parameters.
pub(crate) fn read_parameters(schema: Reader<'_>) -> Vec<Parameter> {
    Members {
        way: Vec::new(),
        left: MAX_MEMBERS,
    }
    .read_properties(schema)
}

/// Reads members, of a schema whose references may lead back to it.
struct Members {
    /// The schemas that the present one stands in.
    way: Vec<*const Value>,
    left: usize,
}

impl Members {
    fn read_properties(&mut self, schema: Reader<'_>) -> Vec<Parameter> {
        self.read_nested(schema, |members| {
            let required: Vec<&str> = schema.required().collect();
            let properties = schema.properties();
            let properties = properties.map_while(|(name, schema)| {
                members.read_parameter(name, schema, required.contains(&name.as_str()))
            });
            properties.collect()
        })
        .unwrap_or_default()
    }

    fn read_items(&mut self, schema: Reader<'_>) -> Option<Box<Parameter>> {
        let items = schema.items()?;
        let items = self.read_nested(schema, |members| members.read_parameter("", items, true));
        items.flatten().map(Box::new)
    }

    /// Nothing in a schema that the way already goes through.
    fn read_nested<T>(
        &mut self,
        schema: Reader<'_>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let identity = schema.schema_identity();
        if self.way.contains(&identity) || self.way.len() == MAX_DEPTH {
            return None;
        }
        self.way.push(identity);
        let read = read(self);
        self.way.pop();
        Some(read)
    }

    fn read_parameter(
        &mut self,
        name: &str,
        schema: Reader<'_>,
        required: bool,
    ) -> Option<Parameter> {
        self.left = self.left.checked_sub(1)?;
        let types = schema.types();
        let description = schema.keyword("description").and_then(Value::as_str);
        Some(Parameter {
            name: name.to_owned(),
            kind: type_label(&types).to_owned(),
            types: types.into_iter().map(str::to_owned).collect(),
            description: description.unwrap_or_default().to_owned(),
            required,
            default: schema.keyword("default").cloned(),
            values: schema.keyword("enum").and_then(Value::as_array).cloned(),
            items: self.read_items(schema),
            properties: self.read_properties(schema),
        })
    }
}
