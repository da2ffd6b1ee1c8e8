//! Texts and pages that do not change: entity tags, compression, and what they load.

use std::io::Read as _;

use flate2::read::GzDecoder;

use super::client::{HOST, ask, exchange, get, start};
use crate::server::HttpServer;

#[test]
fn texts_have_a_tag_and_are_compressed_for_those_who_take_it() {
    let server = start(&[]);
    for path in [
        "/tools",
        "/tools?format=openapi",
        "/mcp/openapi.json",
        "/page/tools.json",
    ] {
        let plain = get(&server, path);
        let tag = plain.header("etag").expect("has a tag").to_owned();
        let known = ask(
            &server,
            &format!("GET {path}"),
            &[&format!("If-None-Match: {tag}")],
            "",
        );
        assert_eq!((known.status, known.body.as_str()), (304, ""), "{path}");
        let packed = get_packed(&server, path);
        let mut unpacked = String::new();
        let mut decoder = GzDecoder::new(packed.as_slice());
        decoder.read_to_string(&mut unpacked).expect("is gzip");
        assert_eq!(unpacked, plain.body, "{path}");
        assert!(
            packed.len() * 2 < plain.body.len(),
            "{path}: {} bytes",
            packed.len()
        );
    }
}

/// The body of an answer that is compressed.
fn get_packed(server: &HttpServer, path: &str) -> Vec<u8> {
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    );
    let answer = exchange(server, &head);
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
    answer[end.expect("has a head") + 4..].to_vec()
}

#[test]
fn files_load_nothing_from_elsewhere() {
    let server = start(&[]);
    let page = ask(&server, "GET /", &["Accept: text/html"], "");
    let policy = page
        .header("content-security-policy")
        .expect("has a policy")
        .to_owned();
    assert!(
        policy.contains("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    let docs = get(&server, "/docs");
    for (page, folder) in [(&page, "/page/"), (&docs, "/docs/")] {
        assert_eq!(
            page.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        let links = page
            .body
            .split(['"', '\''])
            .filter(|text| text.ends_with(".js") || text.ends_with(".css"));
        let mut links: Vec<&str> = links.collect();
        links.sort();
        assert!(!links.is_empty());
        for link in links {
            assert!(link.starts_with(folder), "{link}");
            assert_eq!(get(&server, link).status, 200, "{link}");
        }
    }
    assert_eq!(get(&server, "/docs/..%2f..%2fetc%2fpasswd").status, 404);
    assert_eq!(get(&server, "/page/none.js").status, 404);
}
