//! The environment variables that choose where requests go: the base URL, one of the spec's
//! servers, and the variables in their URLs. Lists them with their meaning for `--help`. Reading
//! them is done by the executor; both derive the names from the same functions.

use crate::api::Api;
use crate::base_url::{BaseUrl, UrlVariable};
use crate::http::server_suffix;

/// The environment variables that say where calls go, and what they mean, for `--help`.
pub(super) fn url_variables(api: &Api) -> Vec<(String, String)> {
    let base_url = match api.servers.first() {
        Some(server) => format!(
            "Base URL of the upstream (default: {})",
            server.with_defaults()
        ),
        None => "Base URL of the upstream (required: the spec has none)".to_owned(),
    };
    let mut variables = vec![(api.variable("BASE_URL"), base_url)];
    if api.servers.len() > 1 {
        let all = api
            .servers
            .iter()
            .enumerate()
            .map(|(index, server)| describe_server(index, server));
        let meaning = format!("As --server: {}", all.collect::<Vec<_>>().join("; "));
        variables.push((api.variable("SERVER"), meaning));
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
        if variables.iter().all(|(known, _)| *known != name) {
            variables.push((name, describe_variable(variable)));
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

fn describe_variable(variable: &UrlVariable) -> String {
    let what = match variable.description.lines().next() {
        None | Some("") => format!("`{}` in the server's URL", variable.name),
        Some(description) => description.to_owned(),
    };
    let values = match variable.values {
        [] => String::new(),
        values => format!(": {}", values.join(", ")),
    };
    let default = match variable.default {
        Some(default) => format!(" (default: {default})"),
        None => " (required)".to_owned(),
    };
    format!("{what}{values}{default}")
}
