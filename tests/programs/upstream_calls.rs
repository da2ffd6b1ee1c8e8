//! Calls generated tools against the upstream at the URL in the first argument: a line of JSON each
//! on standard input, `{"api", "tool", "arguments"}`. A line on standard output has the outcome,
//! `{"is_error", "text", "structured"}`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufRead as _, Write as _};
use std::time::Duration;

use serde_json::json;
use toolwright::value::Json;
use toolwright::{Api, HttpExecutor};

fn main() -> Result<(), Box<dyn Error>> {
    let base = std::env::args().nth(1).ok_or("the URL of the upstream is missing")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut executors = BTreeMap::new();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let call: Json = serde_json::from_str(&line?)?;
        let text = |name: &str| call[name].as_str().unwrap_or_default();
        let name = text("api");
        let api = apis::named(name).ok_or_else(|| format!("there is no API {name}"))?;
        let executor = match executors.remove(name) {
            Some(executor) => executor,
            None => executor(api, &base)?,
        };
        let tool = text("tool");
        let tool = api.tool(tool).ok_or_else(|| format!("{name} has no tool {tool}"))?;
        let arguments = call["arguments"].as_object().cloned().unwrap_or_default();
        let outcome = runtime.block_on(toolwright::call(tool, &executor, arguments));
        executors.insert(name.to_owned(), executor);
        let outcome = json!({
            "is_error": outcome.is_error,
            "text": outcome.text,
            "structured": outcome.structured,
        });
        writeln!(out, "{outcome}")?;
    }
    Ok(())
}

fn executor(api: &'static Api, base: &str) -> Result<HttpExecutor, toolwright::ExecutorError> {
    let builder = HttpExecutor::builder(api).base_url(base).environment(|_| None);
    let builder = builder.allow_missing_credentials(true);
    // Some scenarios send a slash in a path, which an operator has to allow.
    let builder = builder.allow_path_slashes(true);
    // The upstream wants to see any method again that it has failed.
    builder.retry_any_method(true).retry_backoff(Duration::from_millis(1)).build()
}
