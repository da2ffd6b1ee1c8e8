//! The environment variables of an API's security schemes, with their texts for `--help`.
//!
//! It takes a scheme and returns names and meanings. How a variable is read, and what makes a credential of it, is in
//! `http/executor/auth`.

use crate::security::{SecurityKind, SecurityScheme};

/// What stands behind the meaning of a secret in `--help`, where a note says what it stands for.
const SECRET: &str = " *";

/// The environment variables of a scheme and what they mean, for `--help`.
pub(super) fn scheme_variables(scheme: &SecurityScheme) -> Vec<(String, String)> {
    let SecurityScheme { name, env, .. } = scheme;
    let variable = |suffix: &str, meaning: &str| (format!("{env}{suffix}"), meaning.to_owned());
    let secret = |suffix: &str, meaning: &str| variable(suffix, &format!("{meaning}{SECRET}"));
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
            ),
            variable(
                "_KEY",
                "PEM file with its key, if the first file does not contain it",
            ),
        ],
        SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => {
            let mut variables = vec![
                secret(
                    "",
                    &format!("Access token ({name}), unless one is fetched with:"),
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

/// The names under which a variable of `--help` can be set: a secret may also be in a file or come
/// from a command.
pub(super) fn variable_names(name: &str, meaning: &str) -> Vec<String> {
    match meaning.ends_with(SECRET) {
        true => ["", "_FILE", "_COMMAND"]
            .map(|suffix| format!("{name}{suffix}"))
            .into(),
        false => vec![name.to_owned()],
    }
}
