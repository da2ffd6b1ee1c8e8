//! The page for people and Swagger UI: files in the binary, which load nothing from anywhere else.

use axum::http::header::{
    ACCEPT, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::server::http::stored_body::StoredBody;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// What the page may do: load its own files, ask its own server, and nothing else. It makes no HTML of texts.
// Content Security Policy, level 3: <https://www.w3.org/TR/CSP3/>.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
     img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'";

/// The same for Swagger UI, which makes HTML of Markdown and sets styles of elements.
const SWAGGER_UI_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// A file by its name.
type NamedFile = (&'static str, StoredBody);

pub(super) struct Files {
    page: StoredBody,
    page_files: Vec<NamedFile>,
    swagger_ui: StoredBody,
    swagger_ui_files: Vec<NamedFile>,
}

/// A file of the page's folder.
macro_rules! page_file {
    ($name:literal, $content_type:expr) => {
        (
            $name,
            StoredBody::new($content_type, include_str!(concat!("page/", $name))),
        )
    };
}

impl Files {
    pub(super) fn new() -> Self {
        Self {
            page: StoredBody::new(HTML, include_str!("page/index.html")),
            page_files: vec![
                page_file!("api.js", SCRIPT),
                page_file!("calls.js", SCRIPT),
                page_file!("compare.js", SCRIPT),
                page_file!("dom.js", SCRIPT),
                page_file!("form.js", SCRIPT),
                page_file!("history.js", SCRIPT),
                page_file!("input.js", SCRIPT),
                page_file!("json.js", SCRIPT),
                page_file!("main.js", SCRIPT),
                page_file!("schema.js", SCRIPT),
                page_file!("snippets.js", SCRIPT),
                page_file!("tabs.js", SCRIPT),
                page_file!("theme.js", SCRIPT),
                page_file!("token.js", SCRIPT),
                page_file!("tool.js", SCRIPT),
                page_file!("style.css", STYLE),
            ],
            swagger_ui: StoredBody::new(HTML, include_str!("swagger_ui/index.html")),
            swagger_ui_files: vec![
                (
                    "start.js",
                    StoredBody::new(SCRIPT, include_str!("swagger_ui/start.js")),
                ),
                (
                    "swagger-ui-bundle.js",
                    StoredBody::from_gzip(SCRIPT, toolwright_swagger_ui::SCRIPT),
                ),
                (
                    "swagger-ui.css",
                    StoredBody::from_gzip(STYLE, toolwright_swagger_ui::STYLE),
                ),
            ],
        }
    }

    pub(super) fn page(&self, head: &Parts) -> Response {
        with_policy(self.page.respond_with_body(&head.headers), PAGE_POLICY)
    }

    pub(super) fn page_file(&self, name: &str, head: &Parts) -> Response {
        answer_with(&self.page_files, name, head, PAGE_POLICY)
    }

    pub(super) fn swagger_ui(&self, head: &Parts) -> Response {
        with_policy(
            self.swagger_ui.respond_with_body(&head.headers),
            SWAGGER_UI_POLICY,
        )
    }

    pub(super) fn swagger_ui_file(&self, name: &str, head: &Parts) -> Response {
        answer_with(&self.swagger_ui_files, name, head, SWAGGER_UI_POLICY)
    }
}

fn answer_with(files: &[NamedFile], name: &str, head: &Parts, policy: &'static str) -> Response {
    let file = files.iter().find(|(known, _)| *known == name);
    match file {
        Some((_, body)) => with_policy(body.respond_with_body(&head.headers), policy),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn with_policy(mut response: Response, policy: &'static str) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, policy),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether a client is a browser that opens a page.
pub(super) fn wants_html(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter();
    let mut accepted = accepted.filter_map(|value| value.to_str().ok());
    accepted.any(|value| value.contains("text/html"))
}
