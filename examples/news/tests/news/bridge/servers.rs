//! The running servers: the tests of a kind of database share one.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::database::Database;

/// No answer takes longer (N26).
const LONGEST: Duration = Duration::from_secs(5);

/// An answer of a server.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

/// A server with the bridge, on a database of its own.
pub(crate) struct Server {
    process: Child,
    address: String,
    _database: Database,
}

/// A server that ends with the last test that uses it.
type SharedServer = Mutex<Weak<Server>>;

/// Makes two tests of a function that takes a server: one with SQLite, and one with the attribute and PostgreSQL.
macro_rules! on_each_database {
    ($test:ident, #[$attribute:meta]) => {
        mod $test {
            use crate::bridge::servers::{postgres_server, sqlite_server};

            #[test]
            fn on_sqlite() {
                super::$test(&sqlite_server());
            }

            #[test]
            #[$attribute]
            fn on_postgres() {
                super::$test(&postgres_server());
            }
        }
    };
}
pub(crate) use on_each_database;

pub(crate) fn sqlite_server() -> Arc<Server> {
    static SHARED: SharedServer = Mutex::new(Weak::new());
    start_once(&SHARED, Database::sqlite)
}

pub(crate) fn postgres_server() -> Arc<Server> {
    static SHARED: SharedServer = Mutex::new(Weak::new());
    start_once(&SHARED, Database::postgres)
}

fn start_once(shared: &SharedServer, make_database: impl Fn() -> Database) -> Arc<Server> {
    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(server) = shared.upgrade() {
        return server;
    }
    let server = Arc::new(Server::start(make_database()));
    *shared = Arc::downgrade(&server);
    server
}

impl Server {
    fn start(database: Database) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_news-mcp"))
            .args(["--transport", "http", "--bridge"])
            .env_clear()
            .envs([
                ("DATABASE_URL", database.url.as_str()),
                ("HTTP_BRIDGE_HOST", "127.0.0.1"),
                ("HTTP_BRIDGE_PORT", "0"),
                ("LOG_LEVEL", "INFO"),
                ("NEWS_SCHEDULER", "off"),
            ])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server runs");
        let stderr = process.stderr.take().expect("is piped");
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let address = lines.find_map(|line| {
            let (_, url) = line.split_once("listening on http://")?;
            Some(url.split('/').next()?.to_owned())
        });
        std::thread::spawn(move || lines.for_each(drop));
        let server = Self {
            process,
            address: address.expect("the server says where it listens"),
            _database: database,
        };
        // The first call opens the database and puts in the articles.
        let opened = server.exchange(
            "POST",
            "/tools/get_dashboard",
            "{}",
            Duration::from_secs(60),
        );
        assert_eq!(opened.json()["ok"], true, "{}", opened.body);
        server
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.exchange("GET", path, "", LONGEST)
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        self.exchange("POST", path, body, LONGEST)
    }

    /// The answer to a call.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Value {
        let answer = self.post(&format!("/tools/{tool}"), &arguments.to_string());
        assert_eq!(answer.status, 200, "{tool}: {}", answer.body);
        answer.json()
    }

    /// What a tool says: the JSON of its first text.
    pub(crate) fn value(&self, tool: &str, arguments: &Value) -> Value {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["ok"], true, "{tool} {arguments}: {answer}");
        let text = answer["data"]["content"][0].as_str().expect("is a text");
        serde_json::from_str(text).expect("is JSON")
    }

    /// The one error of a call that was not valid.
    pub(crate) fn violation(&self, tool: &str, arguments: &Value) -> String {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["ok"], false, "{tool} {arguments}: {answer}");
        assert_eq!(
            answer["meta"],
            json!({"tool": tool, "validation": "failed"})
        );
        let errors = answer["errors"].as_array().expect("is a list");
        assert_eq!(errors.len(), 1, "{answer}");
        errors[0].as_str().expect("is a text").to_owned()
    }

    /// The answer of MCP to a message.
    pub(crate) fn post_to_mcp(&self, message: &Value) -> Value {
        let answer = self.post("/mcp", &message.to_string());
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    pub(crate) fn tools(&self) -> Vec<Value> {
        self.get("/tools")
            .json()
            .as_array()
            .expect("is a list")
            .clone()
    }

    pub(crate) fn tool(&self, name: &str) -> Value {
        let tools = self.tools().into_iter();
        let mut tools = tools.filter(|tool| tool["name"] == name);
        tools.next().unwrap_or_else(|| panic!("there is no {name}"))
    }

    fn exchange(&self, method: &str, path: &str, body: &str, longest: Duration) -> Answer {
        let begun = Instant::now();
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(longest)).expect("can be set");
        let (address, length) = (&self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Content-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream
            .write_all(request.as_bytes())
            .expect("the server reads");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("the server answers in time");
        assert!(
            begun.elapsed() < longest,
            "{method} {path} took {:?}",
            begun.elapsed()
        );
        let (head, body) = answer.split_once("\r\n\r\n").expect("has a head");
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Answer {
            status: status.expect("has a status"),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
