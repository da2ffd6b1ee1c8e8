//! The signals that ask the process to end.

/// Resolves when the process is asked to end, by SIGINT (Ctrl-C), SIGTERM or SIGHUP. These are received from now on, not from when
/// the future is awaited: whoever has an answer of the server can end it in order.
pub(super) fn wait_for_end_signal() -> impl Future<Output = ()> {
    let asked = platform::receive_end_signals();
    async {
        asked.await;
        tracing::info!("asked to end");
    }
}

#[cfg(unix)]
mod platform {
    use tokio::signal::unix::{Signal, SignalKind, signal};

    pub(super) fn receive_end_signals() -> impl Future<Output = ()> {
        let interrupt = register_signal(SignalKind::interrupt(), "SIGINT");
        let terminate = register_signal(SignalKind::terminate(), "SIGTERM");
        // A terminal that closes sends SIGHUP, which would end the process at once. Programs that `nohup` starts have it ignored, and
        // a handler would undo that.
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let hang_up = match ignores_hang_up(&status) {
            true => None,
            false => register_signal(SignalKind::hangup(), "SIGHUP"),
        };
        async {
            tokio::select! {
                () = wait_for_signal(interrupt) => {}
                () = wait_for_signal(terminate) => {}
                () = wait_for_signal(hang_up) => {}
            }
        }
    }

    fn register_signal(kind: SignalKind, name: &str) -> Option<Signal> {
        let registered = signal(kind);
        registered
            .inspect_err(|error| tracing::warn!(%error, "cannot wait for {name}"))
            .ok()
    }

    /// For ever, if the signal is none that is received.
    async fn wait_for_signal(signal: Option<Signal>) {
        match signal {
            Some(mut signal) => {
                signal.recv().await;
            }
            None => std::future::pending().await,
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
mod platform {
    pub(super) async fn receive_end_signals() {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::warn!(%error, "cannot wait for Ctrl-C");
            std::future::pending::<()>().await;
        }
    }
}
