//! What to do about a response that refuses for a reason the API does not explain itself: credentials, a proxy, or
//! a redirect that was not followed. Each function gives lines to append to an error.

use reqwest::header::LOCATION;
use reqwest::{Response, StatusCode, Url};

use crate::http::executor::auth::{Credentials, Keyring};
use crate::http::executor::http_clients::changes_method;
use crate::request::Method;
use crate::security::Requirement;
use crate::tool::Tool;

/// What to do about an upstream that says 401 or 403: a line to append.
pub(super) fn advise_on_credentials(
    keyring: &Keyring,
    credentials: &Credentials,
    tool: &Tool,
) -> String {
    if let Some(chosen) = credentials.chosen {
        return format!(
            "\nThe credentials of {} were sent.{}",
            keyring.describe_sent(chosen, credentials),
            describe_scopes(chosen)
        );
    }
    let passed = credentials.passed_header_names().join(" and ");
    let set = keyring.configured_headers_for(tool.security).join(" and ");
    let (passed, other) = match (passed.is_empty(), set.is_empty()) {
        (true, true) => (String::new(), ""),
        (true, false) => (format!("The configured {set} was sent. "), "other "),
        (false, _) => (format!("The client's own {passed} was sent. "), "other "),
    };
    if tool
        .security
        .iter()
        .all(|requirement| requirement.is_empty())
    {
        return format!(
            "\n{passed}No {other}credentials were sent: the spec requires none for this operation."
        );
    }
    format!(
        "\n{passed}No {other}credentials were sent. {}",
        keyring.describe_remedy(tool.security)
    )
}

/// What a token has to allow.
fn describe_scopes(chosen: Requirement) -> String {
    let scopes: Vec<_> = chosen
        .iter()
        .flat_map(|(_, scopes)| *scopes)
        .copied()
        .collect();
    if scopes.is_empty() {
        return String::new();
    }
    format!(" The operation requires the scopes {}.", scopes.join(" "))
}

/// What to do about a proxy that says 407: a line to append.
pub(super) fn advise_on_proxy(proxy: Option<&str>) -> String {
    let refuses = |proxy| {
        format!(
            "\nThe error comes from {proxy}, which requires a user name and a password: add them to its \
            URL."
        )
    };
    proxy.map_or_else(String::new, refuses)
}

/// What to do about a redirect that was not followed: a line to append.
pub(super) fn advise_on_redirect(
    response: &Response,
    method: Method,
    base_url_variable: &str,
) -> String {
    let target = response
        .headers()
        .get(LOCATION)
        .and_then(|location| location.to_str().ok())
        .and_then(|location| response.url().join(location).ok());
    let status = response.status();
    target.map_or_else(String::new, |target| {
        describe_redirect(response.url(), status, method, target, base_url_variable)
    })
}

fn describe_redirect(
    from: &Url,
    status: StatusCode,
    method: Method,
    mut target: Url,
    base_url_variable: &str,
) -> String {
    let is_elsewhere = target.origin() != from.origin();
    // A query may hold credentials.
    target.set_query(None);
    target.set_fragment(None);
    let _ = target.set_password(None);
    let _ = target.set_username("");
    let method = method.as_str();
    let sent = reqwest::Method::from_bytes(method.as_bytes()).unwrap_or_default();
    if is_elsewhere {
        format!(
            "\nIt redirects to {target}, which is another origin and so was not followed. If the \
             API has moved there, set {base_url_variable}."
        )
    } else if status == StatusCode::SEE_OTHER && changes_method(status, &sent) {
        format!(
            "\nIt points to {target}, which was not requested: the {method} was received and may have \
             been carried out. Its result may be found there with a GET."
        )
    } else if changes_method(status, &sent) {
        format!(
            "\nIt redirects to {target}, which was not followed: a redirect with this status would \
             have sent a GET in place of the {method}. If it is a sign-in page, the credentials are \
             missing or wrong; if the API has moved, set {base_url_variable}."
        )
    } else {
        format!("\nIt points to {target}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_origin_is_called_one() {
        let url = |text: &str| Url::parse(text).expect("is a URL");
        let from = url("http://a.example/x");
        let to = |target: &str| {
            describe_redirect(&from, StatusCode::FOUND, Method::Get, url(target), "BASE")
        };
        assert_eq!(
            to("http://user:secret@b.example/y?key=secret#z"),
            "\nIt redirects to http://b.example/y, which is another origin and so was not \
             followed. If the API has moved there, set BASE."
        );
        assert_eq!(
            to("http://a.example/y?key=secret"),
            "\nIt points to http://a.example/y."
        );
    }
}
