//! An upstream that answers each connection with what it is told to.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use toolwright::{Api, HttpExecutor, HttpExecutorBuilder};

/// The executor of an API whose upstream says this to every request, with a pause between the pieces.
pub(crate) async fn executor(api: &'static Api, pieces: &[&str], pause: Duration) -> HttpExecutor {
    builder(api, pieces, pause)
        .await
        .build()
        .expect("the executor can be built")
}

pub(crate) async fn builder(
    api: &'static Api,
    pieces: &[&str],
    pause: Duration,
) -> HttpExecutorBuilder {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("can listen");
    let url = format!("http://{}", listener.local_addr().expect("has an address"));
    let pieces: Vec<String> = pieces.iter().map(|&piece| piece.to_owned()).collect();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4096]).await;
            for piece in &pieces {
                if stream.write_all(piece.as_bytes()).await.is_err() {
                    break;
                }
                tokio::time::sleep(pause).await;
            }
        }
    });
    HttpExecutor::builder(api)
        .base_url(url)
        .environment(|_| None)
}

/// The executor of an API whose upstream answers with this.
pub(crate) async fn answering(
    api: &'static Api,
    status: &str,
    content_type: &str,
    body: &str,
) -> HttpExecutor {
    executor(api, &[&message(status, content_type, body)], Duration::ZERO).await
}

/// A whole response.
pub(crate) fn message(status: &str, content_type: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\netag: \"7\"\r\n\
         content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

/// The head of a response whose end is that of the connection.
pub(crate) fn head(content_type: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\nconnection: close\r\n\r\n")
}
