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
    let all = tools(&binary, "all")?;
    let whole = counter.count(&all);
    println!("| what a model sees | tools | o200k_base | cl100k_base | fewer |");
    println!("|---|---:|---:|---:|---:|");
    for mode in ["all", "compact", "discovery"] {
        let listed = tools(&binary, mode)?;
        let count = listed.as_array().map_or(0, Vec::len);
        counter
            .count(&listed)
            .print(&format!("`--tools {mode}`"), count, &whole);
    }
    let mut tasks = tasks(&binary, &counter)?;
    tasks.sort_by_key(|task| task.tokens.o200k);
    for (what, task) in [
        ("least", tasks.first()),
        ("median", tasks.get(tasks.len() / 2)),
        ("most", tasks.last()),
    ] {
        let task = task.ok_or("there are no tasks")?;
        let title = format!("discovery and a task, {what}: {}", task.title);
        task.tokens.print(&title, 3, &whole);
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
        let fewer = 100.0 * (1.0 - self.o200k as f64 / whole.o200k as f64);
        println!(
            "| {title} | {tools} | {} | {} | {fewer:.1} % |",
            self.o200k, self.cl100k
        );
    }
}

/// What clients show a model of the tools that are listed.
fn tools(binary: &Path, mode: &str) -> Result<Value, Error> {
    let mut client = Client::spawn_with(binary, &["--upstream", NOWHERE, "--tools", mode])?;
    client.initialize()?;
    let answer: Value = serde_json::from_str(client.list()?)?;
    client.end()?;
    let tools = answer["result"]["tools"].as_array().ok_or("no tools")?;
    let shown = tools.iter().map(|tool| {
        json!({
            "name": tool["name"],
            "description": tool["description"],
            "input_schema": tool["inputSchema"],
        })
    });
    Ok(shown.collect())
}

struct Task {
    title: &'static str,
    tokens: Tokens,
}

/// The three tools, what is found of them for each task, and the call that follows from that.
fn tasks(binary: &Path, counter: &Counter) -> Result<Vec<Task>, Error> {
    let listed = counter.count(&tools(binary, "discovery")?);
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
        let (found, search) = call("cms_endpoint_lister", json!({"search_term": task.text}))?;
        let groups = found["endpoints"].as_object().into_iter().flatten();
        let mut found = groups.filter_map(|(_, group)| group.as_array()).flatten();
        let text = |one: &Value, member: &str| one[member].as_str().unwrap_or_default().to_owned();
        let named = |one: &Value| format!("{} {}", text(one, "method"), text(one, "endpoint"));
        let Some(found) = found.find(|one| [task.wanted, task.or].contains(&named(one).as_str()))
        else {
            println!("not found: {}", task.text);
            continue;
        };
        let (answer, schema) = call(
            "cms_schema_provider",
            json!({
                "tool_name": found["tool_name"],
                "method": found["method"],
                "endpoint_path": found["endpoint"],
            }),
        )?;
        let example = &answer["execution_instructions"]["example_call"];
        let execution = counter.count(&json!({
            "name": example["tool_name"],
            "arguments": example["parameters"],
        }));
        tasks.push(Task {
            title: task.text,
            tokens: listed.and(search).and(schema).and(execution),
        });
    }
    client.end()?;
    Ok(tasks)
}
