//! A server of the table over HTTP.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than a server takes to end on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// The server, on a port of its own, until this is dropped.
pub(crate) struct HttpServer {
    child: Child,
    pub(crate) url: String,
    log: Option<JoinHandle<String>>,
}

impl HttpServer {
    /// The server that a command starts over stdio, over HTTP.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command
            .args(["--transport", "http", "--listen", "127.0.0.1:0"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut log = String::new();
        let url = loop {
            let start = log.len();
            let length = stderr.read_line(&mut log).expect("the log is text");
            assert!(length > 0, "the server does not listen: {log}");
            if let Some((_, url)) = log[start..].split_once("listening on ") {
                break url.split_whitespace().next().expect("a URL").to_owned();
            }
        };
        let log = std::thread::spawn(move || {
            let _ = stderr.read_to_string(&mut log);
            log
        });
        Self {
            child,
            url,
            log: Some(log),
        }
    }

    /// What is wrong with how it ends when it is asked to, and with what it has logged; nothing if it is right.
    pub(crate) fn end(mut self) -> Option<String> {
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status();
        assert!(asked.expect("kill runs").success());
        let started = Instant::now();
        let status = loop {
            match self.child.try_wait().expect("it can be waited for") {
                Some(status) => break status,
                None if started.elapsed() > PATIENCE => return Some("it does not end".to_owned()),
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        let log = self
            .log
            .take()
            .expect("it ends once")
            .join()
            .expect("was read");
        let is_right = status.success() && !log.contains("panicked") && !log.contains(" ERROR ");
        (!is_right).then(|| format!("it ends with {status} and has logged\n{log}"))
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
