//! Lays out what prettyplease and rustfmt write differently, so that a generated file passes `rustfmt --check`:
//! values of constants and statics, and the statements of encoders and decoders. It takes text that prettyplease
//! has written and gives text of the same tokens. Lines that it does not understand stay as they are.

mod expression;
mod joined_lines;
mod line_writer;
mod literal_breaks;
mod rewrite;
#[cfg(test)]
mod tests;

use expression::parse_expression;
use joined_lines::join_lines;
pub(crate) use line_writer::LineWriter;
use rewrite::{Memo, Shape, rewrite_expression};

/// Columns of a line, by rustfmt's default.
pub(crate) const MAX_WIDTH: usize = 100;

/// Lays out the lines of some items.
pub(crate) fn lay_out(text: &str) -> String {
    let mut laid_out = String::with_capacity(text.len());
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        // Comments have the spec's text, which may look like code and must not become code.
        if line[indent..].starts_with("//") {
            laid_out.push_str(line);
            laid_out.push('\n');
            continue;
        }
        if &line[indent..] == "{}" {
            // The body behind a `where`.
            let margin = &line[..indent];
            laid_out.push_str(&format!("{margin}{{\n{margin}}}\n"));
            continue;
        }
        if let Some((name, ty)) = split_inline_macro(&line[indent..]) {
            let margin = &line[..indent];
            laid_out.push_str(&format!(
                "{margin}{name}!(\n{margin}    #[inline]\n{margin}    {ty}\n{margin});\n"
            ));
            continue;
        }
        if let Some(joined) = join_lines(line, lines.clone()) {
            laid_out.push_str(&joined.text);
            // The first line is taken already.
            for _ in 1..joined.count {
                lines.next();
            }
            continue;
        }
        let Some(kind) = Region::starting_with(&line[indent..]) else {
            laid_out.push_str(line);
            laid_out.push('\n');
            continue;
        };
        let mut region = vec![line];
        let mut last = line;
        while !kind.ends_with(last, indent) {
            let Some(line) = lines.next() else { break };
            region.push(line);
            last = line;
        }
        match kind.lay_out(&region, indent) {
            Some(text) => laid_out.push_str(&text),
            None => region.iter().for_each(|line| {
                laid_out.push_str(line);
                laid_out.push('\n');
            }),
        }
    }
    laid_out
}

/// The name of a macro and the type that it is called for: `choice!(#[inline] Pet);`. Any other line, which may be a
/// literal with the spec's text, is none.
fn split_inline_macro(line: &str) -> Option<(&str, &str)> {
    let (name, argument) = line.split_once("!(#[inline] ")?;
    let ty = argument.strip_suffix(");")?;
    (is_identifier(name) && is_identifier(ty)).then_some((name, ty))
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c == '_' || c.is_alphanumeric())
}

fn is_indented_by(line: &str, indent: usize) -> bool {
    line.len() - line.trim_start().len() == indent
}

/// Lines that are one expression, with what stands before and behind it.
#[derive(Clone, Copy)]
enum Region {
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
    fn starting_with(line: &str) -> Option<Self> {
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
    fn ends_with(self, line: &str, indent: usize) -> bool {
        match self {
            // The last call of a chain is indented, and no statement is in another.
            Self::Assignment | Self::Statement | Self::Future => line.ends_with(';'),
            Self::Field => line.ends_with(',') && is_indented_by(line, indent),
            Self::BrokenField => line.ends_with(',') && is_indented_by(line, indent + 4),
            Self::Value | Self::Arm => line.ends_with('}') && is_indented_by(line, indent),
        }
    }

    fn lay_out(self, lines: &[&str], indent: usize) -> Option<String> {
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
    if arguments.len() <= rewrite::LIST_WIDTH {
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
fn prefers_next_line(here: &str, below: &str, column: usize) -> bool {
    if !here.contains('\n') && column + rewrite::count_columns(here) < MAX_WIDTH {
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
