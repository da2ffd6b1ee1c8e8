//! Prepares calls of generated tools: a line of JSON each on standard input, `{"api", "tool",
//! "arguments"}`. A line on standard output says what is wrong with one.

use std::io::{self, BufRead as _, Write as _};

use toolwright::HttpRequest;
use toolwright::value::Json;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if let Err(problem) = check(&line) {
            writeln!(out, "{problem}")?;
        }
    }
    Ok(())
}

fn check(line: &str) -> Result<(), String> {
    let call: Json = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let text = |name: &str| call[name].as_str().unwrap_or_default();
    let (api, name) = (text("api"), text("tool"));
    let tool = apis::named(api)
        .and_then(|api| api.tool(name))
        .ok_or_else(|| format!("{api} has no tool {name}"))?;
    let arguments = call["arguments"].as_object().cloned().unwrap_or_default();
    let prepare = |arguments| {
        toolwright::prepare(tool, arguments).map_err(|violations| {
            let violations: Vec<String> = violations.iter().map(ToString::to_string).collect();
            format!("{api} {name}: {} in {}", violations.join("; "), call["arguments"])
        })
    };
    let request = prepare(arguments.clone())?;
    let Some(body) = json_body(&request) else {
        return Ok(());
    };
    let again = with_body(arguments, &body)
        .ok_or_else(|| format!("{api} {name}: the body is {body}, not what {} says", call["arguments"]))?;
    if prepare(again)? == request {
        Ok(())
    } else {
        Err(format!("{api} {name}: {body} is another request"))
    }
}

fn json_body(request: &HttpRequest) -> Option<Json> {
    let body = request.body()?;
    body.media_type
        .contains("json")
        .then(|| serde_json::from_slice(&body.bytes).ok())?
}

/// The arguments with the values that were sent, unless those are others.
fn with_body(
    mut arguments: serde_json::Map<String, Json>,
    body: &Json,
) -> Option<serde_json::Map<String, Json>> {
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
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Json::Object(left), Json::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, left)| {
                    right.get(name).is_some_and(|right| same(left, right))
                })
        }
        _ => left == right,
    }
}
