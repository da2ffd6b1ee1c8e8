//! Servers under test.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use toolwright_tests::{node, npm_package, python, python_with, workspace_program};

/// A server, by its URL or its command.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Url(String),
    Command(Vec<String>),
}

impl Target {
    /// The arguments of `connect_to_server`.
    pub(crate) fn arguments(&self) -> Value {
        match self {
            Self::Url(url) => json!({ "url": url }),
            Self::Command(words) => json!({"command": words[0], "args": words[1..]}),
        }
    }

    /// The words behind `mcp-probe check`.
    pub(crate) fn words(&self) -> Vec<String> {
        match self {
            Self::Url(url) => vec![url.clone()],
            Self::Command(words) => words.clone(),
        }
    }

    fn command<const N: usize>(words: [&str; N]) -> Self {
        Self::Command(words.map(str::to_owned).to_vec())
    }
}

fn binary(name: &str) -> String {
    workspace_program(name).display().to_string()
}

/// The petstore, with an upstream of its own.
pub(crate) fn petstore() -> Target {
    Target::command([&binary("petstore-mcp"), "--upstream", "builtin"])
}

pub(crate) fn cms() -> Target {
    // It asks for no credentials, since nothing is sent anywhere.
    Target::command([
        &binary("cms-mcp"),
        "--upstream",
        "builtin",
        "--tools",
        "all",
    ])
}

/// The news server, on a database of its own.
pub(crate) fn news() -> Target {
    let [program, variables @ ..] = news_words();
    let [database, scheduler] = variables;
    Target::command(["env", &database, &scheduler, &program])
}

/// The program of the news server, and the variables that keep it from what is on this machine.
pub(crate) fn news_words() -> [String; 3] {
    let variables = ["DATABASE_URL=sqlite::memory:", "NEWS_SCHEDULER=off"];
    let [database, scheduler] = variables.map(str::to_owned);
    [binary("news-mcp"), database, scheduler]
}

/// The petstore over HTTP, as long as this value lives.
pub(crate) struct HttpServer {
    process: Child,
    pub(crate) target: Target,
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn petstore_over_http() -> HttpServer {
    let mut process = Command::new(binary("petstore-mcp"))
        .args([
            "--upstream",
            "builtin",
            "--transport",
            "http",
            "--listen",
            "127.0.0.1:0",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the petstore runs");
    let stderr = process.stderr.take().expect("is piped");
    let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
    let url = lines.find_map(|line| {
        let begin = line.find("http://")?;
        let url = line[begin..].split_whitespace().next()?;
        url.ends_with("/mcp").then(|| url.to_owned())
    });
    let url = url.expect("it says where it listens");
    // Nobody else reads what it says, which must not keep it waiting.
    std::thread::spawn(move || lines.for_each(drop));
    HttpServer {
        process,
        target: Target::Url(url),
    }
}

fn script(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers");
    folder.join(name).display().to_string()
}

/// The server in Python that is broken in some way, or `good`.
pub(crate) fn python_target(mode: &str) -> Target {
    let python = python().display().to_string();
    Target::command([&python, &script("target.py"), mode])
}

/// The server in Python that does nothing that HTTP demands.
pub(crate) fn careless_http_server() -> HttpServer {
    let mut process = Command::new(python())
        .arg(script("http_target.py"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python runs");
    let stdout = process.stdout.take().expect("is piped");
    let port = BufReader::new(stdout).lines().next();
    let port = port.expect("it prints its port").expect("is text");
    HttpServer {
        process,
        target: Target::Url(format!("http://127.0.0.1:{port}/mcp")),
    }
}

/// A server of npm's scope `@modelcontextprotocol`, over stdio.
pub(crate) fn npm_server(name: &str, arguments: &[&str]) -> Target {
    let package = npm_package(&format!("@modelcontextprotocol/{name}"));
    let script = package.join("dist/index.js").display().to_string();
    let mut words = vec![node().display().to_string(), script];
    words.extend(arguments.iter().map(|argument| (*argument).to_owned()));
    Target::Command(words)
}

/// `mcp-server-time` of PyPI.
pub(crate) fn python_time_server() -> Target {
    let python = python_with("mcp_server_time").display().to_string();
    Target::command([&python, "-m", "mcp_server_time"])
}
