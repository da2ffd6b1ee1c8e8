//! Asks a server what a model would ask it for each task: the endpoint lister for the query, and the schema provider for each
//! operation that is found. Counts what is printed, and how many bytes of it a model reads.

use serde_json::{Map, Value, json};
use thiserror::Error;
use toolwright_inspect::evaluation::{PrintedOperation, PrintedPage, TaskScore};

use super::report::{EvaluatedTask, Evaluation};
use super::task_file::Task;
use super::{KnownOperation, KnownOperations, TaskFile, TaskFileError};
use crate::remote::{RemoteError, Session};

/// Pages of a list that has no end otherwise; the largest public APIs have some thousand operations.
const MOST_PAGES: usize = 1_000;
/// Characters of an answer that an error shows.
const SHOWN_ANSWER: usize = 300;

const LISTER: &str = "_endpoint_lister";
const PROVIDER: &str = "_schema_provider";

/// What is measured.
#[derive(Clone, Debug)]
pub(crate) struct MeasureOptions<'a> {
    pub(crate) tasks: &'a TaskFile,
    /// The operations that a list is read for.
    pub(crate) top: usize,
    /// Whether a server without a lister is an error.
    pub(crate) needs_search: bool,
}

/// Why nothing is measured.
#[derive(Debug, Error)]
pub(crate) enum EvaluationError {
    #[error(transparent)]
    Tasks(#[from] TaskFileError),
    #[error(transparent)]
    Remote(#[from] RemoteError),
    #[error(
        "{tool} did not answer as expected{}: {}",
        format_query(query),
        shorten_answer(answer)
    )]
    Answer {
        tool: String,
        query: Option<String>,
        answer: String,
    },
    #[error("the list of {tool} does not end after {MOST_PAGES} pages")]
    Endless { tool: String },
    #[error(
        "--min-recall and --min-all-gold need a server whose tools are searched; {0} has no tool \
         `…{LISTER}`\n  help: start a server of toolwright with `--tools discovery`"
    )]
    NothingToSearch(String),
}

fn format_query(query: &Option<String>) -> String {
    let query = query.as_ref();
    query.map_or_else(String::new, |query| format!(" to {query:?}"))
}

fn shorten_answer(answer: &str) -> String {
    let short: String = answer.chars().take(SHOWN_ANSWER).collect();
    match short.len() < answer.len() {
        true => format!("{short}…"),
        false => short,
    }
}

/// The tools of a server that a model finds operations with.
struct DiscoveryTools {
    lister: String,
    provider: Option<String>,
}

/// Measures all tasks. A server's list of tools is read once, as clients do.
pub(crate) async fn measure_tasks(
    mut session: Session,
    options: &MeasureOptions<'_>,
) -> Result<Evaluation, EvaluationError> {
    let listed = session.list_tools().await?;
    let mut evaluation = Evaluation {
        server: session.server_name(),
        top: options.top,
        tools: listed.names.len(),
        list_bytes: listed.bytes,
        has_search: false,
        tasks: Vec::new(),
    };
    let Some(tools) = DiscoveryTools::find_in_list(&listed.names) else {
        if options.needs_search {
            return Err(EvaluationError::NothingToSearch(evaluation.server));
        }
        let known = listed.names.into_iter().map(|tool| KnownOperation {
            tool,
            method: String::new(),
            path: String::new(),
        });
        let tasks = options.tasks.resolve_tasks(&KnownOperations::new(known))?;
        evaluation.tasks = tasks
            .into_iter()
            .map(EvaluatedTask::without_search)
            .collect();
        return Ok(evaluation);
    };
    evaluation.has_search = true;
    let mut measured = Measured { session, tools };
    let known = measured.list_operations().await?;
    for task in options.tasks.resolve_tasks(&known)? {
        evaluation
            .tasks
            .push(measured.measure_task(task, options.top).await?);
    }
    Ok(evaluation)
}

impl DiscoveryTools {
    fn find_in_list(names: &[String]) -> Option<Self> {
        let lister = names.iter().find(|name| name.ends_with(LISTER))?;
        let prefix = lister.strip_suffix(LISTER)?;
        let provider = names
            .iter()
            .find(|name| name.strip_suffix(PROVIDER) == Some(prefix));
        Some(Self {
            lister: lister.clone(),
            provider: provider.cloned(),
        })
    }
}

/// A server that is measured.
struct Measured {
    session: Session,
    tools: DiscoveryTools,
}

/// What a lister printed, and how long that was.
#[derive(Default)]
struct PrintedList {
    operations: Vec<PrintedOperation>,
    bytes: usize,
}

impl Measured {
    /// All operations of the server.
    async fn list_operations(&mut self) -> Result<KnownOperations, EvaluationError> {
        let list = self.read_list(None, usize::MAX).await?;
        let known = list.operations.into_iter().map(|operation| KnownOperation {
            tool: operation.tool,
            method: operation.method,
            path: operation.path,
        });
        Ok(KnownOperations::new(known))
    }

    async fn measure_task(
        &mut self,
        task: Task,
        top: usize,
    ) -> Result<EvaluatedTask, EvaluationError> {
        let mut list = self.read_list(Some(&task.query), top).await?;
        list.operations.truncate(top);
        let mut provider_bytes = 0;
        for operation in find_needed(&task, &list.operations) {
            provider_bytes += self.count_schema(operation).await?;
        }
        let printed: Vec<String> = list.operations.into_iter().map(|it| it.tool).collect();
        Ok(EvaluatedTask {
            score: Some(TaskScore::count_steps(&task.steps, &printed)),
            query: task.query,
            steps: task.steps,
            printed,
            lister_bytes: list.bytes,
            provider_bytes,
        })
    }

    /// As many operations as are wanted, page by page; more if a page has more.
    async fn read_list(
        &mut self,
        query: Option<&str>,
        wanted: usize,
    ) -> Result<PrintedList, EvaluationError> {
        let mut list = PrintedList::default();
        let mut cursor: Option<String> = None;
        for _ in 0..MOST_PAGES {
            let mut arguments = Map::new();
            arguments.extend(query.map(|query| ("search_term".to_owned(), query.into())));
            arguments.extend(cursor.map(|cursor| ("cursor".to_owned(), cursor.into())));
            let answer = self
                .session
                .call_tool(&self.tools.lister, arguments)
                .await?;
            let page = PrintedPage::parse(&answer.text).filter(|_| !answer.is_error);
            let page = page.ok_or_else(|| EvaluationError::Answer {
                tool: self.tools.lister.clone(),
                query: query.map(str::to_owned),
                answer: answer.text.clone(),
            })?;
            list.bytes += answer.text.len();
            list.operations.extend(page.operations);
            cursor = page.next_cursor;
            if cursor.is_none() || list.operations.len() >= wanted {
                return Ok(list);
            }
        }
        Err(EvaluationError::Endless {
            tool: self.tools.lister.clone(),
        })
    }

    /// Bytes of what the provider says of an operation; none if the server has no provider.
    async fn count_schema(
        &mut self,
        operation: &PrintedOperation,
    ) -> Result<usize, EvaluationError> {
        let Some(provider) = &self.tools.provider else {
            return Ok(0);
        };
        let arguments = json!({
            "tool_name": operation.tool,
            "method": operation.method,
            "endpoint_path": operation.path,
        });
        let arguments = match arguments {
            Value::Object(arguments) => arguments,
            _ => Map::new(),
        };
        let answer = self.session.call_tool(provider, arguments).await?;
        match answer.is_error {
            false => Ok(answer.text.len()),
            true => Err(EvaluationError::Answer {
                tool: provider.clone(),
                query: Some(format!("{} {}", operation.method, operation.path)),
                answer: answer.text,
            }),
        }
    }
}

/// The operations that a model needs the schemas of: for each step the first that was printed, each once.
fn find_needed<'p>(task: &Task, printed: &'p [PrintedOperation]) -> Vec<&'p PrintedOperation> {
    let mut needed: Vec<&PrintedOperation> = Vec::new();
    for step in &task.steps {
        let found = printed
            .iter()
            .find(|operation| step.contains(&operation.tool));
        needed.extend(found.filter(|found| !needed.contains(found)));
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tools_of_one_prefix_belong_together() {
        let names = [
            "a_schema_provider",
            "b_endpoint_lister",
            "b_schema_provider",
        ];
        let tools = DiscoveryTools::find_in_list(&names.map(str::to_owned)).expect("has a lister");
        assert_eq!(tools.lister, "b_endpoint_lister");
        assert_eq!(tools.provider.as_deref(), Some("b_schema_provider"));
        assert!(DiscoveryTools::find_in_list(&["a_schema_provider".to_owned()]).is_none());
    }

    #[test]
    fn schemas_are_needed_once() {
        let operation = |tool: &str| PrintedOperation {
            tool: tool.to_owned(),
            method: "GET".to_owned(),
            path: format!("/{tool}"),
        };
        let printed = ["a", "b", "c"].map(operation);
        let step = |tools: &[&str]| tools.iter().map(|tool| (*tool).to_owned()).collect();
        let task = Task {
            query: String::new(),
            steps: vec![step(&["c", "b"]), step(&["b"]), step(&["d"])],
        };
        assert_eq!(find_needed(&task, &printed), [&printed[1]]);
    }
}
