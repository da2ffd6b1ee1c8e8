//! What a large API takes of a model's context: its tools one by one, and by discovery.

use std::path::Path;

use serde_json::{Value, json};
use tiktoken_rs::{CoreBPE, cl100k_base, o200k_base};

use crate::Error;
use crate::client::Client;
use crate::crates::{Build, Crates};
use crate::search::Set;
use crate::specs::spec;

/// Nothing is called: what the API answers is the same in whatever way it is asked.
const NOWHERE: &str = "http://127.0.0.1:9";

/// Builds the server of the CMS with discovery and prints how many tokens models see of it.
pub fn run() -> Result<(), Error> {
    let crates = Crates::new()?;
    crates.write_discovered("cms", &spec("cms")?)?;
    let binary = crates.build_with("cms", Build::Debug, &["discovery"])?;
    let counter = Counter {
        o200k: o200k_base()?,
        cl100k: cl100k_base()?,
    };
    println!("| what a model sees | tools | o200k_base | cl100k_base | fewer |");
    println!("|---|---:|---:|---:|---:|");
    let whole = counter.count(&shown(&list_tools(&binary, "all")?));
    for mode in ["all", "compact", "discovery"] {
        let tools = shown(&list_tools(&binary, mode)?);
        let count = tools.as_array().map_or(0, Vec::len);
        let tokens = counter.count(&tools);
        tokens.print(&format!("`--tools {mode}`"), count, &whole);
    }
    for form in ["full", "compact"] {
        let mut tasks = tasks(&binary, &counter, form)?;
        // Three of them are shown, so that the cost of a lucky search does not stand for all.
        tasks.sort_by_key(|task| task.tokens().o200k);
        for (what, task) in [
            ("least", tasks.first()),
            ("median", tasks.get(tasks.len() / 2)),
            ("most", tasks.last()),
        ] {
            let task = task.ok_or("there are no tasks")?;
            let parts = task.parts.map(|part| part.o200k.to_string()).join(" + ");
            let title = format!("a task, {form} list, {what} ({}: {parts})", task.title);
            task.tokens().print(&title, 3, &whole);
        }
    }
    let whole = counter.count(&list_tools(&binary, "all")?);
    for mode in ["all", "compact", "discovery"] {
        let tools = list_tools(&binary, mode)?;
        let count = tools.as_array().map_or(0, Vec::len);
        let title = format!("`--tools {mode}`, with what models are not shown");
        counter.count(&tools).print(&title, count, &whole);
    }
    Ok(())
}

struct Counter {
    o200k: CoreBPE,
    cl100k: CoreBPE,
}

#[derive(Clone, Copy, Default)]
struct Tokens {
    o200k: usize,
    cl100k: usize,
}

impl Counter {
    fn count(&self, value: &Value) -> Tokens {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Tokens {
            o200k: self.o200k.encode_ordinary(&text).len(),
            cl100k: self.cl100k.encode_ordinary(&text).len(),
        }
    }
}

impl Tokens {
    fn and(self, other: Self) -> Self {
        Self {
            o200k: self.o200k + other.o200k,
            cl100k: self.cl100k + other.cl100k,
        }
    }

    fn print(self, title: &str, tools: usize, whole: &Self) {
        // The table compares by the newer of the two encodings only.
        let fewer = 100.0 * (1.0 - self.o200k as f64 / whole.o200k as f64);
        println!(
            "| {title} | {tools} | {} | {} | {fewer:.1} % |",
            self.o200k, self.cl100k
        );
    }
}

/// The tools as they are listed.
fn list_tools(binary: &Path, mode: &str) -> Result<Value, Error> {
    let mut client = Client::spawn_with(binary, &["--upstream", NOWHERE, "--tools", mode])?;
    client.initialize()?;
    let mut answer: Value = serde_json::from_str(client.list()?)?;
    client.end()?;
    Ok(answer["result"]["tools"].take())
}

/// What clients show a model of them.
fn shown(tools: &Value) -> Value {
    let tools = tools.as_array().into_iter().flatten();
    let shown = tools.map(|tool| {
        json!({
            "name": tool["name"],
            "description": tool["description"],
            "input_schema": tool["inputSchema"],
        })
    });
    shown.collect()
}

struct Task {
    title: &'static str,
    /// The list of tools, the search, the schema and the call.
    parts: [Tokens; 4],
}

impl Task {
    fn tokens(&self) -> Tokens {
        self.parts.into_iter().fold(Tokens::default(), Tokens::and)
    }
}

/// The three tools, what is found of them for each task, and the call that follows from that.
fn tasks(binary: &Path, counter: &Counter, form: &str) -> Result<Vec<Task>, Error> {
    let tools = counter.count(&shown(&list_tools(binary, "discovery")?));
    // One server for all tasks: what is measured does not depend on earlier calls.
    let mut client = Client::spawn_with(binary, &["--upstream", NOWHERE])?;
    client.initialize()?;
    let mut call = |tool: &str, arguments: Value| {
        let parameters = json!({"name": tool, "arguments": arguments});
        let request =
            json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": parameters});
        let answer: Value = serde_json::from_str(client.ask(&request.to_string())?)?;
        let text = answer["result"]["content"][0]["text"].clone();
        let tokens = counter.count(&parameters).and(counter.count(&text));
        let text: Value = serde_json::from_str(text.as_str().ok_or("no text")?)?;
        Ok::<_, Error>((text, tokens))
    };
    let mut tasks = Vec::new();
    let wanted = Set::Tuned.tasks().into_iter();
    for task in wanted.filter(|task| task.api == "cms") {
        let asked = json!({"search_term": task.text, "format": form});
        let (found, search) = call("cms_endpoint_lister", asked)?;
        let found = found["endpoints"].as_array().into_iter().flatten();
        let mut known = found.filter_map(endpoint);
        let Some((method, path, tool)) = known.find(|(method, path, _)| {
            let named = format!("{method} {path}");
            // Some tasks can be done with either of two operations.
            named == task.wanted || named == task.or
        }) else {
            println!("not found: {}", task.text);
            continue;
        };
        let asked = json!({"tool_name": tool, "method": method, "endpoint_path": path});
        let (_, schema) = call("cms_schema_provider", asked.clone())?;
        // Only the full answer has an example to measure a call by.
        let mut asked = asked;
        asked["format"] = json!("full");
        let (answer, _) = call("cms_schema_provider", asked)?;
        let example = &answer["execution_instructions"]["example_call"];
        let execution = counter.count(&json!({
            "name": example["tool_name"],
            "arguments": example["parameters"],
        }));
        tasks.push(Task {
            title: task.text,
            parts: [tools, search, schema, execution],
        });
    }
    client.end()?;
    Ok(tasks)
}

/// Method, path and tool of an endpoint in either form: an object, or a line with its signature.
fn endpoint(listed: &Value) -> Option<(&str, &str, &str)> {
    let Some(line) = listed.as_str() else {
        let text = |member: &str| listed[member].as_str();
        return Some((text("method")?, text("endpoint")?, text("tool_name")?));
    };
    let mut words = line.splitn(3, ' ');
    let (method, path) = (words.next()?, words.next()?);
    Some((method, path, words.next()?.split('(').next()?))
}
