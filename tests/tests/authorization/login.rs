use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value as Json;
use toolwright::SecurityKind;
use toolwright_tests::compiled::authorization::API;

use crate::provider::{Folder, Provider, assert_scope, call};

const ID: (&str, &str) = ("AUTHORIZATION_PERSON_CLIENT_ID", "person");

/// `login` or `logout` of the server, whose messages can be read.
fn command(provider: &Provider, folder: &Folder, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_authorization"))
        .args(arguments)
        .env("XDG_CONFIG_HOME", &folder.0)
        .env("AUTHORIZATION_BASE_URL", &provider.issuer)
        .env(ID.0, ID.1)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts")
}

/// What the process says after `before`, up to `visit`'s end; then the rest.
fn sign_in(mut process: Child, visit: impl FnOnce(&str)) -> String {
    let mut lines = BufReader::new(process.stderr.take().expect("is piped")).lines();
    visit(&lines.next().expect("says where to go").expect("is text"));
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    let status = process.wait().expect("ends");
    assert!(status.success(), "{rest:?}");
    rest.join("\n")
}

fn by_browser(provider: &Provider, folder: &Folder) -> String {
    let process = command(provider, folder, &["login", "--no-browser"]);
    sign_in(process, |line| {
        let url = line
            .strip_prefix("To sign in, visit ")
            .expect("is an address");
        assert!(url.contains("code_challenge_method=S256"), "{url}");
        let url = utf8_percent_encode(url, NON_ALPHANUMERIC);
        let page = provider.ask("GET", &format!("/browse?url={url}"));
        assert!(page.contains("You are signed in."), "{page}");
    })
}

fn saved(folder: &Folder) -> Json {
    let path = folder
        .0
        .join("toolwright/authorization/authorization_person.json");
    let mode = std::fs::metadata(&path)
        .expect("is there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let text = std::fs::read_to_string(path).expect("can be read");
    serde_json::from_str(&text).expect("is JSON")
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Node.js"]
async fn a_login_in_a_browser_is_used_and_renewed_once_and_forgotten() {
    let provider = Provider::start(4);
    let folder = Folder::new("browser");
    let said = by_browser(&provider, &folder);
    assert!(
        said.starts_with("Signed in. The tokens of person are in "),
        "{said}"
    );
    let first = saved(&folder);
    assert!(first["refresh_token"].is_string(), "no refresh token");
    assert!(!said.contains(first["access_token"].as_str().expect("is text")));

    let executor =
        std::sync::Arc::new(provider.executor(&[ID, ("XDG_CONFIG_HOME", folder.text())]));
    assert_scope(&call(&executor, "person").await, "pets:read");
    assert_eq!(provider.given("authorization_code"), 1);
    assert_eq!(provider.given("refresh_token"), 0);

    tokio::time::sleep(Duration::from_millis(4200)).await;
    let calls = (0..50).map(|_| {
        let executor = executor.clone();
        tokio::spawn(async move { call(&executor, "person").await })
    });
    for call in calls.collect::<Vec<_>>() {
        assert_scope(&call.await.expect("ends"), "pets:read");
    }
    assert_eq!(provider.given("refresh_token"), 1);
    let second = saved(&folder);
    assert_ne!(first["access_token"], second["access_token"]);
    assert_ne!(first["refresh_token"], second["refresh_token"]);

    let said = command(&provider, &folder, &["logout"])
        .wait_with_output()
        .expect("ends");
    assert_eq!(
        String::from_utf8_lossy(&said.stderr),
        "Signed out of person.\n"
    );
    let outcome = call(&executor, "person").await;
    assert!(outcome.is_error);
    let advice = "Sign in: run this server's program with `login";
    assert!(outcome.text.contains(advice), "{}", outcome.text);
}

#[test]
#[ignore = "needs Node.js"]
fn a_login_on_another_device() {
    let provider = Provider::start(600);
    let folder = Folder::new("device");
    let process = command(&provider, &folder, &["login", "--device"]);
    let said = sign_in(process, |line| {
        let (address, code) = line.split_once(" and enter ").expect("is a code");
        assert_eq!(address, format!("Visit {}/device", provider.issuer));
        provider.ask("POST", &format!("/approve?code={code}"));
    });
    assert!(said.starts_with("Signed in."), "{said}");
    assert!(saved(&folder)["access_token"].is_string());
}

#[test]
fn the_help_names_every_variable() {
    let help = Command::new(env!("CARGO_BIN_EXE_authorization"))
        .arg("--help")
        .output()
        .expect("the server starts");
    let help = String::from_utf8_lossy(&help.stdout);
    for scheme in API.security {
        let suffixes: &[&str] = match scheme.kind {
            SecurityKind::MutualTls => &["_CERT", "_KEY"],
            _ => &["", "_CLIENT_ID", "_CLIENT_SECRET", "_SCOPES", "_TOKEN_URL"],
        };
        for suffix in suffixes {
            let variable = format!("  {}{suffix} ", scheme.env);
            assert!(help.contains(&variable), "{variable}: {help}");
        }
    }
    assert!(help.contains("authorization login [SCHEME]"), "{help}");
}

#[test]
#[ignore = "needs Node.js"]
fn a_login_that_is_refused_says_why() {
    let provider = Provider::start(600);
    let folder = Folder::new("refused");
    let process = command(&provider, &folder, &["login", "nobody"]);
    let output = process.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    let why = "'nobody' is not a security scheme to sign in to; choose one of: person";
    assert!(said.contains(why), "{said}");
    assert!(!folder.0.exists());
}
