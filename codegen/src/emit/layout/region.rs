//! Lays out the lines of one expression anew, for example of a static or of a statement: finds where the expression begins
//! and ends, parses it, and writes it as rustfmt would. Takes lines as prettyplease has written them and gives text of
//! the same tokens, or nothing if the lines are not understood.

use super::expression::parse_expression;
use super::rewrite::{LIST_WIDTH, Memo, Shape, count_columns, rewrite_expression};
use super::{MAX_WIDTH, is_identifier};

fn is_indented_by(line: &str, indent: usize) -> bool {
    line.len() - line.trim_start().len() == indent
}

/// Lines that are one expression, with what stands before and behind it.
#[derive(Clone, Copy)]
pub(super) enum Region {
    /// `static A: B = …;`
    Assignment,
    /// `request.query(…);`
    Statement,
    /// `limit: fields.take(…),`
    Field,
    /// `limit: fields` and `.take(…),`
    BrokenField,
    /// `Self { … }`
    Value,
    /// `"list_pets" => { … }`
    Arm,
    /// `) -> impl Future<Output = …> + Send;`
    Future,
}

impl Region {
    pub(super) fn starting_with(line: &str) -> Option<Self> {
        const ASSIGNED: [&str; 5] = [
            "static ",
            "pub static ",
            "const ",
            "pub const ",
            "let decoded = ",
        ];
        const STATED: [&str; 4] = ["request.", "object.", "fields.", "reply."];
        if ["request", "object", "fields", "reply"].contains(&line) {
            return Some(Self::Statement);
        }
        let starts_with = |starts: &[&str]| starts.iter().any(|start| line.starts_with(start));
        if starts_with(&ASSIGNED) && line.contains(" = ") {
            return Some(Self::Assignment);
        }
        if starts_with(&STATED) && (line.ends_with(';') || line.ends_with(['(', '[', '{'])) {
            return Some(Self::Statement);
        }
        if line.starts_with("Self { ") && line.ends_with('}') {
            return Some(Self::Value);
        }
        if line.starts_with(") -> impl Future<") && line.ends_with('<') {
            return Some(Self::Future);
        }
        if line.starts_with('"') && line.ends_with(" => {") {
            return Some(Self::Arm);
        }
        let (name, value) = line.split_once(": ")?;
        if !is_identifier(name.strip_prefix("r#").unwrap_or(name)) {
            return None;
        }
        match value {
            "fields" => Some(Self::BrokenField),
            value => value.starts_with("fields.take").then_some(Self::Field),
        }
    }

    /// Whether a line is the last one of an expression that began with this indentation.
    pub(super) fn ends_with(self, line: &str, indent: usize) -> bool {
        match self {
            // The last call of a chain is indented, and no statement is in another.
            Self::Assignment | Self::Statement | Self::Future => line.ends_with(';'),
            Self::Field => line.ends_with(',') && is_indented_by(line, indent),
            Self::BrokenField => line.ends_with(',') && is_indented_by(line, indent + 4),
            Self::Value | Self::Arm => line.ends_with('}') && is_indented_by(line, indent),
        }
    }

    pub(super) fn lay_out(self, lines: &[&str], indent: usize) -> Option<String> {
        if let Self::Arm = self {
            return lay_out_arm(lines, indent);
        }
        if let Self::Future = self {
            let parts: Vec<&str> = lines
                .iter()
                .map(|line| line.trim().trim_end_matches(','))
                .collect();
            let line = format!("{}{}\n", " ".repeat(indent), parts.concat());
            return (line.len() <= MAX_WIDTH + 1).then_some(line);
        }
        let whole: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
        let whole = whole.join("\n");
        let (head, value, end) = match self {
            Self::Assignment => {
                let (head, value) = whole.split_once(" = ")?;
                (format!("{head} ="), value.strip_suffix(';')?, ";")
            }
            Self::Statement => (String::new(), whole.strip_suffix(';')?, ";"),
            Self::Field | Self::BrokenField => {
                let (head, value) = whole.split_once(": ")?;
                (format!("{head}:"), value.strip_suffix(',')?, ",")
            }
            Self::Value | Self::Arm | Self::Future => (String::new(), whole.as_str(), ""),
        };
        let expression = parse_expression(value)?;
        let margin = " ".repeat(indent);
        let column = match head.is_empty() {
            true => indent,
            false => indent + head.len() + 1,
        };
        let memo = Memo::default();
        let here = rewrite_expression(&expression, Shape::new(&memo, indent, column, end.len()));
        let text = match self {
            Self::Assignment => {
                let inner = indent + 4;
                let below =
                    rewrite_expression(&expression, Shape::new(&memo, inner, inner, end.len()));
                match (here, below) {
                    (Some(here), Some(below)) if prefers_next_line(&here, &below, column) => {
                        format!("{head}\n{}{below}", " ".repeat(inner))
                    }
                    (Some(here), _) => format!("{head} {here}"),
                    (None, Some(below)) => format!("{head}\n{}{below}", " ".repeat(inner)),
                    (None, None) => return None,
                }
            }
            Self::Field | Self::BrokenField => format!("{head} {}", here?),
            Self::Statement | Self::Value | Self::Arm | Self::Future => here?,
        };
        Some(format!("{margin}{text}{end}\n"))
    }
}

/// The arm of a dispatcher: a call of one function with `fields` and a closure.
fn lay_out_arm(lines: &[&str], indent: usize) -> Option<String> {
    let [name, body @ .., _] = lines else {
        return None;
    };
    let name = name.trim().strip_suffix(" => {")?;
    let body: Vec<&str> = body.iter().map(|line| line.trim()).collect();
    let arguments = body.join(" ");
    let arguments = arguments
        .strip_prefix("start_handler(")?
        .strip_suffix(')')?;
    let arguments = arguments.trim().trim_end_matches(',');
    let (outer, inner) = (" ".repeat(indent), " ".repeat(indent + 4));
    if arguments.len() <= LIST_WIDTH {
        let line = format!("{outer}{name} => start_handler({arguments}),\n");
        // The line has a line feed.
        if line.len() <= MAX_WIDTH + 1 {
            return Some(line);
        }
        return Some(format!(
            "{outer}{name} => {{\n{inner}start_handler({arguments})\n{outer}}}\n"
        ));
    }
    let (fields, call) = arguments.split_once("|request| ")?;
    // prettyplease has broken what is too wide for it, with braces around it.
    let call = call
        .trim_start_matches(['{', ' '])
        .trim_end_matches(['}', ' ']);
    let call = call.replace("handlers .", "handlers.");
    Some(format!(
        "{outer}{name} => start_handler({fields}|request| {{\n{inner}{call}\n{outer}}}),\n"
    ))
}

/// rustfmt's `prefer_next_line`.
pub(super) fn prefers_next_line(here: &str, below: &str, column: usize) -> bool {
    if !here.contains('\n') && column + count_columns(here) < MAX_WIDTH {
        return false;
    }
    let count_breaks = |text: &str| text.matches('\n').count();
    let opens = |text: &str, bracket| {
        text.lines()
            .next()
            .is_some_and(|line| line.ends_with(bracket))
    };
    let opens_only_here = |bracket| opens(here, bracket) && !opens(below, bracket);
    count_breaks(below) == 0
        || count_breaks(here) > count_breaks(below) + 1
        || ['(', '{', '['].into_iter().any(opens_only_here)
}
