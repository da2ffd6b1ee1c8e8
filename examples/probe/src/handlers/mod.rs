//! The handlers, a file for each tag of `probe.yaml`. A handler asks the server under test and answers with what it
//! says, or with a failure in the one form of all errors.

mod checks;
mod classify;
mod connection;
mod prompts;
mod resources;
mod schemas;
mod tools;

use serde_json::Value;
use toolwright::{Json, Map};

use crate::Probe;
use crate::api::Handlers;
use crate::api::types::Connection as ConnectionFields;
use crate::clock::format_time;
use crate::connection::Connection;

impl Handlers for Probe {}

fn describe_connection(connection: &Connection) -> ConnectionFields {
    ConnectionFields {
        server_url: connection.target.server_url(),
        transport: connection.target.transport(),
        connected_at: format_time(connection.connected_at),
    }
}

fn to_object(arguments: &Map<Json>) -> serde_json::Map<String, Value> {
    let members = arguments.iter();
    members
        .map(|(name, value)| (name.to_owned(), value.clone()))
        .collect()
}

fn to_map(members: &serde_json::Map<String, Value>) -> Map<Json> {
    let mut map = Map::new();
    for (name, value) in members {
        map.insert(name.clone(), value.clone());
    }
    map
}

/// A number of things, as JSON has it.
fn to_count(things: usize) -> i64 {
    things.try_into().unwrap_or(i64::MAX)
}
