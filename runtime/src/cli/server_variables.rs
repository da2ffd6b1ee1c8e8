//! The environment variables that choose where requests go: the base URL, one of the spec's
//! servers, and the variables in their URLs. Lists them with their meaning. Reading
//! them is done by the executor; both derive the names from the same functions.

use super::variable::{Group, Variable};
use crate::api::Api;
use crate::base_url::{BaseUrl, UrlVariable};
use crate::http::server_suffix;

/// The environment variables that say where calls go.
pub(super) fn url_variables(api: &Api) -> Vec<Variable> {
    let default = api.servers.first().map(BaseUrl::with_defaults);
    // A relative URL of a spec is relative to where the spec is, which a server does not know.
    let is_absolute = |url: &String| url.starts_with("http://") || url.starts_with("https://");
    let base_url = Variable {
        is_required: !default.as_ref().is_some_and(is_absolute),
        default,
        ..Variable::new(
            api.variable("BASE_URL"),
            "Base URL of the upstream",
            Group::Upstream,
        )
        .mark_common()
    };
    let mut variables = vec![base_url];
    if api.servers.len() > 1 {
        let all = api
            .servers
            .iter()
            .enumerate()
            .map(|(index, server)| describe_server(index, server));
        let meaning = format!("As --server: {}", all.collect::<Vec<_>>().join("; "));
        let name = api.variable("SERVER");
        variables.push(Variable::new(name, meaning, Group::Upstream).mark_common());
    }
    let own = api.tools.iter().flat_map(|tool| tool.call.servers);
    for variable in api
        .servers
        .iter()
        .chain(own)
        .flat_map(|server| server.variables)
    {
        let name = api.variable(&server_suffix(variable.name));
        // Several servers often share a variable such as `region`. It has one environment variable,
        // and the first description counts.
        if variables.iter().all(|known| known.name != name) {
            variables.push(describe_variable(name, variable));
        }
    }
    variables
}

fn describe_server(index: usize, server: &BaseUrl) -> String {
    let number = index + 1;
    match server.description.lines().next() {
        None | Some("") => format!("{number} {}", server.url),
        Some(named) => format!("{number} {} ({named})", server.url),
    }
}

fn describe_variable(name: String, variable: &UrlVariable) -> Variable {
    let meaning = match variable.description.lines().next() {
        None | Some("") => format!("`{}` in the server's URL", variable.name),
        Some(description) => description.to_owned(),
    };
    Variable {
        is_required: variable.default.is_none(),
        default: variable.default.map(str::to_owned),
        choices: variable.values.iter().map(ToString::to_string).collect(),
        ..Variable::new(name, meaning, Group::Upstream).mark_common()
    }
}
