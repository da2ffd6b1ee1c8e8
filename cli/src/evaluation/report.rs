//! What an evaluation measured, as a table for people and as JSON. Names and queries are escaped for a terminal, since they may
//! come from other servers.

use serde_json::{Value, json};
use toolwright_codegen::report::Cost;
use toolwright_inspect::evaluation::{SetScore, TaskScore};

use super::task_file::Task;
use crate::count::count_noun;
use crate::terminal::escape_name;

/// What was measured of a server.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) server: String,
    /// Operations of a list that count as found.
    pub(crate) top: usize,
    /// Tools that the server lists.
    pub(crate) tools: usize,
    /// Bytes of the list of tools, which is in the context of every task.
    pub(crate) list_bytes: usize,
    /// Whether operations are searched for, and not all listed.
    pub(crate) has_search: bool,
    pub(crate) tasks: Vec<EvaluatedTask>,
}

/// What was measured of a task.
#[derive(Clone, Debug)]
pub(crate) struct EvaluatedTask {
    pub(crate) query: String,
    /// For each step the tools, any of which does it.
    pub(crate) steps: Vec<Vec<String>>,
    /// The tools that were printed, as far as they count.
    pub(crate) printed: Vec<String>,
    /// None if nothing is searched.
    pub(crate) score: Option<TaskScore>,
    pub(crate) lister_bytes: usize,
    pub(crate) provider_bytes: usize,
}

impl EvaluatedTask {
    /// A task for which a model reads the list of all tools, and nothing else.
    pub(super) fn without_search(task: Task) -> Self {
        Self {
            query: task.query,
            steps: task.steps,
            printed: Vec::new(),
            score: None,
            lister_bytes: 0,
            provider_bytes: 0,
        }
    }

    /// The steps of which no operation was printed.
    fn missing_steps(&self) -> impl Iterator<Item = &Vec<String>> {
        let is_missing = |step: &&Vec<String>| !step.iter().any(|tool| self.printed.contains(tool));
        let steps = self.steps.iter().filter(is_missing);
        steps.filter(|_| self.score.is_some())
    }
}

impl Evaluation {
    /// What all tasks scored; none if nothing is searched.
    pub(crate) fn sum_scores(&self) -> Option<SetScore> {
        let scores = self.tasks.iter().filter_map(|task| task.score);
        self.has_search.then(|| SetScore::sum_tasks(scores))
    }

    /// Bytes of context that a task takes on average.
    pub(crate) fn mean_bytes(&self) -> usize {
        self.mean_of(|task| self.bytes_of(task))
    }

    /// Bytes that a model reads for a task.
    fn bytes_of(&self, task: &EvaluatedTask) -> usize {
        self.list_bytes + task.lister_bytes + task.provider_bytes
    }

    fn mean_of(&self, bytes: impl Fn(&EvaluatedTask) -> usize) -> usize {
        let sum: usize = self.tasks.iter().map(bytes).sum();
        sum / self.tasks.len().max(1)
    }

    /// The report for people: a row for each task, what it lacks below it, and the totals.
    pub(crate) fn to_table(&self) -> String {
        let mut text = String::new();
        let rows: Vec<[String; 4]> = self.tasks.iter().map(|task| self.row_of(task)).collect();
        let head = ["FOUND", "FIRST", "BYTES", "TASK"].map(str::to_owned);
        let widest = |column: usize| {
            let cells = rows
                .iter()
                .chain([&head])
                .map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        };
        let [found, first, bytes] = [0, 1, 2].map(widest);
        let mut push_row = |row: &[String; 4]| {
            let [score, place, size, query] = row;
            text.push_str(&format!(
                "{score:>found$}  {place:>first$}  {size:>bytes$}  {query}\n"
            ));
        };
        push_row(&head);
        for (task, row) in self.tasks.iter().zip(&rows) {
            push_row(row);
            let missing: Vec<String> = task.missing_steps().map(|step| format_step(step)).collect();
            if !missing.is_empty() {
                let missing = format!("missing: {}", missing.join(", "));
                push_row(&[String::new(), String::new(), String::new(), missing]);
            }
        }
        text.push_str(&format!("\n{}\n", self.format_totals()));
        text
    }

    fn row_of(&self, task: &EvaluatedTask) -> [String; 4] {
        let none = || "-".to_owned();
        let place = task.score.and_then(|score| score.first_place);
        [
            task.score
                .map_or_else(none, |score| format!("{}/{}", score.found, score.needed)),
            place.map_or_else(none, |place| place.to_string()),
            self.bytes_of(task).to_string(),
            escape_name(&task.query),
        ]
    }

    fn format_totals(&self) -> String {
        let bytes = self.mean_bytes();
        let tokens = Cost { bytes }.tokens();
        let tasks = count_noun(self.tasks.len(), "task");
        let list = format!(
            "{} bytes for the list of {}",
            self.list_bytes,
            count_noun(self.tools, "tool")
        );
        let Some(score) = self.sum_scores() else {
            return format!(
                "{tasks} on {}, which lists every operation: nothing is searched, so there is no recall\n\
                 bytes     {bytes} a task, about {tokens} tokens: {list}",
                escape_name(&self.server)
            );
        };
        format!(
            "{tasks} on {}, with the first {} of each list\n\
             recall    {:.3}, the mean share of a task's operations that are found\n\
             all-gold  {:.3}, {} with all of their operations; {} with one of them first\n\
             bytes     {bytes} a task, about {tokens} tokens: {list}, {} for what was found, {} for schemas",
            escape_name(&self.server),
            count_noun(self.top, "operation"),
            score.recall(),
            score.all_gold(),
            count_noun(score.whole, "task"),
            score.first,
            self.mean_of(|task| task.lister_bytes),
            self.mean_of(|task| task.provider_bytes),
        )
    }

    /// The report for programs, with the lines of thresholds that are not reached.
    pub(crate) fn to_json(&self, failed: &[String]) -> Value {
        let tasks = self.tasks.iter().map(|task| {
            let score = task.score;
            json!({
                "query": task.query,
                "operations": task.steps,
                "printed": task.printed,
                "missing": task.missing_steps().collect::<Vec<_>>(),
                "recall": score.map(|score| score.recall()),
                "allGold": score.map(|score| score.is_whole()),
                "firstPlace": score.and_then(|score| score.first_place),
                "bytes": self.bytes_json(task.lister_bytes, task.provider_bytes),
            })
        });
        let tasks: Vec<Value> = tasks.collect();
        let score = self.sum_scores();
        json!({
            "server": self.server,
            "top": self.top,
            "tools": self.tools,
            "tasks": tasks,
            "total": {
                "tasks": self.tasks.len(),
                "recall": score.map(|score| score.recall()),
                "allGold": score.map(|score| score.all_gold()),
                "tasksWithAll": score.map(|score| score.whole),
                "tasksWithFirst": score.map(|score| score.first),
                "bytes": self.bytes_json(
                    self.mean_of(|task| task.lister_bytes),
                    self.mean_of(|task| task.provider_bytes),
                ),
            },
            "failed": failed,
        })
    }

    fn bytes_json(&self, lister: usize, provider: usize) -> Value {
        let bytes = self.list_bytes + lister + provider;
        json!({
            "toolList": self.list_bytes,
            "lister": lister,
            "schemas": provider,
            "total": bytes,
            "tokens": Cost { bytes }.tokens(),
        })
    }
}

/// The tools that do a step.
fn format_step(tools: &[String]) -> String {
    let names: Vec<String> = tools.iter().map(|tool| escape_name(tool)).collect();
    names.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Thresholds;

    fn evaluated(printed: &[&str]) -> EvaluatedTask {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let steps: Vec<Vec<String>> = vec![owned(&["list_pets", "find_pets"]), owned(&["get_pet"])];
        let printed: Vec<String> = owned(printed);
        EvaluatedTask {
            query: "find Rex\u{1b}".to_owned(),
            score: Some(TaskScore::count_steps(&steps, &printed)),
            steps,
            printed,
            lister_bytes: 100,
            provider_bytes: 20,
        }
    }

    fn evaluation() -> Evaluation {
        Evaluation {
            server: "pets".to_owned(),
            top: 12,
            tools: 3,
            list_bytes: 1000,
            has_search: true,
            tasks: vec![
                evaluated(&["get_pet", "find_pets"]),
                evaluated(&["add_pet", "get_pet"]),
            ],
        }
    }

    #[test]
    fn a_table_shows_what_is_missing() {
        let expected = "\
FOUND  FIRST  BYTES  TASK
  2/2      1   1120  find Rex\\u{1b}
  1/2      2   1120  find Rex\\u{1b}
                     missing: list_pets or find_pets

2 tasks on pets, with the first 12 operations of each list
recall    0.750, the mean share of a task's operations that are found
all-gold  0.500, 1 task with all of their operations; 1 with one of them first
bytes     1120 a task, about 280 tokens: 1000 bytes for the list of 3 tools, 100 for what was found, 20 for schemas
";
        assert_eq!(evaluation().to_table(), expected);
    }

    #[test]
    fn a_server_without_search_has_no_recall() {
        let mut plain = evaluation();
        plain.has_search = false;
        plain.tasks.iter_mut().for_each(|task| task.score = None);
        let table = plain.to_table();
        assert!(
            table.contains("so there is no recall") && !table.contains("missing"),
            "{table}"
        );
        let json = plain.to_json(&[]);
        assert!(json["total"]["recall"].is_null() && json["tasks"][0]["allGold"].is_null());
    }

    #[test]
    fn thresholds_say_what_is_not_reached() {
        let strict = Thresholds {
            min_recall: Some(0.8),
            min_all_gold: Some(0.5),
            max_bytes: Some(1119),
        };
        assert_eq!(
            strict.failed_lines(&evaluation()),
            [
                "recall is 0.7500, less than --min-recall 0.8",
                "a task takes 1120 bytes on average, more than --max-bytes 1119",
            ]
        );
        assert!(Thresholds::default().failed_lines(&evaluation()).is_empty());
    }
}
