//! One clause in descriptions of tools: which tools return what their required arguments take. A list says it once for
//! each argument and tool, because models read the whole list, and within a budget.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::model::{Api, Operation};

/// The share of a list's bytes that all clauses may have: one in so many.
const SHARE: usize = 100;
/// What they may have in every list, however short.
const LEAST_BUDGET: usize = 400;
/// Bytes of a description with its clause. Clients reject or truncate longer ones; the strictest profile has 2,048.
const LONGEST_DESCRIPTION: usize = 2000;

/// Adds clauses to the descriptions. The first tool that reads says where an argument comes from, or else the first that
/// writes, in the order of their names.
pub(crate) fn describe_needs(api: &mut Api) {
    let order = api.operations_by_tool().into_iter();
    let (reads, writes): (Vec<_>, Vec<_>) = order.partition(|(_, it)| it.annotations().read_only);
    let order: Vec<usize> = [reads, writes].concat().iter().map(|(at, _)| *at).collect();
    let mut budget =
        (api.operations.iter().map(listed_bytes).sum::<usize>() / SHARE).max(LEAST_BUDGET);
    let mut told: BTreeSet<(String, usize)> = BTreeSet::new();
    for index in order {
        let sources = new_sources(api, index, &told);
        let Some(clause) = write_clause(api, &sources) else {
            continue;
        };
        let Some(operation) = api.operations.get_mut(index) else {
            continue;
        };
        let is_affordable = clause.len() <= budget
            && operation.description.len() + clause.len() <= LONGEST_DESCRIPTION;
        if is_affordable {
            budget -= clause.len();
            operation.description.push_str(&clause);
            told.extend(sources.into_iter().map(|it| (it.argument, it.producer)));
        }
    }
}

/// What an operation costs in a list, nearly: without the definitions that it refers to.
fn listed_bytes(operation: &Operation) -> usize {
    operation.tool.len()
        + operation.title.len()
        + operation.description.len()
        + operation.input.to_string().len()
}

/// A required argument, and the index of the operation that likeliest returns it.
struct Source {
    argument: String,
    producer: usize,
}

/// The required arguments whose sources no other description has said yet.
fn new_sources(api: &Api, index: usize, told: &BTreeSet<(String, usize)>) -> Vec<Source> {
    let (Some(operation), Some(needs)) = (api.operations.get(index), api.flow.needs.get(index))
    else {
        return Vec::new();
    };
    let required = operation.input.get("required").and_then(Value::as_array);
    let required = required.map_or(&[][..], Vec::as_slice);
    let needs = needs
        .iter()
        .filter(|need| required.iter().any(|it| *it == need.argument));
    let sources = needs.filter_map(|need| {
        let producer = need.producers.first()?.operation;
        let is_new = !told.contains(&(need.argument.clone(), producer));
        is_new.then(|| Source {
            argument: need.argument.clone(),
            producer,
        })
    });
    sources.collect()
}

/// `Needs `owner` and `repo`, from `list_repos`.` in a paragraph of its own.
fn write_clause(api: &Api, sources: &[Source]) -> Option<String> {
    let mut groups: Vec<(usize, Vec<String>)> = Vec::new();
    for Source { argument, producer } in sources {
        let quoted = format!("`{argument}`");
        match groups.iter_mut().find(|(known, _)| known == producer) {
            Some((_, arguments)) => arguments.push(quoted),
            None => groups.push((*producer, vec![quoted])),
        }
    }
    let parts = groups.iter().filter_map(|(producer, arguments)| {
        let tool = &api.operations.get(*producer)?.tool;
        let (last, others) = arguments.split_last()?;
        let arguments = match others {
            [] => last.clone(),
            others => format!("{} and {last}", others.join(", ")),
        };
        Some(format!("{arguments}, from `{tool}`"))
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| format!("\n\nNeeds {}.", parts.join("; ")))
}

#[cfg(test)]
mod tests {
    use crate::Builder;
    use crate::model::Api;
    use crate::source::Source;

    /// An API of a list, and of `tools` operations that take an item of it.
    fn described(tools: usize, description: &str) -> Api {
        let item = "parameters: [{name: shop, in: path, required: true, schema: {type: string}}, {name: petId, in: path, \
                    required: true, schema: {type: string}}], responses: {}";
        let methods = ["put", "get", "delete", "patch"];
        let items: Vec<String> = methods[..tools]
            .iter()
            .map(|method| format!("    {method}: {{operationId: {method}Pet, description: '{description}', {item}}}\n"))
            .collect();
        let list = |path: &str, id: &str| {
            format!(
                "  {path}:\n    get: {{operationId: {id}, responses: {{'200': {{description: D, content: {{application/json: \
                 {{schema: {{type: array, items: {{type: object, properties: {{id: {{type: string}}}}}}}}}}}}}}}}}}\n"
            )
        };
        let spec = format!(
            "openapi: 3.0.3\ninfo: {{title: T, version: '1'}}\npaths:\n{}{}  /shops/{{shop}}/pets/{{petId}}:\n{}",
            list("/shops", "listShops"),
            list("/shops/{shop}/pets", "listPets").replace(
                "responses",
                "parameters: [{name: shop, in: path, required: true, schema: {type: string}}], responses"
            ),
            items.concat()
        );
        let source = Source::from_text("api.yaml", spec).expect("is YAML");
        let builder = Builder::new("api.yaml")
            .describe_needs(true)
            .max_description(4000);
        let modelled = builder.model_source(source).expect("compiles");
        modelled.api().clone()
    }

    fn clauses(api: &Api) -> Vec<String> {
        let all = api.operations.iter();
        let with = all.filter_map(|it| Some((&it.tool, it.description.split_once("Needs ")?.1)));
        with.map(|(tool, clause)| format!("{tool}: {clause}"))
            .collect()
    }

    #[test]
    fn each_source_is_said_once_and_first_by_what_reads() {
        assert_eq!(
            clauses(&described(4, "Does it.")),
            ["get_pet: `shop`, from `list_shops`; `petId`, from `list_pets`."]
        );
        assert_eq!(
            clauses(&described(1, "Does it.")),
            [
                "list_pets: `shop`, from `list_shops`.",
                "put_pet: `petId`, from `list_pets`."
            ]
        );
    }

    #[test]
    fn a_description_does_not_become_too_long_for_clients() {
        let api = described(1, &"x".repeat(1990));
        assert_eq!(clauses(&api), ["list_pets: `shop`, from `list_shops`."]);
    }
}
