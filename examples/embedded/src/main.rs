//! Serves the notebook until Ctrl-C.

use std::env;
use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;

use example_embedded::{Notebook, application};
use tokio::net::TcpListener;
use toolwright::server::HttpConfig;

/// How long running requests may take to finish after the application was asked to end.
const DRAIN: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:8000").await?;
    let mut config = HttpConfig::listening_on(listener.local_addr()?);
    let token = env::var("NOTEBOOK_ACCESS_TOKEN");
    let token =
        token.map_err(|_| "set NOTEBOOK_ACCESS_TOKEN to the token that clients must send")?;
    config.access_tokens.push(&token);
    if config.access_tokens.is_empty() {
        return Err(
            "NOTEBOOK_ACCESS_TOKEN is empty, which would let everyone call the tools".into(),
        );
    }

    let routes = application(Notebook::default(), &config)?;
    // Without the address of the connection, all clients without a token count as one.
    let service = routes.into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(end_requested());
    tokio::select! {
        result = serving => result?,
        // A client that listens to a stream would keep the application alive for ever.
        () = drain_time_is_over() => {}
    }
    Ok(())
}

async fn end_requested() {
    // Without the signal there is no other way to end than to kill the process, so do not end at once.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

async fn drain_time_is_over() {
    end_requested().await;
    tokio::time::sleep(DRAIN).await;
}
