use serde_json::Value;

/// An expression and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) expression: Expression,
    /// From 1, in the body.
    pub(crate) line: usize,
    pub(crate) column: usize,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// `??`
    Otherwise,
}
