//! Calls generated tools against the upstream at the URL in the first argument: a line of JSON each
//! on standard input, `{"api", "tool", "arguments"}`, and `environment` with what the executor finds in
//! its variables; `{upstream}` in their values is that URL, which is then not the base of all calls. A line on
//! standard output has the outcome, `{"is_error", "text", "structured", "files"}`; a file is a list of its bytes.

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
        let variables = &call["environment"];
        let key = format!("{name} {variables}");
        let executor = match executors.remove(&key) {
            Some(executor) => executor,
            None => executor(api, &base, variables)?,
        };
        let tool = text("tool");
        let tool = api.tool(tool).ok_or_else(|| format!("{name} has no tool {tool}"))?;
        let arguments = call["arguments"].as_object().cloned().unwrap_or_default();
        let outcome = runtime.block_on(toolwright::call(tool, &executor, arguments));
        executors.insert(key, executor);
        let files: Vec<&[u8]> = outcome.attachments.iter().map(|file| file.data.as_slice()).collect();
        let outcome = json!({
            "files": files,
            "is_error": outcome.is_error,
            "text": outcome.text,
            "structured": outcome.structured,
        });
        writeln!(out, "{outcome}")?;
    }
    Ok(())
}

fn executor(
    api: &'static Api,
    upstream: &str,
    variables: &Json,
) -> Result<HttpExecutor, toolwright::ExecutorError> {
    let names_upstream = variables.to_string().contains("{upstream}");
    let (variables, url) = (variables.clone(), upstream.to_owned());
    let builder = HttpExecutor::builder(api).environment(move |name| {
        let value = variables.get(name)?.as_str()?;
        Some(value.replace("{upstream}", &url))
    });
    let builder = if names_upstream { builder } else { builder.base_url(upstream) };
    let builder = builder.allow_missing_credentials(true);
    // Some scenarios send a slash in a path, which an operator has to allow.
    let builder = builder.allow_path_slashes(true);
    // The upstream wants to see any method again that it has failed.
    builder.retry_any_method(true).retry_backoff(Duration::from_millis(1)).build()
}
