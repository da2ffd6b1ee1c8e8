//! U20: environment over file over defaults, as the program has them.

use std::io::Read as _;
use std::net::TcpStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::mock_daemon::{MockDaemon, Reply};
use crate::server::Setup;

#[test]
fn u20_an_invalid_file_ends_the_start_with_the_place_of_every_error() {
    let config = "daemon:\n  url: localhost\n  timeout: -1\nsrver:\n  port: 7779\n";
    let output = Setup::new()
        .config(config)
        .command()
        .env_remove("UTLX_DAEMON_URL")
        .output();
    let output = output.expect("runs");
    assert!(!output.status.success());
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{stderr}");
    assert!(
        lines[0].contains("mcp-config.yaml:2:8: `daemon.url` must be a URL"),
        "{stderr}"
    );
    assert!(
        lines[1]
            .contains("mcp-config.yaml:3:12: `daemon.timeout` must be a number of milliseconds"),
        "{stderr}"
    );
    assert!(
        lines[2].contains("mcp-config.yaml:4:1: `srver` is not a setting. Did you mean `server`?"),
        "{stderr}"
    );
    assert!(
        lines[2].ends_with("Allowed here: daemon, server, data, tools"),
        "{stderr}"
    );
}

#[test]
fn u20_variables_override_the_file() {
    let asked = MockDaemon::always(Reply::Json(200, json!({"valid": true})));
    let ignored = MockDaemon::always(Reply::Close);
    let config = format!("daemon: {{url: \"{}\"}}\n", ignored.url());
    let mut server = Setup::new().config(&config).daemon(&asked.url()).start();
    server.data("validate_utlx", json!({"transformation": "1"}));
    assert_eq!((asked.asked().len(), ignored.asked().len()), (1, 0));
    let output = Setup::new()
        .variable("UTLX_DAEMON_TIMEOUT", "ten")
        .command()
        .output()
        .expect("runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        stderr.contains(
            "UTLX_DAEMON_TIMEOUT must be a number of milliseconds from 1 to 3600000 (got \"ten\")"
        ),
        "{stderr}"
    );
}

#[test]
fn u20_the_attempts_and_the_time_of_the_daemon_are_settings() {
    let daemon = MockDaemon::always(Reply::Close);
    let mut server = Setup::new()
        .daemon(&daemon.url())
        .config("daemon: {retry_attempts: 2}\n")
        .start();
    server.code("validate_utlx", json!({"transformation": "1"}));
    assert_eq!(daemon.asked().len(), 3, "two more attempts than one");
    let silent = MockDaemon::always(Reply::Silence);
    let mut server = Setup::new()
        .daemon(&silent.url())
        .variable("UTLX_DAEMON_TIMEOUT", "300")
        .start();
    let started = Instant::now();
    assert_eq!(
        server.code("validate_utlx", json!({"transformation": "1"})),
        "TIMEOUT"
    );
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn u20_the_port_and_the_log_level_are_settings_and_options_override_them() {
    let port = {
        let probe = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        probe.local_addr().expect("has an address").port()
    };
    let setup = Setup::new().config(&format!("server: {{port: {port}, log_level: debug}}\n"));
    let mut process = setup
        .command()
        .args(["--transport", "http"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    let started = Instant::now();
    let is_open = loop {
        let is_open = TcpStream::connect(("127.0.0.1", port)).is_ok();
        if is_open || started.elapsed() > Duration::from_secs(20) {
            break is_open;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    process.kill().expect("is killed");
    process.wait().expect("ends");
    assert!(
        is_open,
        "the server listens on the port of its configuration"
    );
    let mut log = String::new();
    process
        .stderr
        .take()
        .expect("is piped")
        .read_to_string(&mut log)
        .expect("is text");
    assert!(
        log.contains(&format!("http://127.0.0.1:{port}/mcp")),
        "{log}"
    );
    let output = setup
        .command()
        .args(["--listen", "nowhere"])
        .output()
        .expect("runs");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("nowhere"),
        "{output:?}"
    );
}

#[test]
fn u20_the_daemon_and_the_server_need_two_ports() {
    let output = Setup::new()
        .daemon("http://localhost:7779")
        .command()
        .output()
        .expect("runs");
    assert!(!output.status.success());
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("server.port is 7779"), "{stderr}");
}
