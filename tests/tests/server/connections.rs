//! The server's connections: how many, for how long, and what is left of one after a refusal.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Http, pets, request, server};

/// The next response of a connection that goes on: its status line and headers, in lower case.
fn read_head_and_body(stream: &mut TcpStream) -> std::io::Result<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    let length = length.and_then(|length| length.parse().ok()).unwrap_or(0);
    stream.read_exact(&mut vec![0; length])?;
    Ok(head)
}

/// How many of 200 requests fail on a connection that is kept as long as the server says so. The head
/// and the body are written one after the other, as many clients do.
fn failures(server: &Http, path: &str, header: &str, status: u16) -> usize {
    let body = request(1, "tools/list", json!({})).to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\n{header}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    // Otherwise the client's system holds the body back for 40 ms, until the server's has acknowledged the head.
    let connect = || {
        let stream = server.connect();
        stream.set_nodelay(true).expect("can be set");
        stream
    };
    let mut stream = connect();
    let mut failures = 0;
    for _ in 0..200 {
        let asked = stream
            .write_all(head.as_bytes())
            .and_then(|()| {
                // The server has the time to refuse what it has read.
                std::thread::sleep(Duration::from_millis(1));
                stream.write_all(body.as_bytes())
            })
            .and_then(|()| read_head_and_body(&mut stream));
        match asked {
            Ok(answer) => {
                assert!(
                    answer.starts_with(&format!("http/1.1 {status} ")),
                    "{answer}"
                );
                if answer.contains("connection: close") {
                    stream = connect();
                }
            }
            Err(_) => {
                failures += 1;
                stream = connect();
            }
        }
    }
    failures
}

#[test]
fn a_refusal_does_not_break_the_connection() {
    let open = Http::start(&["--client-rate-limit-rpm", "100000"]);
    let closed = Http::start_in(&[("PETS_ACCESS_TOKENS", "one")], &[]);
    let limited = Http::start(&["--client-rate-limit-rpm", "1"]);
    let host = |server: &Http| format!("Host: {}", server.authority);
    assert_eq!(failures(&closed, "/mcp", &host(&closed), 401), 0);
    assert_eq!(failures(&open, "/mcp", "Host: evil.example.com", 403), 0);
    assert_eq!(failures(&open, "/other", &host(&open), 404), 0);
    assert_eq!(failures(&open, "/healthz", &host(&open), 405), 0);
    limited.post(&[], &request(1, "tools/list", json!({})));
    assert_eq!(failures(&limited, "/mcp", &host(&limited), 429), 0);
}

#[test]
fn a_body_that_is_too_large_is_refused_before_it_comes() {
    let server = Http::start(&[]);
    let mut stream = server.connect();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: 5000000\r\n\r\n",
        server.authority
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    let answer = read_head_and_body(&mut stream).expect("the server answers");
    assert!(answer.starts_with("http/1.1 413 "), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
}

#[test]
fn connections_beyond_the_limit_are_told_so() {
    let mut server = Http::start(&["--max-connections", "3"]);
    let silent: Vec<_> = (0..3).map(|_| server.connect()).collect();
    let refused = server.get("/healthz");
    assert_eq!(refused.status, 503);
    assert!(refused.head.contains("retry-after: 1\r\n"));
    drop(silent);
    let began = Instant::now();
    while server.get("/healthz").status != 200 {
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "closed ones do not count"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    let errors = server.end();
    assert_eq!(errors.matches("--max-connections").count(), 1, "{errors}");
}

#[test]
fn a_server_without_file_descriptors_says_so_and_goes_on() {
    let mut shell = server("sh", "PETS_", &["-c", "ulimit -n 48; exec \"$0\" \"$@\""]);
    let shell: &mut Command = shell.arg(pets(&[]).get_program());
    let mut server = Http::of(shell.args(["--max-connections", "1000"]));
    // Those that the server can't accept wait in the kernel.
    let silent: Vec<_> = (0..100).map(|_| server.connect()).collect();
    std::thread::sleep(Duration::from_millis(500));
    drop(silent);
    assert_eq!(server.get("/healthz").status, 200);
    let errors = server.end();
    assert_eq!(
        errors.matches("out of file descriptors").count(),
        1,
        "{errors}"
    );
}
