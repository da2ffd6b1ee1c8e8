//! The first file of tasks for `toolwright eval`: the summaries of the spec, each with the operations that have it. They are in
//! the spec's words, so the file says to replace them by what users ask for.

use std::collections::HashMap;

use toolwright_codegen::model::{Api, Operation};

use crate::dependency::toml_string;

/// More tasks are not read by anybody; those of a larger API are spread over it.
const MOST_TASKS: usize = 100;
/// Characters of a summary that asks for something; longer ones explain.
const LONGEST_QUERY: usize = 200;

/// What somebody wants done, and the tools that do it.
struct FirstTask<'a> {
    query: String,
    tools: Vec<&'a str>,
}

/// The text of the file; none if the spec has no summaries.
pub(super) fn write_first_tasks(api: &Api) -> Option<String> {
    let tasks = collect_tasks(api);
    let tasks = spread_evenly(&tasks);
    if tasks.is_empty() {
        return None;
    }
    let mut text = HEAD.to_owned();
    for task in tasks {
        let tools: Vec<String> = task.tools.iter().map(|tool| toml_string(tool)).collect();
        let tools = match tools.as_slice() {
            [only] => only.clone(),
            several => format!("[{}]", several.join(", ")),
        };
        text.push_str(&format!(
            "\n[[tasks]]\nquery = {}\noperations = [{tools}]\n",
            toml_string(&task.query)
        ));
    }
    Some(text)
}

const HEAD: &str = "\
# Tasks for `toolwright eval`: what somebody wants done, and the operations that it takes.
#
# These are the spec's own summaries, which a search finds easily. Replace them with what your users ask for; tasks that
# take several operations say most, for example operations = [\"find_customers\", \"create_invoice\"]. If any one of
# several does, write a list within the list: operations = [[\"list_pets\", \"find_pets\"]].
";

/// The summaries in the order of the spec, and with each the tools that have it.
fn collect_tasks(api: &Api) -> Vec<FirstTask<'_>> {
    let mut tasks: Vec<FirstTask<'_>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for operation in &api.operations {
        let Some(query) = summary_of(operation) else {
            continue;
        };
        let place = *places
            .entry(query.to_ascii_lowercase())
            .or_insert(tasks.len());
        match tasks.get_mut(place) {
            Some(task) => task.tools.push(&operation.tool),
            None => tasks.push(FirstTask {
                query,
                tools: vec![&operation.tool],
            }),
        }
    }
    tasks
}

/// The spec's own summary in one line, if it can be searched for.
fn summary_of(operation: &Operation) -> Option<String> {
    let words: Vec<&str> = operation.title.split_whitespace().collect();
    let summary = words.join(" ");
    let summary = summary.trim_end_matches('.');
    let is_query = (2..=LONGEST_QUERY).contains(&summary.chars().count());
    (operation.has_own_title && is_query).then(|| summary.to_owned())
}

fn spread_evenly<'t, 'a>(tasks: &'t [FirstTask<'a>]) -> Vec<&'t FirstTask<'a>> {
    let count = tasks.len().min(MOST_TASKS);
    let indices = (0..count).map(|place| place * tasks.len() / count);
    indices.filter_map(|index| tasks.get(index)).collect()
}

#[cfg(test)]
mod tests {
    use toolwright_codegen::Builder;
    use toolwright_codegen::source::Source;

    use super::*;

    fn write_tasks(paths: &str) -> Option<String> {
        let spec = format!("openapi: 3.0.3\ninfo: {{title: A, version: '1'}}\npaths:\n{paths}");
        let source = Source::from_text("a.yaml", spec).expect("is YAML");
        let compiled = Builder::new("a.yaml").compile_source(source, &mut |_| {});
        write_first_tasks(compiled.expect("compiles").api())
    }

    #[test]
    fn summaries_become_tasks() {
        let text = write_tasks(concat!(
            "  /a: {get: {operationId: listA, summary: \"List \\\"A\\\".\"}}\n",
            "  /b: {get: {operationId: listB, summary: 'list \"a\"'}}\n",
            "  /c: {get: {operationId: listC}, post: {operationId: addC, summary: Add C}}\n",
        ));
        let text = text.expect("has summaries");
        let expected = concat!(
            "\n[[tasks]]\nquery = \"List \\\"A\\\"\"\noperations = [[\"list_a\", \"list_b\"]]\n",
            "\n[[tasks]]\nquery = \"Add C\"\noperations = [\"add_c\"]\n",
        );
        assert_eq!(text, format!("{HEAD}{expected}"));
    }

    #[test]
    fn a_spec_without_summaries_has_no_tasks() {
        assert_eq!(write_tasks("  /a: {get: {operationId: listA}}\n"), None);
    }

    #[test]
    fn a_large_api_has_tasks_of_all_of_its_parts() {
        let paths = (0..250).map(|it| format!("  /p{it}: {{get: {{summary: Part {it}}}}}\n"));
        let text = write_tasks(&paths.collect::<String>()).expect("has summaries");
        assert_eq!(text.matches("[[tasks]]").count(), MOST_TASKS);
        assert!(
            text.contains("\"Part 0\"") && text.contains("\"Part 247\""),
            "{text}"
        );
    }
}
