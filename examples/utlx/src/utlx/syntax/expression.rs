//! The syntax tree of a UTL-X body: expressions with their places, as the parser makes them. Every
//! node knows its height, because evaluation, type inference and even dropping a tree recurse once
//! for each level.

use serde_json::Value;

/// An expression and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) expression: Expression,
    /// From 1, in the body.
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Levels of the tree from here down. Evaluation, inference and drop call themselves for each.
    pub(super) height: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    Literal(Value),
    /// `$input`, or a parameter of a lambda.
    Name(String),
    Field {
        base: Box<Node>,
        name: String,
        is_attribute: bool,
    },
    Index {
        base: Box<Node>,
        index: Box<Node>,
    },
    Object(Vec<(String, Node)>),
    Array(Vec<Node>),
    Call {
        function: String,
        arguments: Vec<Node>,
    },
    Lambda {
        parameters: Vec<String>,
        body: Box<Node>,
    },
    Binary {
        operator: Operator,
        left: Box<Node>,
        right: Box<Node>,
    },
    Negation(Box<Node>),
}

impl Expression {
    /// The height of the tallest expression within this one.
    pub(super) fn height_within(&self) -> usize {
        match self {
            Self::Literal(_) | Self::Name(_) => 0,
            Self::Field { base, .. } => base.height,
            Self::Index { base, index } => base.height.max(index.height),
            Self::Object(members) => {
                let heights = members.iter().map(|(_, member)| member.height);
                heights.max().unwrap_or(0)
            }
            Self::Array(items)
            | Self::Call {
                arguments: items, ..
            } => items.iter().map(|item| item.height).max().unwrap_or(0),
            Self::Lambda { body, .. } => body.height,
            Self::Binary { left, right, .. } => left.height.max(right.height),
            Self::Negation(operand) => operand.height,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// `??`
    Otherwise,
}
