//! Which operation returns a value that another one takes.
//!
//! The table is made from names, paths and response schemas alone, by a few rules that are each one sentence
//! (see [`Rule`](crate::model::Rule)). It says for each argument that takes the identifier of something which operations return it,
//! and where in the response it is. Nothing is guessed at run time.

mod describe;
mod identify;
mod links;
mod need;
mod record;
mod resource;
mod route;
mod rules;
mod sources;
mod stated;
mod step;
mod steps_by_route;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::model::{Api, DataFlow, Need, ReturnedSchemas};

pub(crate) use describe::describe_needs;
use record::Role;

/// Operations that are named for one argument.
const MOST_PRODUCERS: usize = 12;

/// Finds the operations of `api` that return what others take: those that are stated, and else those that links name and
/// the rules find. Operations without a response schema return nothing that is known.
pub(crate) fn find_data_flow(api: &Api, returned: &ReturnedSchemas) -> DataFlow {
    let steps = step::collect_steps(api, record::collect_records(api, returned));
    let most_links = api.operations.iter().map(|it| it.links.len()).max();
    // The operation itself and those that links name are taken out of what is found.
    let most = MOST_PRODUCERS + 1 + most_links.unwrap_or_default();
    let mut found = rules::Producers::new(&steps, most);
    let needs = api.operations.iter().enumerate().map(|(index, operation)| {
        let wanted = need::find_wanted(api, operation);
        let arguments = operation.input.get("properties").and_then(Value::as_object);
        let arguments = arguments.into_iter().flatten().map(|(name, _)| name);
        let needs = arguments.filter_map(|argument| {
            let stated = operation.origins.iter().find(|it| it.argument == *argument);
            let mut producers = match stated {
                Some(stated) => stated::list_producers(api, operation, stated, &steps),
                None => {
                    let wanted = wanted.iter().find(|it| it.argument == argument);
                    let found = wanted.map(|wanted| found.find_producers(index, wanted));
                    links::add_linked(operation, argument, found.unwrap_or_default(), &steps)
                }
            };
            producers.truncate(MOST_PRODUCERS);
            (!producers.is_empty()).then(|| Need {
                argument: argument.clone(),
                producers,
            })
        });
        needs.collect()
    });
    let mut needs: Vec<Vec<Need>> = needs.collect();
    links::pass_on(api, &mut needs);
    DataFlow {
        needs,
        returned: steps.iter().map(returned_names).collect(),
    }
}

fn returned_names(step: &step::Step<'_>) -> Vec<String> {
    let results = step
        .records
        .iter()
        .filter(|record| record.role != Role::Part);
    let names: BTreeSet<&str> = results
        .flat_map(|record| record.schema.names.iter().copied())
        .collect();
    names.into_iter().map(str::to_owned).collect()
}
