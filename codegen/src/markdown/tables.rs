//! Tables of GitHub Flavored Markdown (section 4.10): a row of names, a row of dashes, and rows.

use super::is_fence;

/// A part of a text.
enum Block<'t> {
    Line(&'t str),
    Table(Vec<&'t str>),
}

/// The text with tables that have no padding.
pub(super) fn compact_tables(text: &str) -> String {
    let lines = split_blocks(text)
        .into_iter()
        .flat_map(|block| match block {
            Block::Line(line) => vec![line.to_owned()],
            Block::Table(rows) => rows.into_iter().map(compact_row).collect(),
        });
    lines.collect::<Vec<_>>().join("\n")
}

/// The text without tables.
pub(super) fn remove_tables(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for block in split_blocks(text) {
        match block {
            // One empty line stays where a table was.
            Block::Line(line)
                if line.trim().is_empty() && lines.last().is_none_or(|it| it.trim().is_empty()) => {
            }
            Block::Line(line) => lines.push(line),
            Block::Table(_) => {}
        }
    }
    lines.join("\n")
}

fn split_blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().peekable();
    let mut is_code = false;
    while let Some(line) = lines.next() {
        is_code ^= is_fence(line);
        let is_table = !is_code
            && lines
                .peek()
                .is_some_and(|next| is_delimiter_row(next) && has_as_many_cells(line, next));
        if !is_table {
            blocks.push(Block::Line(line));
            continue;
        }
        let mut rows = vec![line];
        while let Some(row) =
            lines.next_if(|row| row.contains(['|', '-']) && !row.trim().is_empty())
        {
            rows.push(row);
        }
        blocks.push(Block::Table(rows));
    }
    blocks
}

/// Whether it is `|---|:-:|`.
fn is_delimiter_row(line: &str) -> bool {
    let is_delimiter = |cell: &str| {
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.chars().all(|c| c == '-')
    };
    line.contains('|') && cells(line).all(is_delimiter)
}

fn has_as_many_cells(row: &str, delimiters: &str) -> bool {
    row.contains('|') && cells(row).count() == cells(delimiters).count()
}

fn compact_row(row: &str) -> String {
    if is_delimiter_row(row) {
        return vec!["-"; cells(row).count()].join("|");
    }
    cells(row).collect::<Vec<_>>().join(" | ")
}

fn cells(row: &str) -> impl Iterator<Item = &str> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    row.strip_suffix('|')
        .unwrap_or(row)
        .split('|')
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_lose_their_padding() {
        let text = "A | b\n\n|  x | y  |\n| :--- | ---: |\n| 1  |  2 |\n\n```\n| a |\n|---|\n```";
        let compact = "A | b\n\nx | y\n-|-\n1 | 2\n\n```\n| a |\n|---|\n```";
        assert_eq!(compact_tables(text), compact);
        assert_eq!(compact_tables(compact), compact);
        assert_eq!(remove_tables(compact), "A | b\n\n```\n| a |\n|---|\n```");
    }

    #[test]
    fn what_is_no_table_stays() {
        for text in [
            "a | b\nc | d",
            "Title\n-----\ntext",
            "a\n|---|---|\nb",
            "- a | b\n- c",
        ] {
            assert_eq!(compact_tables(text), text);
        }
    }
}
