//! The process of a local server. It leads a process group of its own, so that whatever it starts ends with it. A
//! task supervises it: asks it to end by closing its standard input, then by signals, and reaps it.

use std::collections::{BTreeSet, VecDeque};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::target::CommandLine;

/// Bytes of standard error that are kept: the end, where the reason is.
const STDERR_TAIL: usize = 4 * 1024;

/// How long a server has to end after its standard input was closed, as MCP asks it to.
const GRACE: Duration = Duration::from_millis(1500);

/// How long it has after SIGTERM.
const GRACE_AFTER_SIGTERM: Duration = Duration::from_millis(500);

/// How long the last of its standard error is waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// The process groups that run, for the end of this program.
static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Kills the processes of all servers that were started and still run. This is for the end of the program, when
/// no task is left to wait for them.
pub fn kill_remaining_processes() {
    let groups: Vec<u32> = lock(&GROUPS).iter().copied().collect();
    groups
        .into_iter()
        .for_each(|group| signal_group(group, Signal::Kill));
}

/// A running server, which is ended when this is dropped.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    pub(crate) id: u32,
    stderr: Arc<Tail>,
    stop: CancellationToken,
    ended: watch::Receiver<Option<String>>,
    _ends_with_this: DropGuard,
}

/// The pipes to a server.
#[derive(Debug)]
pub(crate) struct Pipes {
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
}

impl ServerProcess {
    /// Starts a server.
    ///
    /// # Errors
    ///
    /// The system does not start the program.
    pub(crate) fn start(command: &CommandLine) -> std::io::Result<(Self, Pipes)> {
        let mut starting = Command::new(&command.program);
        starting
            .args(&command.arguments)
            .envs(&command.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        #[cfg(unix)]
        starting.process_group(0);
        let mut child = starting.spawn()?;
        let missing = || std::io::Error::other("the process has no pipes");
        let id = child.id().ok_or_else(missing)?;
        let group = Group::new(id);
        let pipes = Pipes {
            stdin: child.stdin.take().ok_or_else(missing)?,
            stdout: child.stdout.take().ok_or_else(missing)?,
        };
        let stderr = Arc::new(Tail::default());
        let reading = child.stderr.take().ok_or_else(missing)?;
        let reading = tokio::spawn(Arc::clone(&stderr).fill_from(reading));
        let stop = CancellationToken::new();
        let (tell_end, ended) = watch::channel(None);
        let asked_to_stop = stop.clone();
        tokio::spawn(async move {
            let status = supervise(child, &group, asked_to_stop).await;
            drop(group);
            let last_words = reading.abort_handle();
            if tokio::time::timeout(LAST_WORDS, reading).await.is_err() {
                last_words.abort();
            }
            // Nobody has to be listening.
            let _ = tell_end.send(Some(status));
        });
        let process = Self {
            id,
            stderr,
            _ends_with_this: stop.clone().drop_guard(),
            stop,
            ended,
        };
        Ok((process, pipes))
    }

    /// How it ended, if it has.
    pub(crate) fn exit_status(&self) -> Option<String> {
        self.ended.borrow().clone()
    }

    /// Waits until it has ended, without asking it to. An end that is not seen in time is none.
    pub(crate) async fn wait_for_end(&self, limit: Duration) -> Option<String> {
        let mut ended = self.ended.clone();
        let waiting = ended.wait_for(Option::is_some);
        let waited = tokio::time::timeout(limit, waiting).await.ok()?;
        waited.ok()?.clone()
    }

    /// Ends it and waits until it and its group are gone.
    pub(crate) async fn stop(&self) -> Option<String> {
        self.stop.cancel();
        self.wait_for_end(GRACE + GRACE_AFTER_SIGTERM + 2 * LAST_WORDS + GRACE)
            .await
    }

    /// The end of what it wrote to standard error, if it wrote anything.
    pub(crate) fn stderr_tail(&self) -> Option<String> {
        self.stderr.text()
    }
}

/// Waits for the end of a process, and brings it about when asked to. Says how it ended.
async fn supervise(mut child: Child, group: &Group, stop: CancellationToken) -> String {
    tokio::select! {
        status = child.wait() => return describe_end(status),
        () = stop.cancelled() => {}
    }
    // Its standard input is closed by whoever has the pipe: that is how a server is asked to end.
    if let Ok(status) = tokio::time::timeout(GRACE, child.wait()).await {
        return describe_end(status);
    }
    signal_group(group.id, Signal::Terminate);
    if let Ok(status) = tokio::time::timeout(GRACE_AFTER_SIGTERM, child.wait()).await {
        return describe_end(status);
    }
    signal_group(group.id, Signal::Kill);
    // Where there are no groups, and for a process that has left its own.
    let _ = child.start_kill();
    describe_end(child.wait().await)
}

fn describe_end(status: std::io::Result<ExitStatus>) -> String {
    match status {
        Ok(status) => status.to_string(),
        Err(error) => format!("its end cannot be seen: {error}"),
    }
}

/// A process group, all of which is killed when this is dropped: with the task that supervises it, whether the
/// process has ended by itself or the runtime ends.
#[derive(Debug)]
struct Group {
    id: u32,
}

impl Group {
    fn new(id: u32) -> Self {
        lock(&GROUPS).insert(id);
        Self { id }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The number stays the group's as long as any process of it lives; if none does, there is no such group.
        signal_group(self.id, Signal::Kill);
        lock(&GROUPS).remove(&self.id);
    }
}

#[derive(Clone, Copy)]
enum Signal {
    Terminate,
    Kill,
}

#[cfg(unix)]
fn signal_group(group: u32, signal: Signal) {
    let signal = match signal {
        Signal::Terminate => rustix::process::Signal::TERM,
        Signal::Kill => rustix::process::Signal::KILL,
    };
    let group = i32::try_from(group).ok();
    if let Some(group) = group.and_then(rustix::process::Pid::from_raw) {
        // That nobody is left is as good.
        let _ = rustix::process::kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
fn signal_group(_: u32, _: Signal) {}

/// The last bytes of a stream.
#[derive(Debug, Default)]
struct Tail(Mutex<VecDeque<u8>>);

impl Tail {
    async fn fill_from(self: Arc<Self>, mut stream: ChildStderr) {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut chunk).await {
            let mut tail = lock(&self.0);
            tail.extend(chunk.iter().take(count));
            let surplus = tail.len().saturating_sub(STDERR_TAIL);
            tail.drain(..surplus);
        }
    }

    fn text(&self) -> Option<String> {
        let mut tail = lock(&self.0);
        let text = String::from_utf8_lossy(tail.make_contiguous());
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
