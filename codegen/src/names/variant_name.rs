//! Names of enum variants that stand for constants: punctuation that carries the meaning is spelled out.

use heck::ToPascalCase;

/// The name of an enum variant that stands for a constant: punctuation that carries the meaning is
/// spelled out (`+1` is `Plus1`, `>=` is `GreaterEqual`), the empty string is `Empty`.
///
/// ```
/// use toolwright_codegen::names::variant_name;
///
/// assert_eq!(["sold", "+1", ">=", ""].map(variant_name), ["Sold", "Plus1", "GreaterEqual", "Empty"]);
/// ```
pub fn variant_name(value: &str) -> String {
    if value.is_empty() {
        return "Empty".to_owned();
    }
    let ascii = deunicode::deunicode(value);
    let mut name = ascii.to_pascal_case();
    if name.is_empty() || ascii.starts_with(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        name = spell_punctuation(&ascii);
    }
    match name.chars().next() {
        None => "Blank".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("N{name}"),
        Some(_) if name == "Self" => "Self_".to_owned(),
        Some(_) => name,
    }
}

fn spell_punctuation(text: &str) -> String {
    let mut words = String::new();
    for c in text.chars() {
        match symbol_word(c) {
            Some(word) => {
                words.push(' ');
                words.push_str(word);
                words.push(' ');
            }
            None => words.push(c),
        }
    }
    words.to_pascal_case()
}

fn symbol_word(c: char) -> Option<&'static str> {
    Some(match c {
        '+' => "plus",
        '-' => "minus",
        '*' => "star",
        '/' => "slash",
        '<' => "less",
        '>' => "greater",
        '=' => "equal",
        '!' => "not",
        '&' => "and",
        '|' => "or",
        '%' => "percent",
        '$' => "dollar",
        '#' => "hash",
        '@' => "at",
        '~' => "tilde",
        '^' => "caret",
        '.' => "dot",
        ',' => "comma",
        ':' => "colon",
        ';' => "semicolon",
        '?' => "question",
        '\'' => "quote",
        '"' => "double quote",
        '`' => "backtick",
        '(' => "open paren",
        ')' => "close paren",
        '[' => "open bracket",
        ']' => "close bracket",
        '{' => "open brace",
        '}' => "close brace",
        '\\' => "backslash",
        '_' => "underscore",
        _ => return None,
    })
}
