use std::collections::HashMap;

use super::{Place, PlacedFinding};
use crate::clients::{CheckedTool, Client, Clients, Finding, check};
use crate::compiled::Compiled;

/// What the clients that a spec was compiled for do not accept of its tools; all clients, where it
/// was compiled for none.
pub(super) fn of(compiled: &Compiled) -> Vec<PlacedFinding> {
    let clients = match compiled.clients() {
        none if none.is_empty() => Clients::all(),
        some => some,
    };
    let operations: HashMap<&str, String> = compiled
        .api()
        .operations
        .iter()
        .map(|operation| (operation.tool.as_str(), compiled.origin(&operation.pointer)))
        .collect();
    let mut places: HashMap<&str, Place> = HashMap::new();
    let mut placed = Vec::new();
    for finding in findings(compiled, clients) {
        let tool = finding.tool.as_deref().unwrap_or_default();
        let operation = operations.get(tool).map_or("", String::as_str);
        let place = places
            .entry(operation)
            .or_insert_with(|| Place::of(compiled.holding(operation), operation));
        placed.push(PlacedFinding {
            operation: operation.to_owned(),
            place: place.clone(),
            finding,
        });
    }
    placed
}

fn findings(compiled: &Compiled, clients: Clients) -> Vec<Finding> {
    let report = compiled.report();
    let tools: Vec<CheckedTool> = report
        .tools
        .iter()
        .map(|tool| CheckedTool {
            name: &tool.name,
            description: &tool.description,
            input: &tool.input_schema,
        })
        .collect();
    let server = &compiled.api().name;
    let found = |client: Client| check(client, server, &tools);
    clients.iter().flat_map(found).collect()
}
