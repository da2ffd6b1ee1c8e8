//! The values of variables in server URLs: from the program, from the environment, or the spec's defaults. It fills
//! URLs and checks values against those that the spec allows.

use crate::api::Api;
use crate::base_url::{BaseUrl, UrlVariable};
use crate::http::executor::ExecutorError;
use crate::http::executor::executor_environment::{Environment, SettingValue};

/// The values of the variables in server URLs.
#[derive(Debug)]
pub(super) struct ServerVariables {
    /// What variables of the environment begin with.
    start: String,
    values: Vec<(&'static str, SettingValue)>,
}

impl ServerVariables {
    /// Reads those of all servers, of the API and of single operations.
    pub(super) fn from_settings(
        api: &Api,
        set: Vec<(String, String)>,
        environment: Environment<'_>,
    ) -> Result<Self, ExecutorError> {
        let own = api.tools.iter().flat_map(|tool| tool.call.servers);
        let all = api.servers.iter().chain(own);
        let mut names: Vec<&'static str> = Vec::new();
        for variable in all.flat_map(|server| server.variables) {
            if !names.contains(&variable.name) {
                names.push(variable.name);
            }
        }
        if let Some((unknown, _)) = set.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            let reason = match names.as_slice() {
                [] => "no server of the spec has variables".to_owned(),
                names => format!("the servers of the spec have {}", names.join(", ")),
            };
            let setting = format!("the server variable '{unknown}'");
            return Err(ExecutorError::for_setting(setting, reason));
        }
        let value = |name: &'static str| {
            let own = set.iter().rev().find(|(set, _)| set == name);
            let own = own.map(|(_, value)| value.clone());
            let what = format!("the server variable '{name}'");
            let given = environment.value_or_variable(own, &what, &server_variable_suffix(name))?;
            Some((name, given))
        };
        Ok(Self {
            start: api.variable(""),
            values: names.into_iter().filter_map(value).collect(),
        })
    }

    /// The URL of a server. An error says which variable has no value.
    pub(super) fn fill_url(&self, server: &BaseUrl) -> Result<String, String> {
        let value = |variable: &UrlVariable| {
            let given = self.find_value(variable).map(|given| given.value.clone());
            given.or_else(|| variable.default.map(str::to_owned))
        };
        let missing = |variable: &&UrlVariable| value(variable).is_none();
        if let Some(UrlVariable { name, .. }) = server.variables.iter().find(missing) {
            return Err(format!(
                "The URL of the spec's server, {}, has no value for {{{name}}}. Set {}{}.",
                server.url,
                self.start,
                server_variable_suffix(name)
            ));
        }
        Ok(server.fill_variables(value))
    }

    /// Values that were set are among those that a server admits, and make a URL that `is_usable`.
    pub(super) fn check_values(
        &self,
        server: &BaseUrl,
        is_usable: fn(&str) -> Result<(), String>,
    ) -> Result<(), ExecutorError> {
        let mut used = None;
        for variable in server.variables {
            let Some(given) = self.find_value(variable) else {
                continue;
            };
            let SettingValue { source, value } = given;
            if !variable.values.is_empty() && !variable.values.contains(&value.as_str()) {
                let all = variable.values.join(", ");
                let reason = format!("'{value}' is not one of {all}");
                return Err(ExecutorError::for_setting(source, reason));
            }
            used = Some(given);
        }
        if let (Some(given), Ok(url)) = (used, self.fill_url(server))
            && url.contains("://")
            && let Err(why) = is_usable(&url)
        {
            let reason = format!("it makes {url} of {}, and {why}", server.url);
            return Err(ExecutorError::for_setting(&given.source, reason));
        }
        Ok(())
    }

    fn find_value(&self, variable: &UrlVariable) -> Option<&SettingValue> {
        let mut values = self.values.iter();
        let (_, given) = values.find(|(name, _)| *name == variable.name)?;
        Some(given)
    }
}

/// How the variable of the environment ends: `SERVER_REGION`, `SERVER_BASE_PATH` of `basePath`.
pub(crate) fn server_variable_suffix(name: &str) -> String {
    let mut suffix = "SERVER_".to_owned();
    let mut previous = '_';
    for c in name.chars() {
        if c.is_ascii_uppercase() && (previous.is_ascii_lowercase() || previous.is_ascii_digit()) {
            suffix.push('_');
        }
        suffix.push(match c.is_ascii_alphanumeric() {
            true => c.to_ascii_uppercase(),
            false => '_',
        });
        previous = c;
    }
    suffix
}

#[cfg(test)]
mod tests {
    #[test]
    fn variables_of_the_environment_are_in_capitals() {
        for (name, suffix) in [
            ("region", "SERVER_REGION"),
            ("basePath", "SERVER_BASE_PATH"),
            ("site-id", "SERVER_SITE_ID"),
            ("apiV2Host", "SERVER_API_V2_HOST"),
        ] {
            assert_eq!(super::server_variable_suffix(name), suffix);
        }
    }
}
