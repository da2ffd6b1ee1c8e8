//! The layout of an expression by the rules of rustfmt's default style: what fits into a line by its "small
//! heuristics", else the last argument overflows, else each item has its own line.

use std::cell::RefCell;
use std::collections::HashMap;

use unicode_width::UnicodeWidthStr;

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

    fn has_room_for(self, text: &str) -> bool {
        self.column + count_columns(text) <= self.end
    }

    /// The shape of what follows so many columns of a line, and has so many more behind it.
    fn shrink_to_rest(self, columns: usize, behind: usize) -> Self {
        Self {
            column: self.column + columns,
            end: self.end.saturating_sub(behind),
            ..self
        }
    }

    /// No wider than that.
    fn limit_to(self, width: usize) -> Self {
        Self {
            end: self.end.min(self.column + width),
            ..self
        }
    }

    /// A line of its own inside of brackets, which ends with a comma.
    fn indent_line(self) -> Self {
        Self::new(self.memo, self.indent + 4, self.indent + 4, 1)
    }
}

/// The columns of a text as rustfmt counts them: a wide character takes two.
pub(super) fn count_columns(text: &str) -> usize {
    text.width()
}

pub(super) fn indent_by(indent: usize) -> String {
    " ".repeat(indent)
}

/// The text of an expression. `None` if no layout keeps it within the width of a line.
pub(super) fn rewrite_expression(expression: &Expression, shape: Shape<'_>) -> Option<String> {
    let key: Key = (expression, shape.indent, shape.column, shape.end);
    if let Some(known) = shape.memo.0.borrow().get(&key) {
        return known.clone();
    }
    let text = try_layouts(expression, shape);
    shape.memo.0.borrow_mut().insert(key, text.clone());
    text
}

fn try_layouts(expression: &Expression, shape: Shape<'_>) -> Option<String> {
    if let Some(line) = write_in_one_line(expression)
        && shape.has_room_for(&line)
    {
        return Some(line);
    }
    match expression {
        // A text that is wider than a line keeps nothing around it from its layout, since style edition 2024.
        Expression::Piece(text) => text.ends_with(['"', '#']).then(|| text.clone()),
        Expression::Reference(mark, value) => {
            let value = rewrite_expression(value, shape.shrink_to_rest(mark.len(), 0))?;
            Some(format!("{mark}{value}"))
        }
        Expression::List {
            name,
            brackets,
            items,
        } => {
            // The bracket has to be in the line of the name.
            if shape.column + count_columns(name) >= MAX_WIDTH {
                return None;
            }
            let list = rewrite_list(
                *brackets,
                items,
                shape.shrink_to_rest(count_columns(name), 0),
            )?;
            Some(format!("{name}{list}"))
        }
        Expression::Record { name, fields } => rewrite_record(name, fields, shape),
        Expression::Chain { parent, calls } => rewrite_chain(parent, calls, shape),
    }
}

/// The text in one line, if rustfmt would write one line wherever there is room.
fn write_in_one_line(expression: &Expression) -> Option<String> {
    match expression {
        Expression::Piece(text) => Some(text.clone()),
        Expression::Reference(mark, value) => Some(format!("{mark}{}", write_in_one_line(value)?)),
        Expression::List {
            name,
            brackets: [open, close],
            items,
        } => {
            let items = items
                .iter()
                .map(write_in_one_line)
                .collect::<Option<Vec<_>>>()?;
            let text = items.join(", ");
            let may_be_wide = match list_items(expression) {
                [] => true,
                // A single item may be as wide as the line, unless it is a call itself.
                [only] => !is_call(only) || is_chain(only),
                _ => false,
            };
            (may_be_wide || count_columns(&text) <= LIST_WIDTH)
                .then(|| format!("{name}{open}{text}{close}"))
        }
        Expression::Record { name, fields } => {
            if fields.is_empty() {
                return Some(format!("{name} {{}}"));
            }
            let fields = fields.iter().map(|field| {
                let value = write_in_one_line(&field.value)?;
                Some(format!("{}{value}", write_field_head(field)))
            });
            let text = fields.collect::<Option<Vec<_>>>()?.join(", ");
            (count_columns(&text) <= RECORD_WIDTH).then(|| format!("{name} {{ {text} }}"))
        }
        Expression::Chain { parent, calls } => {
            let mut text = write_in_one_line(parent)?;
            for call in calls {
                text.push('.');
                text.push_str(&write_in_one_line(call)?);
            }
            (calls.len() == 1 || count_columns(&text) <= LIST_WIDTH).then_some(text)
        }
    }
}

fn list_items(expression: &Expression) -> &[Expression] {
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
        let inner = shape.shrink_to_rest(1, 1);
        if let Some(text) = rewrite_generic_call(only, inner) {
            return Some(format!("{open}{text}{close}"));
        }
        // The name of a call is not before the brackets of an array or of a tuple.
        if may_overflow(only) {
            let inner = match is_call(only) {
                true => inner.limit_to(LIST_WIDTH),
                false => inner,
            };
            if let Some(text) = rewrite_overflowing_item(only, inner, open == '[')
                && text
                    .lines()
                    .next()
                    .is_some_and(|first| count_columns(first) <= LIST_WIDTH)
            {
                // rustfmt takes a line of its own for what would be broken once.
                if text.matches('\n').count() == 1
                    && let Some(line) = rewrite_expression(only, shape.indent_line())
                    && !line.contains('\n')
                {
                    let (outer, inner) = (indent_by(shape.indent), indent_by(shape.indent + 4));
                    return Some(format!("{open}\n{inner}{line}\n{outer}{close}"));
                }
                return Some(format!("{open}{text}{close}"));
            }
        }
        if let Some(text) = rewrite_expression(only, shape.indent_line())
            && !text.contains('\n')
            && inner.has_room_for(&text)
        {
            return Some(format!("{open}{text}{close}"));
        }
    }
    let line = shape.indent_line();
    let end = format!("{}{close}", indent_by(shape.indent));
    if open == '['
        && let Some(short) = collect_short_items(items)
    {
        return Some(format!("{open}\n{}{end}", fill_lines(&short, line)));
    }
    let mut text = format!("{open}\n");
    for item in items {
        text.push_str(&indent_by(line.indent));
        text.push_str(&rewrite_expression(item, line)?);
        text.push_str(",\n");
    }
    Some(text + &end)
}

/// `Handler::upstream::<Request>()` as the only argument: a call without arguments may be two columns wider than
/// another one, and is broken in its angle brackets.
fn rewrite_generic_call(item: &Expression, shape: Shape<'_>) -> Option<String> {
    let Expression::List { name, items, .. } = item else {
        return None;
    };
    let (path, generics) = name.strip_suffix('>')?.split_once("::<")?;
    if !items.is_empty() || generics.contains(['<', ',']) {
        return None;
    }
    let line = format!("{name}()");
    if count_columns(&line) <= LIST_WIDTH + 4 && shape.has_room_for(&line) {
        return Some(line);
    }
    let (outer, inner) = (indent_by(shape.indent), indent_by(shape.indent + 4));
    Some(format!("{path}::<\n{inner}{generics},\n{outer}>()"))
}

/// The single item of some brackets, which begins in their line. A chain may be broken before its last call in an array
/// alone.
fn rewrite_overflowing_item(
    item: &Expression,
    shape: Shape<'_>,
    is_in_array: bool,
) -> Option<String> {
    match item {
        Expression::Chain { parent, calls } if !is_in_array => match calls.len() {
            1 => rewrite_last_call(parent, calls, shape),
            _ => None,
        },
        item => rewrite_expression(item, shape),
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

/// The items of an array that is filled line by line, since each is short and no path of several words.
fn collect_short_items(items: &[Expression]) -> Option<Vec<String>> {
    let short = items.iter().map(|item| {
        let is_simple = match item {
            Expression::Piece(_) => true,
            Expression::Reference(_, value) => matches!(**value, Expression::Piece(_)),
            _ => false,
        };
        let text = write_in_one_line(item).filter(|_| is_simple)?;
        (count_columns(&text) <= SHORT_ITEM && !text.contains("::")).then_some(text)
    });
    short.collect()
}

fn fill_lines(items: &[String], shape: Shape<'_>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for item in items {
        let taken = count_columns(item) + 1;
        if column == 0 || column + 1 + taken > MAX_WIDTH {
            if column > 0 {
                text.push('\n');
            }
            text.push_str(&indent_by(shape.indent));
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
    let line = shape.indent_line();
    let mut text = format!("{name} {{\n");
    for field in fields {
        let head = write_field_head(field);
        let value = rewrite_expression(&field.value, line.shrink_to_rest(count_columns(&head), 0))?;
        let comma = if field.name.is_empty() { "" } else { "," };
        text.push_str(&format!("{}{head}{value}{comma}\n", indent_by(line.indent)));
    }
    Some(format!("{text}{}}}", indent_by(shape.indent)))
}

fn write_field_head(field: &Field) -> String {
    match field.name.as_str() {
        "" => "..".to_owned(),
        name => format!("{name}: "),
    }
}

fn rewrite_chain(parent: &Expression, calls: &[Expression], shape: Shape<'_>) -> Option<String> {
    if let Some(text) = rewrite_last_call(parent, calls, shape) {
        return Some(text);
    }
    // A limit for the brackets around the chain is none for its first line, which ends with a comma or semicolon at
    // most.
    let first_line = Shape {
        end: MAX_WIDTH - 1,
        ..shape
    };
    let mut text = rewrite_expression(parent, first_line)?;
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
        let call = rewrite_expression(call, Shape::new(shape.memo, inner, inner + 1, behind))?;
        text.push_str(&format!("\n{}.{call}", indent_by(inner)));
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
    let mut start = write_in_one_line(parent)?;
    for call in others {
        start.push('.');
        start.push_str(&write_in_one_line(call)?);
    }
    start.push('.');
    let here = rewrite_expression(last, shape.shrink_to_rest(count_columns(&start), 0))?;
    let first = here.lines().next().map_or(0, count_columns);
    let budget = match calls.len() {
        1 => MAX_WIDTH,
        _ => LIST_WIDTH,
    };
    if count_columns(&start) + first > budget {
        return None;
    }
    let lines = here.lines().count();
    let inner = shape.indent + 4;
    let below = rewrite_expression(last, Shape::new(shape.memo, inner, inner + 1, 1));
    let is_shorter = below.is_some_and(|below| below.lines().count() < lines);
    (lines >= 5 || !is_shorter).then(|| format!("{start}{here}"))
}
