//! Which queries are run at all: one SELECT, WITH or VALUES, with functions from a list. The databases enforce
//! that nothing is changed; what they do not prevent is a function that reads files, sleeps, takes all memory or
//! changes the session, so functions are admitted by name. The reader here is simpler than those of the
//! databases, so whatever they read in different ways (comments, dollar quotes, escapes) is rejected.

use std::borrow::Cow;

use super::guard::{Piece, guard_query};
use crate::storage::Dialect;

/// Longest query.
const MOST_BYTES: usize = 10_000;

/// Words that begin a query.
const BEGINNINGS: &[&str] = &["select", "with", "values"];

/// Words that make a SELECT or a WITH change something.
const FORBIDDEN_WORDS: &[&str] = &["delete", "insert", "into", "merge", "update"];

/// Beginnings of names that lead out of the tables: PostgreSQL's catalogs and files, SQLite's pragmas.
const FORBIDDEN_PREFIXES: &[&str] = &["information_schema", "lo_", "pg_", "pragma_"];

/// Words of SQL that a parenthesis may follow.
const KEYWORDS: &[&str] = &[
    "all",
    "and",
    "any",
    "as",
    "between",
    "by",
    "case",
    "cast",
    "distinct",
    "else",
    "except",
    "exists",
    "filter",
    "from",
    "group",
    "having",
    "ilike",
    "in",
    "intersect",
    "is",
    "join",
    "like",
    "limit",
    "materialized",
    "not",
    "offset",
    "on",
    "or",
    "over",
    "select",
    "some",
    "then",
    "union",
    "using",
    "values",
    "when",
    "where",
];

/// Types that a parenthesis may follow.
const TYPES: &[&str] = &[
    "char",
    "decimal",
    "numeric",
    "timestamp",
    "timestamptz",
    "varchar",
];

/// The functions. None of them reads files, runs SQL of its arguments, waits, or makes a text by a length that it is
/// given.
const FUNCTIONS: &[&str] = &[
    "abs",
    "age",
    "array_agg",
    "array_length",
    "avg",
    "bm25",
    "bool_and",
    "bool_or",
    "ceil",
    "ceiling",
    "char_length",
    "coalesce",
    "concat",
    "concat_ws",
    "corr",
    "count",
    "cume_dist",
    "date",
    "date_part",
    "date_trunc",
    "datetime",
    "dense_rank",
    "exp",
    "extract",
    "first_value",
    "floor",
    "greatest",
    "group_concat",
    "highlight",
    "ifnull",
    "iif",
    "initcap",
    "instr",
    "json",
    "json_array_length",
    "json_each",
    "json_extract",
    "json_type",
    "json_valid",
    "jsonb_array_length",
    "jsonb_each",
    "jsonb_each_text",
    "jsonb_object_keys",
    "jsonb_typeof",
    "julianday",
    "lag",
    "last_value",
    "lead",
    "least",
    "left",
    "length",
    "ln",
    "log",
    "lower",
    "ltrim",
    "max",
    "min",
    "mod",
    "now",
    "nth_value",
    "ntile",
    "nullif",
    "percent_rank",
    "percentile_cont",
    "plainto_tsquery",
    "position",
    "power",
    "random",
    "rank",
    "replace",
    "right",
    "round",
    "row_number",
    "rtrim",
    "sign",
    "snippet",
    "split_part",
    "sqrt",
    "stddev",
    "strftime",
    "string_agg",
    "strpos",
    "substr",
    "substring",
    "sum",
    "time",
    "to_char",
    "to_date",
    "to_timestamp",
    "to_tsvector",
    "total",
    "trim",
    "ts_rank",
    "typeof",
    "unixepoch",
    "upper",
    "variance",
    "websearch_to_tsquery",
];

/// Why a query is not run.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Rejection {
    #[error("must not be longer than {MOST_BYTES} bytes")]
    TooLong,
    #[error("must be one SELECT statement (it begins with {0:?})")]
    Beginning(String),
    #[error("must be one statement: write nothing behind the first semicolon")]
    SeveralStatements,
    #[error("must not have {0}")]
    Syntax(&'static str),
    #[error("must only read: the word {0} is not allowed")]
    Word(String),
    #[error("must not name {0}: only the tables that table_info shows can be queried")]
    Name(String),
    #[error(
        "must not call {0}: the functions that can be called are those for numbers, texts, times, JSON and \
         aggregates, such as count, avg, lower, substr and coalesce. Columns of a WITH or of an alias cannot be \
         named in parentheses; use AS"
    )]
    Function(String),
    #[error(
        "must not use the operator {0}: the operators that can be used are those of SQL, ||, ->, ->>, @>, <@, @@ and ~"
    )]
    Operator(String),
    #[error(
        "must not cast to {0}: the types that can be cast to are text, numeric, integer, bigint, real, boolean, date, \
         time, timestamp, timestamptz, interval and the like"
    )]
    Type(String),
    #[error("must end what it begins: a quote or a parenthesis is open")]
    Open,
}

/// Gives the query without a semicolon at its end, if it may be run; for PostgreSQL, with its values guarded.
pub(super) fn admit_query(query: &str, dialect: Dialect) -> Result<Cow<'_, str>, Rejection> {
    let query = query.trim();
    let query = query.strip_suffix(';').unwrap_or(query).trim_end();
    if query.len() > MOST_BYTES {
        return Err(Rejection::TooLong);
    }
    // A list of what is allowed, not of what is forbidden: new versions of a database bring new
    // functions, and none of them is on this list.
    let pieces = read_pieces(query, dialect)?;
    let tokens: Vec<Token> = pieces.iter().map(|piece| piece.token.clone()).collect();
    match tokens.first() {
        Some(Token::Word(word)) if BEGINNINGS.contains(&word.as_str()) => {}
        Some(token) => return Err(Rejection::Beginning(token.text())),
        None => return Err(Rejection::Beginning(String::new())),
    }
    check_parentheses(&tokens)?;
    for (index, token) in tokens.iter().enumerate() {
        // A name with a parenthesis behind it is a call, whatever it means elsewhere. This also
        // rejects `WITH t(a)`, and the error says so.
        let is_call = tokens.get(index + 1) == Some(&Token::Symbol('('));
        check_token(token, is_call)?;
    }
    match dialect {
        Dialect::Sqlite => Ok(Cow::Borrowed(query)),
        Dialect::Postgres => guard_query(&pieces).map(Cow::Owned),
    }
}

/// Whether a query may call the function of that name, which is in lower case.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A keyword or a name, in lower case.
    Word(String),
    /// A name in double quotes.
    Quoted(String),
    Text,
    Number,
    Symbol(char),
}

impl Token {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Word(text) | Self::Quoted(text) => text.clone(),
            Self::Text => "a text".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::Symbol(symbol) => symbol.to_string(),
        }
    }
}

fn check_token(token: &Token, is_call: bool) -> Result<(), Rejection> {
    let (name, is_quoted) = match token {
        Token::Word(name) => (name.clone(), false),
        // Databases differ in whether the case of a quoted name matters.
        Token::Quoted(name) => (name.to_lowercase(), true),
        _ => return Ok(()),
    };
    // A quoted name is never a keyword, so a column may be called "update".
    if !is_quoted && FORBIDDEN_WORDS.contains(&name.as_str()) {
        return Err(Rejection::Word(name.to_uppercase()));
    }
    if FORBIDDEN_PREFIXES
        .iter()
        .any(|prefix| name.starts_with(prefix))
    {
        return Err(Rejection::Name(name));
    }
    let is_word_of_sql =
        !is_quoted && (KEYWORDS.contains(&name.as_str()) || TYPES.contains(&name.as_str()));
    if is_call && !is_word_of_sql && !is_function(&name) {
        return Err(Rejection::Function(name));
    }
    Ok(())
}

fn check_parentheses(tokens: &[Token]) -> Result<(), Rejection> {
    let mut open = 0_u32;
    for token in tokens {
        match token {
            Token::Symbol('(') => open += 1,
            Token::Symbol(')') => open = open.checked_sub(1).ok_or(Rejection::Open)?,
            _ => {}
        }
    }
    if open == 0 {
        Ok(())
    } else {
        Err(Rejection::Open)
    }
}

fn read_pieces(query: &str, dialect: Dialect) -> Result<Vec<Piece<'_>>, Rejection> {
    let mut pieces = Vec::new();
    let mut rest = query;
    while let Some(first) = rest.chars().next() {
        let (token, behind) = match first {
            // Only the white space that both databases skip.
            ' ' | '\t' | '\r' | '\n' => (None, &rest[1..]),
            '\'' => {
                let (_, behind) = read_quoted(rest, '\'')?;
                (Some(Token::Text), behind)
            }
            '"' => {
                let (name, behind) = read_quoted(rest, '"')?;
                (Some(Token::Quoted(name)), behind)
            }
            '_' | 'a'..='z' | 'A'..='Z' => {
                let (word, behind) = read_word(rest)?;
                (Some(Token::Word(word)), behind)
            }
            '0'..='9' => (Some(Token::Number), read_number(rest)?),
            _ => {
                check_symbol(rest, dialect)?;
                (Some(Token::Symbol(first)), &rest[first.len_utf8()..])
            }
        };
        let space = behind.trim_start_matches([' ', '\t', '\r', '\n']);
        let text = &rest[..rest.len() - space.len()];
        pieces.extend(token.map(|token| Piece { token, text }));
        rest = space;
    }
    Ok(pieces)
}

/// A text or a name, in which the quote is written twice, and what is behind it.
fn read_quoted(text: &str, quote: char) -> Result<(String, &str), Rejection> {
    let mut content = String::new();
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((index, character)) = characters.next() {
        match character {
            '\0' => return Err(Rejection::Syntax("a NUL character")),
            _ if character != quote => content.push(character),
            _ if characters.next_if(|(_, next)| *next == quote).is_some() => content.push(quote),
            _ => return Ok((content, &text[index + 1..])),
        }
    }
    Err(Rejection::Open)
}

fn read_word(text: &str) -> Result<(String, &str), Rejection> {
    let end = text.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_'));
    let (word, behind) = text.split_at(end.unwrap_or(text.len()));
    // E'…', U&'…', X'…' and the like have escapes of their own.
    if behind.starts_with(['\'', '"']) || behind.starts_with("&'") || behind.starts_with("&\"") {
        return Err(Rejection::Syntax(
            "texts or names with a prefix, such as E'…'",
        ));
    }
    Ok((word.to_ascii_lowercase(), behind))
}

fn read_number(text: &str) -> Result<&str, Rejection> {
    let end = text.find(|it: char| !(it.is_ascii_alphanumeric() || matches!(it, '.' | '_')));
    let mut end = end.unwrap_or(text.len());
    // The sign of an exponent, as in `1e-5`.
    if text[..end].ends_with(['e', 'E']) && text[end..].starts_with(['+', '-']) {
        let digits = text[end + 1..].find(|it: char| !it.is_ascii_digit());
        end = digits.map_or(text.len(), |length| end + 1 + length);
    }
    let behind = &text[end..];
    if behind.starts_with(['\'', '"']) {
        return Err(Rejection::Syntax("a quote behind a number"));
    }
    Ok(behind)
}

fn check_symbol(rest: &str, dialect: Dialect) -> Result<(), Rejection> {
    // Databases differ in how comments nest, and a text that two parsers read differently can hide
    // a statement from one of them.
    if rest.starts_with("--") || rest.starts_with("/*") {
        return Err(Rejection::Syntax("comments"));
    }
    match rest.chars().next() {
        Some(';') => Err(Rejection::SeveralStatements),
        // PostgreSQL quotes with dollars, SQLite with brackets.
        Some('$' | '`' | '[' | ']' | '\\' | '{' | '}' | '#') => Err(Rejection::Syntax(
            "the characters $ ` [ ] \\ { } # outside of texts",
        )),
        // Parameters of SQLite, which nothing is bound to.
        Some('?' | '@') if dialect == Dialect::Sqlite => Err(Rejection::Syntax("parameters")),
        Some(symbol) if symbol.is_ascii_graphic() => Ok(()),
        _ => Err(Rejection::Syntax(
            "characters beyond ASCII outside of texts",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_that_read_are_admitted() {
        for query in [
            "SELECT * FROM items",
            "select count(*) from items where title like '%;%' ;",
            "WITH t AS (SELECT feed_id, count(*) AS n FROM items GROUP BY feed_id) SELECT * FROM t",
            "SELECT \"title\" FROM feeds WHERE id IN (1, 2) AND (status = 'ACTIVE')",
            "SELECT 'it''s', 1e5, (a.analysis->>'impact_score')::numeric(3, 2) FROM item_analysis a",
            "VALUES (1)",
            "SELECT rank() OVER (ORDER BY id) FROM feeds WHERE title = 'pg_sleep(1)'",
        ] {
            for dialect in [Dialect::Sqlite, Dialect::Postgres] {
                let admitted = admit_query(query, dialect);
                assert!(admitted.is_ok(), "{query}: {admitted:?}");
            }
            if let Ok(admitted) = admit_query(query, Dialect::Sqlite) {
                assert_eq!(admitted, query.trim_end_matches([';', ' ']));
            }
        }
    }

    #[test]
    fn everything_else_is_rejected() {
        for query in [
            "",
            ";",
            "DELETE FROM items",
            "PRAGMA query_only = OFF",
            "ATTACH 'other.db' AS other",
            "EXPLAIN ANALYZE DELETE FROM items",
            "COPY (SELECT 1) TO PROGRAM 'id'",
            "SELECT 1; DROP TABLE items",
            "SELECT 1; ;",
            "SELECT 1 INTO OUTFILE 'x'",
            "WITH d AS (DELETE FROM items RETURNING *) SELECT * FROM d",
            "SELECT load_extension('evil')",
            "SELECT LOAD_EXTENSION ('evil')",
            "SELECT pg_sleep(10)",
            "SELECT \"pg_sleep\"(10)",
            "SELECT pg_catalog.pg_sleep(10)",
            "SELECT pg_read_file('/etc/passwd')",
            "SELECT * FROM pg_authid",
            "SELECT * FROM (TABLE \"pg_shadow\") t",
            "SELECT * FROM information_schema.user_mapping_options",
            "SELECT query_to_xml('select 1', true, true, '')",
            "SELECT set_config('role', 'none', true)",
            "SELECT lo_import('/etc/passwd')",
            "SELECT * FROM dblink('host=evil', 'select 1') AS t(a int)",
            "SELECT * FROM pragma_database_list",
            "SELECT zeroblob(1000000000)",
            "SELECT repeat('x', 1000000000)",
            "SELECT U&\"\\0070g_sleep\"(10)",
            "SELECT E'\\'; DROP TABLE items; --'",
            "SELECT $$ ; $$",
            "SELECT [a;b] FROM items",
            "SELECT 1 -- comment",
            "SELECT 1 /* comment */",
            "SELECT 1) UNION (SELECT 2",
            "SELECT 'open",
            "SELECT (1",
            "SELECT\u{a0}1",
            "SELECT 'a\0'",
        ] {
            for dialect in [Dialect::Sqlite, Dialect::Postgres] {
                assert!(admit_query(query, dialect).is_err(), "{query}");
            }
        }
    }
}
