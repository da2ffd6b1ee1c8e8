//! What PostgreSQL gets in place of an admitted query. PostgreSQL looks at its timeout only between some steps: a
//! function that works on one text of megabytes is not stopped, whoever asks, and one row can call hundreds of them.
//! So no value of a query may get long. What a query reads is short, as the columns and the query itself are; what
//! makes longer values of them is replaced here by a function of the schema `news_query` (see `migrations`), which
//! limits its result and lets PostgreSQL look at the time. Operators and types are admitted by name, as functions are,
//! so that there is no other way to long values.

use super::screen::{Rejection, Token};

/// Digits of a number that is written in a query, and of its exponent.
const LONGEST_NUMBER: usize = 40;
const LONGEST_EXPONENT: usize = 2;

/// Characters of the operators of PostgreSQL.
const OPERATOR_CHARACTERS: &str = "+-*/<>=~!@#%^&|`?";

const OPERATORS: &[&str] = &[
    "!=", "!~", "!~*", "!~~", "!~~*", "%", "*", "+", "-", "->", "->>", "/", "<", "<=", "<>", "<@",
    "=", ">", ">=", "@>", "@@", "^", "||", "~", "~*", "~~", "~~*",
];

/// Types whose values are short whatever they are made of.
const SHORT_TYPES: &[&str] = &[
    "bigint",
    "bool",
    "boolean",
    "char",
    "date",
    "double",
    "float4",
    "float8",
    "int",
    "int2",
    "int4",
    "int8",
    "integer",
    "interval",
    "real",
    "smallint",
    "time",
    "timestamp",
    "timestamptz",
];

/// Functions that `news_query` has, too.
const GUARDED: &[&str] = &[
    "array_agg",
    "ltrim",
    "position",
    "replace",
    "rtrim",
    "split_part",
    "string_agg",
    "strpos",
    "trim",
];

/// Functions whose result is longer than their arguments by a factor, at most.
const CHECKED: &[&str] = &["concat", "concat_ws", "to_char"];

/// Functions of any type that can be written as if they were columns of a row: `t.to_json`.
const FUNCTIONS_OF_ROWS: &[&str] = &[
    "any_value",
    "array_agg",
    "concat",
    "concat_ws",
    "format",
    "json_agg",
    "json_agg_strict",
    "json_array",
    "json_build_array",
    "json_build_object",
    "jsonb_agg",
    "jsonb_agg_strict",
    "jsonb_build_array",
    "jsonb_build_object",
    "quote_literal",
    "quote_nullable",
    "record_out",
    "record_send",
    "row_to_json",
    "string_agg",
    "to_json",
    "to_jsonb",
];

const TYPE_BEFORE_TEXT: &str = "a type before a text: write CAST(… AS numeric)";

/// A token, and the text from it to the next one.
pub(super) struct Piece<'q> {
    pub(super) token: Token,
    pub(super) text: &'q str,
}

/// An open parenthesis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Cast { has_guard: Option<&'static str> },
    Checked,
    Position,
    Trim,
    Other,
}

/// Replaces what makes long values, or takes long for a row.
pub(super) fn guard_query(pieces: &[Piece<'_>]) -> Result<String, Rejection> {
    let mut query = String::new();
    let mut open: Vec<Open> = Vec::new();
    let mut index = 0;
    while let Some(piece) = pieces.get(index) {
        let rest = &pieces[index..];
        let before = index.checked_sub(1).map(|index| &pieces[index].token);
        let is_call = symbol(rest, 1) == Some('(');
        index += 1;
        match &piece.token {
            Token::Word(word) | Token::Quoted(word)
                if before == Some(&Token::Symbol('.'))
                    && FUNCTIONS_OF_ROWS.contains(&word.as_str()) =>
            {
                return Err(Rejection::Function(word.clone()));
            }
            // A quoted name could be a function in another spelling, which the list of guarded ones
            // does not have.
            Token::Quoted(word) if is_call => return Err(Rejection::Function(word.clone())),
            Token::Quoted(_) if is_text(rest, 1) => {
                return Err(Rejection::Syntax(TYPE_BEFORE_TEXT));
            }
            Token::Word(word) if word == "in" && open.last() == Some(&Open::Position) => {
                query += ", ";
            }
            Token::Word(word)
                if open.last() == Some(&Open::Trim)
                    && ["both", "from", "leading", "trailing"].contains(&word.as_str()) =>
            {
                return Err(Rejection::Syntax(
                    "trim with FROM: write trim(text, characters)",
                ));
            }
            Token::Word(word) if is_call => {
                check_typed(word, rest)?;
                let (opened, prefix) = match word.as_str() {
                    "cast" => (Open::Cast { has_guard: None }, ""),
                    "position" => (Open::Position, "news_query."),
                    "trim" => (Open::Trim, "news_query."),
                    // The schema `news_query` has functions of the same names that check lengths
                    // before they build a value.
                    name if GUARDED.contains(&name) => (Open::Other, "news_query."),
                    name if CHECKED.contains(&name) => (Open::Checked, "news_query.check_text("),
                    _ => (Open::Other, ""),
                };
                open.push(opened);
                query += prefix;
                query += piece.text;
                query += pieces[index].text;
                index += 1;
            }
            Token::Word(word) => match (word.as_str(), open.last_mut()) {
                ("as", Some(Open::Cast { has_guard })) => {
                    query += piece.text;
                    let guard = guard_type(&pieces[index..])?;
                    *has_guard = guard;
                    if let Some(guard) = guard {
                        query += guarded_type(guard);
                        index += 1;
                    }
                }
                ("decimal" | "dec" | "numeric", _) if is_text(rest, 1) => {
                    return Err(Rejection::Syntax(TYPE_BEFORE_TEXT));
                }
                _ => query += piece.text,
            },
            Token::Number => {
                check_number(piece.text.trim_end())?;
                query += piece.text;
            }
            // The value goes through the guarded type, whose length is limited, before it gets the type
            // that was asked for.
            Token::Symbol(':') if symbol(rest, 1) == Some(':') => {
                query += "::";
                index += 1;
                if let Some(guard) = guard_type(&pieces[index..])? {
                    query += guarded_type(guard);
                    query += "::";
                    query += guard;
                    query += " ";
                    index += 1;
                }
            }
            Token::Symbol('(') => {
                open.push(Open::Other);
                query += piece.text;
            }
            Token::Symbol(')') => {
                query += piece.text;
                match open.pop() {
                    Some(Open::Checked) => query += ") ",
                    Some(Open::Cast {
                        has_guard: Some(guard),
                    }) => {
                        query += "::";
                        query += guard;
                        query += " ";
                    }
                    _ => {}
                }
            }
            Token::Symbol(character) if OPERATOR_CHARACTERS.contains(*character) => {
                let operator = read_operator(rest);
                if !OPERATORS.contains(&operator.as_str()) {
                    return Err(Rejection::Operator(operator));
                }
                index += operator.len() - 1;
                match operator.as_str() {
                    // It has the precedence that it had: that of all operators that are not standard.
                    "||" => query += " OPERATOR(news_query.||) ",
                    operator => {
                        query += operator;
                        query += " ";
                    }
                }
            }
            _ => query += piece.text,
        }
    }
    Ok(query)
}

fn symbol(pieces: &[Piece<'_>], index: usize) -> Option<char> {
    match pieces.get(index)?.token {
        Token::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

fn is_text(pieces: &[Piece<'_>], index: usize) -> bool {
    pieces
        .get(index)
        .is_some_and(|piece| piece.token == Token::Text)
}

/// The type of a cast, if it must be guarded: `text` or `numeric`.
fn guard_type(pieces: &[Piece<'_>]) -> Result<Option<&'static str>, Rejection> {
    let name = pieces.first().map(|piece| &piece.token);
    let has_length = symbol(pieces, 1) == Some('(');
    match name {
        Some(Token::Word(name)) => match name.as_str() {
            "char" | "decimal" | "numeric" | "varchar" if has_length => Ok(None),
            "text" | "varchar" => Ok(Some("text")),
            "decimal" | "numeric" => Ok(Some("numeric")),
            name if SHORT_TYPES.contains(&name) => Ok(None),
            name => Err(Rejection::Type(name.to_owned())),
        },
        Some(other) => Err(Rejection::Type(other.text())),
        None => Err(Rejection::Type(String::new())),
    }
}

fn guarded_type(guard: &str) -> &'static str {
    match guard {
        "text" => "news_query.short_text",
        _ => "news_query.short_number",
    }
}

/// The length of a type, as in `char(10)`.
fn check_typed(word: &str, pieces: &[Piece<'_>]) -> Result<(), Rejection> {
    if !matches!(word, "char" | "decimal" | "numeric" | "varchar") {
        return Ok(());
    }
    let length = pieces.get(2).map(|piece| piece.text.trim_end());
    match length.and_then(|length| length.parse::<u16>().ok()) {
        Some(..=1_000) => Ok(()),
        _ => Err(Rejection::Syntax(
            "a type of more than 1000 characters or digits",
        )),
    }
}

fn check_number(number: &str) -> Result<(), Rejection> {
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, ""));
    if digits.len() > LONGEST_NUMBER
        || exponent.trim_start_matches(['+', '-']).len() > LONGEST_EXPONENT
    {
        return Err(Rejection::Syntax(
            "numbers of more than 40 digits, or with an exponent beyond 99",
        ));
    }
    Ok(())
}

/// The operator that PostgreSQL reads here. It may end in a sign only if it has a character that is in no standard
/// operator.
fn read_operator(pieces: &[Piece<'_>]) -> String {
    let mut operator = String::new();
    for piece in pieces {
        match piece.token {
            Token::Symbol(character) if OPERATOR_CHARACTERS.contains(character) => {
                operator.push(character)
            }
            _ => break,
        }
        // A space ends it.
        if piece.text.len() > 1 {
            break;
        }
    }
    // PostgreSQL, "Lexical Structure", Operators: only with one of these characters may a longer
    // operator end in `+` or `-`.
    let is_special = operator.contains(['~', '!', '@', '#', '%', '^', '&', '|', '`', '?']);
    while operator.len() > 1 && !is_special && operator.ends_with(['+', '-']) {
        operator.pop();
    }
    operator
}

#[cfg(test)]
mod tests {
    use crate::read_only::screen::admit_query;
    use crate::storage::Dialect;

    fn guard(query: &str) -> Result<String, String> {
        let guarded = admit_query(query, Dialect::Postgres).map_err(|error| error.to_string())?;
        Ok(guarded.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn what_makes_long_values_is_replaced() {
        for (query, expected) in [
            (
                "SELECT a||b || 'c'",
                "SELECT a OPERATOR(news_query.||) b OPERATOR(news_query.||) 'c'",
            ),
            (
                "SELECT replace(a, 'b', 'c')",
                "SELECT news_query.replace(a, 'b', 'c')",
            ),
            (
                "SELECT concat(a, (b)) AS x",
                "SELECT news_query.check_text(concat(a, (b)) ) AS x",
            ),
            (
                "SELECT a::text, b",
                "SELECT a::news_query.short_text::text , b",
            ),
            (
                "SELECT CAST(a AS text) AS b",
                "SELECT CAST(a AS news_query.short_text) ::text AS b",
            ),
            (
                "SELECT a::numeric::int",
                "SELECT a::news_query.short_number::numeric ::int",
            ),
            (
                "SELECT position('a' in (b))",
                "SELECT news_query.position('a' , (b))",
            ),
            (
                "SELECT 1 <-2, count(*), a->>'b'",
                "SELECT 1 < - 2, count(* ), a->> 'b'",
            ),
        ] {
            assert_eq!(guard(query).as_deref(), Ok(expected), "{query}");
        }
    }

    #[test]
    fn other_ways_to_long_values_are_rejected() {
        for query in [
            "SELECT 'a'::char(10000000)",
            "SELECT CAST('a' AS varchar(100000))",
            "SELECT 'a'::bit",
            "SELECT a::jsonb FROM t",
            "SELECT a::\"text\" FROM t",
            "SELECT numeric '1e-16000'",
            "SELECT 1e16000",
            "SELECT 1e-999",
            "SELECT a && b FROM t",
            "SELECT a <-> b FROM t",
            "SELECT ||/ 27",
            "SELECT \"replace\"('a', 'a', 'b')",
            "SELECT \"numeric\" '1e-16000'",
            "SELECT t.to_json FROM items t",
            "SELECT t.\"row_to_json\" FROM items t",
            "SELECT trim(both 'a' from 'b')",
            "SELECT 'a' OPERATOR(pg_catalog.||) 'b'",
            "SELECT lpad('a', 100000)",
        ] {
            assert!(guard(query).is_err(), "{query}: {:?}", guard(query));
        }
    }
}
