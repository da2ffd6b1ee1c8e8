//! A parser for a part of UTL-X: paths from `$input`, literals, objects, arrays, arithmetic, `??`, lambdas, and calls
//! of functions, also by `|>`. The stand-in runs and infers what it gives.

mod expression;
mod literal;

use serde_json::Value;

use literal::{parse_number, unquote};

use super::token::{Token, TokenKind};

pub(crate) use expression::{Expression, Node, Operator};

/// Expressions within expressions, and signs in front of signs: the parser calls itself for each.
const MAX_DEPTH: usize = 60;

/// Levels of the tree. A chain such as `1 + 1 + 1` or `a.b.c` has a level for each step, though the parser makes it in
/// a loop.
const MAX_HEIGHT: usize = 200;

/// Why an expression could not be parsed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SyntaxError {
    pub(crate) message: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Whether it is an error in the whole language, and not only in the part that is known here.
    pub(crate) is_certain: bool,
}

/// Parses the tokens of a body.
///
/// # Errors
///
/// The expression is not in the part of the language that is known here, or in none.
pub(crate) fn parse_body(tokens: &[Token<'_>]) -> Result<Node, SyntaxError> {
    let mut parser = Parser {
        tokens,
        next: 0,
        depth: 0,
    };
    let node = parser.parse_expression()?;
    match parser.peek() {
        None => Ok(node),
        Some(token) => Err(parser.misfit(token, format!("unexpected `{}`", token.text))),
    }
}

struct Parser<'p, 't> {
    tokens: &'p [Token<'t>],
    next: usize,
    depth: usize,
}

impl<'p, 't> Parser<'p, 't> {
    fn parse_expression(&mut self) -> Result<Node, SyntaxError> {
        self.enter()?;
        let node = self.parse_pipe();
        self.depth -= 1;
        node
    }

    /// Goes one level deeper. After an error nothing more is parsed, so that only a success has to go back.
    fn enter(&mut self) -> Result<(), SyntaxError> {
        self.depth += 1;
        match self.depth > MAX_DEPTH {
            true => Err(self.error(format!("more than {MAX_DEPTH} levels of brackets or signs"))),
            false => Ok(()),
        }
    }

    /// `a |> f(x)` is `f(a, x)`.
    fn parse_pipe(&mut self) -> Result<Node, SyntaxError> {
        let mut node = self.parse_otherwise()?;
        while self.take_symbol("|>") {
            let name = self.take_name("the name of a function")?;
            let mut arguments = vec![node];
            self.expect("(")?;
            arguments.extend(self.parse_list(")")?);
            node = at(
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
        while let Some(operator) = self.take_operator(&["??"]) {
            let right = self.parse_sum()?;
            node = binary(&operator, Operator::Otherwise, node, right)?;
        }
        Ok(node)
    }

    fn parse_sum(&mut self) -> Result<Node, SyntaxError> {
        let mut node = self.parse_product()?;
        while let Some(token) = self.take_operator(&["+", "-"]) {
            let operator = match token.text {
                "+" => Operator::Add,
                _ => Operator::Subtract,
            };
            let right = self.parse_product()?;
            node = binary(&token, operator, node, right)?;
        }
        Ok(node)
    }

    fn parse_product(&mut self) -> Result<Node, SyntaxError> {
        let mut node = self.parse_postfix()?;
        while let Some(token) = self.take_operator(&["*", "/"]) {
            let operator = match token.text {
                "*" => Operator::Multiply,
                _ => Operator::Divide,
            };
            let right = self.parse_postfix()?;
            node = binary(&token, operator, node, right)?;
        }
        Ok(node)
    }

    fn parse_postfix(&mut self) -> Result<Node, SyntaxError> {
        let mut node = self.parse_primary()?;
        loop {
            if let Some(dot) = self
                .peek()
                .copied()
                .filter(|it| it.is_symbol(".") || it.is_symbol("?."))
            {
                self.next += 1;
                let is_attribute = self.take_symbol("@");
                let name = self.take_name("the name of a field")?;
                node = at(
                    &dot,
                    Expression::Field {
                        base: Box::new(node),
                        name: name.text.to_owned(),
                        is_attribute,
                    },
                )?;
            } else if let Some(open) = self.peek().copied().filter(|it| it.is_symbol("[")) {
                self.next += 1;
                let index = self.parse_expression()?;
                self.expect("]")?;
                node = at(
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
        let Some(token) = self.peek().copied() else {
            let error = self.error("a value is missing at the end".to_owned());
            return Err(error.certain());
        };
        self.next += 1;
        match token.kind {
            TokenKind::Number => at(&token, Expression::Literal(parse_number(token.text))),
            TokenKind::Text => at(
                &token,
                Expression::Literal(Value::String(unquote(token.text))),
            ),
            TokenKind::OpenText => {
                let error = error_at(&token, "the closing quote is missing".to_owned());
                Err(error.certain())
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
            return at(&token, Expression::Literal(literal));
        }
        if ["if", "let", "match", "function", "def", "template"].contains(&token.text) {
            return Err(error_at(&token, format!("`{}`", token.text)));
        }
        if self.take_symbol("(") {
            let arguments = self.parse_list(")")?;
            return at(
                &token,
                Expression::Call {
                    function: token.text.to_owned(),
                    arguments,
                },
            );
        }
        if self.take_symbol("=>") || self.take_symbol("->") {
            let body = Box::new(self.parse_expression()?);
            let parameters = vec![token.text.to_owned()];
            return at(&token, Expression::Lambda { parameters, body });
        }
        at(&token, Expression::Name(token.text.to_owned()))
    }

    fn parse_symbol(&mut self, token: Token<'t>) -> Result<Node, SyntaxError> {
        match token.text {
            "-" => {
                self.enter()?;
                let operand = Box::new(self.parse_postfix()?);
                self.depth -= 1;
                at(&token, Expression::Negation(operand))
            }
            "[" => {
                let items = self.parse_list("]")?;
                at(&token, Expression::Array(items))
            }
            "{" => self.parse_object(token),
            "(" => match self.parse_parameters() {
                Some(parameters) => {
                    let body = Box::new(self.parse_expression()?);
                    at(&token, Expression::Lambda { parameters, body })
                }
                None => {
                    let node = self.parse_expression()?;
                    self.expect(")")?;
                    Ok(node)
                }
            },
            other => Err(self.misfit(&token, format!("unexpected `{other}`"))),
        }
    }

    /// `a, b) =>` behind an opening bracket.
    fn parse_parameters(&mut self) -> Option<Vec<String>> {
        let start = self.next;
        let mut parameters = Vec::new();
        while let Some(name) = self.peek().filter(|it| it.kind == TokenKind::Name) {
            parameters.push(name.text.to_owned());
            self.next += 1;
            if !self.take_symbol(",") {
                break;
            }
        }
        if self.take_symbol(")") && (self.take_symbol("=>") || self.take_symbol("->")) {
            return Some(parameters);
        }
        self.next = start;
        None
    }

    fn parse_object(&mut self, open: Token<'t>) -> Result<Node, SyntaxError> {
        let mut members = Vec::new();
        while !self.take_symbol("}") {
            let Some(key) = self.peek().copied() else {
                return Err(error_at(&open, "`{` is never closed".to_owned()).certain());
            };
            self.next += 1;
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
                    return Err(
                        self.misfit(&key, format!("`{}` is not the name of a member", key.text))
                    );
                }
            };
            self.expect(":")?;
            members.push((name, self.parse_expression()?));
            if !self.take_symbol(",") {
                self.expect("}")?;
                break;
            }
        }
        at(&open, Expression::Object(members))
    }

    fn parse_list(&mut self, close: &str) -> Result<Vec<Node>, SyntaxError> {
        let mut items = Vec::new();
        while !self.take_symbol(close) {
            items.push(self.parse_expression()?);
            if !self.take_symbol(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(items)
    }

    fn peek(&self) -> Option<&'p Token<'t>> {
        self.tokens.get(self.next)
    }

    fn take_symbol(&mut self, symbol: &str) -> bool {
        let is_next = self.peek().is_some_and(|token| token.is_symbol(symbol));
        self.next += usize::from(is_next);
        is_next
    }

    fn take_operator(&mut self, operators: &[&str]) -> Option<Token<'t>> {
        let token = self.peek().copied()?;
        let is_one = operators.iter().any(|operator| token.is_symbol(operator));
        self.next += usize::from(is_one);
        is_one.then_some(token)
    }

    fn take_name(&mut self, what: &str) -> Result<Token<'t>, SyntaxError> {
        match self
            .peek()
            .copied()
            .filter(|token| token.kind == TokenKind::Name)
        {
            Some(token) => {
                self.next += 1;
                Ok(token)
            }
            None => {
                let message = format!("{what} is missing");
                Err(match self.peek() {
                    Some(token) => self.misfit(token, message),
                    None => self.error(message).certain(),
                })
            }
        }
    }

    fn expect(&mut self, symbol: &str) -> Result<(), SyntaxError> {
        match self.take_symbol(symbol) {
            true => Ok(()),
            false => Err(match self.peek() {
                Some(token) => self.misfit(
                    token,
                    format!("`{symbol}` is missing before `{}`", token.text),
                ),
                None => {
                    let error = self.error(format!("`{symbol}` is missing at the end"));
                    error.certain()
                }
            }),
        }
    }

    /// An error at a token that does not fit. It is certain only of tokens that no expression can have there: an
    /// operator or a name may belong to what is not known here, such as `a == b` or `x as Number`.
    fn misfit(&self, token: &Token<'t>, message: String) -> SyntaxError {
        let error = error_at(token, message);
        let following = match self.peek() {
            Some(next) if next.offset == token.offset => self.tokens.get(self.next + 1),
            next => next,
        };
        let is_certain = match token.kind {
            TokenKind::Number | TokenKind::Text | TokenKind::OpenText => true,
            // The next member, without a comma in front.
            TokenKind::Name => following.is_some_and(|it| it.is_symbol(":")),
            TokenKind::Symbol => [")", "]", "}", ","].contains(&token.text),
        };
        match is_certain {
            true => error.certain(),
            false => error,
        }
    }

    /// An error at the next token, or at the last one.
    fn error(&self, message: String) -> SyntaxError {
        match self.peek().or(self.tokens.last()) {
            Some(token) => error_at(token, message),
            None => SyntaxError {
                message,
                line: 1,
                column: 1,
                is_certain: false,
            },
        }
    }
}

impl SyntaxError {
    fn certain(self) -> Self {
        Self {
            is_certain: true,
            ..self
        }
    }
}

/// A node at a token.
///
/// # Errors
///
/// The tree would be too high.
fn at(token: &Token<'_>, expression: Expression) -> Result<Node, SyntaxError> {
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
fn binary(
    token: &Token<'_>,
    operator: Operator,
    left: Node,
    right: Node,
) -> Result<Node, SyntaxError> {
    at(
        token,
        Expression::Binary {
            operator,
            left: Box::new(left),
            right: Box::new(right),
        },
    )
}

fn error_at(token: &Token<'_>, message: String) -> SyntaxError {
    SyntaxError {
        message,
        line: token.line,
        column: token.column,
        is_certain: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::utlx::token::tokenize;

    fn parse(text: &str) -> Result<Expression, String> {
        let parsed = parse_body(&tokenize(text));
        parsed
            .map(|node| node.expression)
            .map_err(|it| format!("{}:{}: {}", it.line, it.column, it.message))
    }

    #[test]
    fn pipes_are_calls() {
        let Ok(Expression::Call {
            function,
            arguments,
        }) = parse("$input.a |> map(i => i.b)")
        else {
            panic!("is a call");
        };
        assert_eq!(function, "map");
        assert!(matches!(arguments[0].expression, Expression::Field { .. }));
        assert!(
            matches!(&arguments[1].expression, Expression::Lambda { parameters, .. } if parameters == &["i"])
        );
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(
            parse("{ a: 1").expect_err("is open"),
            "1:6: `}` is missing at the end"
        );
        assert_eq!(
            parse("{ a: 1 b: 2 }").expect_err("lacks a comma"),
            "1:8: `}` is missing before `b`"
        );
        assert_eq!(
            parse("if (a) b else c").expect_err("is not supported"),
            "1:1: `if`"
        );
        let deep = "[".repeat(1000);
        assert!(parse(&deep).expect_err("is too deep").contains("60 levels"));
    }
    #[test]
    fn long_chains_are_refused_with_their_place() {
        let hostile = [
            "- ".repeat(50_000) + "1",
            "1".to_owned() + &"+1".repeat(20_000),
            "1".to_owned() + &"*1".repeat(20_000),
            "1".to_owned() + &"??1".repeat(20_000),
            "$input".to_owned() + &".a".repeat(200_000),
            "$input".to_owned() + &"[0]".repeat(100_000),
            "$input".to_owned() + &" |> map(x => x)".repeat(30_000),
            "-(".repeat(50_000),
            "x => ".repeat(50_000) + "1",
        ];
        for text in hostile {
            let error = parse(&text).expect_err("is too deep");
            assert!(
                error.starts_with("1:") && error.contains("more than "),
                "{error}"
            );
        }
        assert!(parse(&("1".to_owned() + &"+1".repeat(199))).is_ok());
        assert_eq!(
            parse(&("1".to_owned() + &"+1".repeat(200))).expect_err("is one more"),
            "1:400: more than 200 steps in one expression: split it into parts"
        );
    }
    #[test]
    fn only_what_no_expression_can_be_is_certainly_wrong() {
        let is_certain = |text: &str| {
            let error = parse_body(&tokenize(text)).expect_err("is not parsed");
            error.is_certain
        };
        for wrong in [
            "",
            "{ a: ",
            "{ a: 1 b: 2 }",
            "{ a: 1 \"b\": 2 }",
            "[1, 2",
            "1 2",
            "f(1))",
            "$input.",
            "1 + )",
            "{ a 1 }",
            "\"x",
            "{ , }",
        ] {
            assert!(is_certain(wrong), "{wrong}");
        }
        for unknown in [
            "if (a) b else c",
            "{ let x = 1, y: x }",
            "{ ...$input }",
            "{ @id: 1 }",
            "{ [a]: 1 }",
            "$input.*",
            "1 == 2",
            "a ? b : c",
            "x as Number",
            "!a",
            "[1..5]",
        ] {
            assert!(!is_certain(unknown), "{unknown}");
        }
        assert!(
            !is_certain(&"-".repeat(100)),
            "the depth is a limit of ours"
        );
    }
}
