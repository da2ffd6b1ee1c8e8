//! A daemon that answers as a test wants, and remembers what it was asked.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// A request that came.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) content_type: String,
    pub(crate) body: Vec<u8>,
}

impl Asked {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("is JSON")
    }
}

/// What the daemon does.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Json(u16, Value),
    /// A response with this body, whatever it is.
    Text(u16, &'static str),
    /// Bytes that are no response.
    Garbage(&'static [u8]),
    /// Nothing, for a long time.
    Silence,
    /// The connection is closed without a response.
    Close,
    /// A response that breaks off.
    Half,
}

pub(crate) struct MockDaemon {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl MockDaemon {
    /// A daemon that answers every request in one way.
    pub(crate) fn always(reply: Reply) -> Self {
        Self::start(move |_, _| reply.clone())
    }

    /// A daemon whose answer depends on the request and on how many came before.
    pub(crate) fn start(answer: impl Fn(&Asked, usize) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        Self::start_on(listener, answer)
    }

    pub(crate) fn start_on(
        listener: TcpListener,
        answer: impl Fn(&Asked, usize) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let address = listener.local_addr().expect("has an address");
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let answer = Arc::new(answer);
        let log = Arc::clone(&asked);
        // It ends with the process of the tests.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let answer = Arc::clone(&answer);
                let log = Arc::clone(&log);
                thread::spawn(move || serve(stream, &*answer, &log));
            }
        });
        Self { address, asked }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("is not poisoned").clone()
    }

    /// The only request that came.
    pub(crate) fn only_request(&self) -> Asked {
        let mut asked = self.asked();
        assert_eq!(asked.len(), 1, "{asked:?}");
        asked.remove(0)
    }
}

fn serve(
    mut stream: TcpStream,
    answer: &(dyn Fn(&Asked, usize) -> Reply + Send + Sync),
    log: &Mutex<Vec<Asked>>,
) {
    let Some(asked) = read_request(&stream) else {
        return;
    };
    let before = {
        let mut log = log.lock().expect("is not poisoned");
        log.push(asked.clone());
        log.len() - 1
    };
    let written = match answer(&asked, before) {
        Reply::Json(status, body) => {
            respond(&mut stream, status, "application/json", &body.to_string())
        }
        Reply::Text(status, body) => respond(&mut stream, status, "text/html", body),
        Reply::Garbage(bytes) => stream.write_all(bytes),
        Reply::Silence => {
            thread::sleep(Duration::from_secs(30));
            Ok(())
        }
        Reply::Close => Ok(()),
        Reply::Half => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{\"valid\": ")
        }
    };
    // The client may have given up.
    drop(written);
}

fn respond(
    stream: &mut TcpStream,
    status: u16,
    content_type: &str,
    body: &str,
) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status} Status\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn read_request(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut length = 0;
    let mut content_type = String::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim().split_once(':') else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "content-type" => value.trim().clone_into(&mut content_type),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Asked {
        method,
        path,
        content_type,
        body,
    })
}
