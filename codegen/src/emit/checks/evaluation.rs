//! `unevaluatedProperties` and `unevaluatedItems`.

use serde_json::Value;

use super::Checks;
use super::node::{Keyword, Link, Node, Types};
use super::read::{Object, is_schema};

const UNEVALUATED: [(&str, &str); 2] = [
    ("unevaluatedItems", "UnevaluatedItems"),
    ("unevaluatedProperties", "UnevaluatedProperties"),
];

/// Whether what a keyword holds is applied to the very value that the keyword is applied to, and
/// evaluates that value's members and items.
fn evaluates_in_place(keyword: &str) -> bool {
    matches!(
        keyword,
        "allOf" | "anyOf" | "oneOf" | "if" | "then" | "else" | "dependentSchemas"
    )
}

impl Checks {
    /// Reads what a keyword holds, with what it evaluates noted where that matters.
    pub(super) fn within<T>(&mut self, keyword: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let noting = self.noting;
        self.noting = noting && evaluates_in_place(keyword);
        self.place.push(keyword.to_owned());
        let read = read(self);
        self.place.pop();
        self.noting = noting;
        read
    }

    /// Whether a schema, or one that it is a part of, asks what it has evaluated.
    pub(super) fn asks(&self, schema: &Object) -> bool {
        let asks = |keyword: &str| {
            schema
                .get(keyword)
                .is_some_and(|value| is_schema(value) && *value != Value::Bool(true))
        };
        self.noting || UNEVALUATED.iter().any(|(keyword, _)| asks(keyword))
    }

    /// Whether all properties count as evaluated, since others than the named are allowed or can't be
    /// told from them.
    pub(super) fn evaluates_all(&self, schema: &Object) -> bool {
        let additional = schema.get("additionalProperties");
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        additional.is_some_and(|value| is_schema(value) && *value != Value::Bool(false))
            || patterns
                .is_some_and(|all| all.keys().any(|source| !self.patterns.contains_key(source)))
    }

    /// Puts keywords beside the `unevaluated…` keywords of their schema.
    pub(super) fn unevaluated(&mut self, schema: &Object, node: Node) -> Node {
        let mut node = node;
        for (keyword, variant) in UNEVALUATED {
            let Some(value) = schema.get(keyword).filter(|value| is_schema(value)) else {
                continue;
            };
            let schema = self.within(keyword, |checks| checks.link(value));
            if schema == Link::ANY && !self.noting {
                continue;
            }
            let beside = self.intern(Node {
                types: Types::ANY,
                keywords: node.keywords,
            });
            node.keywords = vec![Keyword::Unevaluated {
                variant,
                beside,
                schema,
            }];
        }
        node
    }
}
