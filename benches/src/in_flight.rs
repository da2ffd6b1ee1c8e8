//! How much memory a call over HTTP takes while it runs, and whether it is returned.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

use crate::Error;
use crate::http_server::HttpServer;
use crate::measure::resident_kb;
use crate::scaffold::Scaffold;

/// Calls that run at once. The server's limits allow them.
const CALLS: u64 = 500;
const BODY: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_issue","arguments":{"owner":"octocat","repo":"hello-world","number":1347}}}"#;
const ANSWER: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";

const PLAIN: &str = "application/json, text/event-stream";
/// What says the same with a weight: rmcp answers such a call.
const BY_RMCP: &str = "application/json;q=1.0, text/event-stream";

/// Makes calls of which none is answered for a while, on a connection each, and looks at the memory of the server before,
/// meanwhile and afterwards; as clients send them, and in the form that rmcp's service answers.
pub fn run(_: &[String]) -> Result<(), Error> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/create_issue.yaml");
    let binary = Scaffold::new()?
        .create_crate("issues", &spec, &[])?
        .build()?;
    println!("{CALLS} calls at once over HTTP, each on a connection of its own");
    for (name, accept) in [
        ("as clients send them", PLAIN),
        ("by rmcp's service", BY_RMCP),
    ] {
        measure(&binary, name, accept)?;
    }
    Ok(())
}

fn measure(binary: &Path, name: &str, accept: &str) -> Result<(), Error> {
    let upstream = TcpListener::bind("127.0.0.1:0")?;
    let base = format!("http://{}", upstream.local_addr()?);
    let most = CALLS.to_string();
    let limits = ["--max-calls", &most, "--max-concurrency", &most];
    let server = HttpServer::generated(binary, &base, &limits)?;
    let address = server.address();
    // Connections have memory of their own, which is not that of calls.
    let mut clients = connect_all(address)?;
    let idle = settled_kb(&server)?;
    let mut rounds = Vec::new();
    for _ in 0..3 {
        for client in &mut clients {
            let head = format!(
                "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nAccept: {accept}\r\n\
                 Content-Length: {}\r\n\r\n",
                BODY.len()
            );
            client.write_all(format!("{head}{BODY}").as_bytes())?;
        }
        let mut requests = Vec::new();
        for _ in 0..CALLS {
            requests.push(upstream.accept()?.0);
        }
        let running = settled_kb(&server)?;
        for mut request in requests {
            let _ = request.read(&mut [0; 4096])?;
            request.write_all(ANSWER.as_bytes())?;
        }
        for client in &mut clients {
            read_answer(client)?;
        }
        rounds.push((running, settled_kb(&server)?));
    }
    let per_call = |kb: u64| 1024 * kb.saturating_sub(idle) / CALLS;
    for (round, (running, ended)) in rounds.into_iter().enumerate() {
        println!(
            "  {name}, round {}: {} bytes each while they run, {} bytes each afterwards",
            round + 1,
            per_call(running),
            per_call(ended)
        );
    }
    Ok(())
}

/// Connections that have been used once, so that their buffers are there.
fn connect_all(address: SocketAddr) -> Result<Vec<TcpStream>, Error> {
    (0..CALLS)
        .map(|_| {
            let mut client = TcpStream::connect(address)?;
            client.set_nodelay(true)?;
            client.set_read_timeout(Some(Duration::from_secs(60)))?;
            client.write_all(
                format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes(),
            )?;
            read_answer(&mut client)?;
            Ok(client)
        })
        .collect()
}

/// Reads until the end of a small answer has come: all of its bytes come at once.
fn read_answer(client: &mut TcpStream) -> Result<(), Error> {
    let mut read = [0; 4096];
    let length = client.read(&mut read)?;
    let answer = String::from_utf8_lossy(read.get(..length).unwrap_or_default());
    match answer.starts_with("HTTP/1.1 200") {
        true => Ok(()),
        false => Err(format!("the server answers: {answer}").into()),
    }
}

/// The memory of the server when it does nothing any more.
fn settled_kb(server: &HttpServer) -> Result<u64, Error> {
    std::thread::sleep(Duration::from_millis(300));
    resident_kb(server.id())
}
