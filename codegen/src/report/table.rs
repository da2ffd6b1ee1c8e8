use super::Report;

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
        self.push_skipped(&mut text);
        text
    }

    fn push_tools(&self, text: &mut String, width: usize) {
        let rows: Vec<[String; 4]> = self
            .tools
            .iter()
            .map(|tool| {
                let (required, optional) = tool.arguments();
                [
                    tool.method.to_string(),
                    plain(&tool.path),
                    plain(&tool.name),
                    format!("{required}+{optional}"),
                ]
            })
            .collect();
        let head = ["METHOD", "PATH", "TOOL", "ARGUMENTS"].map(str::to_owned);
        let widest = |column: usize| {
            rows.iter()
                .chain([&head])
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        };
        let (method, name) = (widest(0), widest(2));
        let others = method + name + widest(3) + 6;
        let path = widest(1).min(width.saturating_sub(others).max(NARROWEST_PATH));
        for row in [&head].into_iter().chain(&rows) {
            let [verb, place, tool, arguments] = row;
            let place = cut(place, path);
            let line = format!("{verb:method$}  {place:path$}  {tool:name$}  {arguments}");
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push_str(&format!("\n{}\n", counted(self.tools.len(), "tool")));
    }

    fn push_skipped(&self, text: &mut String) {
        if self.skipped.is_empty() {
            return;
        }
        let count = counted(self.skipped.len(), "operation");
        text.push_str(&format!("{count} skipped:\n"));
        for operation in &self.skipped {
            text.push_str(&format!(
                "  {} {}: {}\n    {}\n",
                plain(&operation.method),
                plain(&operation.path),
                plain(&operation.reason),
                operation.location,
            ));
        }
    }
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// Text from a spec without what would move a terminal's cursor.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// At most `width` characters: the beginning and the end.
fn cut(text: &str, width: usize) -> String {
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
