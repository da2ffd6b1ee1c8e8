use serde_json::Value;

use crate::schema::keyword::{Object, types};
use crate::schema::resolve::{Definitions, follow};

/// How many schemas are looked into for one `allOf`: definitions may fan out.
const MOST_SCHEMAS: usize = 1000;

/// The types of JSON Schema.
const ALL: [&str; 7] = [
    "null", "boolean", "object", "array", "string", "integer", "number",
];

/// A remark on an `allOf` that no value of any type satisfies.
pub(super) fn of(object: &Object, definitions: &dyn Definitions) -> Option<String> {
    let members = object.get("allOf")?.as_array()?;
    let mut search = Search {
        definitions,
        left: MOST_SCHEMAS,
        open: Vec::new(),
    };
    let mut admitted = stated(object);
    for member in members {
        let types = search.types(member);
        let both = common(&admitted, &types);
        if both.is_empty() && !admitted.is_empty() && !types.is_empty() {
            let (asked, before) = (listed(&types), listed(&admitted));
            return Some(format!(
                "no value satisfies all of `allOf`: the type can't be {before} and {asked} at once"
            ));
        }
        admitted = both;
    }
    None
}

struct Search<'a> {
    definitions: &'a dyn Definitions,
    left: usize,
    /// The schemas that are being looked into, by their addresses: one in itself adds nothing.
    open: Vec<*const Value>,
}

impl Search<'_> {
    /// The types that a schema admits, its `allOf` included.
    fn types(&mut self, schema: &Value) -> Vec<&'static str> {
        let schema = follow(schema, self.definitions);
        let place: *const Value = schema;
        let Some(left) = self.left.checked_sub(1) else {
            return ALL.to_vec();
        };
        let Some(object) = schema.as_object().filter(|_| !self.open.contains(&place)) else {
            return ALL.to_vec();
        };
        self.left = left;
        self.open.push(place);
        let mut admitted = stated(object);
        let members = object.get("allOf").and_then(Value::as_array);
        for member in members.into_iter().flatten() {
            let types = self.types(member);
            admitted = common(&admitted, &types);
        }
        self.open.pop();
        admitted
    }
}

/// The types that a schema names, or all; a whole number is a number.
fn stated(object: &Object) -> Vec<&'static str> {
    let named = types(object);
    let is_named = |name: &&str| {
        named.is_empty() || named.contains(name) || *name == "integer" && named.contains(&"number")
    };
    ALL.into_iter().filter(is_named).collect()
}

fn common(some: &[&'static str], others: &[&'static str]) -> Vec<&'static str> {
    let both = some.iter().filter(|name| others.contains(name));
    both.copied().collect()
}

fn listed(types: &[&str]) -> String {
    let whole = |name: &&&str| **name != "integer" || !types.contains(&"number");
    let named: Vec<String> = types
        .iter()
        .filter(whole)
        .map(|name| format!("`{name}`"))
        .collect();
    named.join(" or ")
}
