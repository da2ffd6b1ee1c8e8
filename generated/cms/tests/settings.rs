//! The server is set up by the short names of its variables.

mod support;

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{Conversation, Folder, Upstream, command, get, response};

const TOKEN: &str = "token-of-the-editor-1234";
const SECRET: &str = "secret-of-the-client";

/// The CMS, and the server that gives tokens for it.
fn cms(request: &str) -> Option<String> {
    let body = match request.split(' ').nth(1) {
        Some("/oauth/token") => {
            format!(r#"{{"access_token": "{TOKEN}", "token_type": "Bearer", "expires_in": 3600}}"#)
        }
        _ => r#"{"id": "u-7", "name": "Ines Okafor"}"#.to_owned(),
    };
    Some(response("200 OK", &body))
}

#[test]
fn a_person_signs_in_and_every_request_has_the_token() {
    let upstream = Upstream::start(cms);
    let free = TcpListener::bind("127.0.0.1:0").expect("can listen");
    let address = free.local_addr().expect("has an address").to_string();
    drop(free);
    let folder = Folder::new("login");
    let (base, token_url) = (upstream.url("/api"), upstream.url("/oauth/token"));
    let redirect = format!("http://{address}/back/from/login");
    let variables = [
        ("CMS_BASE_URL", base.as_str()),
        ("OAUTH_CLIENT_ID", "editor"),
        ("OAUTH_CLIENT_SECRET", SECRET),
        ("OAUTH_REDIRECT_URI", redirect.as_str()),
        ("OAUTH_TOKEN_URL", token_url.as_str()),
    ];

    let mut login = command(&folder, &variables)
        .args(["login", "--no-browser"])
        .spawn()
        .expect("the server starts");
    let mut said = BufReader::new(login.stderr.take().expect("it is piped"));
    let mut line = String::new();
    said.read_line(&mut line).expect("it says where to go");
    let page = line
        .trim()
        .strip_prefix("To sign in, visit ")
        .expect("is an address");
    assert!(
        page.starts_with("https://cms.example.com/oauth/authorize?"),
        "{page}"
    );
    let of_page = |name: &str| {
        let (_, query) = page.split_once('?').expect("has a query");
        let mut members = query.split('&').filter_map(|member| member.split_once('='));
        let (_, value) = members.find(|(known, _)| *known == name).expect("is there");
        value.to_owned()
    };
    assert_eq!(of_page("client_id"), "editor");
    let encoded = redirect.replace(':', "%3A").replace('/', "%2F");
    assert_eq!(of_page("redirect_uri"), encoded);
    let state = of_page("state");
    let elsewhere = get(&address, &format!("/callback?code=c0de&state={state}"));
    assert!(elsewhere.starts_with("HTTP/1.1 400"), "{elsewhere}");
    let back = get(
        &address,
        &format!("/back/from/login?code=c0de&state={state}"),
    );
    assert!(back.contains("You are signed in."), "{back}");
    let mut rest = String::new();
    said.read_to_string(&mut rest).expect("it is text");
    assert!(login.wait().expect("it ends").success(), "{rest}");
    let asked = upstream.take();
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert!(
        asked[0].contains("grant_type=authorization_code"),
        "{}",
        asked[0]
    );
    assert!(
        asked[0].contains(&format!("redirect_uri={encoded}")),
        "{}",
        asked[0]
    );

    let mut server = command(&folder, &variables);
    server.args(["--log", "debug"]);
    let mut conversation = Conversation::start(server);
    for path in ["/users/me", "/taxonomy"] {
        let result = conversation.get(path);
        assert_eq!(result["isError"], false, "{result}");
        let requests = upstream.take();
        let bearer = format!("\r\nauthorization: Bearer {TOKEN}\r\n");
        assert_eq!(requests.len(), 1, "{requests:?}");
        assert!(
            requests[0].starts_with(&format!("GET /api{path} ")),
            "{}",
            requests[0]
        );
        assert!(requests[0].contains(&bearer), "{}", requests[0]);
    }
    let log = conversation.end();
    assert!(log.contains("toke...1234"), "{log}");
    for secret in [TOKEN, SECRET] {
        assert!(
            !log.contains(secret) && !rest.contains(secret),
            "{log}{rest}"
        );
    }
}

fn unavailable(_: &str) -> Option<String> {
    let response = response("503 Service Unavailable", "{}");
    Some(response.replace("\r\nconnection", "\r\nretry-after: 0\r\nconnection"))
}

#[test]
fn a_request_is_sent_again_three_times_or_as_often_as_is_said() {
    let upstream = Upstream::start(unavailable);
    let base = upstream.url("/api");
    for (variables, expected) in [
        (vec![], 4),
        (vec![("MAX_RETRIES", "1")], 2),
        (vec![("MAX_RETRIES", "1"), ("CMS_MAX_RETRIES", "0")], 1),
    ] {
        let own = vec![("CMS_BASE_URL", base.as_str()), ("CMS_OAUTH", TOKEN)];
        let variables = [own, variables].concat();
        let folder = Folder::new("retries");
        let mut conversation = Conversation::start(command(&folder, &variables));
        let result = conversation.get("/users/me");
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(upstream.take().len(), expected, "{variables:?}");
        conversation.end();
    }
}

#[test]
fn a_call_may_take_as_many_milliseconds_as_is_said() {
    let upstream = Upstream::start(|_| None);
    let base = upstream.url("/api");
    let variables = [
        ("CMS_BASE_URL", base.as_str()),
        ("CMS_OAUTH", TOKEN),
        ("API_TIMEOUT", "300"),
    ];
    let folder = Folder::new("timeout");
    let mut conversation = Conversation::start(command(&folder, &variables));
    let since = Instant::now();
    let result = conversation.get("/users/me");
    assert_eq!(result["isError"], true, "{result}");
    let taken = since.elapsed();
    assert!(taken >= Duration::from_millis(300), "{taken:?}");
    assert!(taken < Duration::from_secs(10), "{taken:?}");
    conversation.end();
}

#[test]
fn what_makes_no_sense_is_said_at_the_start() {
    for (name, value, said) in [
        ("API_TIMEOUT", "soon", "API_TIMEOUT=soon"),
        ("MAX_RETRIES", "often", "often"),
        ("RATE_LIMIT_RPM", "0", "CMS_RATE_LIMIT_RPM"),
    ] {
        let folder = Folder::new("nonsense");
        let output = command(&folder, &[(name, value)])
            .output()
            .expect("it ends");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{name}");
        assert!(told.contains(said), "{name}: {told}");
    }
}

/// What a model is told of the file of an upload.
fn describe_upload(variables: &[(&str, &str)]) -> Vec<String> {
    let folder = Folder::new("upload");
    let mut conversation = Conversation::start(command(&folder, variables));
    let upload = json!({
        "tool_name": "upload_asset", "method": "POST", "endpoint_path": "/assets/upload", "format": "nested",
    });
    let result = conversation.call("cms_schema_provider", &upload);
    conversation.end();
    let text = result["content"][0]["text"].as_str().expect("is text");
    let answer: Value = serde_json::from_str(text).expect("is JSON");
    let lines = answer["parameters"].as_array().expect("are lines");
    let lines = lines.iter().filter_map(Value::as_str).map(str::to_owned);
    lines.filter(|line| line.starts_with("  - ")).collect()
}

#[test]
fn the_provider_describes_the_ways_to_name_a_file_that_are_allowed() {
    let sent = [
        "  - content (string, optional): base64; or use text",
        "  - text (string, optional)",
        "  - filename (string, optional)",
        "  - mediaType (string, optional)",
    ];
    assert_eq!(describe_upload(&[]), sent);
    let by_url = describe_upload(&[("CMS_ALLOW_URIS", "https://files.example.com")]);
    let uri = "  - uri (string, optional): instead: a URL below https://files.example.com";
    assert_eq!(by_url, [&sent[..], &[uri]].concat());
}

/// A default would take the place of a value that nobody can read.
#[cfg(unix)]
#[test]
fn short_names_with_values_that_are_not_text_stop_the_server() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = Folder::new("unreadable");
    for name in ["MAX_RETRIES", "OAUTH_CLIENT_SECRET", "CMS_MAX_RETRIES"] {
        let mut server = command(&folder, &[]);
        let server = server.env(name, OsStr::from_bytes(b"0\xff"));
        let output = server.output().expect("the server starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{name}: {error}");
        assert!(
            error.contains(name) && error.contains("not UTF-8"),
            "{error}"
        );
    }
}
