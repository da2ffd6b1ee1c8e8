//! Reads the properties of an input schema as parameters, with the properties of objects and the
//! items of arrays inside them. References within the schema are followed. Recursive schemas end
//! where they would enter a schema again, and the depth and number of parameters are limited,
//! because schemas may come from any server.

use std::collections::HashSet;

use serde_json::Value;

use crate::bounds::{Bound, describe_bounds};
use crate::object_forms::{ObjectForm, read_object_forms};
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
    /// The type of each alternative where `anyOf` or `oneOf` has several that are not `null`, the
    /// first of which is [`kind`](Self::kind); otherwise that alone.
    pub alternatives: Vec<String>,
    /// What it is for; empty where the schema does not say.
    pub description: String,
    /// Whether it has to be given.
    pub required: bool,
    /// What it is when it is not given (`default`).
    pub default: Option<Value>,
    /// The only values that it may have (`enum`, `const`, or those of all alternatives).
    pub values: Option<Vec<Value>>,
    /// The `format` of a text, for example `date-time`.
    pub format: Option<String>,
    /// How large, how long or how many it may be.
    pub bounds: Vec<Bound>,
    /// What the items of an array are. `None` also where they are what they stand in, in a schema
    /// that refers to itself.
    pub items: Option<Box<Parameter>>,
    /// The members of an object. Empty also where they were listed further out, in a schema that
    /// refers to itself, and 32 levels down.
    pub properties: Vec<Parameter>,
    /// What the values of a map are: those under any other name than the properties have (`additionalProperties`).
    pub(crate) map_values: Option<Box<Parameter>>,
    /// The members of each form of an object that a union gives several.
    pub(crate) object_forms: Vec<ObjectForm>,
    /// Whether the schema says that it should not be used any more (`deprecated`).
    pub(crate) is_deprecated: bool,
    /// Whether the schema has items or members that are not here, by the rules above.
    pub(crate) has_unread: bool,
}

/// The properties of a schema as parameters.
pub(crate) fn read_parameters(schema: &Reader<'_>) -> Vec<Parameter> {
    Members {
        way: Vec::new(),
        depth: 0,
        left: MAX_MEMBERS,
        has_unread: false,
    }
    .read_properties(schema)
}

/// Reads members, of a schema whose references may lead back to it.
struct Members {
    /// The schemas that the present one stands in.
    way: Vec<*const Value>,
    depth: usize,
    left: usize,
    /// Whether the present one has items or members that were not read.
    has_unread: bool,
}

impl Members {
    fn read_properties(&mut self, schema: &Reader<'_>) -> Vec<Parameter> {
        self.read_nested(schema.schemas_with("properties"), |members| {
            let required: HashSet<&str> = schema.required().into_iter().collect();
            let mut names = schema.property_names(members.left + 1);
            members.has_unread |= names.len() > members.left;
            names.truncate(members.left);
            let mut later = names.len();
            let properties = names.into_iter().filter_map(|name| {
                later -= 1;
                let property = schema.property(name)?;
                // Whatever this one has within it, those that come later are named.
                members.left -= later;
                let read = members.read_parameter(name, &property, required.contains(name));
                members.left += later;
                read
            });
            properties.collect()
        })
        .unwrap_or_default()
    }

    fn read_items(&mut self, schema: &Reader<'_>) -> Option<Box<Parameter>> {
        let items = schema.items()?;
        let items = self.read_nested(schema.schemas_with("items"), |members| {
            members.read_parameter("", &items, true)
        });
        items.flatten().map(Box::new)
    }

    fn read_map_values(&mut self, schema: &Reader<'_>) -> Option<Box<Parameter>> {
        let values = schema.other_values()?;
        let values = self.read_nested(schema.schemas_with("additionalProperties"), |members| {
            members.read_parameter("", &values, false)
        });
        values.flatten().map(Box::new)
    }

    /// Nothing in schemas that the way already goes through.
    fn read_nested<T>(
        &mut self,
        schemas: Vec<*const Value>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let is_cycle = schemas.iter().any(|schema| self.way.contains(schema));
        // Compared by address: two equal schemas at different places are no cycle.
        if is_cycle || self.depth == MAX_DEPTH {
            self.has_unread |= !schemas.is_empty();
            return None;
        }
        let before = self.way.len();
        self.way.extend(schemas);
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        self.way.truncate(before);
        Some(read)
    }

    fn read_parameter(
        &mut self,
        name: &str,
        schema: &Reader<'_>,
        required: bool,
    ) -> Option<Parameter> {
        let Some(left) = self.left.checked_sub(1) else {
            self.has_unread = true;
            return None;
        };
        self.left = left;
        let types = schema.types();
        let description = schema.keyword("description").and_then(Value::as_str);
        let outer = std::mem::replace(&mut self.has_unread, false);
        let (items, properties) = (self.read_items(schema), self.read_properties(schema));
        let map_values = self.read_map_values(schema);
        let has_unread = std::mem::replace(&mut self.has_unread, outer);
        Some(Parameter {
            name: name.to_owned(),
            kind: type_label(&types).to_owned(),
            types: types.into_iter().map(str::to_owned).collect(),
            alternatives: schema
                .type_labels()
                .into_iter()
                .map(str::to_owned)
                .collect(),
            description: description.unwrap_or_default().to_owned(),
            required,
            default: schema.keyword("default").cloned(),
            values: schema
                .values()
                .map(|values| values.into_iter().cloned().collect()),
            format: schema
                .keyword("format")
                .and_then(Value::as_str)
                .map(str::to_owned),
            bounds: describe_bounds(schema),
            items,
            properties,
            map_values,
            object_forms: read_object_forms(schema),
            is_deprecated: schema.keyword("deprecated") == Some(&Value::Bool(true)),
            has_unread,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ToolSchema;

    #[test]
    fn what_comes_after_a_huge_parameter_is_read() {
        let texts = |count| -> Value {
            let names = (0..count).map(|it| (format!("p{it}"), json!({"type": "string"})));
            json!({"type": "object", "properties": Value::from_iter(names)})
        };
        let huge: Value = (0..200).map(|it| (format!("o{it}"), texts(200))).collect();
        let schema = json!({
            "type": "object",
            "properties": {
                "first": {"type": "object", "properties": huge},
                "later": texts(3),
                "last": {"type": "integer"},
            },
            "required": ["last"],
        });
        let tool = ToolSchema::parse("send", "", &schema);
        let [first, later, last] = tool.parameters.as_slice() else {
            panic!("{:?}", tool.parameters.len());
        };
        assert_eq!(first.properties.len(), 200);
        assert!(!first.properties[0].has_unread && first.properties[199].has_unread);
        assert!(later.has_unread);
        assert!(last.required && last.kind == "integer" && !last.has_unread);
        let members: usize = first
            .properties
            .iter()
            .map(|it| 1 + it.properties.len())
            .sum();
        assert_eq!(members + 3, MAX_MEMBERS);
    }
}
