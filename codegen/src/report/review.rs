//! The tools as text that people review: each with what a client is shown of it.

use toolwright_inspect::ReviewedTool;

use super::{ListedTool, Report};

impl Report {
    /// The tools as the server lists them (name, title, hints, description, input and output schema),
    /// as the text that the runtime's `tool_list` makes of them: a first snapshot of it can be
    /// written where nothing of the server is built yet.
    pub fn tool_list(&self) -> String {
        let mut tools: Vec<&ListedTool> = self.tools.iter().collect();
        tools.sort_by_key(|tool| &tool.name);
        let texts = tools.into_iter().cloned();
        texts
            .map(|tool| tool.into_reviewed(|tool| tool.to_text()))
            .collect()
    }
}

impl ListedTool {
    /// What `write` makes of the tool.
    pub(crate) fn into_reviewed(
        mut self,
        write: impl FnOnce(ReviewedTool<'_>) -> String,
    ) -> String {
        let place = match self.by_hand {
            true => "by hand".to_owned(),
            false => format!("{} {}", self.method, self.path),
        };
        let (input, output) = (self.input_schema.take(), self.output_schema.take());
        write(ReviewedTool {
            name: &self.name,
            place: &place,
            title: Some(self.title.as_str()).filter(|title| !title.is_empty()),
            hints: &self.annotations.hints_json(),
            description: self.shown_description(),
            input,
            output,
        })
    }
}
