//! Servers that speak TLS, and the authority that vouches for them.

use std::path::PathBuf;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::server::TlsStream;

/// An authority that no system knows.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// Its certificate, in PEM.
    file: PathBuf,
}

impl Authority {
    pub(crate) fn new(name: &str) -> Self {
        let key = KeyPair::generate().expect("a key");
        let mut parameters = CertificateParams::new(Vec::new()).expect("no names");
        let dn = &mut parameters.distinguished_name;
        dn.push(DnType::CommonName, format!("Authority {name}"));
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = parameters.self_signed(&key).expect("a certificate");
        let file = toolwright_tests::target().join(format!("transport-{name}.pem"));
        std::fs::write(&file, root.pem()).expect("can be written");
        Self {
            issuer: Issuer::new(parameters, key),
            file,
        }
    }

    pub(crate) fn file(&self) -> &str {
        self.file.to_str().expect("is text")
    }

    /// Listens as `127.0.0.1`, speaking one of these protocols, and hands every connection to
    /// `serve`. Returns the base URL.
    pub(crate) async fn listen<F>(
        &self,
        protocols: &[&str],
        serve: impl Fn(TlsStream<TcpStream>) -> F + Send + 'static,
    ) -> String
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let key = KeyPair::generate().expect("a key");
        let names = vec!["127.0.0.1".to_owned()];
        let parameters = CertificateParams::new(names).expect("names");
        let own = parameters.signed_by(&key, &self.issuer);
        let own = own.expect("a certificate");
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let mut config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![own.der().clone()], key)
            .expect("a certificate with its key");
        let protocols = protocols.iter().map(|name| name.as_bytes().to_vec());
        config.alpn_protocols = protocols.collect();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("is bound");
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                if let Ok(stream) = acceptor.accept(stream).await {
                    tokio::spawn(serve(stream));
                }
            }
        });
        format!("https://{address}")
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.file);
    }
}
