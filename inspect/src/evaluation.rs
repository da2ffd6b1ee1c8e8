//! How well a search serves tasks: how many of the operations that a task needs the endpoint lister printed. Takes the text of
//! the lister's answer, as a model reads it, and counts operations in printed order. It knows neither how the search works nor
//! how the lister is called.

use serde_json::Value;

/// An operation in a lister's answer.
///
/// See [`PrintedPage`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedOperation {
    /// Its tool.
    pub tool: String,
    /// Its method.
    pub method: String,
    /// Its path, with placeholders.
    pub path: String,
}

/// What an endpoint lister printed: a search has one list, and listers that group by category have one for each.
///
/// ```
/// use toolwright_inspect::evaluation::PrintedPage;
///
/// let found = r#"{"success": true, "endpoints": [
///     {"tool_name": "list_pets", "method": "GET", "endpoint": "/pets", "score": 1.0}
/// ], "next_cursor": "12"}"#;
/// let page = PrintedPage::parse(found).expect("is an answer");
/// assert_eq!((page.operations[0].tool.as_str(), page.next_cursor.as_deref()), ("list_pets", Some("12")));
///
/// let grouped = r#"{"success": true, "endpoints": {
///     "pets": [{"tool_name": "list_pets", "method": "GET", "endpoint": "/pets"}]
/// }}"#;
/// assert_eq!(PrintedPage::parse(grouped).expect("is an answer").operations, page.operations);
///
/// assert_eq!(PrintedPage::parse(r#"{"success": false, "error": "Invalid input"}"#), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedPage {
    /// The operations, in printed order.
    pub operations: Vec<PrintedOperation>,
    /// What asks for the next page, if there is one.
    pub next_cursor: Option<String>,
}

impl PrintedPage {
    /// Reads the text of a lister's answer; `None` if it is an error, or something else.
    pub fn parse(answer: &str) -> Option<Self> {
        let answer: Value = serde_json::from_str(answer).ok()?;
        if answer.get("success") != Some(&Value::Bool(true)) {
            return None;
        }
        let mut page = Self::default();
        match answer.get("endpoints")? {
            Value::Array(list) => page.add_list(list)?,
            Value::Object(groups) => {
                for group in groups.values() {
                    page.add_list(group.as_array()?)?;
                }
            }
            _ => return None,
        }
        let cursor = answer.get("next_cursor").and_then(Value::as_str);
        page.next_cursor = cursor.map(str::to_owned);
        Some(page)
    }

    fn add_list(&mut self, list: &[Value]) -> Option<()> {
        for entry in list {
            let text = |name: &str| entry.get(name)?.as_str().map(str::to_owned);
            self.operations.push(PrintedOperation {
                tool: text("tool_name")?,
                method: text("method")?,
                path: text("endpoint")?,
            });
        }
        Some(())
    }
}

/// How much of what one task needs was printed.
///
/// A task has steps, and any one of a step's operations does the step.
///
/// ```
/// use toolwright_inspect::evaluation::TaskScore;
///
/// let steps = [vec!["list_pets", "find_pets"], vec!["get_owner"]];
/// let score = TaskScore::count_steps(&steps, &["add_pet", "find_pets", "list_pets"]);
/// assert_eq!((score.found, score.needed, score.first_place), (1, 2, Some(2)));
/// assert_eq!((score.recall(), score.is_whole()), (0.5, false));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskScore {
    /// Steps of the task.
    pub needed: usize,
    /// Those of which an operation was printed.
    pub found: usize,
    /// The place of the first operation that does a step, from 1.
    pub first_place: Option<usize>,
}

impl TaskScore {
    /// Counts the steps of which an operation is among the printed ones.
    pub fn count_steps<T: PartialEq>(steps: &[Vec<T>], printed: &[T]) -> Self {
        let found = steps
            .iter()
            .filter(|step| step.iter().any(|operation| printed.contains(operation)));
        let does_a_step = |operation: &T| steps.iter().any(|step| step.contains(operation));
        Self {
            needed: steps.len(),
            found: found.count(),
            first_place: printed.iter().position(does_a_step).map(|place| place + 1),
        }
    }

    /// The share of the steps of which an operation was printed; 1 for a task without steps.
    pub fn recall(&self) -> f64 {
        match self.needed {
            0 => 1.0,
            needed => self.found as f64 / needed as f64,
        }
    }

    /// Whether all steps have a printed operation.
    pub fn is_whole(&self) -> bool {
        self.found == self.needed
    }
}

/// What a set of tasks scored.
///
/// ```
/// use toolwright_inspect::evaluation::{SetScore, TaskScore};
///
/// let whole = TaskScore { needed: 1, found: 1, first_place: Some(4) };
/// let half = TaskScore { needed: 2, found: 1, first_place: Some(1) };
/// let score = SetScore::sum_tasks([whole, half]);
/// assert_eq!((score.tasks, score.whole, score.first), (2, 1, 1));
/// assert_eq!((score.recall(), score.all_gold()), (0.75, 0.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SetScore {
    /// Tasks of the set.
    pub tasks: usize,
    /// Tasks whose steps all have a printed operation.
    pub whole: usize,
    /// Tasks of which the first printed operation does a step.
    pub first: usize,
    /// The sum of what the tasks recalled.
    summed_recall: f64,
}

impl SetScore {
    /// The score of these tasks.
    pub fn sum_tasks(tasks: impl IntoIterator<Item = TaskScore>) -> Self {
        let mut all = Self::default();
        tasks.into_iter().for_each(|task| all.add_task(task));
        all
    }

    /// Adds a task.
    pub fn add_task(&mut self, task: TaskScore) {
        self.tasks += 1;
        self.whole += usize::from(task.is_whole());
        self.first += usize::from(task.first_place == Some(1));
        self.summed_recall += task.recall();
    }

    /// The mean of what the tasks recalled; 0 without tasks.
    pub fn recall(&self) -> f64 {
        self.summed_recall / self.tasks.max(1) as f64
    }

    /// The share of the tasks whose steps all have a printed operation; 0 without tasks.
    pub fn all_gold(&self) -> f64 {
        self.whole as f64 / self.tasks.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_not_a_list_is_none() {
        for text in [
            "",
            "[]",
            r#"{"success": true}"#,
            r#"{"success": true, "endpoints": "none"}"#,
            r#"{"success": true, "endpoints": ["GET /pets list_pets()"]}"#,
            r#"{"success": true, "endpoints": {"pets": {}}}"#,
            r#"{"endpoints": []}"#,
        ] {
            assert_eq!(PrintedPage::parse(text), None, "{text}");
        }
    }

    #[test]
    fn groups_are_read_in_printed_order() {
        let text = r#"{"success": true, "endpoints": {
            "b": [{"tool_name": "b", "method": "GET", "endpoint": "/b"}],
            "a": [{"tool_name": "a", "method": "GET", "endpoint": "/a"}]
        }}"#;
        let page = PrintedPage::parse(text).expect("is an answer");
        let tools: Vec<&str> = page.operations.iter().map(|it| it.tool.as_str()).collect();
        assert_eq!(tools, ["b", "a"]);
    }

    #[test]
    fn an_operation_that_does_two_steps_does_both() {
        let steps = [vec!["a"], vec!["a", "b"], vec!["c"]];
        let score = TaskScore::count_steps(&steps, &["a"]);
        assert_eq!((score.found, score.is_whole()), (2, false));
        assert_eq!(TaskScore::count_steps(&steps, &["d"]).first_place, None);
    }

    #[test]
    fn no_tasks_score_nothing() {
        let none = SetScore::default();
        assert_eq!((none.recall(), none.all_gold()), (0.0, 0.0));
    }
}
