//! What kind of error it is that a server answered with. Servers differ: an unknown tool is a protocol error for some
//! and a result with `isError` for others, and codes are not reliable. So a call is sent as it is, and only when it
//! fails is it compared with what the server advertises: what is not in the list does not exist, and arguments that
//! do not match the listed schema are the reason.

use rmcp::ErrorData;
use rmcp::model::ErrorCode;
use serde_json::{Map, Value, json};

use crate::conformance::{Conformance, compare};
use crate::connection::{Connection, ListKind};
use crate::failure::{Failure, FailureKind};

/// Violations of a schema that are listed.
const MAX_VIOLATIONS: usize = 20;

/// The items of a list that have this name; none if the list cannot be had.
pub(super) async fn find_listed(
    connection: &Connection,
    kind: ListKind,
    member: &str,
    name: &str,
) -> Option<Vec<Value>> {
    let listing = connection.fetch_list(kind).await.ok()?;
    let items = listing.items.into_iter();
    Some(
        items
            .filter(|item| item.get(member).and_then(Value::as_str) == Some(name))
            .collect(),
    )
}

/// What of arguments does not match a schema; nothing if the schema itself cannot be used. An error says why they were
/// not compared.
pub(super) async fn violations(
    schema: &Value,
    arguments: &Map<String, Value>,
) -> Result<Vec<String>, &'static str> {
    let arguments = Value::Object(arguments.clone());
    match compare(schema.clone(), arguments, MAX_VIOLATIONS).await {
        Conformance::Compared(wrong) => Ok(wrong),
        Conformance::BadSchema => Ok(Vec::new()),
        Conformance::NotCompared(why) => Err(why),
    }
}

/// The details of an error that a server answered with.
pub(super) fn with_answer(failure: Failure, error: &ErrorData) -> Failure {
    failure
        .with_detail("code", error.code.0)
        .with_detail("server_message", error.message.to_string())
        .with_some_detail("data", error.data.clone())
}

/// The failure of an error that is about nothing that is missing or wrong with the request.
pub(super) fn answered(method: &str, error: &ErrorData) -> Failure {
    let message = format!(
        "the server answered {method} with error {}: {}",
        error.code.0, error.message
    );
    with_answer(Failure::new(FailureKind::ExecutionError, message), error)
}

/// Whether the server does not know the method, so that it has nothing of the kind.
pub(super) fn is_unknown_method(error: &ErrorData) -> bool {
    error.code == ErrorCode::METHOD_NOT_FOUND
}

/// Names that are like one that does not exist.
pub(super) fn with_names(failure: Failure, names: &[String]) -> Failure {
    const MAX_NAMES: usize = 50;
    let shown: Vec<&String> = names.iter().take(MAX_NAMES).collect();
    failure.with_detail("available", json!(shown))
}
