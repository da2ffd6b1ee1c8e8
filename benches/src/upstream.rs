//! An upstream that answers at once.

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use axum::serve::ListenerExt;

use crate::Error;

/// What it answers.
pub const ISSUE: &str = r#"{"id":1,"number":1347,"state":"open","title":"Found a bug"}"#;

/// Starts it on a thread and a runtime of its own, as another process would be: its base URL.
pub fn start() -> Result<String, Error> {
    start_with(ISSUE.into())
}

/// The same with another answer in JSON.
pub fn start_with(body: Bytes) -> Result<String, Error> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let base = format!("http://{}", listener.local_addr()?);
    std::thread::spawn(move || -> std::io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let answer = move || async { ([(CONTENT_TYPE, "application/json")], body) };
            let router = Router::new().fallback(get(answer));
            let listener = tokio::net::TcpListener::from_std(listener)?.tap_io(|stream| {
                let _ = stream.set_nodelay(true);
            });
            axum::serve(listener, router).await
        })
    });
    Ok(base)
}
