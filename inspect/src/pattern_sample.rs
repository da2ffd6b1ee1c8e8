//! Generates a text that a regular expression matches. It takes patterns as a spec has them. What cannot be generated
//! (look-around, back-references) gives `None`. Nothing here checks the text, because callers do so by their own rules.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Characters of a generated text, so that nested repetitions stay small.
const MAX_SAMPLE_LENGTH: usize = 4096;

/// Parts of the expression that are written for one text. Repetitions of nothing take time and give no character.
const MAX_STEPS: usize = 20_000;

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
    let mut sample = Sample {
        more,
        steps_left: MAX_STEPS,
        text: String::new(),
    };
    sample.push(&hir)?;
    Some(sample.text)
}

/// A text that is being generated.
struct Sample {
    /// Rounds in each repetition beyond those that it needs.
    more: usize,
    steps_left: usize,
    text: String,
}

impl Sample {
    fn push(&mut self, hir: &Hir) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        if self.text.len() > MAX_SAMPLE_LENGTH {
            return None;
        }
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => {
                self.text.push_str(std::str::from_utf8(&literal.0).ok()?);
            }
            HirKind::Class(class) => self.text.push(pick_character(class)?),
            HirKind::Capture(capture) => self.push(&capture.sub)?,
            HirKind::Concat(all) => {
                for part in all {
                    self.push(part)?;
                }
            }
            HirKind::Alternation(choices) => {
                self.push(choices.get(self.more % choices.len().max(1))?)?;
            }
            HirKind::Repetition(repetition) => {
                let most = repetition.max.unwrap_or(u32::MAX) as usize;
                let least = repetition.min as usize;
                let rounds = least.saturating_add(self.more).min(most);
                for _ in 0..rounds {
                    self.push(&repetition.sub)?;
                }
            }
        }
        Some(())
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_of_nothing_end() {
        assert_eq!(generate_match("^(?:(?:a?){100000}){100000}$", 0), None);
        assert_eq!(generate_match("^(?:a?){100}$", 0).as_deref(), Some(""));
    }
}
