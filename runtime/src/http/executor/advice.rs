use reqwest::Response;
use reqwest::header::LOCATION;

use crate::http::executor::auth::{Keyring, Pass};
use crate::security::Requirement;
use crate::tool::Tool;

/// What to do about an upstream that says 401 or 403: a line to append.
pub(super) fn on_credentials(keyring: &Keyring, pass: &Pass, tool: &Tool) -> String {
    if !pass.passed_names().is_empty() && pass.chosen.is_none() {
        let names = pass.passed_names().join(" and ");
        return format!("\nThe client's own {names} was sent.");
    }
    if let Some(chosen) = pass.chosen {
        return format!(
            "\nThe credentials of {} were sent.{}",
            keyring.sent(chosen),
            scopes(chosen)
        );
    }
    let alternatives: Vec<_> = tool
        .security
        .iter()
        .filter(|requirement| !requirement.is_empty())
        .collect();
    if alternatives.is_empty() {
        return "\nNo credentials were sent: the spec names none for this operation.".to_owned();
    }
    let wanted = alternatives.iter().map(|wanted| keyring.wanted(wanted));
    let wanted: Vec<_> = wanted.collect();
    let mut advice = format!(
        "\nNo credentials were sent. Set {} in the environment of this server.",
        wanted.join(", or ")
    );
    let mut schemes = alternatives.iter().copied().copied().flatten();
    if schemes.any(|(scheme, _)| scheme.has_login()) {
        advice.push_str(" Or sign in: run its program with `login`.");
    }
    advice
}

/// What a token has to allow.
fn scopes(chosen: Requirement) -> String {
    let scopes: Vec<_> = chosen
        .iter()
        .flat_map(|(_, scopes)| *scopes)
        .copied()
        .collect();
    if scopes.is_empty() {
        return String::new();
    }
    format!(" The operation asks for the scopes {}.", scopes.join(" "))
}

/// What to do about a redirect that was not followed: a line to append.
pub(super) fn on_redirect(response: &Response, base_url_variable: &str) -> String {
    let target = response
        .headers()
        .get(LOCATION)
        .and_then(|location| location.to_str().ok())
        .and_then(|location| response.url().join(location).ok());
    match target {
        None => String::new(),
        Some(mut target) => {
            // A query may hold credentials.
            target.set_query(None);
            target.set_fragment(None);
            let _ = target.set_password(None);
            let _ = target.set_username("");
            format!(
                "\nIt redirects to {target}, which is another origin and so was not followed. If \
                 the API has moved there, set {base_url_variable}."
            )
        }
    }
}
