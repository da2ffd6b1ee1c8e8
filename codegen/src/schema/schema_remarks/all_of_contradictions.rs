//! Finds an `allOf` whose members name types that have no value in common. It follows references within a
//! budget, and takes a schema that it cannot look into as one of any type, so that it never reports too much.

use serde_json::Value;

use crate::schema::keyword::{Object, declared_types};
use crate::schema::resolve_reference::{DefinitionLookup, follow_references};

/// How many schemas are looked into for one `allOf`: definitions may fan out.
const MOST_SCHEMAS: usize = 100;

/// The types of JSON Schema.
const ALL_TYPES: [&str; 7] = [
    "null", "boolean", "object", "array", "string", "integer", "number",
];

/// A remark on an `allOf` that no value of any type satisfies.
pub(super) fn find_contradiction(
    object: &Object,
    definitions: &dyn DefinitionLookup,
) -> Option<String> {
    let members = object.get("allOf")?.as_array()?;
    let mut search = TypeSearch {
        definitions,
        left: MOST_SCHEMAS,
        open: Vec::new(),
    };
    let mut admitted = declared_or_all_types(object);
    for member in members {
        let types = search.admitted_types(member);
        let both = intersect_types(&admitted, &types);
        if both.is_empty() && !admitted.is_empty() && !types.is_empty() {
            let (asked, before) = (format_types(&types), format_types(&admitted));
            return Some(format!(
                "no value satisfies this `allOf`: the type cannot be both {before} and {asked}"
            ));
        }
        admitted = both;
    }
    None
}

struct TypeSearch<'a> {
    definitions: &'a dyn DefinitionLookup,
    left: usize,
    /// The schemas that are being looked into, by their addresses: one in itself adds nothing.
    open: Vec<*const Value>,
}

impl TypeSearch<'_> {
    /// The types that a schema admits, its `allOf` included.
    fn admitted_types(&mut self, schema: &Value) -> Vec<&'static str> {
        let schema = follow_references(schema, self.definitions);
        let place: *const Value = schema;
        let Some(left) = self.left.checked_sub(1) else {
            return ALL_TYPES.to_vec();
        };
        let Some(object) = schema.as_object().filter(|_| !self.open.contains(&place)) else {
            return ALL_TYPES.to_vec();
        };
        self.left = left;
        self.open.push(place);
        let mut admitted = declared_or_all_types(object);
        let members = object.get("allOf").and_then(Value::as_array);
        for member in members.into_iter().flatten() {
            let types = self.admitted_types(member);
            admitted = intersect_types(&admitted, &types);
        }
        self.open.pop();
        admitted
    }
}

/// The types that a schema names, or all; a whole number is a number.
fn declared_or_all_types(object: &Object) -> Vec<&'static str> {
    let named = declared_types(object);
    let is_named = |name: &&str| {
        named.is_empty() || named.contains(name) || *name == "integer" && named.contains(&"number")
    };
    ALL_TYPES.into_iter().filter(is_named).collect()
}

fn intersect_types(some: &[&'static str], others: &[&'static str]) -> Vec<&'static str> {
    let both = some.iter().filter(|name| others.contains(name));
    both.copied().collect()
}

fn format_types(types: &[&str]) -> String {
    let whole = |name: &&&str| **name != "integer" || !types.contains(&"number");
    let named: Vec<String> = types
        .iter()
        .filter(whole)
        .map(|name| format!("`{name}`"))
        .collect();
    named.join(" or ")
}
