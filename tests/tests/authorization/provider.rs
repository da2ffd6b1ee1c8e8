use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value as Json;
use toolwright::{HttpExecutor, Outcome};
use toolwright_tests::compiled::authorization::API;
use toolwright_tests::{node, npm_package};

/// `provider.mjs`, which ends with this.
pub(crate) struct Provider {
    process: Child,
    /// `http://127.0.0.1:1234`
    pub(crate) issuer: String,
}

impl Provider {
    /// One whose tokens live so many seconds.
    pub(crate) fn start(lifetime: u64) -> Self {
        let package = npm_package("oidc-provider");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/authorization/provider.mjs");
        let mut process = Command::new(node())
            .arg(script)
            .arg(package.parent().expect("is in node_modules"))
            .arg(lifetime.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Node.js starts");
        let mut issuer = String::new();
        BufReader::new(process.stdout.take().expect("is piped"))
            .read_line(&mut issuer)
            .expect("the provider says where it is");
        assert!(issuer.starts_with("http://"), "the provider does not start");
        Self {
            process,
            issuer: issuer.trim().to_owned(),
        }
    }

    /// The answer to a request, as text.
    pub(crate) fn ask(&self, method: &str, path: &str) -> String {
        let host = self.issuer.trim_start_matches("http://");
        let mut stream = TcpStream::connect(host).expect("the provider listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .expect("is a time");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .expect("the provider reads");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("the provider answers");
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        answer
    }

    /// How many tokens of a grant were given.
    pub(crate) fn given(&self, grant: &str) -> u64 {
        let answer = self.ask("GET", "/statistics");
        let start = answer.find('{').expect("is JSON");
        let end = answer.rfind('}').expect("is JSON");
        let given: Json = serde_json::from_str(&answer[start..=end]).expect("is JSON");
        given[grant].as_u64().unwrap_or_default()
    }

    pub(crate) fn executor(&self, environment: &[(&'static str, &str)]) -> HttpExecutor {
        let environment: Vec<_> = environment
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()))
            .collect();
        HttpExecutor::builder(&API)
            .base_url(&self.issuer)
            .environment(move |name| {
                let mut variables = environment.iter();
                let (_, value) = variables.find(|(known, _)| *known == name)?;
                Some(value.clone())
            })
            .build()
            .expect("the environment makes sense")
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) async fn call(executor: &HttpExecutor, tool: &str) -> Outcome {
    let tool = API.tool(tool).expect("is a tool");
    toolwright::call(tool, executor, serde_json::Map::new()).await
}

pub(crate) fn assert_scope(outcome: &Outcome, scope: &str) {
    assert!(!outcome.is_error, "{}", outcome.text);
    assert!(outcome.text.contains(scope), "{}", outcome.text);
}

/// A folder for settings that is gone when the test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = toolwright_tests::target().join(format!("authorization-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        Self(std::path::absolute(path).expect("the target directory has a path"))
    }

    pub(crate) fn text(&self) -> &str {
        self.0.to_str().expect("is text")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
