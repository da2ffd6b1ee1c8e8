//! Validates header and brackets, which is what the stand-in knows of the syntax for certain.

use crate::utlx::header::{self, Parts};
use crate::utlx::mistakes::find_bracket_problems;
use crate::utlx::token::{TokenKind, tokenize};

/// An error in a transformation.
#[derive(Debug, PartialEq)]
pub(super) struct SyntaxProblem {
    pub(super) message: String,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// Formats that a header may name.
const FORMATS: [&str; 14] = [
    "json",
    "xml",
    "csv",
    "yaml",
    "xsd",
    "jsch",
    "jsonschema",
    "avro",
    "proto",
    "protobuf",
    "auto",
    "odata",
    "osch",
    "tsch",
];

/// More errors than this are counted only: hostile texts have one at each character.
const MAX_PROBLEMS: usize = 100;

/// The errors of a transformation, by their places.
pub(super) fn find_problems(transformation: &str) -> Vec<SyntaxProblem> {
    let parts = header::split(transformation);
    let mut problems = find_header_problems(transformation, &parts);
    let tokens = tokenize(parts.body);
    if tokens.is_empty() && parts.header.is_some() {
        problems.push(SyntaxProblem {
            message: "The body is missing behind `---`.".to_owned(),
            line: parts.lines_before_body,
            column: 1,
        });
    }
    for problem in find_bracket_problems(&tokens) {
        let token = problem.token();
        problems.push(SyntaxProblem {
            message: problem.describe(),
            line: token.line + parts.lines_before_body,
            column: token.column,
        });
    }
    for token in tokens.iter().filter(|it| it.kind == TokenKind::OpenText) {
        problems.push(SyntaxProblem {
            message: "The closing quote of this text is missing.".to_owned(),
            line: token.line + parts.lines_before_body,
            column: token.column,
        });
    }
    problems.sort_by_key(|problem| (problem.line, problem.column));
    // The last one that is shown counts those that are not.
    let hidden = problems.len().saturating_sub(MAX_PROBLEMS);
    problems.truncate(MAX_PROBLEMS);
    if let Some(last) = problems.last_mut().filter(|_| hidden > 0) {
        let more = hidden + 1;
        last.message = format!("From here on there are {more} more errors, which are not shown.");
    }
    problems
}

fn find_header_problems(text: &str, parts: &Parts<'_>) -> Vec<SyntaxProblem> {
    let problem = |line: usize, message: String| SyntaxProblem {
        message,
        line,
        column: 1,
    };
    let Some(header) = parts.header else {
        let lines = text.lines().count().max(1);
        let message = "The line `---` between header and body is missing.".to_owned();
        return vec![problem(lines, message)];
    };
    let mut lines = header
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let mut problems = Vec::new();
    match lines.next() {
        Some((_, line)) if line.trim_start().starts_with("%utlx ") => {}
        Some((index, line)) => {
            problems.push(problem(
                index + 1,
                format!("Expected `%utlx 1.0`, found `{}`.", line.trim()),
            ));
        }
        None => problems.push(problem(
            1,
            "The header is empty: it begins with `%utlx 1.0`.".to_owned(),
        )),
    }
    for (index, line) in lines {
        let mut words = line.split([' ', ':', '{']).filter(|word| !word.is_empty());
        let directive = words.next().unwrap_or_default();
        // `input csv {` goes on for some lines; `input: orders json` names its inputs.
        if !["input", "output"].contains(&directive) || line.contains(':') || line.contains('{') {
            continue;
        }
        if let Some(format) = words.next().filter(|format| !FORMATS.contains(format)) {
            problems.push(problem(index + 1, format!("`{format}` is not a format.")));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_hundred_errors_are_shown_at_most_and_soon() {
        for body in [
            "[(".repeat(500_000),
            "(".repeat(500_000) + &"]".repeat(500_000),
        ] {
            let started = Instant::now();
            let problems = find_problems(&format!("%utlx 1.0\n---\n{body}"));
            assert_eq!(problems.len(), 100);
            assert_eq!(
                problems[99].message,
                "From here on there are 999901 more errors, which are not shown."
            );
            // A scan of all open brackets for each closing one takes minutes.
            assert!(started.elapsed() < Duration::from_secs(20));
        }
    }
}
