//! Compressed responses.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use toolwright::Outcome;

use crate::{executor, ping};

const JSON: &[u8] = br#"{"title": "compressed"}"#;

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).expect("is memory");
    encoder.finish().expect("is memory")
}

/// A Brotli stream with a single meta-block, which is not compressed (RFC 7932, section 9.2).
fn brotli(data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len() - 1).expect("is short");
    let head = (length << 4) | (1 << 20);
    [&head.to_le_bytes()[..3], data, &[3]].concat()
}

/// Asks an upstream that answers with this body, and 1,000,000 bytes for a limit. Returns what was
/// sent, too.
async fn answered(encoding: &str, body: &[u8]) -> (Outcome, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let base = format!("http://{}", listener.local_addr().expect("is bound"));
    let mut answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: {encoding}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    answer.extend_from_slice(body);
    let asked = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a client");
        let mut request = vec![0; 4096];
        let length = stream.read(&mut request).await.expect("a request");
        let _ = stream.write_all(&answer).await;
        let _ = stream.shutdown().await;
        request.truncate(length);
        String::from_utf8(request).expect("is text")
    });
    let executor = executor(&base).max_response_bytes(1_000_000).build();
    let outcome = ping(&executor.expect("is set up")).await;
    (outcome, asked.await.expect("no panic"))
}

#[tokio::test]
async fn it_is_asked_for_and_unpacked() {
    let (outcome, sent) = answered("gzip", &gzip(JSON)).await;
    assert_eq!(outcome.text, r#"{"title":"compressed"}"#);
    let accepts = "\r\naccept-encoding: gzip,br\r\n";
    assert!(sent.contains(accepts), "{sent}");
    let (outcome, _) = answered("br", &brotli(JSON)).await;
    assert_eq!(outcome.text, r#"{"title":"compressed"}"#);
}

#[tokio::test]
async fn the_limit_is_that_of_what_is_unpacked() {
    let bomb = gzip(&vec![b' '; 20_000_000]);
    assert!(bomb.len() < 200_000);
    let (outcome, _) = answered("gzip", &bomb).await;
    assert!(outcome.is_error);
    assert!(
        outcome
            .text
            .contains("is larger than the limit of 1000000 bytes"),
        "{}",
        outcome.text
    );
}

#[tokio::test]
async fn what_is_damaged_says_so() {
    let whole = gzip(JSON);
    let (outcome, _) = answered("gzip", &whole[..whole.len() - 12]).await;
    assert!(outcome.is_error);
    assert!(
        outcome.text.contains("broke off or is damaged: "),
        "{}",
        outcome.text
    );
    let (outcome, _) = answered("gzip", JSON).await;
    assert!(outcome.text.contains("is damaged: "), "{}", outcome.text);
}
