//! A search finds the operations of tasks that take several: those of RestBench (Song et al., "RestGPT: Connecting
//! Large Language Models with Real-World RESTful APIs", 2023), for an API that nothing of the search was made for.

use serde_json::Value;
use toolwright_benches::external::shared;
use toolwright_benches::search::Searched;
use toolwright_inspect::evaluation::{SetScore, TaskScore};

/// Operations that the lister prints at most for a search.
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
#[ignore = "needs ../shared"]
fn all_operations_of_a_task_are_shown_at_once() {
    let shared = shared();
    let folder = shared.join("eval/restbench");
    let tasks = std::fs::read_to_string(folder.join("tmdb.json")).expect("the tasks are there");
    let searched = Searched::read(&folder.join("tmdb_oas.json")).expect("the spec compiles");
    let tasks = read_tasks(&tasks);
    let scores = tasks.iter().map(|task| {
        let printed = searched
            .find_operations(&task.query)
            .expect("the lister answers");
        assert!(printed.len() <= SHOWN, "{}: {}", task.query, printed.len());
        let steps: Vec<Vec<String>> = task.operations.iter().map(|it| vec![it.clone()]).collect();
        let score = TaskScore::count_steps(&steps, &printed);
        if !score.is_whole() {
            println!("{}/{} {}", score.found, score.needed, task.query);
        }
        score
    });
    let score = SetScore::sum_tasks(scores);
    println!(
        "{} of {} tasks whole, recall {:.3}",
        score.whole,
        score.tasks,
        score.recall()
    );
    assert!(score.all_gold() >= 0.70, "{} tasks whole", score.whole);
    assert!(score.recall() >= 0.85, "recall {:.3}", score.recall());
}
