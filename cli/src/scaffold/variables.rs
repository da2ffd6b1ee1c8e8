//! The environment variables that a server reads: its credentials, by security scheme, and the
//! arguments that are preset from the environment. Lists them for the README and the client
//! configuration of a new crate. Their names are the compiler's; only their meaning is worded here.

use std::collections::BTreeSet;

use minijinja::{Value, context};
use toolwright_codegen::model::{Api, PresetValue, SecurityKind, SecurityScheme};
use toolwright_codegen::names::screaming_name;

use crate::markdown::{code_in_cell, escape_text};
use crate::package::one_line;

/// Characters of what a spec tells people of a credential.
const LONGEST_DESCRIPTION: usize = 200;

/// A variable of the environment that a server reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) meaning: String,
    /// Whether clients are shown where to put it: the server is of little use without it, and without one that is used instead.
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
    let chosen = choose_schemes(api);
    let schemes = api.security.iter().enumerate();
    let mut variables: Vec<Variable> = schemes
        .flat_map(|(index, scheme)| scheme_variables(scheme, chosen.contains(&index)))
        .collect();
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

/// Whether operations accept credentials of a scheme that is not among the [chosen ones](choose_schemes) in their place.
pub(super) fn has_alternatives(api: &Api) -> bool {
    choose_schemes(api).len() < api.security.len()
}

/// Schemes that suffice for all operations together: of each the first alternative, unless the schemes of the operations before it
/// are enough.
fn choose_schemes(api: &Api) -> BTreeSet<usize> {
    let mut chosen = BTreeSet::new();
    for operation in &api.operations {
        // Calls without credentials may be possible, but somebody who is shown where to put some has them.
        let alternatives = operation.security.iter().filter(|some| !some.is_empty());
        let mut alternatives = alternatives.map(|all| all.iter().map(|one| one.scheme));
        if !alternatives
            .clone()
            .any(|mut all| all.all(|one| chosen.contains(&one)))
        {
            chosen.extend(alternatives.next().into_iter().flatten());
        }
    }
    chosen
}

/// The variables of a scheme, of which the main ones are needed if the scheme is chosen.
fn scheme_variables(scheme: &SecurityScheme, is_chosen: bool) -> Vec<Variable> {
    let variable = |suffix: &str, meaning: &str, is_main| Variable {
        name: format!("{}{suffix}", scheme.env),
        meaning: format!("{meaning} ({} in the spec)", code_in_cell(&scheme.name)),
        is_needed: is_main && is_chosen,
    };
    let mut variables = match &scheme.kind {
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
    };
    let description = one_line(&scheme.description, LONGEST_DESCRIPTION);
    if let Some(first) = variables.first_mut().filter(|_| !description.is_empty()) {
        first.meaning.push_str(": ");
        first.meaning.push_str(&escape_text(&description));
    }
    variables
}

#[cfg(test)]
mod tests {
    use toolwright_codegen::Builder;
    use toolwright_codegen::source::Source;

    use super::*;

    const SPEC: &str = r#"
openapi: 3.0.3
info: {title: Notes, version: "1"}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: Authorization, description: "A token with the `Bearer` prefix."}
    other_key: {type: apiKey, in: query, name: key}
    login: {type: http, scheme: basic}
    admin: {type: http, scheme: bearer}
paths:
  /a: {get: {operationId: a, security: [{}, {key: []}, {other_key: []}], responses: {}}}
  /b: {get: {operationId: b, security: [{login: []}, {key: []}], responses: {}}}
  /c: {get: {operationId: c, security: [{key: [], admin: []}], responses: {}}}
"#;

    #[test]
    fn clients_are_shown_one_way_for_each_call() {
        let source = Source::from_text("notes.yaml", SPEC.to_owned()).expect("is YAML");
        let modelled = Builder::new("notes.yaml").model_source(source);
        let modelled = modelled.expect("is a spec");
        let variables = list_variables(modelled.api());
        let needed = variables.iter().filter(|one| one.is_needed);
        let needed: Vec<&str> = needed.map(|one| one.name.as_str()).collect();
        assert_eq!(needed, ["NOTES_KEY", "NOTES_ADMIN"]);
        assert_eq!(variables.len(), 5);
        assert!(has_alternatives(modelled.api()));
        assert_eq!(
            variables[0].meaning,
            r"API key (`key` in the spec): A token with the \`Bearer\` prefix."
        );
    }
}
