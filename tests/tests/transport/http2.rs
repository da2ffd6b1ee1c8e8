//! HTTP/2, where a server offers it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use h2::server::handshake;
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;

use crate::tls::Authority;
use crate::{executor, ping};

/// Answers every request of a connection with the version that it had.
async fn serve(stream: TlsStream<TcpStream>) {
    let Ok(mut connection) = handshake(stream).await else {
        return;
    };
    while let Some(Ok((request, mut respond))) = connection.accept().await {
        let body = format!("{:?} {}", request.version(), request.uri().path());
        let sent = respond.send_response(Default::default(), false);
        let _ = sent.and_then(|mut stream| stream.send_data(body.into(), true));
    }
}

#[tokio::test]
async fn it_is_spoken_over_one_connection() {
    let authority = Authority::new("http2");
    let connections = Arc::new(AtomicUsize::new(0));
    let count = connections.clone();
    let counting = move |stream| {
        count.fetch_add(1, Ordering::Relaxed);
        serve(stream)
    };
    let base = authority.listen(&["h2", "http/1.1"], counting).await;
    let executor = executor(&base).ca_file(authority.file()).build();
    let executor = executor.expect("is set up");
    assert_eq!(ping(&executor).await.text, "HTTP/2.0 /ping");
    let both = tokio::join!(ping(&executor), ping(&executor));
    assert_eq!(
        (both.0.text, both.1.text),
        ("HTTP/2.0 /ping".into(), "HTTP/2.0 /ping".into())
    );
    assert_eq!(connections.load(Ordering::Relaxed), 1);
}
