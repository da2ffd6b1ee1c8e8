use reqwest::header::LOCATION;
use reqwest::{Response, Url};

use crate::http::executor::keyring::Keyring;
use crate::tool::Tool;

/// What to do about an upstream that says 401 or 403: a line to append.
pub(super) fn on_credentials(keyring: &Keyring, tool: &Tool) -> String {
    if let Some(chosen) = keyring.choose(tool.security) {
        return format!(
            "\nThe credentials of {} were sent.",
            keyring.variables(chosen)
        );
    }
    let alternatives: Vec<_> = tool
        .security
        .iter()
        .filter(|requirement| !requirement.is_empty())
        .map(|requirement| keyring.variables(requirement))
        .collect();
    if alternatives.is_empty() {
        return "\nNo credentials were sent: the spec names none for this operation.".to_owned();
    }
    format!(
        "\nNo credentials were sent. Set {} in the environment of this server.",
        alternatives.join(", or ")
    )
}

/// What to do about a redirect that was not followed: a line to append.
pub(super) fn on_redirect(response: &Response, base_url_variable: &str) -> String {
    let target = response
        .headers()
        .get(LOCATION)
        .and_then(|location| location.to_str().ok())
        .and_then(|location| response.url().join(location).ok());
    target.map_or_else(String::new, |target| {
        whither(response.url(), target, base_url_variable)
    })
}

fn whither(from: &Url, mut target: Url, base_url_variable: &str) -> String {
    let is_elsewhere = target.origin() != from.origin();
    // A query may hold credentials.
    target.set_query(None);
    target.set_fragment(None);
    let _ = target.set_password(None);
    let _ = target.set_username("");
    if is_elsewhere {
        format!(
            "\nIt redirects to {target}, which is another origin and so was not followed. If the \
             API has moved there, set {base_url_variable}."
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
        let to = |target: &str| whither(&url("http://a.example/x"), url(target), "BASE");
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
