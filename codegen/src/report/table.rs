//! The report as a table for a terminal of a given width. Names are never shortened, because people
//! copy them; paths are, in the middle, because both of their ends tell them apart.

use super::{ListedTool, Report};
use crate::diagnostics::count_noun;
use crate::selection::LeftOut;

/// Columns that a path needs at least to be told from others.
const NARROWEST_PATH: usize = 16;

impl Report {
    /// The report for people, no line of the table wider than `width`: paths are cut in the middle,
    /// names never.
    ///
    /// Arguments are counted as `required+optional`.
    pub fn to_table(&self, width: usize) -> String {
        let mut text = String::new();
        self.push_tools(&mut text, width);
        for sent in &self.environment {
            text.push_str(&format!("{}\n", sent.to_line()));
        }
        self.push_skipped(&mut text);
        self.push_left_out(&mut text);
        text
    }

    fn push_tools(&self, text: &mut String, width: usize) {
        let rows: Vec<[String; 6]> = self.tools.iter().map(table_row).collect();
        let head = ["METHOD", "PATH", "TOOL", "ARGUMENTS", "BYTES", "TOKENS"].map(str::to_owned);
        let widest = |column: usize| {
            rows.iter()
                .chain([&head])
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        };
        let [method, name, arguments] = [0, 2, 3].map(widest);
        let [bytes, tokens] = [4, 5].map(widest);
        // Five gaps of two spaces between six columns.
        let others = method + name + arguments + bytes + tokens + 10;
        let path = widest(1).min(width.saturating_sub(others).max(NARROWEST_PATH));
        for row in [&head].into_iter().chain(&rows) {
            let [verb, place, tool, counts, size, price] = row;
            let place = truncate_cell(place, path);
            text.push_str(&format!(
                "{verb:method$}  {place:path$}  {tool:name$}  {counts:arguments$}  \
                 {size:>bytes$}  {price:>tokens$}\n",
            ));
        }
        let cost = self.cost();
        text.push_str(&format!(
            "\n{}, {} bytes, about {} tokens\n",
            count_noun(self.tools.len(), "tool"),
            cost.bytes,
            cost.tokens(),
        ));
    }

    fn push_left_out(&self, text: &mut String) {
        for line in LeftOut::summary_lines(&self.left_out) {
            text.push_str(&line);
            text.push('\n');
        }
    }

    fn push_skipped(&self, text: &mut String) {
        if self.skipped.is_empty() {
            return;
        }
        let count = count_noun(self.skipped.len(), "operation");
        text.push_str(&format!("{count} skipped:\n"));
        for operation in &self.skipped {
            text.push_str(&format!(
                "  {} {}: {}\n    {}\n",
                plain_text(&operation.method),
                plain_text(&operation.path),
                plain_text(&operation.reason),
                operation.location,
            ));
        }
    }
}

fn table_row(tool: &ListedTool) -> [String; 6] {
    let (required, optional) = tool.arguments();
    let cost = tool.cost();
    [
        tool.method.to_string(),
        plain_text(&tool.path),
        plain_text(&tool.name),
        format!("{required}+{optional}"),
        cost.bytes.to_string(),
        cost.tokens().to_string(),
    ]
}

/// Text from a spec without what would move a terminal's cursor.
fn plain_text(text: &str) -> String {
    text.chars()
        // A path from a hostile spec may contain escape sequences that a terminal obeys.
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// At most `width` characters: the beginning and the end.
fn truncate_cell(text: &str, width: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let (head, tail) = (kept / 2, kept - kept / 2);
    let start = characters.iter().take(head);
    let end = characters.iter().skip(characters.len() - tail);
    start.chain(&['…']).chain(end).collect()
}
