use toolwright_inspect::suggest::{did_you_mean, suggest_name};

use super::context::Context;
use super::place::Place;
use crate::model::BaseUrl;

/// A server without the last slashes of its URL; nothing where nothing is left.
pub(super) fn parse_server(url: &str) -> Option<BaseUrl> {
    // Paths begin with a slash, so one at the URL's end would be doubled.
    let url = url.trim().trim_end_matches('/');
    (!url.is_empty()).then(|| BaseUrl::new(url))
}

/// A remark on the URL of a server to which no request can be sent.
pub(super) fn check_scheme(cx: &mut Context<'_>, url: &str, at: &Place<'_>) {
    let Some((scheme, _)) = url.split_once("://") else {
        return;
    };
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    if scheme.chars().all(is_scheme) && !is_http(scheme) {
        report_scheme(cx, scheme, at);
    }
}

fn is_http(scheme: &str) -> bool {
    ["http", "https"]
        .into_iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
}

/// The remark on a scheme that HTTP is not spoken over.
pub(super) fn report_scheme(cx: &mut Context<'_>, scheme: &str, at: &Place<'_>) {
    let question = did_you_mean(suggest_name(scheme, ["https", "http"]));
    let meant = question.map_or(String::new(), |question| format!("; {question}"));
    cx.warn(
        at,
        format!("the scheme of a server must be `http` or `https`, not `{scheme}`{meant}"),
    );
}
