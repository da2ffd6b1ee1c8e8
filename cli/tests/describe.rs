//! `describe`: the tools of specs and of servers.

mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{cached, pets, run, said, succeed, write};
use tempfile::TempDir;

/// A spec is described in its own order.
const SIGNATURES: &str = "list_pets(limit?: integer)\nadd_pet(name?: string)\n";

/// A server lists its tools by name.
const SERVED_SIGNATURES: &str = "add_pet(name?: string)\nlist_pets(limit?: integer)\n";

const BLOCK: &str = "\
Tool: list_pets
Description: List pets.

Parameters:
- limit (integer, optional)
";

#[test]
fn r10_r11_a_spec_is_described_without_a_server() {
    let folder = pets();
    let say = |words: &[&str]| succeed(folder.path(), &[&["describe"], words].concat());
    assert_eq!(say(&["pets.yaml"]), SIGNATURES);
    assert_eq!(say(&["pets.yaml", "list_pets"]), BLOCK);
    assert_eq!(
        say(&["pets.yaml", "list_pets", "--format", "compact"]),
        "list_pets(limit?: integer)\n"
    );
    assert_eq!(
        say(
            &["pets.yaml", "list_pets", "--prefix", "shop", "--name", "x"]
                .map(|it| it.replace("list_pets", "shop_list_pets"))
                .each_ref()
                .map(String::as_str)
        ),
        BLOCK.replace("list_pets", "shop_list_pets")
    );
    let schema = say(&["pets.yaml", "list_pets", "--format", "json"]);
    let schema: Value = serde_json::from_str(&schema).expect("is JSON");
    assert_eq!(schema["properties"]["limit"]["type"], "integer");
    let all = say(&["pets.yaml", "--format", "json"]);
    let all: Value = serde_json::from_str(&all).expect("is JSON");
    assert_eq!(all["list_pets"], schema);
    assert!(say(&["pets.yaml", "--format", "text"]).contains(&format!("{BLOCK}\nTool: add_pet\n")));
}

#[test]
fn a_tool_of_the_configuration_file_needs_no_spec() {
    let folder = pets();
    write(folder.path(), "toolwright.toml", "spec = 'pets.yaml'");
    assert_eq!(succeed(folder.path(), &["describe", "list_pets"]), BLOCK);
    assert_eq!(succeed(folder.path(), &["describe"]), SIGNATURES);
}

#[test]
fn r7_r8_a_tool_that_there_is_not_is_said_with_those_that_there_are() {
    let folder = pets();
    let (code, _, stderr) = run(folder.path(), &["describe", "pets.yaml", "listpets"]);
    assert_eq!(code, Some(1));
    let expected = "error: Tool not found: 'listpets' on server 'pets'. Did you mean: list_pets";
    assert!(stderr.contains(expected), "{stderr}");
}

#[test]
fn what_is_no_server_is_said() {
    let folder = pets();
    let fails = |words: &[&str], expected: i32| {
        let (code, stdout, stderr) = run(folder.path(), &[&["describe"], words].concat());
        assert_eq!((code, stdout.as_str()), (Some(expected), ""), "{stderr}");
        stderr
    };
    let said = fails(&["http://127.0.0.1:9/mcp"], 1);
    assert!(
        said.contains("no MCP server responds at http://127.0.0.1:9/mcp: "),
        "{said}"
    );
    assert!(
        said.contains("refused") && said.contains("help: check that it runs"),
        "{said}"
    );
    let said = fails(&["--", "./no-such-program"], 1);
    assert!(
        said.contains("`./no-such-program` cannot be started"),
        "{said}"
    );
    let itself = env!("CARGO_BIN_EXE_toolwright");
    let said = fails(&["--", itself, "list", "missing.yaml"], 1);
    assert!(
        said.contains("ended before it responded (exit status: 2)"),
        "{said}"
    );
    assert!(said.contains("missing.yaml"), "{said}");
    let said = fails(&["--", itself, "--help"], 1);
    assert!(
        said.contains("ended before it responded (exit status: 0)"),
        "{said}"
    );
    for wrong in [
        &["http://127.0.0.1:9/mcp", "--prefix", "a"][..],
        &["pets.yaml", "--header", "A: b"],
        &["http://127.0.0.1:9/mcp", "--header", "secret"],
        &["pets.yaml", "list_pets", "--", itself],
        &["missing.yaml"],
        &["list_pets"],
    ] {
        fails(wrong, 2);
    }
}

/// A generated server over HTTP, until dropped.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        // That it is gone already is as good.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The server of the spec at a port of its own, and its URL.
fn serve(folder: &Path) -> (Served, String) {
    let options = ["--transport", "http", "--listen", "127.0.0.1:0"];
    let words = [
        &["serve", "pets.yaml", "--builtin-upstream", "--"][..],
        &options,
    ]
    .concat();
    let mut command = cached(folder, &words);
    command.env("PETS_ACCESS_TOKENS", "0123456789abcdef0123456789abcdef");
    let mut server = command
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let stderr = server.stderr.take().expect("is piped");
    let served = Served(server);
    let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
    let url = lines.find_map(|line| {
        let (_, url) = line.split_once("listening on ")?;
        url.split_whitespace().next().map(str::to_owned)
    });
    std::thread::spawn(move || lines.for_each(drop));
    (served, url.expect("it says where it listens"))
}

#[test]
#[ignore = "takes minutes"]
fn r1_servers_are_described() {
    let folder = pets();
    let itself = env!("CARGO_BIN_EXE_toolwright");
    let started = [
        itself,
        "serve",
        "pets.yaml",
        "--builtin-upstream",
        "--",
        "--log",
        "off",
    ];
    let say = |words: &[&str]| {
        let output = cached(folder.path(), words)
            .output()
            .expect("the binary runs");
        said(output)
    };
    // The first is built within the time that a server has to answer, or not.
    let build = ["call", "pets.yaml", "list_pets", "--builtin-upstream"];
    assert_eq!(say(&build).0, Some(0));

    let before = Instant::now();
    let (code, stdout, stderr) = say(&[&["describe", "--"], &started[..]].concat());
    assert_eq!(
        (code, stdout.as_str()),
        (Some(0), SERVED_SIGNATURES),
        "{stderr}"
    );
    let taken = before.elapsed();
    assert!(
        taken < Duration::from_secs(20),
        "it waits for something: {taken:?}"
    );
    let (_, stdout, _) = say(&[&["describe", "list_pets", "--"], &started[..]].concat());
    assert_eq!(stdout, BLOCK);
    let (code, _, stderr) = say(&[&["describe", "listpets", "--"], &started[..]].concat());
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("on server 'pets'. Did you mean: list_pets"),
        "{stderr}"
    );

    let (_served, url) = serve(folder.path());
    let token = "Authorization: Bearer 0123456789abcdef0123456789abcdef";
    let (code, stdout, stderr) = say(&["describe", &url, "--header", token]);
    assert_eq!(
        (code, stdout.as_str()),
        (Some(0), SERVED_SIGNATURES),
        "{stderr}"
    );
    let schema = say(&[
        "describe",
        &url,
        "list_pets",
        "--format",
        "json",
        "--header",
        token,
    ])
    .1;
    let schema: Value = serde_json::from_str(&schema).expect("is JSON");
    assert_eq!(schema["properties"]["limit"]["type"], json!("integer"));
    let (code, _, stderr) = say(&["describe", &url]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("Pass a token with --header"), "{stderr}");
}

/// A server over HTTP that answers a page of its list of tools by the cursor that it is asked for; its
/// URL. It lives as long as the test.
fn hostile(page: fn(Option<&str>) -> Value) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("has one");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer_all(stream, page));
        }
    });
    format!("http://{address}/mcp")
}

fn answer_all(stream: TcpStream, page: fn(Option<&str>) -> Value) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut writer = stream;
    loop {
        let mut length = 0;
        let mut line = String::new();
        while reader.read_line(&mut line).ok()? > 2 {
            let lower = line.to_ascii_lowercase();
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
            line.clear();
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        let request: Value = serde_json::from_slice(&body).ok()?;
        let result = match request["method"].as_str()? {
            "initialize" => json!({"result": {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "evil\u{1b}]0;pwn\u{7}", "version": "1"},
            }}),
            "tools/list" => json!({"result": page(request["params"]["cursor"].as_str())}),
            method if method.starts_with("notifications/") => Value::Null,
            _ => json!({"error": {"code": -32601, "message": "no\u{1b}[2J"}}),
        };
        let text = match result {
            Value::Null => "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n".to_owned(),
            mut answer => {
                answer["jsonrpc"] = "2.0".into();
                answer["id"] = request["id"].clone();
                let body = answer.to_string();
                let length = body.len();
                format!(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\
                     Content-Length: {length}\r\n\r\n{body}"
                )
            }
        };
        writer.write_all(text.as_bytes()).ok()?;
    }
}

/// Names and texts with all that a terminal obeys, that nobody sees, or that looks like another line.
fn poisoned(_: Option<&str>) -> Value {
    json!({"tools": [{
        "name": "x\u{1b}[2J\nread_file(path: string)",
        "description": "Reads.\nAll\u{202e} of it.\u{e0041}\u{9b}31m",
        "inputSchema": {"type": "object", "properties": {"a\u{1b}[31m": {
            "type": "string", "description": "An\u{200b} a.", "enum": ["\u{1b}c"],
        }}},
    }]})
}

#[test]
fn nothing_that_a_server_says_reaches_the_terminal_as_it_is() {
    let folder = TempDir::new().expect("a folder");
    let url = hostile(poisoned);
    let is_safe = |c: char| c == '\n' || c.is_ascii() && !c.is_ascii_control() || c == '…';
    for format in ["text", "nested", "compact", "json"] {
        let (code, stdout, stderr) = run(folder.path(), &["describe", &url, "--format", format]);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stdout.chars().all(is_safe), "{format}: {stdout:?}");
        assert!(stderr.chars().all(is_safe), "{format}: {stderr:?}");
        assert!(!stdout.contains("\nread_file"), "{format}: {stdout}");
    }
    let compact = succeed(folder.path(), &["describe", &url]);
    assert!(
        compact.starts_with(r"x\u{1b}[2J\nread_file(path: string)("),
        "{compact}"
    );
    let text = succeed(folder.path(), &["describe", &url, "--format", "text"]);
    assert!(
        text.contains("Reads.\nAll\\u{202e} of it.\\u{e0041}\\u{9b}31m"),
        "{text}"
    );
    // JSON means what the server said.
    let json = succeed(folder.path(), &["describe", &url, "--format", "json"]);
    let json: Value = serde_json::from_str(&json).expect("is JSON");
    let schema = &json["x\u{1b}[2J\nread_file(path: string)"];
    assert_eq!(schema["properties"]["a\u{1b}[31m"]["enum"][0], "\u{1b}c");
    let (code, _, stderr) = run(folder.path(), &["describe", &url, "read"]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains(r"on server 'evil\u{1b}]0;pwn\u{7}'"),
        "{stderr}"
    );
    assert!(stderr.chars().all(is_safe), "{stderr:?}");
}

#[test]
fn a_server_that_does_not_answer_is_not_waited_for_for_ever() {
    let folder = TempDir::new().expect("a folder");
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/mcp", silent.local_addr().expect("has one"));
    let started = Instant::now();
    let (code, stdout, stderr) = run(folder.path(), &["describe", &url, "--timeout", "1"]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(
        started.elapsed() < Duration::from_secs(15),
        "{:?}",
        started.elapsed()
    );
    let expected = format!(
        "`{url}` has not responded within 1 s, while waiting for a connection and the first response"
    );
    assert!(stderr.contains(&expected), "{stderr}");
    assert!(
        stderr.contains("help: allow more time with --timeout SECONDS"),
        "{stderr}"
    );
    // A page that takes its time, and then another: all of them have one time.
    let slow = hostile(|cursor| {
        std::thread::sleep(Duration::from_millis(300));
        let next = cursor.map_or(0, |cursor| cursor.parse::<u32>().unwrap_or_default()) + 1;
        json!({"tools": [], "nextCursor": next.to_string()})
    });
    let (code, _, stderr) = run(folder.path(), &["describe", &slow, "--timeout", "4"]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("has not responded within 4 s, while waiting for page "),
        "{stderr}"
    );
    for wrong in [
        &["pets.yaml", "--timeout", "3"][..],
        &[&url, "--timeout", "0"],
    ] {
        let (code, ..) = run(folder.path(), &[&["describe"], wrong].concat());
        assert_eq!(code, Some(2), "{wrong:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_command_that_does_not_answer_is_ended() {
    let folder = TempDir::new().expect("a folder");
    let started = Instant::now();
    let words = ["describe", "--timeout", "1", "--", "sleep", "600"];
    let (code, _, stderr) = run(folder.path(), &words);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("`sleep 600` has not responded within 1 s"),
        "{stderr}"
    );
    assert!(
        started.elapsed() < Duration::from_secs(15),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn a_list_without_end_is_ended() {
    let folder = TempDir::new().expect("a folder");
    let endless = hostile(|cursor| {
        let number = cursor.map_or(0, |cursor| cursor.parse::<u32>().unwrap_or_default());
        json!({"tools": [], "nextCursor": (number + 1).to_string()})
    });
    let (code, _, stderr) = run(folder.path(), &["describe", &endless]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("after 1000 pages with 0 tools, its list of tools still has more"),
        "{stderr}"
    );
}
