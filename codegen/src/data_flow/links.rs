//! Operations that links of responses name as those that return the value of an argument.

use super::step::Step;
use crate::model::{Api, LinkedValue, Need, Operation, Producer, Rule};

/// The operations that links name, and those that rules found. A link of an operation that reads comes before what rules
/// find. One that writes is where the rules have operations that create things, because nobody should create a thing to
/// read another.
pub(super) fn add_linked(
    operation: &Operation,
    argument: &str,
    found: Vec<Producer>,
    steps: &[Step<'_>],
) -> Vec<Producer> {
    let (mut reads, mut writes): (Vec<Producer>, Vec<Producer>) = (Vec::new(), Vec::new());
    for link in operation.links.iter().filter(|it| it.argument == argument) {
        let LinkedValue::Returned { place } = &link.value else {
            continue;
        };
        let is_known = |it: &Producer| it.operation == link.operation;
        if reads.iter().chain(&writes).any(is_known) {
            continue;
        }
        let is_read = steps.get(link.operation).is_some_and(Step::is_read);
        let (list, rule) = match is_read {
            true => (&mut reads, Rule::Link),
            false => (&mut writes, Rule::Creation),
        };
        list.push(Producer {
            operation: link.operation,
            place: place.clone(),
            rule,
        });
    }
    let is_linked = |it: &Producer| {
        let mut linked = reads.iter().chain(&writes);
        linked.any(|linked| linked.operation == it.operation)
    };
    let found = found.into_iter().filter(|it| !is_linked(it));
    let (before, after): (Vec<_>, Vec<_>) = found.partition(|it| it.rule < Rule::Creation);
    [reads, before, writes, after].concat()
}

/// A link that passes an argument on makes the argument of the linked operation take the same values, if nothing else says
/// where these come from.
pub(super) fn pass_on(api: &Api, needs: &mut [Vec<Need>]) {
    for (consumer, operation) in api.operations.iter().enumerate() {
        for link in &operation.links {
            let LinkedValue::Passed { argument } = &link.value else {
                continue;
            };
            let is_known = |need: &Need| need.argument == link.argument;
            let is_stated = operation
                .origins
                .iter()
                .any(|it| it.argument == link.argument);
            let has_need = needs
                .get(consumer)
                .is_some_and(|it| it.iter().any(is_known));
            let of_source = needs.get(link.operation);
            let passed = of_source.and_then(|it| it.iter().find(|need| need.argument == *argument));
            let Some(passed) = passed.filter(|_| !has_need && !is_stated) else {
                continue;
            };
            let mut producers = passed.producers.clone();
            producers.retain(|it| it.operation != consumer);
            if producers.is_empty() {
                continue;
            }
            let need = Need {
                argument: link.argument.clone(),
                producers,
            };
            if let Some(needs) = needs.get_mut(consumer) {
                needs.push(need);
            }
        }
    }
}
