use std::time::Duration;

use serde_json::{Value as Json, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use toolwright::discovery::SchemaFormat;
use toolwright::{Api, HttpExecutor, Server, Tools};

use crate::fixture;
use crate::upstream::Upstream;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client in the same process.
pub struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    last_id: u64,
    pub hello: Json,
}

impl Client {
    pub async fn start(server: Server) -> Self {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(far);
        tokio::spawn(server.serve(reader, writer));
        let (reader, writer) = tokio::io::split(near);
        let mut client = Self {
            lines: BufReader::new(reader).lines(),
            writer,
            last_id: 0,
            hello: Json::Null,
        };
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "tester", "version": "1.0"},
        });
        client.hello = client.ask("initialize", hello).await;
        client
    }

    /// Of a server with these tools, whose upstream nobody asks and whose schema provider answers in full.
    pub async fn of(tools: Tools) -> Self {
        Self::with_defaults(tools.discovery_format(SchemaFormat::Full)).await
    }

    /// Of a server with these tools, whose upstream nobody asks.
    pub async fn with_defaults(tools: Tools) -> Self {
        Self::start(Server::from_tools(tools, []).unwrap()).await
    }

    /// Of the server of the fixture.
    pub async fn cms() -> Self {
        Self::of(Tools::from_api(fixture::api())).await
    }

    /// Of the server of the fixture with this upstream.
    pub async fn to(upstream: &Upstream) -> Self {
        Self::between(fixture::api(), upstream).await
    }

    /// Of a server of this API with this upstream.
    pub async fn between(api: &'static Api, upstream: &Upstream) -> Self {
        let builder = HttpExecutor::builder(api).environment(|_| None);
        let executor = builder.base_url(upstream.base_url()).build().unwrap();
        Self::start(Server::new(api, executor)).await
    }

    /// The answer to a request: a `result` or an `error`.
    pub async fn answer(&mut self, method: &str, params: Json) -> Json {
        self.last_id += 1;
        let id = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let line = format!("{request}\n");
        self.writer.write_all(line.as_bytes()).await.unwrap();
        loop {
            let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await;
            let answer: Json = serde_json::from_str(&line.unwrap().unwrap().unwrap()).unwrap();
            if answer["id"] == id {
                return answer;
            }
        }
    }

    pub async fn ask(&mut self, method: &str, params: Json) -> Json {
        let mut answer = self.answer(method, params).await;
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].take()
    }

    pub async fn call(&mut self, tool: &str, arguments: Json) -> Json {
        let params = json!({"name": tool, "arguments": arguments});
        self.ask("tools/call", params).await
    }

    /// The object that a tool of discovery answers, which is an error if it says so.
    pub async fn object(&mut self, tool: &str, arguments: Json) -> Json {
        let result = self.call(tool, arguments).await;
        let object: Json = serde_json::from_str(text(&result)).unwrap();
        assert_eq!(
            result["isError"],
            !object["success"].as_bool().unwrap(),
            "{result}"
        );
        assert!(result["structuredContent"].is_null());
        object
    }

    pub async fn provider(&mut self, arguments: Json) -> Json {
        self.object("cms_schema_provider", arguments).await
    }

    pub async fn lister(&mut self, arguments: Json) -> Json {
        self.object("cms_endpoint_lister", arguments).await
    }

    pub async fn executor(&mut self, arguments: Json) -> Json {
        self.call("cms_endpoint_executor", arguments).await
    }

    pub async fn tools(&mut self) -> Vec<Json> {
        let list = self.ask("tools/list", json!({})).await;
        list["tools"].as_array().unwrap().clone()
    }

    pub async fn tool_names(&mut self) -> String {
        let tools = self.tools().await;
        let names = tools.iter().map(|tool| tool["name"].as_str().unwrap());
        names.collect::<Vec<_>>().join(" ")
    }
}

pub fn text(result: &Json) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

/// The members of an object, in their order.
pub fn keys(object: &Json) -> String {
    let keys = object.as_object().unwrap().keys().map(String::as_str);
    keys.collect::<Vec<_>>().join(" ")
}
