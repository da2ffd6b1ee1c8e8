//! Large bounds of repetitions, such as the one of `^.{1,2097152}$`. The regex engine unrolls a repetition, which takes seconds and
//! megabytes for such a bound, or is rejected. Two rules replace it; both accept exactly the same texts.
//!
//! - Where a search begins or ends with a repetition, only the lower bound matters, because what follows may be anything:
//!   `arn:.{16,2044}` finds what `arn:.{16}` finds.
//! - Where all but one repetition between `^` and `$` has a fixed length, the length of the text says how often that one matches:
//!   `^arn:.{16,2044}$` is `^arn:.*$` for texts of 20 to 2,048 characters.

use std::ops::{Range, RangeInclusive};

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{AssertionKind, Ast, Repetition, RepetitionKind, RepetitionRange};

/// Repetitions up to this bound stay: the engine unrolls them within a few milliseconds.
const LARGEST_UNROLLED: u32 = 255;

/// A regular expression, and the lengths of a text to which it applies, in characters; all if there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoundedRegex {
    pub(crate) regex: String,
    pub(crate) lengths: Option<RangeInclusive<usize>>,
}

impl BoundedRegex {
    /// Replaces the large bounds of a regular expression in the engine's syntax, as far as the rules go. What has look-around or
    /// back-references stays as it is.
    pub(super) fn from_regex(regex: String) -> Self {
        let replaced = Parser::new().parse(&regex).ok().and_then(|tree| {
            let mut edits = Vec::new();
            let lengths = replace_by_length(&tree, &mut edits);
            if lengths.is_none() {
                replace_at_end(&tree, Ast::last_part, &mut edits);
                replace_at_end(&tree, Ast::first_part, &mut edits);
            }
            Some((apply_edits(&regex, edits)?, lengths))
        });
        match replaced {
            Some((regex, lengths)) => Self { regex, lengths },
            None => Self {
                regex,
                lengths: None,
            },
        }
    }
}

/// A part of the text, and what stands there instead.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edit {
    start: usize,
    end: usize,
    replacement: String,
}

impl Edit {
    fn new(span: &regex_syntax::ast::Span, replacement: impl Into<String>) -> Self {
        let Range { start, end } = span.start.offset..span.end.offset;
        Self {
            start,
            end,
            replacement: replacement.into(),
        }
    }
}

/// `None` if there are no edits.
fn apply_edits(regex: &str, mut edits: Vec<Edit>) -> Option<String> {
    edits.sort();
    // A repetition may be both what a search begins and what it ends with.
    edits.dedup();
    let mut text = String::with_capacity(regex.len());
    let mut at = 0;
    for edit in &edits {
        text.push_str(regex.get(at..edit.start)?);
        text.push_str(&edit.replacement);
        at = edit.end;
    }
    text.push_str(regex.get(at..)?);
    (!edits.is_empty()).then_some(text)
}

trait OuterParts {
    fn first_part(&self) -> Option<&Ast>;
    fn last_part(&self) -> Option<&Ast>;
}

impl OuterParts for Ast {
    fn first_part(&self) -> Option<&Ast> {
        match self {
            Self::Concat(sequence) => sequence.asts.first(),
            _ => None,
        }
    }

    fn last_part(&self) -> Option<&Ast> {
        match self {
            Self::Concat(sequence) => sequence.asts.last(),
            _ => None,
        }
    }
}

/// Replaces repetitions at an end of what is searched. An anchor at that end is a part as well, and then there is none.
fn replace_at_end<'a>(
    tree: &'a Ast,
    outer_part: fn(&'a Ast) -> Option<&'a Ast>,
    edits: &mut Vec<Edit>,
) {
    match tree {
        Ast::Repetition(repetition) => {
            let Some((shortest, _)) = large_bounds(repetition) else {
                return;
            };
            edits.push(match shortest {
                0 => Edit::new(&repetition.span, ""),
                1 => Edit::new(&repetition.op.span, ""),
                _ => Edit::new(&repetition.op.span, format!("{{{shortest}}}")),
            });
        }
        Ast::Group(group) => replace_at_end(&group.ast, outer_part, edits),
        Ast::Alternation(alternatives) => alternatives
            .asts
            .iter()
            .for_each(|alternative| replace_at_end(alternative, outer_part, edits)),
        other => {
            if let Some(part) = outer_part(other) {
                replace_at_end(part, outer_part, edits);
            }
        }
    }
}

/// The bounds of a repetition, if they are large and not the same.
fn large_bounds(repetition: &Repetition) -> Option<(u32, u32)> {
    match repetition.op.kind {
        RepetitionKind::Range(RepetitionRange::Bounded(shortest, longest))
            if longest > LARGEST_UNROLLED && shortest < longest =>
        {
            Some((shortest, longest))
        }
        _ => None,
    }
}

/// Replaces the only repetition with large bounds, if everything else has a fixed length. Gives the lengths of the whole text.
fn replace_by_length(tree: &Ast, edits: &mut Vec<Edit>) -> Option<RangeInclusive<usize>> {
    let Ast::Concat(sequence) = tree else {
        return None;
    };
    let [first, middle @ .., last] = sequence.asts.as_slice() else {
        return None;
    };
    if !is_anchor(first, AssertionKind::StartLine) || !is_anchor(last, AssertionKind::EndLine) {
        return None;
    }
    let mut fixed = 0_usize;
    let mut variable: Option<&Repetition> = None;
    for part in middle {
        match (fixed_length(part), part) {
            (Some(length), _) => fixed = fixed.checked_add(length)?,
            (None, Ast::Repetition(repetition)) if variable.is_none() => {
                variable = Some(repetition);
            }
            _ => return None,
        }
    }
    let repetition = variable?;
    let (shortest, longest) = large_bounds(repetition)?;
    // One of length zero says nothing of how often it matches.
    let each = fixed_length(&repetition.ast).filter(|length| *length > 0)?;
    let total = |count: u32| {
        let repeated = each.checked_mul(usize::try_from(count).ok()?)?;
        repeated.checked_add(fixed)
    };
    let lengths = total(shortest)?..=total(longest)?;
    edits.push(Edit::new(&repetition.op.span, "*"));
    Some(lengths)
}

fn is_anchor(part: &Ast, anchor: AssertionKind) -> bool {
    matches!(part, Ast::Assertion(assertion) if assertion.kind == anchor)
}

/// How many characters a part matches, if that is always the same. Flags could change what others mean, so a part with flags has
/// no fixed length.
fn fixed_length(part: &Ast) -> Option<usize> {
    match part {
        Ast::Empty(_) | Ast::Assertion(_) => Some(0),
        Ast::Literal(_)
        | Ast::Dot(_)
        | Ast::ClassUnicode(_)
        | Ast::ClassPerl(_)
        | Ast::ClassBracketed(_) => Some(1),
        Ast::Group(group) if group.flags().is_none_or(|flags| flags.items.is_empty()) => {
            fixed_length(&group.ast)
        }
        Ast::Concat(sequence) => sequence.asts.iter().try_fold(0_usize, |length, part| {
            length.checked_add(fixed_length(part)?)
        }),
        Ast::Alternation(alternatives) => {
            let mut lengths = alternatives.asts.iter().map(fixed_length);
            let first = lengths.next()??;
            lengths.all(|length| length == Some(first)).then_some(first)
        }
        Ast::Repetition(repetition) => match repetition.op.kind {
            RepetitionKind::Range(RepetitionRange::Exactly(count)) => {
                fixed_length(&repetition.ast)?.checked_mul(usize::try_from(count).ok()?)
            }
            _ => None,
        },
        Ast::Group(_) | Ast::Flags(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::translate_pattern;
    use super::*;

    #[test]
    fn only_the_lower_bound_counts_at_the_ends_of_a_search() {
        for (regex, expected) in [
            (".{16,1024}", ".{16}"),
            ("[a-z]{0,20000}", ""),
            ("arn:[^/].{0,1023}", "arn:[^/]"),
            ("a{1,300}b{2,300}?", "ab{2}"),
            ("x/(.{1,1024}|b{0,300})", "x/(.|)"),
            ("^a{0,300}|b$", "^|b$"),
            // These have a meaning.
            ("^a{1,300}b", "^a{1,300}b"),
            ("a{1,300}$", "a$"),
            ("(?:a{1,300})+", "(?:a{1,300})+"),
            ("a{1,255}", "a{1,255}"),
            ("a{300}", "a{300}"),
            ("a{300,}", "a{300,}"),
            ("(a{1,300})\\1", "(a{1,300})\\1"),
        ] {
            let bounded = BoundedRegex::from_regex(regex.to_owned());
            assert_eq!(
                (bounded.regex.as_str(), bounded.lengths),
                (expected, None),
                "{regex}"
            );
        }
    }

    #[test]
    fn the_length_says_how_often_a_single_repetition_matches() {
        for (regex, expected, lengths) in [
            ("^.{1,2097152}$", "^.*$", 1..=2_097_152),
            ("^arn:.{16,2044}$", "^arn:.*$", 20..=2_048),
            ("^(?:aa|bb){1,300}c{2}$", "^(?:aa|bb)*c{2}$", 4..=602),
        ] {
            let bounded = BoundedRegex::from_regex(regex.to_owned());
            assert_eq!(bounded.regex, expected);
            assert_eq!(bounded.lengths, Some(lengths));
        }
        for regex in [
            "^a{1,300}b*$",
            "^a{1,300}b{1,300}$",
            "^(a|bb){1,300}$",
            "^(?i)a{1,300}$",
            "^(\\b){1,300}$",
        ] {
            let bounded = BoundedRegex::from_regex(regex.to_owned());
            assert_eq!(
                (bounded.regex.as_str(), bounded.lengths),
                (regex, None),
                "{regex}"
            );
        }
    }

    fn is_match(bounded: &BoundedRegex, text: &str) -> bool {
        let length = text.chars().count();
        let regex = fancy_regex::Regex::new(&bounded.regex).expect("is a regular expression");
        bounded
            .lengths
            .as_ref()
            .is_none_or(|it| it.contains(&length))
            && regex.is_match(text).expect("is searched")
    }

    /// Pieces of patterns in which a repetition has large bounds.
    fn pattern() -> impl Strategy<Value = String> {
        let atom = prop_oneof![
            Just("a"),
            Just("[ab]"),
            Just("."),
            Just("(?:ab|ba)"),
            Just("(b|bb)")
        ];
        let count = prop_oneof![
            Just(""),
            Just("{0,300}"),
            Just("{2,300}"),
            Just("{1,256}?"),
            Just("*"),
            Just("{2}"),
            Just("+")
        ];
        let part = (atom, count).prop_map(|(atom, count)| format!("{atom}{count}"));
        let parts = proptest::collection::vec(part, 1..4).prop_map(|parts| parts.concat());
        let sequence = (any::<bool>(), parts, any::<bool>()).prop_map(|(start, parts, end)| {
            format!(
                "{}{parts}{}",
                if start { "^" } else { "" },
                if end { "$" } else { "" }
            )
        });
        proptest::collection::vec(sequence, 1..3).prop_map(|branches| branches.join("|"))
    }

    /// Texts around the bounds.
    fn text() -> impl Strategy<Value = String> {
        let piece = (
            prop_oneof![Just("a"), Just("b"), Just("ab"), Just("é"), Just("\n")],
            prop_oneof![0..4_usize, 126..130_usize, 254..258_usize, 298..303_usize],
        );
        let pieces = proptest::collection::vec(piece, 0..4);
        pieces.prop_map(|pieces| {
            pieces
                .iter()
                .map(|(text, count)| text.repeat(*count))
                .collect()
        })
    }

    proptest! {
        // Each case compiles a pattern whose automaton is large, twice.
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn the_same_texts_match(pattern in pattern(), texts in proptest::collection::vec(text(), 8)) {
            let regex = translate_pattern(&pattern);
            let plain = BoundedRegex { regex: regex.clone(), lengths: None };
            let bounded = BoundedRegex::from_regex(regex);
            for text in texts {
                prop_assert_eq!(is_match(&plain, &text), is_match(&bounded, &text), "{} {:?}", pattern, text);
            }
        }
    }
}
