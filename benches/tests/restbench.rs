//! A search finds the operations of tasks that take several: those of RestBench (Song et al., "RestGPT: Connecting
//! Large Language Models with Real-World RESTful APIs", 2023), for an API that nothing of the search was made for.

use serde_json::Value;
use toolwright_benches::external::shared;
use toolwright_benches::search::Searched;

/// Operations that the lister shows for a search.
const SHOWN: usize = 12;

/// A task, and the operations that do it.
struct Task {
    query: String,
    operations: Vec<String>,
}

fn read_tasks(text: &str) -> Vec<Task> {
    let tasks: Vec<Value> = serde_json::from_str(text).expect("is a list");
    let text = |value: &Value| value.as_str().unwrap_or_default().trim().to_owned();
    let tasks = tasks.iter().map(|task| Task {
        query: text(&task["query"]),
        operations: task["solution"]
            .as_array()
            .into_iter()
            .flatten()
            .map(text)
            .collect(),
    });
    tasks.collect()
}

#[test]
fn all_operations_of_a_task_are_shown_at_once() {
    let Some(shared) = shared() else {
        return;
    };
    let folder = shared.join("eval/restbench");
    let tasks = std::fs::read_to_string(folder.join("tmdb.json")).expect("the tasks are there");
    let searched = Searched::read(&folder.join("tmdb_oas.json")).expect("the spec compiles");
    let tasks = read_tasks(&tasks);
    let (mut whole, mut recall, mut bytes) = (0, 0.0, 0);
    for task in &tasks {
        let hits = searched.search(&task.query);
        let shown = &hits[..SHOWN.min(hits.len())];
        bytes += shown.iter().map(|operation| operation.len()).sum::<usize>();
        let found = task
            .operations
            .iter()
            .filter(|it| shown.contains(&it.as_str()))
            .count();
        whole += usize::from(found == task.operations.len());
        recall += found as f64 / task.operations.len() as f64;
    }
    recall /= tasks.len() as f64;
    println!(
        "{whole} of {} tasks whole, recall {recall:.3}, {} bytes of operations a task",
        tasks.len(),
        bytes / tasks.len()
    );
    assert!(
        whole * 100 >= tasks.len() * 70,
        "{whole} of {} tasks",
        tasks.len()
    );
    assert!(recall >= 0.85, "recall {recall:.3}");
}
