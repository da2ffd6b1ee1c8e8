//! Whether what is sent is what was given.

use serde_json::Map;
use toolwright::value::{Json, Violation};
use toolwright::{HttpRequest, Tool};

/// Why a call is not sent as it was given.
#[derive(Debug)]
pub enum Fault {
    /// The arguments are wrong.
    Refused(Vec<Violation>),
    /// They are fine, and something else is sent.
    Changed(String),
}

/// Prepares a call. Where its body is JSON, that must have the values of the arguments, and make
/// the same request when it is prepared in their place.
///
/// # Errors
///
/// When it is refused, or something else comes out.
pub fn round_trip(tool: &'static Tool, arguments: &Map<String, Json>) -> Result<(), Fault> {
    let request = toolwright::prepare(tool, arguments.clone()).map_err(Fault::Refused)?;
    let Some(body) = json_body(&request) else {
        return Ok(());
    };
    let Some(again) = with_body(arguments.clone(), &body) else {
        return Err(Fault::Changed(format!("the body is {body}")));
    };
    match toolwright::prepare(tool, again) {
        Ok(again) if again == request => Ok(()),
        Ok(_) => Err(Fault::Changed(format!("{body} is another request"))),
        Err(violations) => Err(Fault::Changed(format!("{body} is refused: {violations:?}"))),
    }
}

fn json_body(request: &HttpRequest) -> Option<Json> {
    let body = request.body()?;
    let is_sequence = ["jsonl", "ndjson", "json-seq"]
        .iter()
        .any(|kind| body.media_type.contains(kind));
    let json = body.media_type.contains("json") && !is_sequence;
    json.then(|| serde_json::from_slice(&body.bytes).ok())?
}

/// The arguments with the values that were sent, unless those are others.
fn with_body(mut arguments: Map<String, Json>, body: &Json) -> Option<Map<String, Json>> {
    if let Some(place) = arguments.values_mut().rfind(|value| same(value, body)) {
        *place = body.clone();
        return Some(arguments);
    }
    for (name, value) in body.as_object()? {
        let place = arguments.get_mut(name).filter(|place| same(place, value))?;
        *place = value.clone();
    }
    Some(arguments)
}

/// Whether two values are the same; `1.0` is `1`.
fn same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => left.as_f64() == right.as_f64(),
        (Json::Array(left), Json::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(left, right))
        }
        (Json::Object(left), Json::Object(right)) => {
            let found =
                |name: &String, left| right.get(name).is_some_and(|right| same(left, right));
            left.len() == right.len() && left.iter().all(|(name, left)| found(name, left))
        }
        _ => left == right,
    }
}
