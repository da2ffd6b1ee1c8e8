//! Which operation returns a value that another one takes.
//!
//! The table is made from names, paths and response schemas alone, by a few rules that are each one sentence
//! (see [`Rule`](crate::model::Rule)). It says for each argument that takes the identifier of something which operations return it,
//! and where in the response it is. Nothing is guessed at run time.

mod identify;
mod need;
mod record;
mod resource;
mod route;
mod rules;
mod step;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeSet;

use crate::model::{Api, DataFlow, Need, ReturnedSchemas};

use record::Role;

/// Operations that are named for one argument.
const MOST_PRODUCERS: usize = 12;

/// Finds the operations of `api` that return what others take. Operations without a response schema return
/// nothing that is known.
pub(crate) fn find_data_flow(api: &Api, returned: &ReturnedSchemas) -> DataFlow {
    let steps = step::collect_steps(api, record::collect_records(api, returned));
    let found = rules::Producers::new(&steps);
    let needs = api.operations.iter().enumerate().map(|(index, operation)| {
        let wanted = need::find_wanted(api, operation);
        let needs = wanted.iter().filter_map(|wanted| {
            let mut producers = found.find_producers(index, wanted);
            producers.truncate(MOST_PRODUCERS);
            (!producers.is_empty()).then(|| Need {
                argument: wanted.argument.to_owned(),
                producers,
            })
        });
        needs.collect()
    });
    DataFlow {
        needs: needs.collect(),
        returned: steps.iter().map(returned_names).collect(),
    }
}

fn returned_names(step: &step::Step<'_>) -> Vec<String> {
    let results = step
        .records
        .iter()
        .filter(|record| record.role != Role::Part);
    let names: BTreeSet<&str> = results
        .flat_map(|record| record.names.iter().copied())
        .collect();
    names.into_iter().map(str::to_owned).collect()
}
