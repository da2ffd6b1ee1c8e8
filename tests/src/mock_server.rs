//! A test server of somebody else as a process, which listens on a port of its own.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than such a server takes to start or end on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The server, for as long as this lives.
#[derive(Debug)]
pub struct MockServer {
    child: Child,
    port: u16,
}

impl MockServer {
    /// Starts what is made of a port, and waits until it listens there.
    ///
    /// # Panics
    ///
    /// When it does not start.
    pub fn start(command: impl FnOnce(u16) -> Command) -> Self {
        let port = free_port();
        let mut command = command(port);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().expect("the test server starts");
        let mut server = Self { child, port };
        server.wait_until_it_listens();
        server
    }

    /// Its base URL.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The body of a response.
    ///
    /// # Panics
    ///
    /// When the server does not answer with 200.
    pub fn ask(&self, method: &str, path: &str) -> String {
        let mut stream = self.connect().expect("the test server listens");
        // HTTP 1.0, for a body that is not in chunks.
        write!(stream, "{method} {path} HTTP/1.0\r\n\r\n").expect("the test server reads");
        let mut response = String::new();
        stream
            .read_to_string(&mut response)
            .expect("the test server answers");
        let (head, body) = response.split_once("\r\n\r\n").expect("it is HTTP");
        assert!(head.contains(" 20"), "{head}");
        body.to_owned()
    }

    /// Waits until the server has ended by itself.
    ///
    /// # Panics
    ///
    /// When it does not end.
    pub fn wait_for_end(mut self) {
        let started = Instant::now();
        while self
            .child
            .try_wait()
            .expect("it can be waited for")
            .is_none()
        {
            assert!(started.elapsed() < PATIENCE, "the test server does not end");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn wait_until_it_listens(&mut self) {
        let started = Instant::now();
        while self.connect().is_none() {
            let ended = self.child.try_wait().expect("it can be waited for");
            assert!(ended.is_none(), "the test server ended: {ended:?}");
            assert!(
                started.elapsed() < PATIENCE,
                "the test server does not start"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn connect(&self) -> Option<TcpStream> {
        TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).ok()
    }
}

impl Drop for MockServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
    listener.local_addr().expect("it is bound").port()
}
