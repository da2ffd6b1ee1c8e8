//! The layout of an expression by the rules of rustfmt's default style: what fits into a line by its "small
//! heuristics", else the last argument overflows, else each item has its own line.

use std::cell::RefCell;
use std::collections::HashMap;

use super::MAX_WIDTH;
use super::expression::{Expression, Field};

/// What was found for an expression at a place. Without it, the two layouts that are tried for a single argument would
/// double the work with each level.
#[derive(Default)]
pub(super) struct Memo(RefCell<HashMap<Key, Option<String>>>);

/// An expression by its address, then indent, column and end of its shape.
type Key = (*const Expression, usize, usize, usize);

/// `fn_call_width`, `array_width` and `chain_width`
pub(super) const LIST_WIDTH: usize = 60;
/// `struct_lit_width`
const RECORD_WIDTH: usize = 18;
/// `short_array_element_width_threshold`
const SHORT_ITEM: usize = 10;

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(super) struct Shape<'m> {
    memo: &'m Memo,
    /// Columns that its further lines are indented by.
    indent: usize,
    /// The column of its first character.
    column: usize,
    /// The column that its first line ends before.
    end: usize,
}

impl<'m> Shape<'m> {
    /// With so many columns that are taken behind it.
    pub(super) fn new(memo: &'m Memo, indent: usize, column: usize, behind: usize) -> Self {
        Self {
            memo,
            indent,
            column,
            end: MAX_WIDTH.saturating_sub(behind),
        }
    }

    fn fits(self, text: &str) -> bool {
        self.column + width(text) <= self.end
    }

    fn moved(self, columns: usize, behind: usize) -> Self {
        Self {
            column: self.column + columns,
            end: self.end.saturating_sub(behind),
            ..self
        }
    }

    /// No wider than that.
    fn within(self, width: usize) -> Self {
        Self {
            end: self.end.min(self.column + width),
            ..self
        }
    }

    /// A line of its own inside of brackets, which ends with a comma.
    fn line(self) -> Self {
        Self::new(self.memo, self.indent + 4, self.indent + 4, 1)
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn margin(indent: usize) -> String {
    " ".repeat(indent)
}

/// The text of an expression. `None` if no layout keeps it within the width of a line.
pub(super) fn rewrite(expression: &Expression, shape: Shape<'_>) -> Option<String> {
    let key: Key = (expression, shape.indent, shape.column, shape.end);
    if let Some(known) = shape.memo.0.borrow().get(&key) {
        return known.clone();
    }
    let text = try_layouts(expression, shape);
    shape.memo.0.borrow_mut().insert(key, text.clone());
    text
}

fn try_layouts(expression: &Expression, shape: Shape<'_>) -> Option<String> {
    if let Some(line) = one_line(expression)
        && shape.fits(&line)
    {
        return Some(line);
    }
    match expression {
        // A text that is wider than a line keeps nothing around it from its layout, since style edition 2024.
        Expression::Piece(text) => text.ends_with(['"', '#']).then(|| text.clone()),
        Expression::Reference(mark, value) => {
            let value = rewrite(value, shape.moved(mark.len(), 0))?;
            Some(format!("{mark}{value}"))
        }
        Expression::List {
            name,
            brackets,
            items,
        } => {
            let list = rewrite_list(*brackets, items, shape.moved(width(name), 0))?;
            Some(format!("{name}{list}"))
        }
        Expression::Record { name, fields } => rewrite_record(name, fields, shape),
        Expression::Chain { parent, calls } => rewrite_chain(parent, calls, shape),
    }
}

/// The text in one line, if rustfmt would write one line wherever there is room.
fn one_line(expression: &Expression) -> Option<String> {
    match expression {
        Expression::Piece(text) => Some(text.clone()),
        Expression::Reference(mark, value) => Some(format!("{mark}{}", one_line(value)?)),
        Expression::List {
            name,
            brackets: [open, close],
            items,
        } => {
            let items = items.iter().map(one_line).collect::<Option<Vec<_>>>()?;
            let text = items.join(", ");
            let may_be_wide = match parsed_items(expression) {
                [] => true,
                // A single item may be as wide as the line, unless it is a call itself.
                [only] => !is_call(only) || is_chain(only),
                _ => false,
            };
            (may_be_wide || width(&text) <= LIST_WIDTH)
                .then(|| format!("{name}{open}{text}{close}"))
        }
        Expression::Record { name, fields } => {
            if fields.is_empty() {
                return Some(format!("{name} {{}}"));
            }
            let fields = fields.iter().map(|field| {
                let value = one_line(&field.value)?;
                Some(format!("{}{value}", field_head(field)))
            });
            let text = fields.collect::<Option<Vec<_>>>()?.join(", ");
            (width(&text) <= RECORD_WIDTH).then(|| format!("{name} {{ {text} }}"))
        }
        Expression::Chain { parent, calls } => {
            let mut text = one_line(parent)?;
            for call in calls {
                text.push('.');
                text.push_str(&one_line(call)?);
            }
            (calls.len() == 1 || width(&text) <= LIST_WIDTH).then_some(text)
        }
    }
}

fn parsed_items(expression: &Expression) -> &[Expression] {
    match expression {
        Expression::List { items, .. } => items,
        _ => &[],
    }
}

/// rustfmt's `is_nested_call`
fn is_call(expression: &Expression) -> bool {
    match expression {
        Expression::Reference(_, value) => is_call(value),
        Expression::List { name, .. } => !name.is_empty(),
        Expression::Chain { .. } => true,
        Expression::Piece(_) | Expression::Record { .. } => false,
    }
}

fn is_chain(expression: &Expression) -> bool {
    matches!(expression, Expression::Chain { .. })
}

fn rewrite_list(
    [open, close]: [char; 2],
    items: &[Expression],
    shape: Shape<'_>,
) -> Option<String> {
    if let [only] = items {
        let inner = shape.moved(1, 1);
        // The name of a call is not before the brackets of an array or of a tuple.
        if may_overflow(only) {
            let inner = match is_call(only) {
                true => inner.within(LIST_WIDTH),
                false => inner,
            };
            if let Some(text) = overflow(only, inner, open == '[')
                && text
                    .lines()
                    .next()
                    .is_some_and(|first| width(first) <= LIST_WIDTH)
            {
                // rustfmt takes a line of its own for what would be broken once.
                if text.matches('\n').count() == 1
                    && let Some(line) = rewrite(only, shape.line())
                    && !line.contains('\n')
                {
                    let (outer, inner) = (margin(shape.indent), margin(shape.indent + 4));
                    return Some(format!("{open}\n{inner}{line}\n{outer}{close}"));
                }
                return Some(format!("{open}{text}{close}"));
            }
        }
        if let Some(text) = rewrite(only, shape.line())
            && !text.contains('\n')
            && inner.fits(&text)
        {
            return Some(format!("{open}{text}{close}"));
        }
    }
    let line = shape.line();
    let end = format!("{}{close}", margin(shape.indent));
    if open == '['
        && let Some(short) = short_items(items)
    {
        return Some(format!("{open}\n{}{end}", fill(&short, line)));
    }
    let mut text = format!("{open}\n");
    for item in items {
        text.push_str(&margin(line.indent));
        text.push_str(&rewrite(item, line)?);
        text.push_str(",\n");
    }
    Some(text + &end)
}

/// The single item of some brackets, which begins in their line. A chain may be broken before its last call in an array
/// alone.
fn overflow(item: &Expression, shape: Shape<'_>, is_in_array: bool) -> Option<String> {
    match item {
        Expression::Chain { parent, calls } if !is_in_array => match calls.len() {
            1 => rewrite_last_call(parent, calls, shape),
            _ => None,
        },
        item => rewrite(item, shape),
    }
}

/// Whether the brackets of a single item may stand in the line of the brackets around it.
fn may_overflow(item: &Expression) -> bool {
    match item {
        Expression::Piece(_) => false,
        Expression::Reference(_, value) => may_overflow(value),
        Expression::List { .. } | Expression::Record { .. } | Expression::Chain { .. } => true,
    }
}

/// The items of an array that is filled line by line, since each is short.
fn short_items(items: &[Expression]) -> Option<Vec<String>> {
    let short = items.iter().map(|item| match item {
        Expression::Piece(text) if width(text) <= SHORT_ITEM => Some(text.clone()),
        _ => None,
    });
    short.collect()
}

fn fill(items: &[String], shape: Shape<'_>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for item in items {
        let taken = width(item) + 1;
        if column == 0 || column + 1 + taken > MAX_WIDTH {
            if column > 0 {
                text.push('\n');
            }
            text.push_str(&margin(shape.indent));
            column = shape.indent;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(item);
        text.push(',');
        column += taken;
    }
    text.push('\n');
    text
}

fn rewrite_record(name: &str, fields: &[Field], shape: Shape<'_>) -> Option<String> {
    let line = shape.line();
    let mut text = format!("{name} {{\n");
    for field in fields {
        let head = field_head(field);
        let value = rewrite(&field.value, line.moved(width(&head), 0))?;
        let comma = if field.name.is_empty() { "" } else { "," };
        text.push_str(&format!("{}{head}{value}{comma}\n", margin(line.indent)));
    }
    Some(format!("{text}{}}}", margin(shape.indent)))
}

fn field_head(field: &Field) -> String {
    match field.name.as_str() {
        "" => "..".to_owned(),
        name => format!("{name}: "),
    }
}

fn rewrite_chain(parent: &Expression, calls: &[Expression], shape: Shape<'_>) -> Option<String> {
    if let Some(text) = rewrite_last_call(parent, calls, shape) {
        return Some(text);
    }
    let mut text = rewrite(
        parent,
        Shape {
            end: MAX_WIDTH,
            ..shape
        },
    )?;
    // Below brackets of several lines, calls are not indented any further.
    let inner = match text.contains('\n') {
        true => shape.indent,
        false => shape.indent + 4,
    };
    for (index, call) in calls.iter().enumerate() {
        let behind = match index + 1 == calls.len() {
            true => MAX_WIDTH - shape.end.min(MAX_WIDTH),
            false => 0,
        };
        let call = rewrite(call, Shape::new(shape.memo, inner, inner + 1, behind))?;
        text.push_str(&format!("\n{}.{call}", margin(inner)));
    }
    Some(text)
}

/// The chain in one line up to the brackets of its last call, if that takes no more lines than a line for each call.
fn rewrite_last_call(
    parent: &Expression,
    calls: &[Expression],
    shape: Shape<'_>,
) -> Option<String> {
    let (last, others) = calls.split_last()?;
    let mut start = one_line(parent)?;
    for call in others {
        start.push('.');
        start.push_str(&one_line(call)?);
    }
    start.push('.');
    let here = rewrite(last, shape.moved(width(&start), 0))?;
    let first = here.lines().next().map_or(0, width);
    let budget = match calls.len() {
        1 => MAX_WIDTH,
        _ => LIST_WIDTH,
    };
    if width(&start) + first > budget {
        return None;
    }
    let lines = here.lines().count();
    let inner = shape.indent + 4;
    let below = rewrite(last, Shape::new(shape.memo, inner, inner + 1, 1));
    let is_shorter = below.is_some_and(|below| below.lines().count() < lines);
    (lines >= 5 || !is_shorter).then(|| format!("{start}{here}"))
}
