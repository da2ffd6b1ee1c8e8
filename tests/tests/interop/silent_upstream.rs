//! An upstream that never answers, and that tells the scripts of clients which requests it holds: `GET
//! /held/{number}` is answered with `true` while a request with this number in its target is open.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};

const STATE: &str = "/held/";

/// The upstream, which listens until the process ends.
pub(crate) struct SilentUpstream {
    pub(crate) url: String,
}

impl SilentUpstream {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
        let address = listener.local_addr().expect("it is bound");
        let held = Arc::new(Mutex::new(Vec::new()));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let held = Arc::clone(&held);
                std::thread::spawn(move || serve(&stream, &held));
            }
        });
        Self {
            url: format!("http://{address}"),
        }
    }

    /// Where to ask whether the request with a number is held.
    pub(crate) fn state_url(&self, number: usize) -> String {
        format!("{}{STATE}{number}", self.url)
    }
}

/// Reads the head of a request and holds it until the other side hangs up. A connection that fails is over.
fn serve(mut stream: &TcpStream, held: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream);
    let mut request_line = String::new();
    if reader.read_line(&mut request_line).is_err() {
        return;
    }
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|length| length > 2) {
        line.clear();
    }
    let target = request_line
        .split(' ')
        .nth(1)
        .unwrap_or_default()
        .to_owned();
    if let Some(number) = target.strip_prefix(STATE) {
        let body = lock(held).iter().any(|it| it.contains(number)).to_string();
        let length = body.len();
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}"
        );
        let _ = write!(stream, "{head}\r\nconnection: close\r\n\r\n{body}");
        return;
    }
    lock(held).push(target.clone());
    // Until the other side closes the connection, whatever else it sends.
    let _ = io::copy(&mut reader, &mut io::sink());
    let mut held = lock(held);
    if let Some(at) = held.iter().position(|it| *it == target) {
        held.swap_remove(at);
    }
}

fn lock(held: &Mutex<Vec<String>>) -> MutexGuard<'_, Vec<String>> {
    held.lock().expect("no holder panics")
}
