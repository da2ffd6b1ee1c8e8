use crate::security::{SecurityKind, SecurityScheme};

/// The environment variables of a scheme and what they mean, for `--help`.
pub(super) fn of(scheme: &SecurityScheme) -> Vec<(String, String)> {
    let SecurityScheme { name, env, .. } = scheme;
    let variable = |suffix: &str, meaning: &str| (format!("{env}{suffix}"), meaning.to_owned());
    match scheme.kind {
        SecurityKind::ApiKey(..) => vec![variable("", &format!("API key ({name}) *"))],
        SecurityKind::Bearer => vec![variable("", &format!("Access token ({name}) *"))],
        SecurityKind::Basic => vec![
            variable("_USERNAME", &format!("User name ({name}) *")),
            variable("_PASSWORD", &format!("Password ({name}) *")),
        ],
        SecurityKind::MutualTls => vec![
            variable(
                "_CERT",
                &format!("PEM file with the client's certificate ({name})"),
            ),
            variable("_KEY", "PEM file with its key, unless that is in the first"),
        ],
        SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => {
            let mut variables = vec![
                variable("", &format!("Access token ({name}) *; or fetched with:")),
                variable(
                    "_CLIENT_ID",
                    "Client that is known to the authorization server",
                ),
                variable("_CLIENT_SECRET", "Its secret *"),
                variable("_USERNAME", "User name, for the password grant *"),
                variable("_PASSWORD", "Password, for the password grant *"),
                variable(
                    "_SCOPES",
                    "Scopes to ask for (default: those of the operation)",
                ),
                variable("_AUDIENCE", "Audience to ask for"),
                variable("_RESOURCE", "Resource to ask for (RFC 8707)"),
                variable("_TOKEN_URL", "Where tokens are got, instead of the spec's"),
                variable("_DISCOVERY_URL", "Where the server's metadata are"),
            ];
            if scheme.has_login() {
                variables.extend([
                    variable("_AUTHORIZATION_URL", "Where people sign in"),
                    variable("_DEVICE_URL", "Where devices ask for a code"),
                    variable(
                        "_REDIRECT_URI",
                        "Where browsers come back to, on this machine (default: any free port)",
                    ),
                ]);
            }
            variables
        }
    }
}
