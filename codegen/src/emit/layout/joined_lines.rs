//! Lays out the items that prettyplease breaks although rustfmt does not, since its lines end at 89 columns: the types
//! of fields, heads of implementations, variants, and arms of a `match`. Takes the lines of an item and gives others of
//! the same tokens. `expression` and `rewrite` lay out the bodies of arms.

use super::expression::parse_expression;
use super::region::prefers_next_line;
use super::rewrite::{Memo, Shape, count_columns, indent_by, rewrite_expression};
use super::{MAX_WIDTH, is_identifier};

/// An item that has another layout.
pub(super) struct JoinedLines {
    pub(super) text: String,
    /// How many lines it had.
    pub(super) count: usize,
}

/// More lines than an item of these kinds has.
const MAX_LINES: usize = 24;

/// Lays out the item that begins with the first line. `None` if its lines stay as they are.
pub(super) fn join_lines<'l>(
    first: &str,
    following: impl Iterator<Item = &'l str>,
) -> Option<JoinedLines> {
    let content = first.trim_start();
    let indent = first.len() - content.len();
    let item = Item::starting_with(content)?;
    let mut lines = vec![content];
    if !item.is_one_line(content) {
        for line in following.take(MAX_LINES) {
            let text = line.trim_start();
            lines.push(text);
            if line.len() - text.len() == indent && item.ends_with(text) {
                break;
            }
        }
        if !item.ends_with(lines.last()?) {
            return None;
        }
    }
    let text = match item {
        Item::Field => lay_out_field(&concat_lines(&lines), indent)?,
        Item::Implementation => lay_out_implementation(&lines, indent)?,
        Item::Variant => join_in_one_line(&concat_lines(&lines), indent)?,
        Item::Arm => lay_out_arm(&lines, indent)?,
    };
    Some(JoinedLines {
        text,
        count: lines.len(),
    })
}

/// What a line begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    /// `pub limit: Option<…>,`
    Field,
    /// `impl Decode` and `for Pet {`
    Implementation,
    /// `Cat(…),` or `choice!(…);`
    Variant,
    /// `Self::Cat(value) => { … }`
    Arm,
}

impl Item {
    fn starting_with(line: &str) -> Option<Self> {
        if line.starts_with("pub ") && line.contains(": ") && line.ends_with(['<', ',']) {
            return Some(Self::Field);
        }
        if line.starts_with("impl ") && !line.ends_with(['{', '}', '<', '(']) {
            return Some(Self::Implementation);
        }
        if let Some(name) = line.strip_suffix('(')
            && name.starts_with(char::is_uppercase)
            && is_identifier(name)
        {
            return Some(Self::Variant);
        }
        if line == "choice!(" {
            return Some(Self::Variant);
        }
        let is_pattern = |text: &str| text.starts_with("Self::") || is_identifier(text);
        if let Some(pattern) = line.strip_suffix(" => {")
            && is_pattern(pattern)
        {
            return Some(Self::Arm);
        }
        (line.starts_with("Self::") && line.ends_with('(')).then_some(Self::Arm)
    }

    fn is_one_line(self, first: &str) -> bool {
        self == Self::Field && first.ends_with(',')
    }

    /// Whether a line that is indented as the first one is the last one.
    fn ends_with(self, line: &str) -> bool {
        match self {
            Self::Field => line.ends_with(','),
            Self::Implementation => line.starts_with("for ") && line.ends_with(['{', '}']),
            Self::Variant => line == ")," || line == ");",
            Self::Arm => line == "}" || line.starts_with(") => "),
        }
    }
}

/// The text of broken brackets in one line.
fn concat_lines(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        if line.starts_with(['>', ')']) && text.ends_with(',') {
            text.pop();
        }
        if text.ends_with(',') {
            text.push(' ');
        }
        text.push_str(line);
    }
    text
}

fn join_in_one_line(text: &str, indent: usize) -> Option<String> {
    let line = format!("{}{text}", indent_by(indent));
    (count_columns(&line) <= MAX_WIDTH).then(|| line + "\n")
}

fn lay_out_field(text: &str, indent: usize) -> Option<String> {
    if let Some(line) = join_in_one_line(text, indent) {
        return Some(line);
    }
    let (name, ty) = text.strip_suffix(',')?.split_once(": ")?;
    let (margin, inner) = (indent_by(indent), indent_by(indent + 4));
    if indent + 4 + count_columns(ty) < MAX_WIDTH {
        return Some(format!("{margin}{name}:\n{inner}{ty},\n"));
    }
    let column = indent + count_columns(name) + 2;
    let ty = rewrite_type(ty, indent, column)?;
    Some(format!("{margin}{name}: {ty},\n"))
}

/// A type, with a comma behind it. `None` if it is one that rustfmt leaves alone.
fn rewrite_type(ty: &str, indent: usize, column: usize) -> Option<String> {
    if column + count_columns(ty) < MAX_WIDTH {
        return Some(ty.to_owned());
    }
    let (name, argument) = ty.strip_suffix('>')?.split_once('<')?;
    if argument.contains(", ") || column + count_columns(name) >= MAX_WIDTH {
        return None;
    }
    let argument = rewrite_type(argument, indent + 4, indent + 4)?;
    let (margin, inner) = (indent_by(indent), indent_by(indent + 4));
    Some(format!("{name}<\n{inner}{argument},\n{margin}>"))
}

fn lay_out_implementation(lines: &[&str], indent: usize) -> Option<String> {
    let [head, ty] = lines else {
        return None;
    };
    let line = format!("{head} {ty}");
    if let Some(line) = join_in_one_line(&line, indent) {
        return Some(line);
    }
    let ty = ty.strip_suffix(" {")?;
    let margin = indent_by(indent);
    Some(format!("{margin}{head}\n{margin}    {ty}\n{margin}{{\n"))
}

fn lay_out_arm(lines: &[&str], indent: usize) -> Option<String> {
    let text = concat_lines(lines);
    let (pattern, body) = text.split_once(" => ")?;
    let body = match body.strip_prefix('{') {
        Some(block) => block.strip_suffix('}')?.trim(),
        None => body.strip_suffix(',')?,
    };
    // Other bodies are statements, which are no expressions of those that are read here.
    if !["Self::", "Encode::", "\""]
        .iter()
        .any(|start| body.starts_with(start))
    {
        return None;
    }
    let expression = parse_expression(body)?;
    let margin = indent_by(indent);
    let head = format!("{margin}{pattern} =>");
    // The brace of a block is on the line of the pattern.
    if count_columns(&head) + 2 > MAX_WIDTH {
        return None;
    }
    let column = count_columns(&head) + 1;
    let memo = Memo::default();
    let here = rewrite_expression(&expression, Shape::new(&memo, indent, column, 1));
    let below = rewrite_expression(&expression, Shape::new(&memo, indent + 4, indent + 4, 0));
    match (here, below) {
        (Some(here), Some(below)) if !prefers_next_line(&here, &below, column) => {
            Some(format!("{head} {here},\n"))
        }
        (_, Some(below)) => {
            let inner = indent_by(indent + 4);
            Some(format!("{head} {{\n{inner}{below}\n{margin}}}\n"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::lay_out;

    #[test]
    fn what_rustfmt_joins_is_joined() {
        let long = "LongName".repeat(8);
        let text = format!(
            "pub struct A {{\n    pub name: Option<\n        {long},\n    >,\n}}\n\
             impl Decode\nfor {long} {{}}\n\
             choice!(\n    {long}\n);\n"
        );
        assert_eq!(
            lay_out(&text),
            format!(
                "pub struct A {{\n    pub name: Option<{long}>,\n}}\nimpl Decode for {long} {{}}\nchoice!({long});\n"
            )
        );
    }

    #[test]
    fn a_wide_type_has_a_line_of_its_own() {
        let long = "LongName".repeat(10);
        assert_eq!(
            lay_out(&format!("    pub name: Option<\n        {long},\n    >,\n")),
            format!("    pub name:\n        Option<{long}>,\n")
        );
        let longer = "LongName".repeat(11);
        assert_eq!(
            lay_out(&format!(
                "    pub name: Option<\n        Vec<\n            {longer},\n        >,\n    >,\n"
            )),
            format!("    pub name: Option<\n        Vec<{longer}>,\n    >,\n")
                .replace("Vec<L", "Vec<\n            L")
                .replace("e>,", "e,\n        >,"),
        );
    }

    #[test]
    fn arms_are_blocks_only_if_they_have_to_be() {
        assert_eq!(
            lay_out(
                "        Self::Cat(value) => {\n            Encode::encode(value, out)\n        }\n"
            ),
            "        Self::Cat(value) => Encode::encode(value, out),\n"
        );
        let long = "LongName".repeat(9);
        let block =
            format!("    Self::{long}(value) => {{\n        Encode::encode(value, out)\n    }}\n");
        assert_eq!(lay_out(&block), block);
        assert_eq!(
            lay_out(&format!(
                "    Self::{long}(\n        value,\n    ) => Encode::encode(value, out),\n"
            )),
            block
        );
        let statements = "    0 => {\n        a();\n        Self::A\n    }\n";
        assert_eq!(lay_out(statements), statements);
    }
}
