//! Links and images of Markdown (CommonMark 0.31, sections 6.3 and 6.4), reduced to their texts.

use std::collections::HashSet;

use super::is_fence;

/// A longer text or target of a link is not looked for.
const MAX_PART: usize = 2_000;

/// So many bytes are searched for the ends of links and code, in all: each bracket may cost the rest of the
/// text. What comes after that stays as it is.
const BUDGET: usize = 1_000_000;

/// Links in images in links are read so deep.
const MAX_DEPTH: usize = 4;

/// The text with the texts of links in the place of links, and without definitions of links.
pub(super) fn remove_link_targets(text: &str) -> String {
    let mut labels = HashSet::new();
    let mut is_code = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        is_code ^= is_fence(line);
        match definition_label(line) {
            Some(label) if !is_code => {
                labels.insert(label.to_lowercase());
            }
            _ => lines.push(line),
        }
    }
    let mut remover = TargetRemover {
        labels,
        budget: BUDGET,
        shown: String::with_capacity(text.len()),
    };
    remover.write_without_targets(&lines.join("\n"), MAX_DEPTH);
    remover.shown
}

/// The label of `[label]: https://…`. A footnote, `[^1]: …`, is a text.
fn definition_label(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('[')?;
    let (label, target) = rest.split_once("]:")?;
    let is_label = !label.is_empty() && !label.starts_with('^') && !label.contains(['[', ']']);
    let target = target.split_whitespace().next()?;
    let is_target = target.contains("://")
        || target.starts_with(['/', '#', '.', '<'])
        || target.starts_with("mailto:");
    (is_label && is_target).then_some(label)
}

struct TargetRemover {
    /// The labels that the text defines, in small letters.
    labels: HashSet<String>,
    budget: usize,
    shown: String,
}

impl TargetRemover {
    fn write_without_targets(&mut self, text: &str, depth: usize) {
        let mut rest = text;
        while self.budget > 0
            && let Some(at) = rest.find(['`', '\\', '[', '!'])
        {
            let (before, from) = rest.split_at(at);
            self.shown.push_str(before);
            let (piece, after) = self.read_piece(from);
            match piece {
                Piece::Link(inner) if depth > 0 => self.write_without_targets(inner, depth - 1),
                Piece::Link(piece) | Piece::Verbatim(piece) => self.shown.push_str(piece),
            }
            rest = after;
        }
        self.shown.push_str(rest);
    }

    fn read_piece<'t>(&mut self, from: &'t str) -> (Piece<'t>, &'t str) {
        let verbatim = |end: usize| {
            let (piece, after) = from.split_at(end);
            (Piece::Verbatim(piece), after)
        };
        if from.starts_with('`') {
            return verbatim(self.code_end(from));
        }
        if let Some(escaped) = from.strip_prefix('\\') {
            return verbatim(1 + escaped.chars().next().map_or(0, char::len_utf8));
        }
        let bracket = from.strip_prefix('!').unwrap_or(from);
        match self.read_link(bracket) {
            Some((inner, after)) => (Piece::Link(inner), after),
            None => verbatim(1),
        }
    }

    /// The end of a code span or block, which ends with as many backticks as it begins with; the end of the
    /// backticks if there are no others.
    fn code_end(&mut self, from: &str) -> usize {
        let count_ticks = |text: &str| text.len() - text.trim_start_matches('`').len();
        let ticks = count_ticks(from);
        let mut at = ticks;
        while let Some(next) = from[at..].find('`') {
            let run = count_ticks(&from[at + next..]);
            at += next + run;
            if run == ticks {
                self.spend_budget(at);
                return at;
            }
        }
        self.spend_budget(from.len());
        ticks
    }

    /// The text of the link at the beginning, and what comes after the link.
    fn read_link<'t>(&mut self, from: &'t str) -> Option<(&'t str, &'t str)> {
        let (inner, after) = self.read_bracketed(from, '[', ']')?;
        if let Some((target, rest)) = self.read_bracketed(after, '(', ')') {
            // What has spaces and no title is a remark in parentheses.
            let is_target = !target.trim().contains(' ') || target.contains(['"', '\'']);
            return is_target.then_some((inner, rest));
        }
        match self.read_bracketed(after, '[', ']') {
            Some((label, rest))
                if self.is_label(label) || (label.is_empty() && self.is_label(inner)) =>
            {
                Some((inner, rest))
            }
            _ => self.is_label(inner).then_some((inner, after)),
        }
    }

    fn is_label(&self, label: &str) -> bool {
        !self.labels.is_empty() && self.labels.contains(&label.to_lowercase())
    }

    /// What stands between brackets at the beginning, and what comes after them.
    fn read_bracketed<'t>(
        &mut self,
        from: &'t str,
        open: char,
        close: char,
    ) -> Option<(&'t str, &'t str)> {
        if !from.starts_with(open) {
            return None;
        }
        let mut depth = 0_usize;
        let mut is_escaped = false;
        for (at, letter) in from.char_indices().take(MAX_PART) {
            self.spend_budget(1);
            if is_escaped {
                is_escaped = false;
            } else if letter == '\\' {
                is_escaped = true;
            } else if letter == open {
                depth += 1;
            } else if letter == close {
                depth -= 1;
                if depth == 0 {
                    return Some((&from[1..at], &from[at + 1..]));
                }
            }
        }
        None
    }

    fn spend_budget(&mut self, steps: usize) {
        self.budget = self.budget.saturating_sub(steps);
    }
}

/// What begins at a mark.
enum Piece<'t> {
    Verbatim(&'t str),
    /// The text of a link or an image.
    Link(&'t str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_become_their_texts() {
        for (text, shown) in [
            ("See [the guide](https://a.b/c) now.", "See the guide now."),
            ("See \"[Foo](https://a.b/c \"title\").\"", "See \"Foo.\""),
            ("[a [b] c](/x_(y))", "a [b] c"),
            ("![logo](a.png) [![x](b.png)](https://c)", "logo x"),
            (
                "`[a](b)` and ```\n[a](b)\n``` [a](b)",
                "`[a](b)` and ```\n[a](b)\n``` a",
            ),
            (r"\[a](b)", r"\[a](b)"),
            ("a[0](call me later) [x]", "a[0](call me later) [x]"),
            (
                "[text][1], [1] and [one][]\n\n[1]: https://a.b\n[one]: /x 'y'",
                "text, 1 and one\n",
            ),
            ("[1]: is a note", "[1]: is a note"),
            ("[^1] says\n[^1]: https://a", "[^1] says\n[^1]: https://a"),
            ("An unclosed ` and [a](b", "An unclosed ` and [a](b"),
            ("ids[] and {a: [1, 2]}", "ids[] and {a: [1, 2]}"),
        ] {
            assert_eq!(remove_link_targets(text), shown, "{text}");
        }
    }

    #[test]
    fn texts_that_were_made_to_do_harm_end() {
        let started = std::time::Instant::now();
        for text in [
            "[".repeat(50_000),
            "[a](".repeat(20_000),
            "` ``".repeat(10_000),
            "![![".repeat(10_000),
        ] {
            assert_eq!(remove_link_targets(&text), text);
        }
        assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    }
}
