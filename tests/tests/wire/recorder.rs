//! An upstream that writes down what it is sent.

use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use toolwright::{Api, HttpExecutor, HttpExecutorBuilder};

/// Environment variables and their values.
pub(crate) type Environment = &'static [(&'static str, &'static str)];

/// A request as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// Where the upstream listens, as the `Host` header says it.
    pub(crate) host: String,
    head: Vec<u8>,
    body: Vec<u8>,
}

impl Recorded {
    pub(crate) fn line(&self) -> String {
        let line = self.head_lines().remove(0);
        String::from_utf8(line).expect("a request line is ASCII")
    }

    /// Path and query.
    pub(crate) fn target(&self) -> String {
        let line = self.line();
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words.len(), 3, "{line}");
        assert_eq!(words[2], "HTTP/1.1");
        words[1].to_owned()
    }

    pub(crate) fn headers(&self) -> Vec<(String, Vec<u8>)> {
        let lines = self.head_lines();
        let header = |line: &Vec<u8>| {
            let colon = line.iter().position(|byte| *byte == b':');
            let (name, value) = line.split_at(colon.expect("a header has a colon"));
            let name = String::from_utf8(name.to_ascii_lowercase()).expect("a name is ASCII");
            let value = value
                .strip_prefix(b": ")
                .expect("one space after the colon");
            (name, value.to_vec())
        };
        lines[1..].iter().map(header).collect()
    }

    /// The value of a header; none where it was not sent.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let mut values = self.headers().into_iter().filter(|header| header.0 == name);
        let (_, value) = values.next()?;
        assert!(values.next().is_none(), "{name} was sent twice");
        Some(String::from_utf8(value).expect("only UTF-8 is sent"))
    }

    pub(crate) fn body(&self) -> &str {
        std::str::from_utf8(&self.body).expect("only UTF-8 is sent")
    }

    fn head_lines(&self) -> Vec<Vec<u8>> {
        let mut lines = vec![Vec::new()];
        let mut bytes = self.head.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            match (byte, bytes.peek()) {
                (b'\r', Some(b'\n')) => {
                    bytes.next();
                    lines.push(Vec::new());
                }
                _ => lines.last_mut().expect("is never empty").push(byte),
            }
        }
        lines
    }
}

/// Calls a tool without credentials: the request that arrived, or why there was none.
pub(crate) async fn send(
    api: &'static Api,
    tool: &str,
    arguments: Json,
) -> Result<Recorded, String> {
    let all = |builder: HttpExecutorBuilder| builder.allow_missing_credentials(true);
    send_by(api, tool, arguments, &[], all).await
}

/// Calls a tool: the request that arrived, or why there was none.
pub(crate) async fn send_with(
    api: &'static Api,
    tool: &str,
    arguments: Json,
    environment: Environment,
) -> Result<Recorded, String> {
    send_by(api, tool, arguments, environment, |builder| builder).await
}

async fn send_by(
    api: &'static Api,
    tool: &str,
    arguments: Json,
    environment: Environment,
    set_up: impl FnOnce(HttpExecutorBuilder) -> HttpExecutorBuilder,
) -> Result<Recorded, String> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("can listen");
    let host = listener.local_addr().expect("has an address").to_string();
    let requests = Arc::new(Mutex::new(Vec::new()));
    let recording = tokio::spawn(record(listener, host.clone(), Arc::clone(&requests)));
    let builder = HttpExecutor::builder(api);
    let executor = set_up(builder)
        .base_url(format!("http://{host}"))
        .environment(|wanted| {
            let found = environment.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, value)| (*value).to_owned())
        })
        .build()
        .expect("the executor can be built");
    let tool = api.tool(tool).expect("the tool exists");
    let Json::Object(arguments) = arguments else {
        panic!("arguments are an object");
    };
    let outcome = toolwright::call(tool, &executor, arguments).await;
    recording.abort();
    let mut requests = requests.lock().expect("nobody panicked");
    match (requests.pop(), outcome.is_error) {
        (Some(request), false) => {
            assert!(requests.is_empty(), "one call, one request");
            assert_eq!(outcome.structured, Some(json!({"ok": true})));
            Ok(request)
        }
        (None, true) => Err(outcome.text),
        (request, _) => panic!("{outcome:?} after {request:?}"),
    }
}

async fn record(listener: TcpListener, host: String, requests: Arc<Mutex<Vec<Recorded>>>) {
    while let Ok((mut stream, _)) = listener.accept().await {
        let Some((head, body)) = read(&mut stream).await else {
            continue;
        };
        requests.lock().expect("nobody panicked").push(Recorded {
            host: host.clone(),
            head,
            body,
        });
        let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\
                      connection: close\r\n\r\n{\"ok\":true}";
        let _ = stream.write_all(answer.as_bytes()).await;
    }
}

/// Head and body of a request; none when the client hangs up before its end.
async fn read(stream: &mut TcpStream) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut bytes = Vec::new();
    loop {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
            continue;
        };
        let body = bytes[end + 4..].to_vec();
        if body.len() >= content_length(&bytes[..end]) {
            bytes.truncate(end);
            return Some((bytes, body));
        }
    }
}

fn content_length(head: &[u8]) -> usize {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let value = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    value.map_or(0, |value| value.parse().expect("a length is a number"))
}
