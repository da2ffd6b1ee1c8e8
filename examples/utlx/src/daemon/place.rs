//! Places within a transformation, also those that a daemon only mentions in its messages.

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextPlace {
    pub(crate) line: i64,
    pub(crate) column: Option<i64>,
}

impl TextPlace {
    pub(crate) fn new(line: Option<i64>, column: Option<i64>) -> Option<Self> {
        let line = line.filter(|line| *line > 0)?;
        let column = column.filter(|column| *column > 0);
        Some(Self { line, column })
    }

    /// The place that a message mentions: `line 3, column 7`, `at 3:7`.
    pub(crate) fn find_in(message: &str) -> Option<Self> {
        let lower = message.to_lowercase();
        if let Some(line) = number_after(&lower, "line") {
            let column = number_after(&lower, "column").or_else(|| number_after(&lower, "col"));
            return Self::new(Some(line), column);
        }
        let words = lower.split([' ', '(', ')', '[', ']', ',']);
        let pairs = words.filter_map(|word| word.trim_end_matches([':', '.']).split_once(':'));
        let mut numbers = pairs.filter_map(|(line, column)| {
            let (line, column) = (line.parse().ok()?, column.parse().ok()?);
            Self::new(Some(line), Some(column))
        });
        numbers.next()
    }

    /// The place before lines were added in front of the transformation.
    pub(crate) fn without_added_lines(self, lines: usize) -> Self {
        let lines = i64::try_from(lines).unwrap_or_default();
        Self {
            line: (self.line - lines).max(1),
            column: self.column,
        }
    }
}

fn number_after(text: &str, word: &str) -> Option<i64> {
    text.match_indices(word).find_map(|(index, _)| {
        let rest = text[index + word.len()..].trim_start_matches([' ', ':', '=']);
        let end = rest
            .find(|it: char| !it.is_ascii_digit())
            .unwrap_or(rest.len());
        rest[..end].parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_messages() {
        let place = |message| TextPlace::find_in(message).map(|it| (it.line, it.column));
        assert_eq!(
            place("Parse error at line 3, column 7: x"),
            Some((3, Some(7)))
        );
        assert_eq!(place("Unexpected token (3:7)."), Some((3, Some(7))));
        assert_eq!(place("newline on Line 12"), Some((12, None)));
        assert_eq!(place("no place: at all"), None);
    }
}
