//! What is said of the whole API.

use super::change_rules::{
    API_CHANGED, BASE_URL_CHANGED, DESCRIPTION_CHANGED, Rule, SECURITY_SCHEME_CHANGED,
};
use super::entry::{Change, ChangeText};
use crate::model::{Api, BaseUrl, OAuthFlow, SecurityKind, SecurityScheme};
use crate::source::pointer::escape;

pub(super) fn compare_apis(old: &Api, new: &Api) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut differ = |rule: &'static Rule, subject: &str, at: &str, was: &str, is: &str| {
        if was != is {
            changes.push(api_change(rule, subject, [at, at], was, is));
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
    // Servers give it to models as their `instructions`.
    let words = |api: &Api| {
        api.description
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let texts = (words(old), words(new));
    differ(
        &DESCRIPTION_CHANGED,
        "description",
        "/info/description",
        &texts.0,
        &texts.1,
    );
    differ(
        &BASE_URL_CHANGED,
        "servers",
        "/servers",
        &list_urls(&old.servers),
        &list_urls(&new.servers),
    );
    changes.extend(compare_security_schemes(old, new));
    changes
}

/// URLs of servers with the defaults of their variables, which may be the host.
pub(super) fn list_urls(servers: &[BaseUrl]) -> String {
    let urls = servers.iter().map(|server| {
        let variables = server.variables.iter().map(|variable| {
            let default = variable.default.as_deref().unwrap_or_default();
            format!(" ({} = {default})", variable.name)
        });
        format!("{}{}", server.url, variables.collect::<String>())
    });
    urls.collect::<Vec<_>>().join(", ")
}

fn compare_security_schemes(old: &Api, new: &Api) -> Vec<Change> {
    let mut changes = Vec::new();
    for was in &old.security {
        let Some(is) = new.security.iter().find(|scheme| scheme.name == was.name) else {
            continue;
        };
        let (before, after) = (describe_scheme(was), describe_scheme(is));
        if before != after {
            // Swagger 2.0 has it elsewhere; the place is then the whole file.
            let name = escape(&was.name);
            let at = format!("/components/securitySchemes/{name}");
            let subject = format!("security scheme {}", was.name);
            changes.push(api_change(
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

/// What is sent, and by which variable the operator sets it; for OAuth, the URLs that get the client's
/// secret, its tokens, and the people who log in.
fn describe_scheme(scheme: &SecurityScheme) -> String {
    let kind = match &scheme.kind {
        SecurityKind::ApiKey(place, name) => format!("API key, {place:?} {name}"),
        SecurityKind::Basic => "HTTP basic".to_owned(),
        SecurityKind::Bearer => "HTTP bearer".to_owned(),
        SecurityKind::OAuth2(flows) => {
            let grants: Vec<String> = flows.iter().map(describe_flow).collect();
            format!("OAuth 2.0, {}", grants.join(", "))
        }
        SecurityKind::OpenIdConnect(url) => format!("OpenID Connect, {url}"),
        SecurityKind::MutualTls => "a client's certificate".to_owned(),
    };
    format!("{kind}, from {}", scheme.env)
}

fn describe_flow(flow: &OAuthFlow) -> String {
    let mut text = format!("{:?} at {}", flow.grant, flow.token_url);
    for (use_of, url) in [
        ("login", &flow.authorization_url),
        ("refresh", &flow.refresh_url),
    ] {
        if !url.is_empty() && *url != flow.token_url {
            text.push_str(&format!(" ({use_of} at {url})"));
        }
    }
    text
}

fn api_change(rule: &'static Rule, subject: &str, at: [&str; 2], was: &str, is: &str) -> Change {
    let said = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let text = ChangeText {
        was: said(was),
        is: said(is),
    };
    Change {
        subject: subject.to_owned(),
        old_at: Some(at[0].to_owned()),
        new_at: Some(at[1].to_owned()),
        ..Change::new(rule, text)
    }
}
