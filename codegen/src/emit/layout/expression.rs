//! The expressions of generated tables and statements, read from their tokens.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// An expression, as far as its layout matters.
pub(super) enum Expression {
    /// A path, a literal, or another piece that stays in one line.
    Piece(String),
    /// `&value`
    Reference(String, Box<Expression>),
    /// `name(…)`, `[…]`, or a tuple, which has no name.
    List {
        name: String,
        brackets: [char; 2],
        items: Vec<Expression>,
    },
    /// `Name { field: value }`
    Record { name: String, fields: Vec<Field> },
    /// `value.method(…).method(…)`
    Chain {
        parent: Box<Expression>,
        calls: Vec<Expression>,
    },
}

/// A field of a record. `..base` has no name.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) value: Expression,
}

/// Brackets in brackets. rustfmt indents at most every third level of the schemas that are nested in each other, so
/// no line of deeper ones is within 100 columns. It bounds the stack as well.
const MAX_DEPTH: usize = 64;

fn is_deeper_than(tokens: &TokenStream, levels: usize) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => levels == 0 || is_deeper_than(&group.stream(), levels - 1),
        _ => false,
    })
}

/// Reads an expression. `None` if it is none of those above, or nested too deeply.
pub(super) fn parse_expression(text: &str) -> Option<Expression> {
    let tokens: TokenStream = text.parse().ok()?;
    if is_deeper_than(&tokens, MAX_DEPTH) {
        return None;
    }
    parse_tokens(&tokens.into_iter().collect::<Vec<_>>())
}

fn parse_tokens(tokens: &[TokenTree]) -> Option<Expression> {
    match tokens {
        [TokenTree::Punct(punct), rest @ ..] if punct.as_char() == '&' => {
            let (mark, rest) = match rest {
                [TokenTree::Ident(word), rest @ ..] if word == "mut" => ("&mut ", rest),
                rest => ("&", rest),
            };
            Some(Expression::Reference(
                mark.to_owned(),
                Box::new(parse_tokens(rest)?),
            ))
        }
        tokens if tokens.iter().any(is_bar) => parse_alternatives(tokens),
        tokens => parse_chain(tokens),
    }
}

fn is_bar(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '|')
}

/// `Types::STRING.0 | Types::NULL.0`, which stays in one line.
fn parse_alternatives(tokens: &[TokenTree]) -> Option<Expression> {
    let parts = tokens.split(is_bar).map(|part| {
        let tokens: TokenStream = part.iter().cloned().collect();
        let text = tokens.to_string();
        // Tokens are apart in the text; a closure has other ones between its bars.
        (!part.is_empty()
            && part
                .iter()
                .all(|token| !matches!(token, TokenTree::Group(_))))
        .then(|| text.replace(' ', ""))
    });
    let parts = parts.collect::<Option<Vec<_>>>()?;
    Some(Expression::Piece(parts.join(" | ")))
}

fn parse_chain(tokens: &[TokenTree]) -> Option<Expression> {
    let mut end = 0;
    let mut parent = parse_piece(tokens, &mut end)?;
    let mut calls = Vec::new();
    while let Some(TokenTree::Punct(dot)) = tokens.get(end) {
        if dot.as_char() != '.' {
            return None;
        }
        end += 1;
        calls.push(parse_piece(tokens, &mut end)?);
    }
    if end != tokens.len() {
        return None;
    }
    // `self.name` is not a chain to rustfmt's eye: it stays in one line with what calls it.
    if let [Expression::Piece(field), ..] = calls.as_slice()
        && let Expression::Piece(object) = &parent
    {
        parent = Expression::Piece(format!("{object}.{field}"));
        calls.remove(0);
    }
    if calls.is_empty() {
        return Some(parent);
    }
    Some(Expression::Chain {
        parent: Box::new(parent),
        calls,
    })
}

/// A path or a literal, with the brackets behind it.
fn parse_piece(tokens: &[TokenTree], end: &mut usize) -> Option<Expression> {
    let mut name = String::new();
    let mut depth = 0_usize;
    while let Some(token) = tokens.get(*end) {
        match token {
            TokenTree::Group(group) if depth == 0 => {
                *end += 1;
                return parse_brackets(name, group.delimiter(), group.stream());
            }
            TokenTree::Group(_) => return None,
            TokenTree::Punct(punct) => match punct.as_char() {
                '.' if depth == 0 => break,
                ':' | '\'' | '!' => name.push(punct.as_char()),
                '-' if name.is_empty() => name.push('-'),
                '<' => {
                    depth += 1;
                    name.push('<');
                }
                '>' => {
                    depth = depth.checked_sub(1)?;
                    name.push('>');
                }
                ',' if depth > 0 => name.push_str(", "),
                _ => return None,
            },
            TokenTree::Ident(word) => name.push_str(&word.to_string()),
            TokenTree::Literal(literal) => name.push_str(&literal.to_string()),
        }
        *end += 1;
    }
    (!name.is_empty()).then_some(Expression::Piece(name))
}

fn parse_brackets(name: String, delimiter: Delimiter, content: TokenStream) -> Option<Expression> {
    let content: Vec<TokenTree> = content.into_iter().collect();
    let items = split_at_commas(&content);
    match delimiter {
        Delimiter::Brace => {
            if name.is_empty() {
                return None;
            }
            let fields = items.into_iter().map(parse_field);
            let fields = fields.collect::<Option<Vec<_>>>()?;
            Some(Expression::Record { name, fields })
        }
        Delimiter::Parenthesis | Delimiter::Bracket => {
            let brackets = match delimiter {
                Delimiter::Bracket if !name.is_empty() => return None,
                Delimiter::Bracket => ['[', ']'],
                _ => ['(', ')'],
            };
            let items = items.into_iter().map(parse_tokens);
            let items = items.collect::<Option<Vec<_>>>()?;
            Some(Expression::List {
                name,
                brackets,
                items,
            })
        }
        Delimiter::None => None,
    }
}

fn parse_field(tokens: &[TokenTree]) -> Option<Field> {
    match tokens {
        [TokenTree::Punct(one), TokenTree::Punct(other), base @ ..]
            if one.as_char() == '.' && other.as_char() == '.' =>
        {
            Some(Field {
                name: String::new(),
                value: parse_tokens(base)?,
            })
        }
        [TokenTree::Ident(name), TokenTree::Punct(colon), value @ ..] if colon.as_char() == ':' => {
            Some(Field {
                name: name.to_string(),
                value: parse_tokens(value)?,
            })
        }
        _ => None,
    }
}

/// The items between commas; one at the end is no item. Commas between angle brackets separate nothing.
fn split_at_commas(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut items = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Punct(punct) = token else {
            continue;
        };
        match punct.as_char() {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                items.push(&tokens[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    if start < tokens.len() {
        items.push(&tokens[start..]);
    }
    items
}
