//! Tokens of UTL-X with their places. The tokenizer never fails: what it does not know becomes a token of one
//! character, so that mistakes can be looked for in any text.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// `name`, also with `$` in front.
    Name,
    Number,
    /// With its quotes.
    Text,
    /// A text whose closing quote is missing.
    OpenText,
    /// An operator or a bracket.
    Symbol,
}

/// A piece of a transformation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'t str,
    /// From 1.
    pub(crate) line: usize,
    /// In characters, from 1.
    pub(crate) column: usize,
    /// In bytes.
    pub(crate) offset: usize,
}

impl Token<'_> {
    pub(crate) fn is_symbol(&self, symbol: &str) -> bool {
        self.kind == TokenKind::Symbol && self.text == symbol
    }

    pub(crate) fn end(&self) -> usize {
        self.offset + self.text.len()
    }
}

/// The longest come first.
const SYMBOLS: [&str; 17] = [
    "===", "!==", "...", "---", "|>", "=>", "->", "??", "?.", "==", "!=", "<=", ">=", "&&", "||",
    "..", "**",
];

/// The tokens of a text, without comments (`//` and `#` to the end of the line).
pub(crate) fn tokenize(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut position = Position {
        text,
        offset: 0,
        line: 1,
        column: 1,
    };
    while let Some(first) = position.rest().chars().next() {
        let length = match first {
            it if it.is_whitespace() => {
                position.advance(it.len_utf8());
                continue;
            }
            _ if position.rest().starts_with("//") || first == '#' => {
                let rest = position.rest();
                position.advance(rest.find('\n').unwrap_or(rest.len()));
                continue;
            }
            _ => measure_token(position.rest(), first),
        };
        let Position {
            offset,
            line,
            column,
            ..
        } = position;
        tokens.push(Token {
            kind: length.kind,
            text: &text[offset..offset + length.bytes],
            line,
            column,
            offset,
        });
        position.advance(length.bytes);
    }
    tokens
}

struct Position<'t> {
    text: &'t str,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'t> Position<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    fn advance(&mut self, bytes: usize) {
        for passed in self.rest()[..bytes].chars() {
            match passed {
                '\n' => {
                    self.line += 1;
                    self.column = 1;
                }
                _ => self.column += 1,
            }
        }
        self.offset += bytes;
    }
}

struct Measured {
    kind: TokenKind,
    bytes: usize,
}

fn measure_token(rest: &str, first: char) -> Measured {
    let measured = |kind, bytes| Measured { kind, bytes };
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    if first == '"' || first == '\'' {
        return measure_text(rest, first);
    }
    if first.is_ascii_digit() {
        return measured(TokenKind::Number, measure_number(rest));
    }
    if is_name(first) || first == '$' {
        let end = rest[first.len_utf8()..].find(|it| !is_name(it));
        let end = end.map_or(rest.len(), |end| end + first.len_utf8());
        return measured(TokenKind::Name, end);
    }
    // The table has longer symbols first, so that `===` is not read as `==` and `=`.
    let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
    measured(
        TokenKind::Symbol,
        symbol.map_or(first.len_utf8(), |symbol| symbol.len()),
    )
}

fn measure_text(rest: &str, quote: char) -> Measured {
    let mut is_escaped = false;
    for (index, it) in rest.char_indices().skip(1) {
        match it {
            // A text ends with its line. Otherwise one missing quote would swallow the rest of the
            // transformation.
            '\n' => {
                return Measured {
                    kind: TokenKind::OpenText,
                    bytes: index,
                };
            }
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            it if it == quote => {
                return Measured {
                    kind: TokenKind::Text,
                    bytes: index + 1,
                };
            }
            _ => {}
        }
    }
    Measured {
        kind: TokenKind::OpenText,
        bytes: rest.len(),
    }
}

fn measure_number(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let is_digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    while is_digit(end) {
        end += 1;
    }
    // Only with a digit behind the dot: `items[0].name` has a field behind its number.
    if bytes.get(end) == Some(&b'.') && is_digit(end + 1) {
        end += 1;
        while is_digit(end) {
            end += 1;
        }
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if is_digit(end + 1 + sign) {
            end += 1 + sign;
            while is_digit(end) {
                end += 1;
            }
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_their_places() {
        let tokens = tokenize("{\n  a: $input.b |> map(i => i.@c) // x\n}");
        let shown: Vec<String> = tokens
            .iter()
            .map(|it| format!("{}@{}:{}", it.text, it.line, it.column))
            .collect();
        assert_eq!(
            shown.join(" "),
            "{@1:1 a@2:3 :@2:4 $input@2:6 .@2:12 b@2:13 |>@2:15 map@2:18 (@2:21 i@2:22 =>@2:24 i@2:27 .@2:28 @@2:29 \
             c@2:30 )@2:31 }@3:1"
        );
    }

    #[test]
    fn broken_texts_are_tokens_too() {
        let tokens = tokenize("\"a\\\"b\" 'é 1.5e-3 \"x");
        let kinds: Vec<_> = tokens.iter().map(|it| (it.kind, it.text)).collect();
        assert_eq!(kinds[0], (TokenKind::Text, "\"a\\\"b\""));
        assert_eq!(kinds[1], (TokenKind::OpenText, "'é 1.5e-3 \"x"));
        assert_eq!(tokenize("1.5e-3.x")[0].text, "1.5e-3");
    }
}
