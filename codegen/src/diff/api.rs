//! What is said of the whole API.

use super::change::Change;
use super::rule::{API_CHANGED, BASE_URL_CHANGED, Rule, SECURITY_SCHEME_CHANGED};
use super::schemas::shortened;
use crate::model::{Api, SecurityKind, SecurityScheme};
use crate::source::pointer::escape;

pub(super) fn changes(old: &Api, new: &Api) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut differ = |rule: &'static Rule, subject: &str, at: &str, was: &str, is: &str| {
        if was != is {
            changes.push(change(rule, subject, [at, at], was, is));
        }
    };
    differ(&API_CHANGED, "title", "/info/title", &old.title, &new.title);
    differ(
        &API_CHANGED,
        "version",
        "/info/version",
        &old.version,
        &new.version,
    );
    let texts = (shortened(&old.description), shortened(&new.description));
    differ(
        &API_CHANGED,
        "description",
        "/info/description",
        &texts.0,
        &texts.1,
    );
    let urls = |api: &Api| {
        let urls = api.servers.iter().map(|server| {
            let variables = server.variables.iter().map(|variable| {
                let default = variable.default.as_deref().unwrap_or_default();
                format!(" ({} = {default})", variable.name)
            });
            format!("{}{}", server.url, variables.collect::<String>())
        });
        urls.collect::<Vec<_>>().join(", ")
    };
    differ(
        &BASE_URL_CHANGED,
        "servers",
        "/servers",
        &urls(old),
        &urls(new),
    );
    changes.extend(schemes(old, new));
    changes
}

fn schemes(old: &Api, new: &Api) -> Vec<Change> {
    let mut changes = Vec::new();
    for was in &old.security {
        let Some(is) = new.security.iter().find(|scheme| scheme.name == was.name) else {
            continue;
        };
        let (before, after) = (said(was), said(is));
        if before != after {
            // Swagger 2.0 has it elsewhere; the place is then the whole file.
            let name = escape(&was.name);
            let at = format!("/components/securitySchemes/{name}");
            let subject = format!("security scheme {}", was.name);
            changes.push(change(
                &SECURITY_SCHEME_CHANGED,
                &subject,
                [&at, &at],
                &before,
                &after,
            ));
        }
    }
    changes
}

/// What is sent, and by which variable the operator sets it. Where tokens are fetched from is not
/// for those who call.
fn said(scheme: &SecurityScheme) -> String {
    let kind = match &scheme.kind {
        SecurityKind::ApiKey(place, name) => format!("API key, {place:?} {name}"),
        SecurityKind::Basic => "HTTP basic".to_owned(),
        SecurityKind::Bearer => "HTTP bearer".to_owned(),
        SecurityKind::OAuth2(flows) => {
            let grants = flows
                .iter()
                .map(|flow| format!("{:?} at {}", flow.grant, flow.token_url));
            format!("OAuth 2.0, {}", grants.collect::<Vec<_>>().join(", "))
        }
        SecurityKind::OpenIdConnect(url) => format!("OpenID Connect, {url}"),
        SecurityKind::MutualTls => "a client's certificate".to_owned(),
    };
    format!("{kind}, from {}", scheme.env)
}

fn change(rule: &'static Rule, subject: &str, at: [&str; 2], was: &str, is: &str) -> Change {
    let said = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Change {
        rule,
        side: None,
        model: rule.arguments,
        subject: subject.to_owned(),
        was: said(was),
        is: said(is),
        old_at: Some(at[0].to_owned()),
        new_at: Some(at[1].to_owned()),
    }
}
