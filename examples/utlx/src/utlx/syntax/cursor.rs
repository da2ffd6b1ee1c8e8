//! The tokens of an expression, read from the first to the last, and errors at their places.

use crate::utlx::token::{Token, TokenKind};

/// Why an expression could not be parsed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SyntaxError {
    pub(crate) message: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Whether it is an error in the whole language, and not only in the part that is known here.
    pub(crate) is_certain: bool,
}

impl SyntaxError {
    /// The same as an error in the whole language.
    pub(super) fn into_certain(self) -> Self {
        Self {
            is_certain: true,
            ..self
        }
    }
}

/// A place between tokens.
#[derive(Clone, Copy)]
pub(super) struct TokenCursor<'p, 't> {
    tokens: &'p [Token<'t>],
    next: usize,
}

impl<'p, 't> TokenCursor<'p, 't> {
    pub(super) fn new(tokens: &'p [Token<'t>]) -> Self {
        Self { tokens, next: 0 }
    }

    /// Goes behind the next token.
    pub(super) fn skip(&mut self) {
        self.next += 1;
    }

    pub(super) fn peek(&self) -> Option<&'p Token<'t>> {
        self.tokens.get(self.next)
    }

    pub(super) fn take_symbol(&mut self, symbol: &str) -> bool {
        let is_next = self.peek().is_some_and(|token| token.is_symbol(symbol));
        self.next += usize::from(is_next);
        is_next
    }

    pub(super) fn take_operator(&mut self, operators: &[&str]) -> Option<Token<'t>> {
        let token = self.peek().copied()?;
        let is_one = operators.iter().any(|operator| token.is_symbol(operator));
        self.next += usize::from(is_one);
        is_one.then_some(token)
    }

    pub(super) fn expect_name(&mut self, what: &str) -> Result<Token<'t>, SyntaxError> {
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
                    Some(token) => self.reject_token(token, message),
                    None => self.error_here(message).into_certain(),
                })
            }
        }
    }

    pub(super) fn expect_symbol(&mut self, symbol: &str) -> Result<(), SyntaxError> {
        match self.take_symbol(symbol) {
            true => Ok(()),
            false => Err(match self.peek() {
                Some(token) => self.reject_token(
                    token,
                    format!("`{symbol}` is missing before `{}`", token.text),
                ),
                None => {
                    let error = self.error_here(format!("`{symbol}` is missing at the end"));
                    error.into_certain()
                }
            }),
        }
    }

    /// An error at a token that does not fit. It is certain only of tokens that no expression can have there: an
    /// operator or a name may belong to what is not known here, such as `a == b` or `x as Number`.
    pub(super) fn reject_token(&self, token: &Token<'t>, message: String) -> SyntaxError {
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
            true => error.into_certain(),
            false => error,
        }
    }

    /// An error at the next token, or at the last one.
    pub(super) fn error_here(&self, message: String) -> SyntaxError {
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

pub(super) fn error_at(token: &Token<'_>, message: String) -> SyntaxError {
    SyntaxError {
        message,
        line: token.line,
        column: token.column,
        is_certain: false,
    }
}
