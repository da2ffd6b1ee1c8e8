//! The format `regex`: ECMA-262's syntax, checked with the regex engine after constructs that it lacks are
//! replaced. It tells only whether the text is a regular expression.

use std::str::Chars;

use fancy_regex::Regex;

/// Whether ECMA-262 has such a regular expression, as far as the engine's own syntax tells.
pub(super) fn is_regex(text: &str) -> bool {
    to_engine_syntax(text).is_some_and(|text| Regex::new(&text).is_ok())
}

/// The expression with stand-ins for what the engine lacks; `None` where it has something that
/// ECMA-262 lacks.
fn to_engine_syntax(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    let mut in_class = false;
    while let Some(c) = rest.next() {
        match c {
            '\\' => push_escape(&mut rest, &mut out)?,
            '[' if in_class => out.push_str("\\["),
            '[' => match ["]", "^]"]
                .iter()
                .find_map(|end| rest.as_str().strip_prefix(end))
            {
                Some(after) => {
                    rest = after.chars();
                    out.push_str("[a]");
                }
                None => {
                    in_class = true;
                    out.push(c);
                }
            },
            '(' if !in_class && rest.as_str().starts_with('?') => {
                check_group(rest.as_str())?;
                out.push(c);
            }
            _ => {
                in_class &= c != ']';
                out.push(c);
            }
        }
    }
    Some(out)
}

fn push_escape(rest: &mut Chars<'_>, out: &mut String) -> Option<()> {
    match rest.next()? {
        'c' => {
            rest.next().filter(char::is_ascii_alphabetic)?;
            out.push('a');
        }
        '0' => out.push('a'),
        'u' if !rest.as_str().starts_with('{') => {
            let (digits, after) = rest.as_str().split_at_checked(4)?;
            u32::from_str_radix(digits, 16).ok()?;
            *rest = after.chars();
            out.push('a');
        }
        c if c.is_ascii_alphabetic() && !"dDwWsSbBtnrvfxukpP".contains(c) => return None,
        c => {
            out.push('\\');
            out.push(c);
        }
    }
    Some(())
}

/// What follows the parenthesis of a group that captures nothing, or by name.
fn check_group(text: &str) -> Option<()> {
    let text = text.strip_prefix('?')?;
    let flags = text.trim_start_matches(['i', 'm', 's', '-']);
    let known = flags.starts_with(':') || text.starts_with(['=', '!', '<']);
    known.then_some(())
}
