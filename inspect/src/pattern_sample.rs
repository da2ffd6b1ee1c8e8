//! Generates a text that a regular expression matches. It takes patterns as a spec has them. What cannot be generated
//! (look-around, back-references) gives `None`. Nothing here checks the text, because callers do so by their own rules.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Characters of a generated text, so that nested repetitions stay small.
const MAX_SAMPLE_LENGTH: usize = 4096;

/// A text that the regular expression may match, with `more` rounds in each repetition than it
/// needs. `None` where it is not understood (look-around, back-references).
///
/// ```
/// use toolwright_inspect::generate_match;
///
/// assert_eq!(generate_match("^[A-Z]{2}-[0-9]+$", 0).as_deref(), Some("AA-1"));
/// assert_eq!(generate_match("^[A-Z]{2}-[0-9]+$", 2).as_deref(), Some("AA-111"));
/// assert_eq!(generate_match("^(?=a)", 0), None);
/// ```
pub fn generate_match(source: &str, more: usize) -> Option<String> {
    let hir = regex_syntax::ParserBuilder::new()
        // The parser recurses, so that nesting is limited as that of schemas is.
        .nest_limit(100)
        .build()
        .parse(source)
        .ok()?;
    let mut text = String::new();
    push_sample(&hir, more, &mut text)?;
    Some(text)
}

fn push_sample(hir: &Hir, more: usize, text: &mut String) -> Option<()> {
    if text.len() > MAX_SAMPLE_LENGTH {
        return None;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(pick_character(class)?),
        HirKind::Capture(capture) => push_sample(&capture.sub, more, text)?,
        HirKind::Concat(all) => {
            for part in all {
                push_sample(part, more, text)?;
            }
        }
        HirKind::Alternation(choices) => {
            push_sample(choices.get(more % choices.len().max(1))?, more, text)?;
        }
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(u32::MAX) as usize;
            let rounds = (repetition.min as usize).saturating_add(more).min(most);
            for _ in 0..rounds {
                push_sample(&repetition.sub, more, text)?;
            }
        }
    }
    Some(())
}

/// A plain character of the class.
fn pick_character(class: &Class) -> Option<char> {
    let allows = |wanted: char| match class {
        Class::Unicode(class) => class
            .ranges()
            .iter()
            .any(|range| (range.start()..=range.end()).contains(&wanted)),
        Class::Bytes(class) => u8::try_from(wanted).is_ok_and(|wanted| {
            class
                .ranges()
                .iter()
                .any(|range| (range.start()..=range.end()).contains(&wanted))
        }),
    };
    // Letters and digits first: they are legible, and allowed by more patterns than punctuation.
    let plain = "a1A0bB".chars().chain(' '..='~').find(|c| allows(*c));
    plain.or_else(|| match class {
        Class::Unicode(class) => class.ranges().first().map(|range| range.start()),
        Class::Bytes(class) => class
            .ranges()
            .first()
            .map(|range| char::from(range.start())),
    })
}
