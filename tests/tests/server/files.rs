//! Files from the list of tools to the upstream: what a model is shown, what it sends, what arrives.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::PathBuf;
use std::thread::JoinHandle;
use std::{env, fs, process};

use serde_json::{Value as Json, json};

use crate::support::{Client, call, request, server};

/// A folder with an `a.csv`, gone at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("toolwright-upload-{name}-{}", process::id()));
        fs::create_dir_all(&path).expect("a folder");
        fs::write(path.join("a.csv"), "a,b").expect("a file");
        Self(fs::canonicalize(path).expect("is there"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn start(arguments: &[&str]) -> Client {
    let binary = env!("CARGO_BIN_EXE_multipart");
    let mut client = Client::of(&mut server(binary, "MULTIPART_", arguments));
    client.initialize("2025-11-25");
    client
}

/// An upstream for one request: where it is, and what it was sent.
fn upstream() -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("is bound"));
    let received = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("the server connects");
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        while !bytes.ends_with(b"--\r\n") {
            let count = stream.read(&mut chunk).expect("the server writes");
            assert!(count > 0, "the request has an end");
            bytes.extend_from_slice(&chunk[..count]);
        }
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        stream.write_all(answer.as_bytes()).expect("is read");
        String::from_utf8(bytes).expect("is text")
    });
    (url, received)
}

fn photo(client: &mut Client) -> Json {
    let list = client.ask(&request(1, "tools/list", json!({})));
    list["result"]["tools"][0]["inputSchema"]["properties"]["photo"].clone()
}

fn text(answer: &Json) -> &str {
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
}

#[test]
fn a_file_is_read_where_the_operator_allows_it() {
    let folder = Folder::new("allowed");
    let directory = folder.0.display().to_string();
    let (url, received) = upstream();
    let mut client = start(&["--upstream", &url, "--allow-files", &directory]);
    let shown = photo(&mut client);
    let path = &shown["properties"]["path"]["description"];
    assert_eq!(path, &json!(format!("instead: a file in {directory}")));
    assert_eq!(shown["properties"].get("uri"), None);

    let outside = json!({"name": "n", "photo": {"path": "/etc/passwd"}});
    let refused = client.ask(&call(2, "add_pet", outside));
    assert!(
        text(&refused).contains("/photo: '/etc/passwd' is not a file in"),
        "{refused}"
    );

    let file = json!({"path": folder.0.join("a.csv"), "mediaType": "text/csv"});
    let answer = client.ask(&call(3, "add_pet", json!({"name": "n", "photo": file})));
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    let received = received.join().expect("one request");
    let part = "name=\"photo\"; filename=\"a.csv\"\r\nContent-Type: text/csv\r\nX-Kind: portrait\r\n\r\na,b\r\n";
    assert!(received.contains(part), "{received}");
}

#[test]
fn nothing_is_read_by_default() {
    let folder = Folder::new("default");
    let mut client = start(&["--upstream", "http://127.0.0.1:9"]);
    let shown = photo(&mut client);
    assert_eq!(shown["type"], "object");
    assert_eq!(shown["description"], "The photo");
    let names: Vec<_> = shown["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(names.len(), 4, "{names:?}");
    for (file, option) in [
        (json!({"path": folder.0.join("a.csv")}), "--allow-files DIR"),
        (
            json!({"uri": "https://example.com/a.csv"}),
            "--allow-uris ORIGIN",
        ),
    ] {
        let arguments = json!({"name": "n", "photo": file});
        let refused = client.ask(&call(2, "add_pet", arguments));
        assert_eq!(refused["result"]["isError"], true);
        assert!(text(&refused).contains(option), "{refused}");
    }
}

#[test]
fn a_directory_that_is_none_ends_the_server() {
    let binary = env!("CARGO_BIN_EXE_multipart");
    let output = server(binary, "MULTIPART_", &["--allow-files", "/no/such"]).output();
    let output = output.expect("the server starts");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot read '/no/such': "), "{said}");
}
