//! Operations that are stated to return the value of an argument. Where a statement names no field, the response's is found as
//! the rules find it.

use super::identify::{find_identifier, find_namesake};
use super::need::{Wanted, describe_wanted};
use super::record::Role;
use super::step::Step;
use crate::model::{Api, ArgumentOrigin, Operation, Producer, Rule};

/// The operations that `stated` names, each once.
pub(super) fn list_producers(
    api: &Api,
    operation: &Operation,
    stated: &ArgumentOrigin,
    steps: &[Step<'_>],
) -> Vec<Producer> {
    let wanted = describe_wanted(api, operation, &stated.argument);
    let mut producers: Vec<Producer> = Vec::new();
    for origin in &stated.producers {
        if producers.iter().any(|it| it.operation == origin.operation) {
            continue;
        }
        let found = || find_place(steps.get(origin.operation)?, wanted.as_ref()?);
        producers.push(Producer {
            operation: origin.operation,
            place: origin.place.clone().or_else(found).unwrap_or_default(),
            rule: Rule::Stated,
        });
    }
    producers
}

/// Where the response of an operation has the value of an argument: in the things that it returns, in a property of the
/// argument's name, or in a part that is called by its noun.
fn find_place(step: &Step<'_>, wanted: &Wanted<'_>) -> Option<String> {
    let things = step.records.iter().filter(|it| it.role != Role::Part);
    let of_noun = step
        .records
        .iter()
        .filter(|it| it.role == Role::Part && it.noun == wanted.noun);
    let by_name = step
        .records
        .iter()
        .find_map(|it| Some(it.place_of(find_namesake(wanted, it)?.name)));
    let identified = things.chain(of_noun);
    by_name.or_else(|| {
        let mut identified = identified;
        identified.find_map(|it| Some(it.place_of(find_identifier(wanted, it)?.name)))
    })
}
