//! The certificate authorities of an image, which has no system that would bring them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use webpki_root_certs::TLS_SERVER_ROOT_CERTS;

/// Where programs for Linux look for authorities, in Debian, Alpine and distroless images.
pub(super) const AUTHORITIES_PATH: &str = "etc/ssl/certs/ca-certificates.crt";

/// Bytes that make a line of 64 characters, as [RFC 7468](https://www.rfc-editor.org/rfc/rfc7468#section-2) wants them.
const BYTES_OF_A_LINE: usize = 48;

/// The authorities that Mozilla trusts, in PEM.
pub(super) fn write_authorities() -> String {
    let mut pem = String::new();
    for certificate in TLS_SERVER_ROOT_CERTS {
        pem.push_str("-----BEGIN CERTIFICATE-----\n");
        for line in certificate.chunks(BYTES_OF_A_LINE) {
            STANDARD.encode_string(line, &mut pem);
            pem.push('\n');
        }
        pem.push_str("-----END CERTIFICATE-----\n");
    }
    pem
}

#[cfg(test)]
mod tests {
    use reqwest::Certificate;
    use rustls::pki_types::CertificateDer;
    use rustls::pki_types::pem::PemObject as _;

    use super::*;

    #[test]
    fn servers_read_the_authorities_back() {
        let pem = write_authorities();
        assert!(pem.lines().all(|line| line.len() <= 64));
        let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem.as_bytes()).collect();
        assert_eq!(read.expect("is PEM"), TLS_SERVER_ROOT_CERTS);
        assert!(Certificate::from_pem_bundle(pem.as_bytes()).is_ok());
    }
}
