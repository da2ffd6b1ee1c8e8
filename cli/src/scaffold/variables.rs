//! The environment variables that a server reads: its credentials, by security scheme, and the
//! arguments that are preset from the environment. Lists them for the README and the client
//! configuration of a new crate. Their names are the compiler's; only their meaning is worded here.

use minijinja::{Value, context};
use toolwright_codegen::model::{Api, PresetValue, SecurityKind, SecurityScheme};
use toolwright_codegen::names::screaming_name;

use crate::markdown::code_in_cell;

/// A variable of the environment that a server reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) meaning: String,
    /// Whether the server is of little use without it: clients are shown where to put it.
    pub(super) is_needed: bool,
}

impl Variable {
    pub(super) fn to_context(&self) -> Value {
        context! { name => self.name.clone(), meaning => self.meaning.clone() }
    }
}

/// What the names of all variables of a server begin with.
pub(crate) fn variable_prefix(server: &str) -> String {
    screaming_name(server)
}

/// The credentials of an API, and the arguments that come from the environment.
pub(super) fn list_variables(api: &Api) -> Vec<Variable> {
    let mut variables: Vec<Variable> = api.security.iter().flat_map(scheme_variables).collect();
    let presets = api
        .operations
        .iter()
        .flat_map(|operation| &operation.call.presets.all);
    for preset in presets {
        // Several tools often share a variable, and a scheme's credential may be preset as well.
        if let PresetValue::Environment(name) = &preset.value
            && variables.iter().all(|known| known.name != *name)
        {
            variables.push(Variable {
                name: name.clone(),
                meaning: "an argument of tools".to_owned(),
                is_needed: true,
            });
        }
    }
    variables
}

fn scheme_variables(scheme: &SecurityScheme) -> Vec<Variable> {
    let variable = |suffix: &str, meaning: &str, is_needed| Variable {
        name: format!("{}{suffix}", scheme.env),
        meaning: format!("{meaning} ({} in the spec)", code_in_cell(&scheme.name)),
        is_needed,
    };
    match &scheme.kind {
        SecurityKind::ApiKey(..) => vec![variable("", "API key", true)],
        SecurityKind::Bearer => vec![variable("", "access token", true)],
        SecurityKind::Basic => vec![
            variable("_USERNAME", "user name", true),
            variable("_PASSWORD", "password", true),
        ],
        SecurityKind::MutualTls => vec![
            variable("_CERT", "PEM file with the client's certificate", true),
            variable(
                "_KEY",
                "PEM file with its key, if the first file does not contain it",
                true,
            ),
        ],
        SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => vec![
            variable(
                "",
                "access token, unless the next two variables are set to fetch one",
                true,
            ),
            variable("_CLIENT_ID", "client ID at the authorization server", false),
            variable("_CLIENT_SECRET", "its secret", false),
        ],
    }
}
