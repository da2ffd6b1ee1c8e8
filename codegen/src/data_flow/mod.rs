//! Which operation returns a value that another one takes.
//!
//! The table is made from names, paths and response schemas alone, by a few rules that are each one sentence
//! (see [`Rule`]). It says for each argument that takes the identifier of something which operations return it,
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

use crate::model::Api;

use record::Role;

pub use rules::Rule;

/// Operations that are named for one argument.
const MOST_PRODUCERS: usize = 12;

/// Where the arguments of an API's operations come from.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::data_flow::find_data_flow;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").output_schemas(true).model()?;
/// let flow = find_data_flow(modelled.api());
/// assert_eq!(flow.needs.len(), modelled.api().operations.len());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataFlow {
    /// For each operation, in the order of the model, the arguments that take what another one returns.
    pub needs: Vec<Vec<Need>>,
    /// For each operation, the names of the properties of what it returns, one or a list.
    pub returned: Vec<Vec<String>>,
}

/// An argument, and the operations that return values for it.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::data_flow::{Rule, find_data_flow};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").output_schemas(true).model()?;
/// let flow = find_data_flow(modelled.api());
/// let place = modelled.api().operations.iter().position(|it| it.path == "/pets/{petId}/photo");
/// let need = place.and_then(|index| flow.needs[index].first());
/// assert_eq!(need.map(|need| (need.argument.as_str(), need.producers[0].rule)), Some(("petId", Rule::Collection)));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// Name of the argument.
    pub argument: String,
    /// The operations, the likeliest first; at least one.
    pub producers: Vec<Producer>,
}

/// An operation that returns a value.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::data_flow::find_data_flow;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").output_schemas(true).model()?;
/// let flow = find_data_flow(modelled.api());
/// let producers = flow.needs.iter().flatten().flat_map(|need| &need.producers);
/// assert!(producers.clone().any(|it| it.place == "[].id"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer {
    /// Index of the operation.
    pub operation: usize,
    /// Where the value is in the response: `results[].id`.
    pub place: String,
    /// Why it is taken for that.
    pub rule: Rule,
}

/// Finds the operations of `api` that return what others take. Operations without a response schema return
/// nothing that is known.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::data_flow::find_data_flow;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// // Without output schemas nothing is known of what operations return.
/// assert!(find_data_flow(modelled.api()).needs.iter().all(Vec::is_empty));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
pub fn find_data_flow(api: &Api) -> DataFlow {
    let steps = step::collect_steps(api, record::collect_records(api));
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
