/// Resolves when the process is asked to end, by SIGINT (Ctrl-C) or SIGTERM.
pub(super) async fn requested() {
    tokio::select! {
        () = interrupt() => {}
        () = terminate() => {}
    }
    tracing::info!("asked to end");
}

async fn interrupt() {
    if let Err(error) = tokio::signal::ctrl_c().await {
        tracing::warn!(%error, "can't wait for SIGINT");
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
async fn terminate() {
    use tokio::signal::unix::{SignalKind, signal};

    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            terminate.recv().await;
        }
        Err(error) => {
            tracing::warn!(%error, "can't wait for SIGTERM");
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(not(unix))]
async fn terminate() {
    std::future::pending::<()>().await;
}
