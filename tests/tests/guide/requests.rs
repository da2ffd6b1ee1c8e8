//! The requests that pages send with curl, sent to a server of the petstore in this process.

use std::future;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use toolwright::server::HttpConfig;
use toolwright::upstream::Upstream;
use toolwright::{HttpExecutor, Server};
use toolwright_tests::compiled::petstore::API;
use toolwright_tests::pages::{Page, commands};

/// Where the pages have the petstore.
const PLACE: &str = "http://127.0.0.1:8000/mcp";

/// A request as the words of a curl command say it.
struct Request {
    headers: Vec<String>,
    body: String,
}

impl Request {
    fn of(command: &[String]) -> Option<Self> {
        let is_one = command.iter().any(|word| word == PLACE) && command[0] == "curl";
        let values = |option: &str| -> Vec<String> {
            let pairs = command.windows(2).filter(|pair| pair[0] == option);
            pairs.map(|pair| pair[1].clone()).collect()
        };
        let body = values("-d").pop().filter(|_| is_one)?;
        let headers = values("-H");
        Some(Self { headers, body })
    }

    fn with_header(&self, name: &str, value: &str) -> Self {
        let other = |header: &&String| !header.starts_with(&format!("{name}:"));
        let headers = self.headers.iter().filter(other).cloned();
        Self {
            headers: headers.chain([format!("{name}: {value}")]).collect(),
            body: self.body.clone(),
        }
    }

    /// Sends it; the status and the body of the answer.
    async fn send(&self, address: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(address).await.expect("is served");
        let (headers, body) = (self.headers.join("\r\n"), &self.body);
        let request = format!(
            "POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let sent = stream.write_all(request.as_bytes()).await;
        sent.expect("the server reads");
        let mut answer = String::new();
        let read = stream.read_to_string(&mut answer).await;
        read.expect("the server answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("is HTTP");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        let body = serde_json::from_str(body).unwrap_or_default();
        (status.expect("has a status"), body)
    }
}

/// The authority of a server with the built-in upstream.
async fn serve() -> String {
    let upstream = Upstream::new(&API).expect("there are answers");
    let upstream = upstream.start().await.expect("can listen");
    let executor = HttpExecutor::builder(&API)
        .base_url(format!("http://{upstream}"))
        .environment(|_| None)
        .allow_missing_credentials(true)
        .build()
        .expect("the executor can be built");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("can listen");
    let address = listener.local_addr().expect("has an address").to_string();
    tokio::spawn(async move {
        let server = Server::new(&API, executor);
        let config = HttpConfig::default();
        server
            .serve_http_until(listener, &config, future::pending())
            .await
    });
    address
}

#[tokio::test]
async fn every_request_is_answered() {
    let address = serve().await;
    let mut count = 0;
    for (place, command) in commands() {
        let Some(request) = Request::of(&command) else {
            continue;
        };
        let (status, answer) = request.send(&address).await;
        assert_eq!(status, 200, "{place}: {answer}");
        assert!(answer["result"].is_object(), "{place}: {answer}");
        assert_ne!(answer["result"]["isError"], true, "{place}: {answer}");
        count += 1;
    }
    assert!(count >= 4, "{count}");
}

#[tokio::test]
async fn a_request_by_hand_is_answered_as_it_is_printed() {
    let address = serve().await;
    let blocks = Page::read("docs/testing.md").blocks();
    let printed = blocks.iter().find(|block| block.language == "json");
    let printed: Value = serde_json::from_str(&printed.expect("is printed").text).expect("is JSON");
    let requests: Vec<Request> = commands()
        .iter()
        .filter(|(place, _)| place.starts_with("docs/testing.md"))
        .filter_map(|(_, command)| Request::of(command))
        .collect();
    let [list, call] = requests.as_slice() else {
        panic!("a list and a call");
    };
    let (_, listed) = list.send(&address).await;
    let tools = listed["result"]["tools"].as_array().expect("is a list");
    assert_eq!(tools.len(), API.tools.len());
    let (_, answer) = call.send(&address).await;
    assert_eq!(answer, printed, "{answer:#}");
    let (status, _) = call
        .with_header("Mcp-Name", "list_pets")
        .send(&address)
        .await;
    assert_eq!(status, 400);
}
