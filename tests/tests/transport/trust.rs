//! Authorities beside those of the system.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;

use crate::tls::Authority;
use crate::{executor, ping};

async fn welcome(mut stream: TlsStream<TcpStream>) {
    let _ = stream.read(&mut [0; 4096]).await;
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nwelcome";
    let _ = stream.write_all(answer.as_bytes()).await;
    let _ = stream.shutdown().await;
}

#[tokio::test]
async fn an_authority_is_trusted_when_it_is_named() {
    let authority = Authority::new("trusted");
    let base = authority.listen(&["http/1.1"], welcome).await;
    for only in [false, true] {
        let builder = executor(&base).ca_file(authority.file()).ca_only(only);
        let outcome = ping(&builder.build().expect("is set up")).await;
        assert_eq!(outcome.text, "welcome");
    }
}

#[tokio::test]
async fn others_are_not_and_are_asked_once() {
    let authority = Authority::new("unknown");
    let other = Authority::new("other");
    let base = authority.listen(&["http/1.1"], welcome).await;
    let plain = executor(&base).max_retries(5);
    let others = executor(&base).max_retries(5).ca_file(other.file());
    for builder in [plain, others] {
        let text = ping(&builder.build().expect("is set up")).await.text;
        let address = base.trim_start_matches("https://");
        assert_eq!(
            text,
            format!(
                "GET /ping: the certificate of {address} is not trusted: UnknownIssuer. \
                 MINIMAL_CA_FILE names a file of authorities to trust."
            )
        );
    }
}

#[test]
fn a_file_without_certificates_is_refused() {
    let empty = toolwright_tests::target().join("transport-empty.pem");
    std::fs::write(&empty, "nothing\n").expect("can be written");
    let missing = "/nowhere/ca.pem";
    for (file, why) in [
        (empty.to_str().expect("is text"), "no certificate in PEM"),
        (missing, "No such file"),
    ] {
        let error = executor("https://a.example").ca_file(file).build();
        let error = error.expect_err("is wrong").to_string();
        let expected = format!("the file of authorities is not usable: {file}: ");
        assert!(
            error.starts_with(&expected) && error.contains(why),
            "{error}"
        );
    }
    let alone = executor("https://a.example").ca_only(true).build();
    assert!(alone.is_err(), "nobody would be trusted");
    let _ = std::fs::remove_file(empty);
}
