//! Common mistakes in transformations, with advice. They are looked for only where the daemon has found an error: on
//! their own, these rules know too little of the language to judge.

use std::collections::{HashMap, HashSet};

use super::calls::find_calls;
use super::header;
use super::token::{Token, TokenKind, tokenize};
use crate::suggest::suggest_name;

/// There is advice for so many calls of functions that do not exist.
const MAX_UNKNOWN_CALLS: usize = 100;

/// Advice on a place of a transformation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Advice {
    /// From 1, in the whole text.
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) text: String,
}

/// The mistakes of a transformation, by their places. `functions` are the names of the standard library.
pub(crate) fn find_mistakes<'n>(
    transformation: &str,
    functions: impl Iterator<Item = &'n str> + Clone,
) -> Vec<Advice> {
    let parts = header::split(transformation);
    let mut found = Vec::new();
    find_header_mistakes(transformation, &parts, &mut found);
    let tokens = tokenize(parts.body);
    let mut body = Finder {
        lines_before: parts.lines_before_body,
        found: Vec::new(),
    };
    body.find_bracket_mistakes(&tokens);
    body.find_call_mistakes(&tokens, functions);
    body.find_word_mistakes(&tokens);
    found.extend(body.found);
    found.sort_by_key(|advice| (advice.line, advice.column));
    found
}

/// The advice for an error at that line: the one on the same line, else the first one of all.
pub(crate) fn advice_for_line(mistakes: &[Advice], line: usize) -> Option<&Advice> {
    let on_line = mistakes.iter().find(|advice| advice.line == line);
    on_line.or(mistakes.first())
}

fn find_header_mistakes(text: &str, parts: &header::Parts<'_>, found: &mut Vec<Advice>) {
    let mut advise = |line, text: &str| {
        found.push(Advice {
            line,
            column: 1,
            text: text.to_owned(),
        });
    };
    match parts.header {
        None if !text.trim_start().starts_with('%') => advise(
            1,
            "Begin with a header: the lines `%utlx 1.0`, `input json`, `output json` and `---`, with your formats.",
        ),
        None => {
            let lines = text.lines().take_while(|line| {
                let line = line.trim_start();
                ["%", "input", "output"]
                    .iter()
                    .any(|word| line.starts_with(word))
                    || line.is_empty()
            });
            let message = "Put a line with `---` between the header and the body.";
            advise(lines.count() + 1, message);
        }
        Some(header) if !header.trim_start().starts_with("%utlx") => {
            advise(1, "The first line must be `%utlx 1.0`.");
        }
        Some(header) => {
            for word in ["input", "output"] {
                if !header
                    .lines()
                    .any(|line| line.trim_start().starts_with(word))
                {
                    advise(
                        1,
                        &format!("The header lacks a line such as `{word} json`."),
                    );
                }
            }
        }
    }
}

struct Finder {
    lines_before: usize,
    found: Vec<Advice>,
}

impl Finder {
    fn advise(&mut self, token: &Token<'_>, text: String) {
        self.found.push(Advice {
            line: token.line + self.lines_before,
            column: token.column,
            text,
        });
    }

    fn find_bracket_mistakes(&mut self, tokens: &[Token<'_>]) {
        for problem in find_bracket_problems(tokens) {
            let text = problem.describe();
            self.advise(&problem.token(), text);
        }
    }

    fn find_call_mistakes<'n>(
        &mut self,
        tokens: &[Token<'_>],
        functions: impl Iterator<Item = &'n str> + Clone,
    ) {
        let defined: HashSet<&str> = tokens
            .windows(2)
            .filter(|pair| ["function", "def", "let"].contains(&pair[0].text))
            .map(|pair| pair[1].text)
            .collect();
        let mut unknown = 0;
        for call in find_calls(tokens) {
            // Each unknown name is compared with all that are known.
            if unknown == MAX_UNKNOWN_CALLS {
                break;
            }
            let name = call.name.text;
            let is_known = functions.clone().any(|known| known == name);
            if call.is_method && is_known {
                let text = format!("Call functions with `|>`, not as methods: `… |> {name}(…)`.");
                self.advise(&call.name, text);
            } else if !is_known && !defined.contains(name) {
                unknown += 1;
                let meant = suggest_name(name, functions.clone());
                let text = match meant {
                    Some(meant) => {
                        format!("There is no function `{name}`. Did you mean `{meant}`?")
                    }
                    None => format!(
                        "There is no function `{name}` in the standard library. Look for one with get_stdlib_functions."
                    ),
                };
                self.advise(&call.name, text);
            }
        }
    }

    fn find_word_mistakes(&mut self, tokens: &[Token<'_>]) {
        for (index, token) in tokens.iter().enumerate() {
            let next = tokens.get(index + 1);
            let before = index.checked_sub(1).map(|index| &tokens[index]);
            let follows_dot = before.is_some_and(|it| it.is_symbol(".") || it.is_symbol("?."));
            match token.kind {
                TokenKind::OpenText => {
                    self.advise(
                        token,
                        "The closing quote of this text is missing.".to_owned(),
                    );
                }
                TokenKind::Text if token.text.starts_with('\'') => {
                    self.advise(token, "Write texts in double quotes.".to_owned());
                }
                TokenKind::Name
                    if token.text == "input"
                        && !follows_dot
                        && next.is_some_and(|it| it.is_symbol(".") || it.is_symbol("[")) =>
                {
                    self.advise(token, "Write `$input` with a dollar sign.".to_owned());
                }
                TokenKind::Symbol if ["===", "!=="].contains(&token.text) => {
                    let text = format!("Write `{}` instead of `{}`.", &token.text[..2], token.text);
                    self.advise(token, text);
                }
                TokenKind::Symbol if token.text == "=" && !is_let(tokens, index) => {
                    let text = "Write `name: value` in an object; `=` belongs to `let`.".to_owned();
                    self.advise(token, text);
                }
                _ => {}
            }
            if let Some(next) = next
                && is_member_name(tokens, index + 1)
                && next.line > token.line
                && ends_value(token)
            {
                let name = next.text;
                self.advise(
                    token,
                    format!("A comma is missing between this value and `{name}`."),
                );
            }
        }
    }
}

/// Whether `=` at that index stands in `let x = …`.
fn is_let(tokens: &[Token<'_>], index: usize) -> bool {
    let word = index.checked_sub(2).map(|index| tokens[index].text);
    word.is_some_and(|word| ["let", "function", "def"].contains(&word))
}

/// Whether the token at that index is the name of an object's member.
fn is_member_name(tokens: &[Token<'_>], index: usize) -> bool {
    let is_name = tokens
        .get(index)
        .is_some_and(|it| matches!(it.kind, TokenKind::Name | TokenKind::Text));
    is_name && tokens.get(index + 1).is_some_and(|it| it.is_symbol(":"))
}

fn ends_value(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Symbol => [")", "]", "}"].contains(&token.text),
        TokenKind::Name => !["let", "else", "then", "return"].contains(&token.text),
        TokenKind::Number | TokenKind::Text => true,
        TokenKind::OpenText => false,
    }
}

/// A bracket without its partner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BracketProblem<'t> {
    /// Nothing closes it.
    Unclosed(Token<'t>),
    /// Nothing opened it.
    Unopened(Token<'t>),
}

impl<'t> BracketProblem<'t> {
    pub(crate) fn token(&self) -> Token<'t> {
        match self {
            Self::Unclosed(token) | Self::Unopened(token) => *token,
        }
    }

    /// What to do about it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Unclosed(open) => {
                format!(
                    "`{}` is never closed: add `{}`.",
                    open.text,
                    partner(open.text)
                )
            }
            Self::Unopened(close) => format!(
                "`{}` closes nothing: remove it, or add `{}` before it.",
                close.text,
                partner(close.text)
            ),
        }
    }
}

fn partner(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        "[" => "]",
        "{" => "}",
        ")" => "(",
        "]" => "[",
        _ => "{",
    }
}

/// The brackets that have no partner.
pub(crate) fn find_bracket_problems<'t>(tokens: &[Token<'t>]) -> Vec<BracketProblem<'t>> {
    let mut open: Vec<Token<'t>> = Vec::new();
    // How many of each kind are open: all of them are searched only if one is there, and it is closed then.
    let mut open_kinds: HashMap<&str, usize> = HashMap::new();
    let mut problems = Vec::new();
    for token in tokens.iter().filter(|it| it.kind == TokenKind::Symbol) {
        match token.text {
            "(" | "[" | "{" => {
                open.push(*token);
                *open_kinds.entry(token.text).or_default() += 1;
            }
            ")" | "]" | "}" => {
                let wanted = partner(token.text);
                if open_kinds.get(wanted).is_none_or(|count| *count == 0) {
                    problems.push(BracketProblem::Unopened(*token));
                    continue;
                }
                // What was opened within it and is still open lacks its partner.
                while let Some(last) = open.pop() {
                    if let Some(count) = open_kinds.get_mut(last.text) {
                        *count -= 1;
                    }
                    if last.text == wanted {
                        break;
                    }
                    problems.push(BracketProblem::Unclosed(last));
                }
            }
            _ => {}
        }
    }
    problems.extend(open.into_iter().map(BracketProblem::Unclosed));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(body: &str) -> Vec<String> {
        let text = format!("%utlx 1.0\ninput json\noutput json\n---\n{body}");
        let found = find_mistakes(&text, ["map", "sum", "upper"].into_iter());
        found
            .into_iter()
            .map(|it| format!("{}:{} {}", it.line, it.column, it.text))
            .collect()
    }

    #[test]
    fn common_mistakes_have_advice() {
        assert_eq!(
            advice("{\n  a: input.x\n  b: uper($input.y)\n}"),
            [
                "6:6 Write `$input` with a dollar sign.",
                "6:12 A comma is missing between this value and `b`.",
                "7:6 There is no function `uper`. Did you mean `upper`?",
            ]
        );
        assert_eq!(
            advice("{ a = 'x', b: $input.c.map(i => i)"),
            [
                "5:1 `{` is never closed: add `}`.",
                "5:5 Write `name: value` in an object; `=` belongs to `let`.",
                "5:7 Write texts in double quotes.",
                "5:24 Call functions with `|>`, not as methods: `… |> map(…)`.",
            ]
        );
        assert_eq!(advice("[1, (2]")[0], "5:5 `(` is never closed: add `)`.");
        assert!(advice("let x = 1\n{ a: sum($input) === x }")[0].contains("`==`"));
        assert_eq!(
            advice("{ a: $input.items |> map(i => { b: i.c }) }"),
            [""; 0]
        );
    }

    #[test]
    fn headers_have_advice() {
        let first = |text: &str| find_mistakes(text, [].into_iter()).remove(0).text;
        assert!(first("{ a: 1 }").starts_with("Begin with a header"));
        assert!(first("%utlx 1.0\ninput json\n{ a: 1 }").starts_with("Put a line with `---`"));
        assert_eq!(first("utlx\n---\n1"), "The first line must be `%utlx 1.0`.");
        assert!(first("%utlx 1.0\ninput json\n---\n1").contains("`output json`"));
    }

    #[test]
    fn a_hundred_unknown_calls_have_advice() {
        let found = advice(&"uper($input); ".repeat(50_000));
        assert_eq!(found.len(), 100);
        assert!(found[99].contains("Did you mean `upper`?"), "{}", found[99]);
    }
}
