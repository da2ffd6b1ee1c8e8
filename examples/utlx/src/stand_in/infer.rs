//! Infers the schema of what a body returns from the schema of its input.

use std::collections::HashMap;

use toolwright::Map;

use crate::api::types::SchemaNode;
use crate::schema::merge::merge;
use crate::schema::node;
use crate::utlx::syntax::{Expression, Node, Operator};

/// An output's schema.
pub(super) struct InferredBody {
    pub(super) node: SchemaNode,
    pub(super) confidence: f64,
    /// Paths of the fields whose types are not known.
    pub(super) uncertain: Vec<String>,
}

/// The schema of a body's value.
pub(super) fn infer_body(body: &Node, input: SchemaNode) -> InferredBody {
    let mut inferrer = Inferrer {
        names: HashMap::from([("$input".to_owned(), input)]),
    };
    let node = inferrer.infer(body);
    let mut fields = Fields::default();
    fields.collect(&node, "");
    let certain = fields.count.saturating_sub(fields.uncertain.len());
    InferredBody {
        // Never certain: the stand-in infers from the form of the program, and does not run it.
        confidence: 0.95 * certain as f64 / fields.count.max(1) as f64,
        uncertain: fields.uncertain,
        node,
    }
}

struct Inferrer {
    names: HashMap<String, SchemaNode>,
}

impl Inferrer {
    fn infer(&mut self, body: &Node) -> SchemaNode {
        match &body.expression {
            Expression::Literal(value) => {
                let mut inferred = crate::schema::scalar::infer_typed(value);
                inferred.examples = None;
                inferred.format = None;
                inferred
            }
            Expression::Name(name) => self.names.get(name).cloned().unwrap_or_else(any),
            Expression::Field {
                base,
                name,
                is_attribute,
            } => {
                let base = self.infer(base);
                let found = match is_attribute {
                    true => base.attributes.as_ref().and_then(|it| it.get(name)),
                    false => base.properties.as_ref().and_then(|it| it.get(name)),
                };
                found.cloned().map_or_else(any, without_samples)
            }
            Expression::Index { base, .. } => {
                let base = self.infer(base);
                base.items.map_or_else(any, |items| *items)
            }
            Expression::Object(members) => {
                let members: Vec<(String, SchemaNode)> = members
                    .iter()
                    .map(|(name, member)| (name.clone(), self.infer(member)))
                    .collect();
                node::object(members)
            }
            Expression::Array(items) => {
                let items = items.iter().map(|item| self.infer(item));
                SchemaNode {
                    items: items.reduce(merge).map(Box::new),
                    ..node::of_type("array")
                }
            }
            Expression::Call {
                function,
                arguments,
            } => self.infer_call(function, arguments),
            Expression::Lambda { .. } => any(),
            Expression::Negation(_) => node::of_type("number"),
            Expression::Binary {
                operator,
                left,
                right,
            } => {
                let (left, right) = (self.infer(left), self.infer(right));
                infer_binary(*operator, left, right)
            }
        }
    }

    fn infer_call(&mut self, function: &str, arguments: &[Node]) -> SchemaNode {
        match (function, arguments) {
            ("sum", [_]) => node::of_type("number"),
            ("map", [list, lambda]) => {
                let list = self.infer(list);
                // A single element of XML is a list of one.
                let item = match list.items {
                    Some(items) => *items,
                    None => list,
                };
                let Expression::Lambda { parameters, body } = &lambda.expression else {
                    return node::of_type("array");
                };
                // A parameter hides a name outside only within the lambda.
                let shadowed: Vec<_> = parameters
                    .first()
                    .map(|name| (name.clone(), self.names.insert(name.clone(), item)))
                    .into_iter()
                    .collect();
                let mapped = self.infer(body);
                for (name, before) in shadowed {
                    match before {
                        Some(before) => self.names.insert(name, before),
                        None => self.names.remove(&name),
                    };
                }
                SchemaNode {
                    items: Some(Box::new(mapped)),
                    ..node::of_type("array")
                }
            }
            // These keep the items as they are.
            ("filter" | "sortBy" | "reverse" | "distinct" | "take", [list, ..]) => self.infer(list),
            (
                "upper" | "lower" | "upperCase" | "lowerCase" | "trim" | "concat" | "replace"
                | "toString" | "join",
                _,
            ) => node::of_type("string"),
            (
                "count" | "size" | "length" | "parseNumber" | "abs" | "round" | "avg" | "min"
                | "max",
                _,
            ) => node::of_type("number"),
            _ => any(),
        }
    }
}

fn infer_binary(operator: Operator, left: SchemaNode, right: SchemaNode) -> SchemaNode {
    match operator {
        Operator::Otherwise => {
            let mut merged = merge(left, right);
            merged.nullable = None;
            merged.examples = None;
            merged
        }
        Operator::Add if left.r#type == "string" || right.r#type == "string" => {
            node::of_type("string")
        }
        // `+` adds numbers and joins texts; with one side unknown it may be either.
        Operator::Add if left.r#type == "any" || right.r#type == "any" => any(),
        _ => node::of_type("number"),
    }
}

fn any() -> SchemaNode {
    node::of_type("any")
}

/// Samples of the input are none of the output.
fn without_samples(mut described: SchemaNode) -> SchemaNode {
    described.examples = None;
    described.items = described
        .items
        .map(|items| Box::new(without_samples(*items)));
    let strip = |map: Map<SchemaNode>| {
        map.into_iter()
            .map(|(name, child)| (name, without_samples(child)))
            .collect()
    };
    described.properties = described.properties.map(strip);
    described.attributes = described.attributes.map(strip);
    described
}

#[derive(Default)]
struct Fields {
    count: usize,
    uncertain: Vec<String>,
}

impl Fields {
    fn collect(&mut self, node: &SchemaNode, path: &str) {
        let is_leaf = node.properties.is_none() && node.items.is_none();
        if is_leaf {
            self.count += 1;
            if node.r#type == "any" {
                self.uncertain.push(if path.is_empty() {
                    "$".to_owned()
                } else {
                    path.to_owned()
                });
            }
        }
        for (name, child) in node.properties.iter().flatten() {
            let separator = if path.is_empty() { "" } else { "." };
            self.collect(child, &format!("{path}{separator}{name}"));
        }
        if let Some(items) = &node.items {
            self.collect(items, &format!("{path}[]"));
        }
    }
}
