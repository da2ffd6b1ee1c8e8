use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use crate::provider::Folder;

type Signed = (rcgen::Certificate, KeyPair);

fn signed(issuer: &Issuer<'_, KeyPair>, names: &[&str]) -> Signed {
    let key = KeyPair::generate().expect("a key");
    let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
    let parameters = CertificateParams::new(names).expect("names");
    let certificate = parameters.signed_by(&key, issuer).expect("a certificate");
    (certificate, key)
}

/// A server that lets nobody in but who has a certificate of the same issuer.
async fn serve(listener: TcpListener, issuer: rcgen::Certificate, (own, key): Signed) {
    let mut roots = RootCertStore::empty();
    roots.add(issuer.der().clone()).expect("a root");
    let verifier = WebPkiClientVerifier::builder(Arc::new(roots))
        .build()
        .expect("a verifier");
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder()
        .with_client_cert_verifier(verifier)
        .with_single_cert(vec![own.der().clone()], key)
        .expect("a certificate with its key");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    while let Ok((stream, _)) = listener.accept().await {
        let Ok(mut stream) = acceptor.accept(stream).await else {
            continue;
        };
        let mut request = [0; 4096];
        let _ = stream.read(&mut request).await;
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nwelcome";
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
    }
}

/// What the tool answers in a server with this environment.
fn call(upstream: &str, environment: &[(&str, &Path)]) -> Json {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "certificate",
        "arguments": {},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        },
    }});
    let mut server = Command::new(env!("CARGO_BIN_EXE_authorization"))
        .args(["--upstream", upstream])
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut input = server.stdin.take().expect("is piped");
    writeln!(input, "{message}").expect("the server reads");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("is piped"))
        .read_line(&mut line)
        .expect("the server answers");
    drop(input);
    let _ = server.wait();
    serde_json::from_str(&line).expect("is JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_wants_a_certificate_gets_it() {
    let key = KeyPair::generate().expect("a key");
    let mut parameters = CertificateParams::new(Vec::new()).expect("no names");
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let root = parameters.self_signed(&key).expect("a certificate");
    let issuer = Issuer::new(parameters, key);
    let (certificate, key) = signed(&issuer, &["client"]);

    let folder = Folder::new("certificate");
    std::fs::create_dir_all(&folder.0).expect("can be made");
    let file = |name: &str, text: String| {
        let path = folder.0.join(name);
        std::fs::write(&path, text).expect("can be written");
        path
    };
    let root_file = file("root.pem", root.pem());
    let certificate_file = file("certificate.pem", certificate.pem());
    let key_file = file("key.pem", key.serialize_pem());

    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let upstream = format!("https://{}", listener.local_addr().expect("is bound"));
    tokio::spawn(serve(listener, root, signed(&issuer, &["127.0.0.1"])));

    let trust = ("SSL_CERT_FILE", root_file.as_path());
    let with = call(
        &upstream,
        &[
            trust,
            ("AUTHORIZATION_CERTIFICATE_CERT", &certificate_file),
            ("AUTHORIZATION_CERTIFICATE_KEY", &key_file),
        ],
    );
    assert_eq!(with["result"]["content"][0]["text"], "welcome", "{with}");
    let sent_anyway = ("AUTHORIZATION_ALLOW_MISSING_CREDENTIALS", Path::new("true"));
    let without = call(&upstream, &[trust, sent_anyway]);
    assert_eq!(without["result"]["isError"], true, "{without}");
    let not_sent = call(&upstream, &[trust]);
    let text = not_sent["result"]["content"][0]["text"].to_string();
    assert!(text.contains("was not sent"), "{text}");
    assert!(text.contains("AUTHORIZATION_CERTIFICATE_CERT"), "{text}");
}
