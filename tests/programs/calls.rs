//! Prepares calls of generated tools: a line of JSON each on standard input, `{"api", "tool",
//! "arguments"}`. A line on standard output says what is wrong with one.

use std::io::{self, BufRead as _, Write as _};

use round_trip::{Fault, round_trip};
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
    round_trip(tool, &arguments).map_err(|fault| {
        let fault = match fault {
            Fault::Refused(violations) => {
                let violations: Vec<String> = violations.iter().map(ToString::to_string).collect();
                violations.join("; ")
            }
            Fault::Changed(problem) => problem,
        };
        format!("{api} {name}: {fault} in {}", call["arguments"])
    })
}
