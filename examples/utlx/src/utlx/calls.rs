//! The functions that a transformation calls.

use super::token::{Token, TokenKind, tokenize};

/// Words in front of `(` that are no functions.
const KEYWORDS: [&str; 12] = [
    "if", "else", "match", "when", "let", "function", "def", "try", "catch", "and", "or", "not",
];

/// A call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FunctionCall<'t> {
    pub(crate) name: Token<'t>,
    /// Whether it is written as a method, `x.f(…)`.
    pub(crate) is_method: bool,
}

/// The calls in these tokens, in their order.
pub(crate) fn find_calls<'t>(tokens: &[Token<'t>]) -> Vec<FunctionCall<'t>> {
    let mut calls = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let is_called = tokens
            .get(index + 1)
            .is_some_and(|next| next.is_symbol("(") && next.offset == token.end());
        let is_name = token.kind == TokenKind::Name && !token.text.starts_with('$');
        if !is_called || !is_name || KEYWORDS.contains(&token.text) {
            continue;
        }
        let before = index.checked_sub(1).map(|before| &tokens[before]);
        let is_definition = before
            .is_some_and(|it| it.kind == TokenKind::Name && ["function", "def"].contains(&it.text));
        if is_definition {
            continue;
        }
        calls.push(FunctionCall {
            name: *token,
            is_method: before.is_some_and(|it| it.is_symbol(".") || it.is_symbol("?.")),
        });
    }
    calls
}

/// The names of the functions that a transformation calls, each once, sorted.
pub(crate) fn called_functions(transformation: &str) -> Vec<String> {
    let tokens = tokenize(super::header::split(transformation).body);
    let calls = find_calls(&tokens);
    let mut names: Vec<String> = calls.iter().map(|call| call.name.text.to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_found_and_definitions_are_not_calls() {
        let text = "%utlx 1.0\n---\nfunction double(x) { x * 2 }\n$input |> map(i => double(i)) |> filter(i => if (i) 1)";
        assert_eq!(called_functions(text), ["double", "filter", "map"]);
    }
}
