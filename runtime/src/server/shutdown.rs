//! The signals that ask the process to end.

/// Resolves when the process is asked to end, by SIGINT (Ctrl-C), SIGTERM or SIGHUP.
pub(super) async fn wait_for_end_signal() {
    tokio::select! {
        () = wait_for_interrupt() => {}
        () = unix::terminate() => {}
        () = unix::hang_up() => {}
    }
    tracing::info!("asked to end");
}

async fn wait_for_interrupt() {
    if let Err(error) = tokio::signal::ctrl_c().await {
        tracing::warn!(%error, "cannot wait for SIGINT");
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
mod unix {
    use tokio::signal::unix::{SignalKind, signal};

    pub(super) async fn terminate() {
        receive(SignalKind::terminate(), "SIGTERM").await;
    }

    /// A terminal that closes sends SIGHUP, which would end the process at once. Programs that
    /// `nohup` starts have it ignored, and a handler would undo that.
    pub(super) async fn hang_up() {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        if ignores_hang_up(&status) {
            std::future::pending::<()>().await;
        }
        receive(SignalKind::hangup(), "SIGHUP").await;
    }

    async fn receive(kind: SignalKind, name: &str) {
        match signal(kind) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(error) => {
                tracing::warn!(%error, "cannot wait for {name}");
                std::future::pending::<()>().await;
            }
        }
    }

    /// Whether the first bit of `SigIgn` is set, as Linux has it in a process's status (proc(5)).
    /// Other systems do not tell.
    fn ignores_hang_up(status: &str) -> bool {
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.is_some_and(|mask| mask & 1 == 1)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn nohup_is_seen_in_the_status() {
            assert!(ignores_hang_up(
                "Name:\tpets\nSigIgn:\t0000000000001001\nSigCgt:\t0\n"
            ));
            assert!(!ignores_hang_up(
                "Name:\tpets\nSigIgn:\t0000000000001000\nSigCgt:\t1\n"
            ));
            assert!(!ignores_hang_up(""));
        }
    }
}

#[cfg(not(unix))]
mod unix {
    pub(super) async fn terminate() {
        std::future::pending::<()>().await;
    }

    pub(super) async fn hang_up() {
        std::future::pending::<()>().await;
    }
}
