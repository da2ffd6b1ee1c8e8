//! A parser for a part of UTL-X: paths from `$input`, literals, objects, arrays, arithmetic, `??`, lambdas, and calls
//! of functions, also by `|>`. The stand-in runs and infers what it gives.

mod cursor;
mod expression;
mod literal;
#[cfg(test)]
mod tests;

use serde_json::Value;

use cursor::{TokenCursor, error_at};
use literal::{parse_number, unquote};

use super::token::{Token, TokenKind};

pub(crate) use cursor::SyntaxError;
pub(crate) use expression::{Expression, Node, Operator};

/// Expressions within expressions, and signs in front of signs: the parser calls itself for each.
const MAX_DEPTH: usize = 60;

/// Levels of the tree. A chain such as `1 + 1 + 1` or `a.b.c` has a level for each step, though the parser makes it in
/// a loop.
const MAX_HEIGHT: usize = 200;

/// Parses the tokens of a body.
///
/// # Errors
///
/// The expression is not in the part of the language that is known here, or in none.
pub(crate) fn parse_body(tokens: &[Token<'_>]) -> Result<Node, SyntaxError> {
    let mut parser = Parser {
        cursor: TokenCursor::new(tokens),
        depth: 0,
    };
    let node = parser.parse_expression()?;
    match parser.cursor.peek() {
        None => Ok(node),
        Some(token) => Err(parser
            .cursor
            .reject_token(token, format!("unexpected `{}`", token.text))),
    }
}

struct Parser<'p, 't> {
    cursor: TokenCursor<'p, 't>,
    depth: usize,
}

impl<'p, 't> Parser<'p, 't> {
    fn parse_expression(&mut self) -> Result<Node, SyntaxError> {
        self.enter_level()?;
        let node = self.parse_pipe();
        self.depth -= 1;
        node
    }

    /// Goes one level deeper. After an error nothing more is parsed, so that only a success has to go back.
    fn enter_level(&mut self) -> Result<(), SyntaxError> {
        self.depth += 1;
        match self.depth > MAX_DEPTH {
            true => Err(self
                .cursor
                .error_here(format!("more than {MAX_DEPTH} levels of brackets or signs"))),
            false => Ok(()),
        }
    }

    /// `a |> f(x)` is `f(a, x)`.
    fn parse_pipe(&mut self) -> Result<Node, SyntaxError> {
        let mut node = self.parse_otherwise()?;
        while self.cursor.take_symbol("|>") {
            let name = self.cursor.expect_name("the name of a function")?;
            let mut arguments = vec![node];
            self.cursor.expect_symbol("(")?;
            arguments.extend(self.parse_list(")")?);
            node = node_at(
                &name,
                Expression::Call {
                    function: name.text.to_owned(),
                    arguments,
                },
            )?;
        }
        Ok(node)
    }

    fn parse_otherwise(&mut self) -> Result<Node, SyntaxError> {
        let mut node = self.parse_sum()?;
        while let Some(operator) = self.cursor.take_operator(&["??"]) {
            let right = self.parse_sum()?;
            node = binary_node(&operator, Operator::Otherwise, node, right)?;
        }
        Ok(node)
    }

    fn parse_sum(&mut self) -> Result<Node, SyntaxError> {
        let mut node = self.parse_product()?;
        while let Some(token) = self.cursor.take_operator(&["+", "-"]) {
            let operator = match token.text {
                "+" => Operator::Add,
                _ => Operator::Subtract,
            };
            let right = self.parse_product()?;
            node = binary_node(&token, operator, node, right)?;
        }
        Ok(node)
    }

    fn parse_product(&mut self) -> Result<Node, SyntaxError> {
        let mut node = self.parse_postfix()?;
        while let Some(token) = self.cursor.take_operator(&["*", "/"]) {
            let operator = match token.text {
                "*" => Operator::Multiply,
                _ => Operator::Divide,
            };
            let right = self.parse_postfix()?;
            node = binary_node(&token, operator, node, right)?;
        }
        Ok(node)
    }

    fn parse_postfix(&mut self) -> Result<Node, SyntaxError> {
        let mut node = self.parse_primary()?;
        loop {
            if let Some(dot) = self
                .cursor
                .peek()
                .copied()
                .filter(|it| it.is_symbol(".") || it.is_symbol("?."))
            {
                self.cursor.skip();
                let is_attribute = self.cursor.take_symbol("@");
                let name = self.cursor.expect_name("the name of a field")?;
                node = node_at(
                    &dot,
                    Expression::Field {
                        base: Box::new(node),
                        name: name.text.to_owned(),
                        is_attribute,
                    },
                )?;
            } else if let Some(open) = self.cursor.peek().copied().filter(|it| it.is_symbol("[")) {
                self.cursor.skip();
                let index = self.parse_expression()?;
                self.cursor.expect_symbol("]")?;
                node = node_at(
                    &open,
                    Expression::Index {
                        base: Box::new(node),
                        index: Box::new(index),
                    },
                )?;
            } else {
                return Ok(node);
            }
        }
    }

    fn parse_primary(&mut self) -> Result<Node, SyntaxError> {
        let Some(token) = self.cursor.peek().copied() else {
            let error = self
                .cursor
                .error_here("a value is missing at the end".to_owned());
            return Err(error.into_certain());
        };
        self.cursor.skip();
        match token.kind {
            TokenKind::Number => node_at(&token, Expression::Literal(parse_number(token.text))),
            TokenKind::Text => node_at(
                &token,
                Expression::Literal(Value::String(unquote(token.text))),
            ),
            TokenKind::OpenText => {
                let error = error_at(&token, "the closing quote is missing".to_owned());
                Err(error.into_certain())
            }
            TokenKind::Name => self.parse_name(token),
            TokenKind::Symbol => self.parse_symbol(token),
        }
    }

    fn parse_name(&mut self, token: Token<'t>) -> Result<Node, SyntaxError> {
        let literal = match token.text {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "null" => Some(Value::Null),
            _ => None,
        };
        if let Some(literal) = literal {
            return node_at(&token, Expression::Literal(literal));
        }
        if ["if", "let", "match", "function", "def", "template"].contains(&token.text) {
            return Err(error_at(&token, format!("`{}`", token.text)));
        }
        if self.cursor.take_symbol("(") {
            let arguments = self.parse_list(")")?;
            return node_at(
                &token,
                Expression::Call {
                    function: token.text.to_owned(),
                    arguments,
                },
            );
        }
        if self.cursor.take_symbol("=>") || self.cursor.take_symbol("->") {
            let body = Box::new(self.parse_expression()?);
            let parameters = vec![token.text.to_owned()];
            return node_at(&token, Expression::Lambda { parameters, body });
        }
        node_at(&token, Expression::Name(token.text.to_owned()))
    }

    fn parse_symbol(&mut self, token: Token<'t>) -> Result<Node, SyntaxError> {
        match token.text {
            "-" => {
                self.enter_level()?;
                let operand = Box::new(self.parse_postfix()?);
                self.depth -= 1;
                node_at(&token, Expression::Negation(operand))
            }
            "[" => {
                let items = self.parse_list("]")?;
                node_at(&token, Expression::Array(items))
            }
            "{" => self.parse_object(token),
            "(" => match self.parse_parameters() {
                Some(parameters) => {
                    let body = Box::new(self.parse_expression()?);
                    node_at(&token, Expression::Lambda { parameters, body })
                }
                None => {
                    let node = self.parse_expression()?;
                    self.cursor.expect_symbol(")")?;
                    Ok(node)
                }
            },
            other => Err(self
                .cursor
                .reject_token(&token, format!("unexpected `{other}`"))),
        }
    }

    /// `a, b) =>` behind an opening bracket.
    fn parse_parameters(&mut self) -> Option<Vec<String>> {
        let start = self.cursor;
        let mut parameters = Vec::new();
        while let Some(name) = self.cursor.peek().filter(|it| it.kind == TokenKind::Name) {
            parameters.push(name.text.to_owned());
            self.cursor.skip();
            if !self.cursor.take_symbol(",") {
                break;
            }
        }
        if self.cursor.take_symbol(")")
            && (self.cursor.take_symbol("=>") || self.cursor.take_symbol("->"))
        {
            return Some(parameters);
        }
        self.cursor = start;
        None
    }

    fn parse_object(&mut self, open: Token<'t>) -> Result<Node, SyntaxError> {
        let mut members = Vec::new();
        while !self.cursor.take_symbol("}") {
            let Some(key) = self.cursor.peek().copied() else {
                return Err(error_at(&open, "`{` is never closed".to_owned()).into_certain());
            };
            self.cursor.skip();
            let name = match key.kind {
                TokenKind::Name if ["let", "function"].contains(&key.text) => {
                    return Err(error_at(&key, format!("`{}`", key.text)));
                }
                TokenKind::Name => key.text.to_owned(),
                TokenKind::Text => unquote(key.text),
                TokenKind::Symbol if key.text == "[" || key.text == "(" => {
                    return Err(error_at(&key, "computed names of members".to_owned()));
                }
                _ => {
                    return Err(self.cursor.reject_token(
                        &key,
                        format!("`{}` is not the name of a member", key.text),
                    ));
                }
            };
            self.cursor.expect_symbol(":")?;
            members.push((name, self.parse_expression()?));
            if !self.cursor.take_symbol(",") {
                self.cursor.expect_symbol("}")?;
                break;
            }
        }
        node_at(&open, Expression::Object(members))
    }

    fn parse_list(&mut self, close: &str) -> Result<Vec<Node>, SyntaxError> {
        let mut items = Vec::new();
        while !self.cursor.take_symbol(close) {
            items.push(self.parse_expression()?);
            if !self.cursor.take_symbol(",") {
                self.cursor.expect_symbol(close)?;
                break;
            }
        }
        Ok(items)
    }
}

/// A node at a token.
///
/// # Errors
///
/// The tree would be too high.
fn node_at(token: &Token<'_>, expression: Expression) -> Result<Node, SyntaxError> {
    let height = 1 + expression.height_within();
    if height > MAX_HEIGHT {
        let message =
            format!("more than {MAX_HEIGHT} steps in one expression: split it into parts");
        return Err(error_at(token, message));
    }
    Ok(Node {
        expression,
        line: token.line,
        column: token.column,
        height,
    })
}

/// Its place is that of the operator.
fn binary_node(
    token: &Token<'_>,
    operator: Operator,
    left: Node,
    right: Node,
) -> Result<Node, SyntaxError> {
    node_at(
        token,
        Expression::Binary {
            operator,
            left: Box::new(left),
            right: Box::new(right),
        },
    )
}
