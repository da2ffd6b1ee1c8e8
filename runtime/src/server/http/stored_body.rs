//! A body that does not change while the server runs, and is sent again and again.
//!
//! It has an entity tag (RFC 9110, section 8.8.3), so that a client which has it already is told just that, and it
//! is compressed once, when the first client asks for gzip. The tag is a weak one: it is the same for both forms.

use std::io::{Read, Write};
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use ring::digest::{SHA256, digest};

use super::accept_encoding::{SMALLEST_COMPRESSED, accepts_gzip};

/// So much of the hash of a body tells it from any other.
const TAG_BYTES: usize = 16;

/// A body, its tag and its compressed form.
#[derive(Debug)]
pub(super) struct StoredBody {
    content_type: HeaderValue,
    tag: HeaderValue,
    plain: OnceLock<Bytes>,
    /// None where compressing it gains nothing.
    compressed: OnceLock<Option<Bytes>>,
}

impl StoredBody {
    pub(super) fn new(content_type: &'static str, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        Self {
            content_type: HeaderValue::from_static(content_type),
            tag: entity_tag(&plain),
            plain: OnceLock::from(plain),
            compressed: OnceLock::new(),
        }
    }

    /// A body of which there is the compressed form alone.
    pub(super) fn from_gzip(content_type: &'static str, compressed: &'static [u8]) -> Self {
        Self {
            content_type: HeaderValue::from_static(content_type),
            tag: entity_tag(compressed),
            plain: OnceLock::new(),
            compressed: OnceLock::from(Some(Bytes::from_static(compressed))),
        }
    }

    /// The answer to a request with these headers: 200, or 304 if the client has the body already.
    pub(super) fn respond_with_body(&self, headers: &HeaderMap) -> Response {
        let common = [
            (ETAG, self.tag.clone()),
            // A server that was replaced may have another list: a client asks each time, which costs 304.
            (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (VARY, HeaderValue::from(ACCEPT_ENCODING)),
        ];
        if self.is_known(headers) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let (encoding, body) = self.choose_encoding(accepts_gzip(headers));
        let encoding = encoding.map(|it| [(CONTENT_ENCODING, HeaderValue::from_static(it))]);
        let content_type = [(CONTENT_TYPE, self.content_type.clone())];
        let mut response = (common, content_type, Body::from(body)).into_response();
        response
            .headers_mut()
            .extend(encoding.into_iter().flatten());
        response
    }

    fn choose_encoding(&self, accepts_gzip: bool) -> (Option<&'static str>, Bytes) {
        if accepts_gzip && let Some(compressed) = self.compressed_body() {
            return (Some("gzip"), compressed);
        }
        (None, self.plain_body().clone())
    }

    fn compressed_body(&self) -> Option<Bytes> {
        let compressed = self
            .compressed
            .get_or_init(|| compress_body(self.plain_body()));
        compressed.clone()
    }

    fn plain_body(&self) -> &Bytes {
        self.plain.get_or_init(|| {
            let mut plain = Vec::new();
            let compressed = self.compressed.get().cloned().flatten();
            let compressed = compressed.unwrap_or_default();
            if let Err(error) = GzDecoder::new(&*compressed).read_to_end(&mut plain) {
                tracing::error!(%error, "cannot unpack a file of the server");
            }
            plain.into()
        })
    }

    /// Whether the client has the body already (`If-None-Match`, RFC 9110, section 13.1.2).
    fn is_known(&self, headers: &HeaderMap) -> bool {
        let tag = self.tag.as_bytes();
        let opaque = |tag: &[u8]| tag.strip_prefix(b"W/").unwrap_or(tag).to_vec();
        let values = headers.get_all(IF_NONE_MATCH).iter();
        let mut tags = values.flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
        tags.any(|known| {
            let known = known.trim_ascii();
            known == b"*" || opaque(known) == opaque(tag)
        })
    }
}

/// The compressed form, if it is worth something.
fn compress_body(plain: &[u8]) -> Option<Bytes> {
    if plain.len() < SMALLEST_COMPRESSED {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

fn entity_tag(bytes: &[u8]) -> HeaderValue {
    let hash = digest(&SHA256, bytes);
    let hash = hash.as_ref().iter().take(TAG_BYTES);
    let hash: String = hash.map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(format!("W/\"{hash}\"")).unwrap_or(HeaderValue::from_static("W/\"\""))
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::http::HeaderName;

    use super::*;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        let pairs = pairs.iter().cloned();
        pairs
            .map(|(name, value)| (name, HeaderValue::from_static(value)))
            .collect()
    }

    #[tokio::test]
    async fn both_forms_say_the_same() {
        let text = "a line\n".repeat(1_000);
        let body = StoredBody::new("text/plain", text.clone());
        let plain = body.respond_with_body(&HeaderMap::new());
        assert!(plain.headers().get(CONTENT_ENCODING).is_none());
        let plain = to_bytes(plain.into_body(), usize::MAX)
            .await
            .expect("is in memory");
        assert_eq!(plain, text.as_bytes());
        let packed = body.respond_with_body(&headers(&[(ACCEPT_ENCODING, "gzip")]));
        assert_eq!(packed.headers()[CONTENT_ENCODING], "gzip");
        let packed = to_bytes(packed.into_body(), usize::MAX)
            .await
            .expect("is in memory");
        assert!(packed.len() < 200);
        let packed: &'static [u8] = Box::leak(packed.to_vec().into());
        let unpacked = StoredBody::from_gzip("text/plain", packed);
        assert_eq!(unpacked.plain_body(), text.as_bytes());
    }

    #[test]
    fn a_client_that_has_it_is_told_so() {
        let body = StoredBody::new("text/plain", "text");
        let tag = body.tag.to_str().expect("is a text").to_owned();
        let known = |value: &str| {
            let value = HeaderValue::try_from(value).expect("is a header");
            let headers = HeaderMap::from_iter([(IF_NONE_MATCH, value)]);
            body.respond_with_body(&headers).status() == StatusCode::NOT_MODIFIED
        };
        assert!(known(&tag) && known("*") && known(&format!("\"x\", {tag}")));
        assert!(known(tag.trim_start_matches("W/")));
        assert!(!known("\"x\"") && !known(""));
    }
}
