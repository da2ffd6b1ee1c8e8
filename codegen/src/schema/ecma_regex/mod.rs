//! ECMA-262 regular expressions, as JSON Schema has them, in the syntax of fancy-regex.

mod bounded_repetitions;

use std::iter::Peekable;
use std::str::Chars;

use super::pattern_cache::PatternCache;
pub(crate) use bounded_repetitions::BoundedRegex;

const DIGIT: &str = "0-9";
const WORD: &str = "A-Za-z0-9_";
const SPACE: &str =
    r"\t-\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}";
const LINE_END: &str = r"\n\r\x{2028}\x{2029}";

/// What came of the patterns that were checked.
static CHECKED_PATTERNS: PatternCache<Result<BoundedRegex, String>> =
    PatternCache::with_room_for(10_000);

/// The translation of a pattern that the regex engine takes, or why it does not, on one line.
pub(crate) fn translate_checked(source: &str) -> Result<BoundedRegex, String> {
    CHECKED_PATTERNS.find_or_compile(source, translate_and_compile)
}

fn translate_and_compile(source: &str) -> Result<BoundedRegex, String> {
    let translated = BoundedRegex::from_regex(translate_pattern(source));
    match fancy_regex::Regex::new(&translated.regex) {
        Ok(_) => Ok(translated),
        Err(error) => Err(error.to_string().replace('\n', " ")),
    }
}

/// Translates a pattern; whether it is one, the regex engine will say.
pub(crate) fn translate_pattern(source: &str) -> String {
    let mut translation = PatternTranslator {
        rest: source.chars().peekable(),
        out: String::with_capacity(source.len()),
    };
    translation.translate_all();
    translation.out
}

struct PatternTranslator<'a> {
    rest: Peekable<Chars<'a>>,
    out: String,
}

/// What stands in a class.
enum ClassAtom {
    /// One character, so that a range can begin or end here.
    Char(String),
    /// Several.
    Set(String),
}

impl PatternTranslator<'_> {
    fn translate_all(&mut self) {
        while let Some(c) = self.rest.next() {
            match c {
                '.' => {
                    self.out.push_str("[^");
                    self.out.push_str(LINE_END);
                    self.out.push(']');
                }
                '[' => self.translate_class(),
                // Annex B of ECMA-262 lets both stand for themselves outside of a class; the regex
                // engine would reject them.
                ']' | '}' => self.push_escaped(c),
                '{' => self.translate_brace(),
                '\\' => self.translate_escape(),
                _ => self.out.push(c),
            }
        }
    }

    fn push_escaped(&mut self, c: char) {
        self.out.push('\\');
        self.out.push(c);
    }

    /// A quantifier, or else a brace that means itself.
    fn translate_brace(&mut self) {
        let inner: String = self.rest.clone().take_while(|c| *c != '}').collect();
        let closed = self.rest.clone().nth(inner.chars().count()) == Some('}');
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_quantifier = closed
            && match inner.split_once(',') {
                None => is_number(&inner),
                Some((min, max)) => is_number(min) && (max.is_empty() || is_number(max)),
            };
        // In `a{,5}` and `{x}` the brace is an ordinary character (ECMA-262, Annex B).
        if !is_quantifier || self.out.is_empty() {
            return self.push_escaped('{');
        }
        self.out.push('{');
        self.out.push_str(&inner);
        self.out.push('}');
        for _ in 0..=inner.chars().count() {
            self.rest.next();
        }
    }

    fn translate_escape(&mut self) {
        let Some(c) = self.rest.next() else {
            return self.out.push('\\');
        };
        match c {
            // Assertions and references mean the same to the regex engine. `\A`, `\z` and `\Z`
            // are no ECMA-262, but whoever writes them means anchors.
            'b' | 'B' | 'A' | 'z' | 'Z' | 'k' | '1'..='9' => self.push_escaped(c),
            _ => match self.read_escape(c) {
                ClassAtom::Char(text) => self.out.push_str(&text),
                // A property or a negated class stands by itself.
                ClassAtom::Set(set) if set.starts_with(['[', '\\']) && c != 's' => {
                    self.out.push_str(&set);
                }
                ClassAtom::Set(set) => {
                    self.out.push('[');
                    self.out.push_str(&set);
                    self.out.push(']');
                }
            },
        }
    }

    /// What an escape stands for; sets come as they would stand in a class.
    fn read_escape(&mut self, c: char) -> ClassAtom {
        let char = |code: u32| ClassAtom::Char(format!("\\x{{{code:X}}}"));
        match c {
            // ASCII only, as in ECMA-262. The engine's own `\d` and `\w` match all of Unicode and
            // would accept more.
            'd' => ClassAtom::Set(DIGIT.to_owned()),
            'D' => ClassAtom::Set(format!("[^{DIGIT}]")),
            'w' => ClassAtom::Set(WORD.to_owned()),
            'W' => ClassAtom::Set(format!("[^{WORD}]")),
            's' => ClassAtom::Set(SPACE.to_owned()),
            'S' => ClassAtom::Set(format!("[^{SPACE}]")),
            'p' | 'P' => {
                let mut set = format!("\\{c}");
                if self.rest.peek() == Some(&'{') {
                    for c in self.rest.by_ref() {
                        set.push(c);
                        if c == '}' {
                            break;
                        }
                    }
                }
                ClassAtom::Set(set)
            }
            '0' => char(0),
            'v' => char(0x0b),
            'f' => char(0x0c),
            'c' => match self.rest.next_if(char::is_ascii_alphabetic) {
                Some(letter) => char(u32::from(letter) % 32),
                None => ClassAtom::Char("\\\\c".to_owned()),
            },
            'x' => match self.read_hex(2) {
                Some(code) => char(code),
                None => ClassAtom::Char("x".to_owned()),
            },
            'u' => match self.read_code_point() {
                Some(code) => char(code),
                None => ClassAtom::Char("u".to_owned()),
            },
            't' | 'n' | 'r' => ClassAtom::Char(format!("\\{c}")),
            // Some of them would be anchors or nothing at all to the regex engine.
            '<' | '>' | '/' | '_' | ' ' | '"' | '\'' | '@' | '%' | ',' | ':' | ';' | '=' | '!'
            | '`' => ClassAtom::Char(c.to_string()),
            c if c.is_ascii() => ClassAtom::Char(format!("\\{c}")),
            c => ClassAtom::Char(c.to_string()),
        }
    }

    fn read_hex(&mut self, digits: usize) -> Option<u32> {
        let text: String = self.rest.clone().take(digits).collect();
        let all_hex = text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit());
        let code = u32::from_str_radix(&text, 16).ok().filter(|_| all_hex)?;
        self.rest.by_ref().take(digits).for_each(drop);
        Some(code)
    }

    /// What follows `\u`: `{1F600}`, `D83D\uDE00` or `00e9`.
    fn read_code_point(&mut self) -> Option<u32> {
        if self.rest.peek() == Some(&'{') {
            let inner: String = self
                .rest
                .clone()
                .skip(1)
                .take_while(|c| *c != '}')
                .collect();
            let code = u32::from_str_radix(&inner, 16).ok()?;
            self.rest.by_ref().take(inner.len() + 2).for_each(drop);
            return Some(code);
        }
        let high = self.read_hex(4)?;
        // `\uD83D\uDE00` is one character. Rust's regular expressions have no surrogates, so the
        // pair is joined.
        if !(0xd800..0xdc00).contains(&high) {
            return Some(high);
        }
        let before = self.rest.clone();
        if self.rest.next() == Some('\\')
            && self.rest.next() == Some('u')
            && let Some(low @ 0xdc00..0xe000) = self.read_hex(4)
        {
            return Some(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
        }
        self.rest = before;
        Some(high)
    }

    fn translate_class(&mut self) {
        let negated = self.rest.next_if_eq(&'^').is_some();
        if self.rest.next_if_eq(&']').is_some() {
            self.out
                // In ECMA-262, `[]` matches nothing and `[^]` any character; to the regex engine, `]` would be the first member.
                .push_str(if negated { r"[\s\S]" } else { r"[^\s\S]" });
            return;
        }
        self.out.push_str(if negated { "[^" } else { "[" });
        let mut first = true;
        // Whether a range can begin with what was written last.
        let mut after_char = false;
        while let Some(c) = self.rest.next() {
            if c == ']' {
                self.out.push(']');
                return;
            }
            if c == '-' {
                let last = self.rest.peek() == Some(&']');
                if after_char && !last {
                    after_char = self.translate_range_end();
                } else {
                    self.out.push_str(if first || last { "-" } else { "\\-" });
                    after_char = true;
                }
            } else {
                let atom = self.read_class_atom(c);
                after_char = matches!(atom, ClassAtom::Char(_));
                self.push_atom(atom);
            }
            first = false;
        }
    }

    /// Writes the hyphen behind a character and what follows it. Says whether a range can begin
    /// there.
    fn translate_range_end(&mut self) -> bool {
        let Some(c) = self.rest.next() else {
            return false;
        };
        let atom = self.read_class_atom(c);
        let is_range = matches!(atom, ClassAtom::Char(_));
        self.out.push_str(if is_range { "-" } else { "\\-" });
        self.push_atom(atom);
        false
    }

    fn push_atom(&mut self, atom: ClassAtom) {
        let (ClassAtom::Char(text) | ClassAtom::Set(text)) = atom;
        self.out.push_str(&text);
    }

    fn read_class_atom(&mut self, c: char) -> ClassAtom {
        match c {
            '\\' => match self.rest.next() {
                None => ClassAtom::Char("\\".to_owned()),
                Some('b') => ClassAtom::Char("\\x08".to_owned()),
                Some(c) => self.read_escape(c),
            },
            '[' => ClassAtom::Char("\\[".to_owned()),
            // Doubled, these are operators.
            '&' | '~' if self.rest.peek() == Some(&c) => ClassAtom::Char(format!("\\{c}")),
            c => ClassAtom::Char(c.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches_translated(pattern: &str, text: &str) -> bool {
        let translated = translate_pattern(pattern);
        match fancy_regex::Regex::new(&translated) {
            Ok(regex) => regex.is_match(text).unwrap_or(true),
            Err(error) => panic!("{pattern} -> {translated}: {error}"),
        }
    }

    #[test]
    fn plain_patterns_stay_as_they_are() {
        for pattern in [
            "^[a-zA-Z0-9_-]+$",
            "^(a|b){1,3}?$",
            "^(?!x)a(?<n>b)\\k<n>$",
            "^[-a]$",
            "^[a\\-b]\\.$",
        ] {
            assert_eq!(translate_pattern(pattern), pattern);
        }
    }

    #[test]
    fn ecma_262_is_understood() {
        for (pattern, yes, no) in [
            ("^\\d$", "5", "٥"),
            ("^\\D$", "٥", "5"),
            ("^\\w$", "_", "é"),
            ("^[\\w-.]$", "-", "é"),
            ("^[\\W]$", "é", "e"),
            ("^\\s$", "\u{feff}", "\u{85}"),
            ("^[\\S]$", "\u{85}", "\u{feff}"),
            ("^a$", "a", "a\n"),
            ("^.$", "x", "\r"),
            ("^\\/$", "/", "x"),
            ("^\\cJ$", "\n", "J"),
            ("^\\u00e9$", "é", "e"),
            ("^\\uD83D\\uDE00$", "😀", "x"),
            ("^\\u{1F600}$", "😀", "x"),
            ("^\\p{L}\\P{L}$", "é1", "11"),
            ("^[\\u0080-\\u024F\\s]$", "é", "a"),
            ("^[[a]$", "[", "b"),
            ("^[a&&b]+$", "a&&b", "c"),
            ("^[^]$", "\n", ""),
            ("^a{,2}$", "a{,2}", "aa"),
            ("^{}$", "{}", ""),
            ("^[\\b]$", "\u{8}", "b"),
            ("^\\x41\\0$", "A\0", "x"),
            ("^[.\\\\-_/]$", "]", "-"),
            ("^[a-c-e]$", "-", "d"),
            ("^\\<\\>$", "<>", ""),
            ("^[\\d-x]$", "-", "w"),
            ("^\\-\\#\\&\\~\\@\\_\\ $", "-#&~@_ ", ""),
            ("^[\\-\\#\\&\\~\\@\\_\\ \\/\\\"\\'\\`\\(\\)]$", "`", "x"),
        ] {
            assert!(matches_translated(pattern, yes), "{pattern} {yes:?}");
            assert!(!matches_translated(pattern, no), "{pattern} {no:?}");
        }
        assert!(!matches_translated("[]", "x"));
    }
}
