#![cfg(unix)]

use std::fs;
use std::path::PathBuf;

use toolwright::HttpExecutor;

use crate::fixture::{alternatives, executor, leaked, request, tool};
use crate::upstream::{Upstream, response};

/// A folder of this test's own, gone when it ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("toolwright-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

async fn header(executor: &HttpExecutor, upstream: &Upstream, scheme: usize) -> String {
    let tool = leaked(tool(alternatives(&[&[scheme]])));
    let outcome = executor.execute(tool, request()).await;
    assert!(!outcome.is_error, "{}", outcome.text);
    let received = upstream.received();
    let lines = received.last().unwrap().lines();
    let mut lines = lines.filter(|line| line.starts_with("authorization: "));
    lines.next().unwrap().to_owned()
}

#[tokio::test]
async fn a_file_is_read_again_when_it_changes() {
    let folder = Folder::new("file");
    let path = folder.file("token");
    fs::write(&path, "first\n").unwrap();
    let upstream = Upstream::ok().await;
    let executor = executor(&[("PETS_BEARER_FILE", &path)])
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    assert_eq!(
        header(&executor, &upstream, 4).await,
        "authorization: Bearer first"
    );
    fs::write(&path, "second one\n").unwrap();
    assert_eq!(
        header(&executor, &upstream, 4).await,
        "authorization: Bearer second one"
    );
    fs::remove_file(&path).unwrap();
    let tool = leaked(tool(alternatives(&[&[4]])));
    let outcome = executor.execute(tool, request()).await;
    let why = format!("GET /pets/rex was not sent. The file that PETS_BEARER_FILE names, {path}, ");
    assert!(outcome.text.starts_with(&why), "{}", outcome.text);
}

#[tokio::test]
async fn each_half_of_a_pair_has_its_source() {
    let folder = Folder::new("pair");
    let path = folder.file("password");
    fs::write(&path, "open sesame").unwrap();
    let upstream = Upstream::ok().await;
    let executor = executor(&[
        ("PETS_BASIC_USERNAME_COMMAND", "printf %s Aladdin"),
        ("PETS_BASIC_PASSWORD_FILE", &path),
    ])
    .base_url(upstream.base_url())
    .build()
    .unwrap();
    assert_eq!(
        header(&executor, &upstream, 3).await,
        "authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    );
}

#[tokio::test]
async fn a_command_runs_when_its_credential_has_expired() {
    let folder = Folder::new("expiry");
    let count = folder.file("count");
    for (life, expected) in [("1", 2), ("3600", 1)] {
        fs::write(&count, "").unwrap();
        let command =
            format!("echo >> {count}; echo '{{\"token\": \"abc\", \"expires_in\": {life}}}'");
        let upstream = Upstream::ok().await;
        let executor = executor(&[("PETS_BEARER_COMMAND", &command)])
            .base_url(upstream.base_url())
            .build()
            .unwrap();
        header(&executor, &upstream, 4).await;
        header(&executor, &upstream, 4).await;
        tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
        header(&executor, &upstream, 4).await;
        assert_eq!(
            fs::read_to_string(&count).unwrap().lines().count(),
            expected
        );
    }
}

#[tokio::test]
async fn a_command_runs_again_when_its_credential_is_refused() {
    let folder = Folder::new("refused");
    let token = folder.file("token");
    fs::write(&token, "old").unwrap();
    let upstream = Upstream::with(|message| {
        let is_new = message.contains("Bearer new");
        let status = if is_new { "200 OK" } else { "401 Unauthorized" };
        (
            std::time::Duration::ZERO,
            response(status, "", "").into_bytes(),
        )
    })
    .await;
    let executor = executor(&[("PETS_BEARER_COMMAND", &format!("cat {token}"))])
        .base_url(upstream.base_url())
        .build()
        .unwrap();
    let tool = leaked(tool(alternatives(&[&[4]])));
    assert!(executor.execute(tool, request()).await.is_error);
    fs::write(&token, "new").unwrap();
    assert_eq!(
        header(&executor, &upstream, 4).await,
        "authorization: Bearer new"
    );
    assert_eq!(upstream.received().len(), 3);
}

/// A key in the query, one in a cookie, and half of a pair are renewed like one in a header.
#[tokio::test]
async fn a_command_runs_again_wherever_its_credential_goes() {
    for (scheme, variable, accepted) in [
        (1, "PETS_QUERY_COMMAND", "api_key=new%26 "),
        (2, "PETS_COOKIE_COMMAND", "cookie: session=new&\r\n"),
        (3, "PETS_BASIC_PASSWORD_COMMAND", "Basic Om5ldyY=\r\n"),
    ] {
        let folder = Folder::new(variable);
        let token = folder.file("token");
        fs::write(&token, "old").unwrap();
        let upstream = Upstream::with(move |message| {
            let is_new = message.contains(accepted);
            let status = if is_new { "200 OK" } else { "401 Unauthorized" };
            let message = response(status, "", "").into_bytes();
            (std::time::Duration::ZERO, message)
        })
        .await;
        let executor = executor(&[(variable, &format!("cat {token}"))])
            .base_url(upstream.base_url())
            .build()
            .unwrap();
        let tool = leaked(tool(alternatives(&[&[scheme]])));
        assert!(executor.execute(tool, request()).await.is_error);
        fs::write(&token, "new&").unwrap();
        let outcome = executor.execute(tool, request()).await;
        let received = upstream.received();
        assert!(!outcome.is_error, "{}: {received:?}", outcome.text);
        assert_eq!(received.len(), 3, "{variable}");
        assert!(!received[2].contains("old"), "{}", received[2]);
    }
}

#[tokio::test]
async fn secrets_of_a_token_endpoint_are_fetched_again_when_it_refuses_them() {
    let password = [
        ("PETS_OAUTH_USERNAME", "ada"),
        ("PETS_OAUTH_PASSWORD_COMMAND", ""),
    ];
    let client = [
        ("PETS_OAUTH_CLIENT_ID", "pets"),
        ("PETS_OAUTH_CLIENT_SECRET_COMMAND", ""),
    ];
    for (variables, accepted, code) in [
        (client, "Basic cGV0czpuZXc=", "invalid_client"),
        (password, "password=new", "invalid_grant"),
    ] {
        let folder = Folder::new(code);
        let secret = folder.file("secret");
        fs::write(&secret, "old").unwrap();
        let upstream = Upstream::with(move |message| {
            let answer = match message.starts_with("POST /oauth/token") {
                true if message.contains(accepted) => {
                    response("200 OK", "", r#"{"access_token": "t"}"#)
                }
                true => response("400 Bad Request", "", &format!(r#"{{"error": "{code}"}}"#)),
                false => response("200 OK", "", ""),
            };
            (std::time::Duration::ZERO, answer.into_bytes())
        })
        .await;
        let command = format!("cat {secret}");
        let variables = variables.map(|(name, value)| match value {
            "" => (name, command.as_str()),
            value => (name, value),
        });
        let executor = executor(&variables)
            .base_url(upstream.base_url())
            .build()
            .unwrap();
        let tool = leaked(tool(alternatives(&[&[6]])));
        let outcome = executor.execute(tool, request()).await;
        assert!(outcome.text.contains(code), "{}", outcome.text);
        fs::write(&secret, "new").unwrap();
        let outcome = executor.execute(tool, request()).await;
        assert!(!outcome.is_error, "{}", outcome.text);
    }
}

/// The same password again would only bring the account nearer to being locked.
#[tokio::test]
async fn a_secret_that_is_the_same_when_it_is_fetched_again_is_not_sent_again() {
    let password = [
        ("PETS_OAUTH_USERNAME", "ada"),
        ("PETS_OAUTH_PASSWORD_COMMAND", "echo old"),
    ];
    let client = [
        ("PETS_OAUTH_CLIENT_ID", "pets"),
        ("PETS_OAUTH_CLIENT_SECRET_COMMAND", "echo old"),
    ];
    // The secret of a client is sent in a header and then in the body, since servers take either (RFC 6749, section 2.3.1).
    for (variables, code, requests) in [
        (client, "invalid_client", 2),
        (password, "invalid_grant", 1),
    ] {
        let upstream = Upstream::with(move |_| {
            let refusal = format!(r#"{{"error": "{code}"}}"#);
            let answer = response("400 Bad Request", "", &refusal);
            (std::time::Duration::ZERO, answer.into_bytes())
        })
        .await;
        let executor = executor(&variables)
            .base_url(upstream.base_url())
            .build()
            .unwrap();
        let tool = leaked(tool(alternatives(&[&[6]])));
        for attempt in 1..=2 {
            let outcome = executor.execute(tool, request()).await;
            assert!(outcome.text.contains(code), "{}", outcome.text);
            assert_eq!(upstream.received().len(), attempt * requests, "{code}");
        }
    }
}

#[tokio::test]
async fn the_wait_for_a_credential_is_part_of_the_time_of_a_call() {
    let upstream = Upstream::ok().await;
    let executor = executor(&[("PETS_BEARER_COMMAND", "sleep 1; echo late")])
        .base_url(upstream.base_url())
        .timeout(std::time::Duration::from_millis(200))
        .build()
        .unwrap();
    let tool = leaked(tool(alternatives(&[&[4]])));
    let outcome = executor.execute(tool, request()).await;
    let why = "GET /pets/rex was not sent. Its credentials were not there within the 0.2 s";
    assert!(outcome.text.starts_with(why), "{}", outcome.text);
    // Meanwhile the command goes on, and runs once.
    tokio::time::sleep(std::time::Duration::from_millis(1200)).await;
    assert_eq!(
        header(&executor, &upstream, 4).await,
        "authorization: Bearer late"
    );
}

#[tokio::test]
async fn a_certificate_that_is_none_is_named() {
    let folder = Folder::new("certificate");
    let path = folder.file("certificate.pem");
    fs::write(&path, "hunter2").unwrap();
    for (value, expected) in [
        (
            "/nowhere/at.all",
            "The file that PETS_TLS_CERT names, /nowhere/at.all,",
        ),
        (
            path.as_str(),
            "PETS_TLS_CERT and PETS_TLS_KEY are not a certificate",
        ),
    ] {
        let executor = executor(&[("PETS_TLS_CERT", value)])
            .base_url("https://127.0.0.1:1")
            .build()
            .unwrap();
        let tool = leaked(tool(alternatives(&[&[9]])));
        let outcome = executor.execute(tool, request()).await;
        assert!(outcome.text.contains(expected), "{}", outcome.text);
        assert!(!outcome.text.contains("hunter2"));
    }
}
