//! The environment variables of an API's security schemes, with their meaning.
//!
//! It takes a scheme and returns its variables. How a variable is read, and what makes a credential of it, is in
//! `http/executor/auth`.

use super::variable::{Group, Kind, Variable};
use crate::api::Api;
use crate::security::{SecurityKind, SecurityScheme};

/// The environment variables of all schemes of an API.
pub(super) fn credential_variables(api: &Api) -> impl Iterator<Item = Variable> {
    api.security.iter().flat_map(|scheme| {
        let mut variables = scheme_variables(scheme);
        for variable in &mut variables {
            let suffix = variable.name.strip_prefix(scheme.env).unwrap_or_default();
            variable.is_common = is_common(scheme.kind, suffix);
        }
        if is_always_required(api, scheme) {
            for variable in &mut variables {
                variable.is_required = true;
            }
        }
        variables
    })
}

/// Whether no tool can be called without the credential of this scheme. Those that a server can get elsewhere, by a login
/// or from an authorization server, are not counted.
fn is_always_required(api: &Api, scheme: &SecurityScheme) -> bool {
    let is_simple = matches!(
        scheme.kind,
        SecurityKind::ApiKey(..) | SecurityKind::Bearer | SecurityKind::Basic
    );
    let mut tools = api.tools.iter().peekable();
    is_simple
        && tools.peek().is_some()
        && tools.all(|tool| {
            let mut alternatives = tool.security.iter();
            !tool.security.is_empty()
                && alternatives
                    .all(|schemes| schemes.iter().any(|(one, _)| one.name == scheme.name))
        })
}

/// Whether a variable of a scheme is one that people have something to put in: a credential, and not where it is got.
fn is_common(kind: SecurityKind, suffix: &str) -> bool {
    match kind {
        SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => {
            matches!(suffix, "" | "_CLIENT_ID" | "_CLIENT_SECRET")
        }
        _ => true,
    }
}

fn scheme_variables(scheme: &SecurityScheme) -> Vec<Variable> {
    let SecurityScheme { name, env, .. } = scheme;
    let variable = |suffix: &str, meaning: &str| {
        Variable::new(format!("{env}{suffix}"), meaning, Group::Credentials)
    };
    let secret = |suffix: &str, meaning: &str| variable(suffix, meaning).mark_secret();
    match scheme.kind {
        SecurityKind::ApiKey(..) => vec![secret("", &format!("API key ({name})"))],
        SecurityKind::Bearer => vec![secret("", &format!("Access token ({name})"))],
        SecurityKind::Basic => vec![
            secret("_USERNAME", &format!("User name ({name})")),
            secret("_PASSWORD", &format!("Password ({name})")),
        ],
        SecurityKind::MutualTls => vec![
            variable(
                "_CERT",
                &format!("PEM file with the client's certificate ({name})"),
            )
            .with_kind(Kind::File),
            variable(
                "_KEY",
                "PEM file with its key, if the first file does not contain it",
            )
            .with_kind(Kind::File),
        ],
        SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => {
            let mut variables = vec![
                secret(
                    "",
                    &format!("Access token ({name}), unless the next variables fetch one"),
                ),
                variable("_CLIENT_ID", "Client ID at the authorization server"),
                secret("_CLIENT_SECRET", "Its secret"),
                secret("_USERNAME", "User name, for the password grant"),
                secret("_PASSWORD", "Password, for the password grant"),
                variable(
                    "_SCOPES",
                    "Scopes to request (default: those of the operation)",
                ),
                variable("_AUDIENCE", "Audience to request"),
                variable("_RESOURCE", "Resource to request (RFC 8707)"),
                variable("_TOKEN_URL", "Token endpoint, instead of the spec's"),
                variable("_DISCOVERY_URL", "URL of the server's metadata"),
            ];
            if scheme.has_login() {
                variables.extend([
                    variable(
                        "_AUTHORIZATION_URL",
                        "Authorization endpoint, where people sign in",
                    ),
                    variable("_DEVICE_URL", "Device authorization endpoint"),
                    variable(
                        "_REDIRECT_URI",
                        "Redirect URI on this machine (default: any free port)",
                    ),
                ]);
            }
            variables
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Method;
    use crate::security::{ApiKeyIn, Requirement};
    use crate::tool::Tool;

    static KEY: SecurityScheme = SecurityScheme::new(
        "key",
        SecurityKind::ApiKey(ApiKeyIn::Header, "X-Key"),
        "PETS_KEY",
    );
    static TOKEN: SecurityScheme = SecurityScheme::new("token", SecurityKind::Bearer, "PETS_TOKEN");

    static SCHEMES: &[&SecurityScheme] = &[&KEY, &TOKEN];
    const KEY_ALONE: &[Requirement] = &[&[(&KEY, &[])]];
    const EITHER: &[Requirement] = &[&[(&KEY, &[])], &[(&TOKEN, &[])]];
    const BOTH: &[Requirement] = &[&[(&KEY, &[]), (&TOKEN, &[])]];

    const fn tool(security: &'static [Requirement]) -> Tool {
        Tool::new("ping", Method::Get, "/ping").security(security)
    }

    fn required(tools: &'static [Tool]) -> Vec<String> {
        let api = Api::new("pets").security(SCHEMES).tools(tools);
        let variables = credential_variables(&api).filter(|one| one.is_required);
        variables.map(|one| one.name).collect()
    }

    #[test]
    fn a_credential_is_required_if_no_tool_does_without() {
        static ALL: &[Tool] = &[tool(KEY_ALONE), tool(BOTH)];
        static SOME: &[Tool] = &[tool(KEY_ALONE), tool(&[])];
        static ALTERNATIVES: &[Tool] = &[tool(EITHER)];
        assert_eq!(required(ALL), ["PETS_KEY"]);
        assert_eq!(required(SOME), [""; 0]);
        assert_eq!(required(ALTERNATIVES), [""; 0]);
        assert_eq!(required(&[]), [""; 0]);
    }
}
