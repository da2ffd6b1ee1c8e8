//! `host`, `basePath` and `schemes` as base URLs.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::super::servers::{parse_server, report_scheme};
use crate::model::BaseUrl;

/// The base URLs of the document; https first.
pub(in crate::normalize) fn read_document_servers(
    cx: &mut Context<'_>,
    root: &Map<String, Value>,
) -> Vec<BaseUrl> {
    let base_path = fields::read_text(cx, root, "basePath", &Place::ROOT).unwrap_or_default();
    let host = fields::read_text(cx, root, "host", &Place::ROOT).unwrap_or_default();
    if host.contains("://") {
        cx.warn(
            &Place::At("/host"),
            "`host` must not contain a scheme; the scheme is ignored",
        );
    }
    let schemes = read_schemes(cx, root, &Place::ROOT);
    server_urls(&host, &base_path, &schemes)
}

/// The base URLs of an operation that has `schemes` of its own.
pub(in crate::normalize) fn read_operation_servers(
    cx: &mut Context<'_>,
    root: &Map<String, Value>,
    operation: &Map<String, Value>,
    at: &Place<'_>,
) -> Option<Vec<BaseUrl>> {
    let schemes = read_schemes(cx, operation, at);
    if schemes.is_empty() {
        return None;
    }
    let text = |key| root.get(key).and_then(Value::as_str).unwrap_or_default();
    Some(server_urls(text("host"), text("basePath"), &schemes))
}

/// The schemes that HTTP is spoken over.
fn read_schemes(cx: &mut Context<'_>, object: &Map<String, Value>, at: &Place<'_>) -> Vec<String> {
    let list = fields::read_list(cx, object, "schemes", at);
    for (index, scheme) in list.into_iter().flatten().enumerate() {
        if let Some(scheme) = scheme.as_str().filter(|scheme| !is_known(scheme)) {
            report_scheme(cx, scheme, &at.key("schemes").index(index));
        }
    }
    let mut schemes: Vec<String> = list
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_ascii_lowercase)
        .filter(|scheme| matches!(scheme.as_str(), "http" | "https"))
        .collect();
    schemes.sort_by_key(|scheme| scheme != "https");
    schemes.dedup();
    schemes
}

/// Whether Swagger has a scheme of that name; there is none for WebSockets in what tools send.
fn is_known(scheme: &str) -> bool {
    let lower = scheme.to_ascii_lowercase();
    matches!(lower.as_str(), "http" | "https" | "ws" | "wss")
}

fn server_urls(host: &str, base_path: &str, schemes: &[String]) -> Vec<BaseUrl> {
    let base_path = base_path.trim().trim_matches('/');
    let path = if base_path.is_empty() {
        String::new()
    } else {
        format!("/{base_path}")
    };
    let (own_scheme, host) = match host.trim().split_once("://") {
        Some((scheme, host)) => (Some(scheme.to_owned()), host),
        None => (None, host.trim()),
    };
    let host = host.trim_end_matches('/');
    if host.is_empty() {
        return parse_server(&path).into_iter().collect();
    }
    let schemes = match schemes {
        [] => vec![own_scheme.unwrap_or_else(|| "https".into())],
        schemes => schemes.to_vec(),
    };
    schemes
        .into_iter()
        .filter_map(|scheme| parse_server(&format!("{scheme}://{host}{path}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_scheme_host_and_path() {
        let both = ["https".to_owned(), "http".to_owned()];
        for (host, path, schemes, expected) in [
            (
                "a.example",
                "/v1/",
                &both[..1],
                vec!["https://a.example/v1"],
            ),
            (
                "a.example",
                "/",
                &both[..],
                vec!["https://a.example", "http://a.example"],
            ),
            ("a.example", "v1", &[][..], vec!["https://a.example/v1"]),
            ("http://a.example/", "", &[][..], vec!["http://a.example"]),
            ("", "/v1", &both[..], vec!["/v1"]),
            ("", "/", &[][..], vec![]),
        ] {
            let expected: Vec<BaseUrl> = expected.into_iter().map(BaseUrl::new).collect();
            assert_eq!(server_urls(host, path, schemes), expected);
        }
    }
}
