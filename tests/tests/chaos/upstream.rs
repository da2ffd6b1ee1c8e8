//! An upstream that does what the path of a request says.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Longer than the calls wait.
const LONG: Duration = Duration::from_secs(20);
const DRIP: Duration = Duration::from_millis(50);
const GIGABYTE: usize = 1 << 30;

/// Packed before the first call: it takes longer than one.
static BOMB: LazyLock<io::Result<Vec<u8>>> = LazyLock::new(|| gzip(&vec![b' '; 64 << 20]));

/// How a connection goes on after an answer.
enum After {
    Keep,
    Close,
    Reset,
}

/// Answers on a listener of its own until the runtime ends.
pub(crate) async fn start() -> io::Result<SocketAddr> {
    LazyLock::force(&BOMB);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(converse(stream));
        }
    });
    Ok(address)
}

/// The client may hang up in the middle of anything, which ends a conversation.
async fn converse(mut stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut bytes = Vec::new();
    while let Some(case) = next_case(&mut stream, &mut bytes).await? {
        match answer(&case, &mut stream).await? {
            After::Keep => {}
            After::Close => return stream.shutdown().await,
            After::Reset => return stream.set_zero_linger(),
        }
    }
    Ok(())
}

/// The last segment of the path of the next request, which is taken from the stream whole.
async fn next_case(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> io::Result<Option<String>> {
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())
                .unwrap_or(0);
            let whole = end + 4 + length;
            if bytes.len() >= whole {
                bytes.drain(..whole);
                let path = head.split(' ').nth(1).unwrap_or_default();
                let case = path.rsplit('/').next().unwrap_or_default();
                return Ok(Some(case.to_owned()));
            }
        }
        if stream.read_buf(bytes).await? == 0 {
            return Ok(None);
        }
    }
}

async fn answer(case: &str, stream: &mut TcpStream) -> io::Result<After> {
    match case {
        "fine" => whole(stream, "200 OK", JSON, b"{\"number\":1}").await,
        "fine-chunked" => {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\
                        transfer-encoding: chunked\r\n\r\n";
            say(stream, head).await?;
            for chunk in ["2\r\n{\"\r\n", "a\r\nnumber\":1}\r\n", "0\r\n\r\n"] {
                say(stream, chunk).await?;
            }
            Ok(After::Keep)
        }
        "no-content" => {
            say(stream, "HTTP/1.1 204 No Content\r\n\r\n").await?;
            Ok(After::Keep)
        }
        "slow-head" => {
            tokio::time::sleep(LONG).await;
            Ok(After::Close)
        }
        "slow-body" => {
            say(stream, &head("200 OK", JSON, 1_000_000)).await?;
            drip(stream, " ").await
        }
        "endless-head" => {
            say(stream, "HTTP/1.1 200 OK\r\n").await?;
            drip(stream, "x: y\r\n").await
        }
        "reset-before-head" => Ok(After::Reset),
        "end-before-head" => Ok(After::Close),
        "reset-in-head" => {
            say(stream, "HTTP/1.1 200 OK\r\ncontent-ty").await?;
            Ok(After::Reset)
        }
        "reset-in-body" => {
            say(stream, &head("200 OK", JSON, 1000)).await?;
            say(stream, "{\"number\":").await?;
            // A reset throws away what the client has not read.
            tokio::time::sleep(DRIP).await;
            Ok(After::Reset)
        }
        "short-body" => {
            say(stream, &head("200 OK", JSON, 1000)).await?;
            say(stream, "{\"number\":").await?;
            Ok(After::Close)
        }
        "bad-chunk" => {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\
                        transfer-encoding: chunked\r\n\r\nzzz\r\n{}\r\n";
            say(stream, head).await?;
            Ok(After::Close)
        }
        "not-http" => {
            say(stream, "220 mail.example.com ESMTP\r\n\r\n").await?;
            Ok(After::Close)
        }
        "many-headers" => {
            let headers: String = (0..10_000).map(|n| format!("x-{n}: y\r\n")).collect();
            say(stream, &format!("HTTP/1.1 200 OK\r\n{headers}\r\n")).await?;
            Ok(After::Close)
        }
        "huge-header" => {
            let value = "y".repeat(4 << 20);
            say(stream, &format!("HTTP/1.1 200 OK\r\nx: {value}\r\n\r\n")).await?;
            Ok(After::Close)
        }
        "gigabyte" => gigabyte(stream).await,
        "gigabyte-declared" => {
            say(stream, &head("200 OK", JSON, GIGABYTE)).await?;
            drip(stream, " ").await
        }
        "truncated-gzip" => {
            let bytes = gzip(b"{\"number\":1}")?;
            compressed(stream, bytes.get(..bytes.len() / 2).unwrap_or_default()).await
        }
        "false-gzip" => compressed(stream, b"{\"number\":1}").await,
        "gzip-bomb" => {
            let bomb = BOMB.as_ref().map_err(|error| error.kind())?;
            compressed(stream, bomb).await
        }
        "endless-events" => {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
            say(stream, head).await?;
            drip(stream, "data: tick\n\n").await
        }
        "html-page" => whole(stream, "200 OK", "text/html", PAGE).await,
        "html-as-json" => whole(stream, "200 OK", JSON, PAGE).await,
        "not-unicode" => whole(stream, "200 OK", JSON, b"{\"number\":\"\xff\xfe\"}").await,
        "deep-json" => whole(stream, "200 OK", JSON, "[".repeat(50_000).as_bytes()).await,
        "error-page" => whole(stream, "502 Bad Gateway", "text/html", PAGE).await,
        "internal-error" => {
            let problem = br#"{"title":"Oops","detail":"the database is gone"}"#;
            let status = "500 Internal Server Error";
            whole(stream, status, "application/problem+json", problem).await
        }
        "unavailable" => {
            whole(
                stream,
                "503 Service Unavailable",
                "text/plain",
                b"overloaded",
            )
            .await
        }
        "gateway-timeout" => whole(stream, "504 Gateway Timeout", JSON, b"").await,
        "redirect-loop" => redirect(stream, "302 Found", "/chaos/redirect-loop").await,
        "redirect-elsewhere" => {
            redirect(stream, "302 Found", "http://localhost:9/chaos/fine").await
        }
        "redirect-link-local" => {
            let location = "http://169.254.169.254/latest/meta-data/";
            redirect(stream, "307 Temporary Redirect", location).await
        }
        "redirect-nowhere" => redirect(stream, "302 Found", "http://[").await,
        other => panic!("no case is called {other}"),
    }
}

const JSON: &str = "application/json";
const PAGE: &[u8] = b"<html><head><title>Error</title></head><body>Try again.</body></html>";

fn head(status: &str, content_type: &str, length: usize) -> String {
    format!("HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\n\r\n")
}

async fn say(stream: &mut TcpStream, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes()).await
}

async fn whole(
    stream: &mut TcpStream,
    status: &str,
    content_type: &str,
    body: &[u8],
) -> io::Result<After> {
    say(stream, &head(status, content_type, body.len())).await?;
    stream.write_all(body).await?;
    Ok(After::Keep)
}

async fn compressed(stream: &mut TcpStream, body: &[u8]) -> io::Result<After> {
    let head = head("200 OK", JSON, body.len());
    let encoded = head.replace("\r\n\r\n", "\r\ncontent-encoding: gzip\r\n\r\n");
    say(stream, &encoded).await?;
    stream.write_all(body).await?;
    Ok(After::Keep)
}

fn gzip(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data)?;
    encoder.finish()
}

async fn redirect(stream: &mut TcpStream, status: &str, location: &str) -> io::Result<After> {
    let head = format!("HTTP/1.1 {status}\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n");
    say(stream, &head).await?;
    Ok(After::Keep)
}

async fn drip(stream: &mut TcpStream, text: &str) -> io::Result<After> {
    let end = tokio::time::Instant::now() + LONG;
    while tokio::time::Instant::now() < end {
        say(stream, text).await?;
        tokio::time::sleep(DRIP).await;
    }
    Ok(After::Close)
}

async fn gigabyte(stream: &mut TcpStream) -> io::Result<After> {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n";
    say(stream, head).await?;
    let piece = [b' '; 1 << 16];
    for _ in 0..GIGABYTE / piece.len() {
        stream.write_all(&piece).await?;
    }
    Ok(After::Close)
}
