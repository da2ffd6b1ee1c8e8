//! Transports of toolwright write the list of tools from the texts of the schemas. rmcp's own transport has the same list
//! from trees, so what both write is compared byte for byte.

use std::path::Path;

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use toolwright::generated::{
    Document, Fields, Handler, HttpRequest, InputSchema, Method, Request, Schema, Types,
};
use toolwright::rmcp::service as rmcp;
use toolwright::{Api, HttpExecutor, Schemas, Server, Tool};
use toolwright_codegen::Compiled;
use toolwright_tests::{builder, compiled};

/// The last one that shows titles as annotations, the first that does not, and the last with `initialize`.
const REVISIONS: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];

pub(crate) struct Client {
    lines: Lines<BufReader<DuplexStream>>,
    output: DuplexStream,
}

impl Client {
    /// A client of a server that writes lists.
    pub(crate) fn of_toolwright(server: Server) -> Self {
        Self::new(|input, output| drop(tokio::spawn(server.serve(input, output))))
    }

    /// A client of a server that runs on rmcp's transport.
    fn of_rmcp(server: Server) -> Self {
        Self::new(|input, output| {
            tokio::spawn(async move {
                let running = rmcp::serve_server(server, (input, output)).await;
                running.expect("is a handshake").waiting().await
            });
        })
    }

    fn new(serve: impl FnOnce(DuplexStream, DuplexStream)) -> Self {
        let (output, input) = tokio::io::duplex(1 << 16);
        let (answers, lines) = tokio::io::duplex(1 << 16);
        serve(input, answers);
        Self {
            lines: BufReader::new(lines).lines(),
            output,
        }
    }

    async fn send(&mut self, message: serde_json::Value) {
        let line = format!("{message}\n");
        let sent = self.output.write_all(line.as_bytes()).await;
        sent.expect("the server reads");
    }

    async fn receive(&mut self) -> String {
        let line = self.lines.next_line().await;
        line.expect("is UTF-8").expect("the server answers")
    }

    /// The answer to `tools/list` of a client of this revision.
    pub(crate) async fn list(mut self, revision: &str) -> String {
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": revision, "clientInfo": client, "capabilities": {}});
        let initialize =
            json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
        self.send(initialize).await;
        self.receive().await;
        self.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        // The id looks like what the transport replaces.
        let id = r#"{"name":"toolwright:tools","description":"","inputSchema":{}}"#;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"}))
            .await;
        self.receive().await
    }

    /// The answer of a client of the revision without `initialize`.
    async fn list_at_once(mut self) -> String {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({"_meta": meta});
        self.send(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params}))
            .await;
        self.receive().await
    }
}

pub(crate) async fn assert_same_lists(api: &'static Api) -> usize {
    let server = || {
        let executor = HttpExecutor::builder(api).environment(|_| None);
        let executor = executor.base_url("http://127.0.0.1:9").build();
        Server::new(api, executor.expect("is configured"))
    };
    let mut bytes = 0;
    for revision in REVISIONS {
        let written = Client::of_toolwright(server()).list(revision).await;
        let expected = Client::of_rmcp(server()).list(revision).await;
        assert!(
            expected.contains(r#""result":{"tools":["#),
            "{}: {expected}",
            api.name
        );
        assert_same_texts(api.name, &written, &expected);
        bytes += written.len();
    }
    let written = Client::of_toolwright(server()).list_at_once().await;
    let expected = Client::of_rmcp(server()).list_at_once().await;
    assert!(
        expected.contains(r#""ttlMs":300000"#),
        "{}: {expected}",
        api.name
    );
    assert_same_texts(api.name, &written, &expected);
    bytes + written.len()
}

fn assert_same_texts(name: &str, written: &str, expected: &str) {
    if written == expected {
        return;
    }
    let pairs = written.bytes().zip(expected.bytes());
    let at = pairs.take_while(|(a, b)| a == b).count();
    let shown = |text: &str| {
        let bytes = text.as_bytes();
        let part = bytes.get(at.saturating_sub(100)..(at + 100).min(bytes.len()));
        String::from_utf8_lossy(part.unwrap_or_default()).into_owned()
    };
    panic!("{name}: {}\n{}", shown(written), shown(expected));
}

#[tokio::test]
async fn the_tools_of_all_specs_are_written_as_they_are() {
    for api in compiled::ALL {
        assert_same_lists(api).await;
    }
}

/// The largest spec of the repository, without what runs the tools.
#[tokio::test]
#[ignore = "takes minutes"]
async fn the_tools_of_large_specs_are_written_as_they_are() {
    let mut bytes = 0;
    for spec in [
        "generated/petstore/petstore.yaml",
        "generated/cms/cms.yaml",
        "examples/github/github.json",
    ] {
        let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(spec);
        let compiled = builder(&spec).compile().expect("the spec compiles");
        bytes += assert_same_lists(api_without_handlers(&compiled)).await;
    }
    assert!(bytes > 6_000_000, "{bytes}");
}

struct Nothing;

impl Request for Nothing {
    fn decode(_: &mut Fields<'_>) -> Self {
        Self
    }

    fn encode(&self, _: &mut HttpRequest) {}
}

static ANY: Schema = Schema(Types::ANY, &[]);

pub(crate) fn api_without_handlers(compiled: &Compiled) -> &'static Api {
    let text = |text: &str| &*String::leak(text.to_owned());
    let json = text(compiled.code().json());
    let fingerprint = json.split('"').nth(3).expect("comes first");
    let document: &Document = Box::leak(Box::new(Document::new(json, fingerprint)));
    let operations = compiled.api().operations.iter();
    let tools: Vec<Tool> = operations
        .map(|operation| {
            Tool::new(text(&operation.tool), Method::Get, "/")
                .title("A \"title\"")
                .description(text(&operation.description))
                .input(InputSchema::in_document(&ANY))
                .handler(Handler::upstream::<Nothing>())
        })
        .collect();
    let schemas: &Schemas = Box::leak(Box::new(Schemas::from_document(document)));
    Box::leak(Box::new(
        Api::new("large").tools(tools.leak()).schemas(schemas),
    ))
}
