//! The environment of the process, as names and values: which of them belong to this server, and which
//! of those mean nothing to it. A misspelt variable is easy to overlook, since it does nothing at all.
//! What the values mean is for the modules that read them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

use super::Failure;
use crate::api::Api;
use crate::http::{ConfiguredSecret, parse_switch};
use crate::tools::Tools;
use toolwright_inspect::suggest::{did_you_mean, is_misspelling, suggest_name};

/// The variables of the process.
#[derive(Debug)]
pub(super) struct ProcessEnvironment(BTreeMap<String, OsString>);

/// A variable that no server of this kind reads.
#[derive(Debug, PartialEq)]
pub(super) struct UnknownVariable {
    pub(super) name: String,
    /// The one that may have been meant.
    pub(super) suggestion: Option<String>,
}

/// More unknown variables than this are counted: the names of the server may be a common word.
const MAX_WARNINGS: usize = 10;

impl ProcessEnvironment {
    pub(super) fn capture() -> Self {
        let variables = std::env::vars_os();
        Self::from_pairs(
            variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value))),
        )
    }

    fn from_pairs(pairs: impl Iterator<Item = (String, OsString)>) -> Self {
        // Windows finds a variable however its name is capitalised.
        let folded = |name: String| match cfg!(windows) {
            true => name.to_ascii_uppercase(),
            false => name,
        };
        Self(pairs.map(|(name, value)| (folded(name), value)).collect())
    }

    #[cfg(test)]
    pub(super) fn from_texts(pairs: &[(&str, &str)]) -> Self {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), OsString::from(*value));
        Self::from_pairs(pairs.iter().map(owned))
    }

    /// A variable that must have a value if it is set. An empty one, which a template or a Secret
    /// without content leaves behind, would otherwise switch off what it was to switch on.
    pub(super) fn non_empty(&self, name: &str) -> Result<Option<&str>, Failure> {
        let Some(value) = self.0.get(name) else {
            return Ok(None);
        };
        let value = value.to_str();
        let value = value.ok_or_else(|| format!("{name} is set to a value that is not UTF-8"))?;
        match value.trim() {
            "" => Err(format!("{name} is set but empty. Give it a value, or unset it.").into()),
            value => Ok(Some(value)),
        }
    }

    /// A secret of the server: `{name}`, or what the file of `{name}_FILE` or the command of
    /// `{name}_COMMAND` gives.
    ///
    /// # Errors
    ///
    /// One of the three is set but empty, also if another one takes precedence over it.
    pub(super) fn configured_secret(
        &self,
        name: &str,
    ) -> Result<Option<ConfiguredSecret>, Failure> {
        // All three are looked at, although one is enough: an empty one is a mistake in any case.
        for suffix in ["", "_FILE", "_COMMAND"] {
            self.non_empty(&format!("{name}{suffix}"))?;
        }
        let lookup = |name: &str| {
            let value = self.non_empty(name).ok().flatten();
            value.map(str::to_owned)
        };
        Ok(ConfiguredSecret::from_variables(name, &lookup))
    }

    /// Rejects a variable that other programs know as well and whose value is not UTF-8. Where it is read, it would pass for one
    /// that is not set.
    pub(super) fn reject_unreadable_shared(&self) -> Result<(), Failure> {
        let is_shared =
            |name: &str| name == "RUST_LOG" || cfg!(feature = "otlp") && name.starts_with("OTEL_");
        let mut unreadable = self.0.iter().filter(|(_, value)| value.to_str().is_none());
        match unreadable.find(|(name, _)| is_shared(name)) {
            Some((name, _)) => Err(format!("{name} is set to a value that is not UTF-8").into()),
            None => Ok(()),
        }
    }

    /// A variable that switches something on.
    pub(super) fn read_switch(&self, name: &str) -> Result<bool, Failure> {
        let value = self.0.get(name).map(|value| value.to_string_lossy());
        let value = value.unwrap_or_default();
        match (value.trim(), parse_switch(&value)) {
            ("", _) => Ok(false),
            (_, Some(is_on)) => Ok(is_on),
            (value, None) => Err(format!("{name} must be true or false (got '{value}')").into()),
        }
    }

    /// The variables that begin with the name of an API and are none of the `known` ones.
    pub(super) fn unknown_variables(
        &self,
        tools: &Tools,
        known: &BTreeSet<String>,
    ) -> Vec<UnknownVariable> {
        let prefixes: Vec<String> = tools.apis().map(|api| api.variable("")).collect();
        let names = self.0.keys().filter(|name| !known.contains(*name));
        let unknown = names.filter_map(|name| {
            let mut prefixes = prefixes.iter();
            let prefix =
                prefixes.find(|prefix| starts_with(name, prefix) && !is_set_by_kubernetes(name))?;
            Some(UnknownVariable {
                name: name.clone(),
                suggestion: suggest_variable(name, prefix, known),
            })
        });
        unknown.collect()
    }

    /// The unknown variables of access control, misspelt ones included, which are an error: the server
    /// would be open, and its operator would believe that it is not.
    pub(super) fn unknown_access_variable<'e>(
        &'e self,
        api: &Api,
        known: &'e BTreeSet<String>,
    ) -> Option<(&'e str, Option<String>)> {
        let prefix = api.variable("ACCESS_");
        let of_access = known.iter().filter(|known| known.starts_with(&prefix));
        let of_access: BTreeSet<String> = of_access.cloned().collect();
        let mut names = self.0.keys().filter(|name| !known.contains(*name));
        let name = names.find(|name| {
            starts_with(name, &prefix) || is_misspelling_of(name, api, of_access.iter())
        })?;
        Some((name, suggest_variable(name, &api.variable(""), &of_access)))
    }

    /// A variable that is none of the `known` ones, and one of the `restrictions` misspelt: without it, the
    /// server would do more than its operator means.
    pub(super) fn misspelt_restriction(
        &self,
        api: &Api,
        known: &BTreeSet<String>,
        restrictions: &[&str],
    ) -> Option<(&str, String)> {
        let restrictions = restrictions.iter().map(|suffix| api.variable(suffix));
        let restrictions: Vec<String> = restrictions.collect();
        let unknown = self.0.keys().filter(|name| !known.contains(*name));
        unknown.into_iter().find_map(|name| {
            let mut meant = restrictions.iter();
            let meant =
                meant.find(|meant| is_misspelling_of(name, api, std::iter::once(*meant)))?;
            Some((name.as_str(), meant.clone()))
        })
    }
}

/// Warns of the variables that this server does not read.
pub(super) fn warn_of_unknown_variables(unknown: &[UnknownVariable]) {
    for UnknownVariable { name, suggestion } in unknown.iter().take(MAX_WARNINGS) {
        let help = did_you_mean(suggestion.as_deref());
        let help = help.unwrap_or_else(|| "see --help for all settings".to_owned());
        tracing::warn!("{name} is not a setting of this server; {help}");
    }
    let more = unknown.len().saturating_sub(MAX_WARNINGS);
    if more > 0 {
        tracing::warn!("{more} more variables with this prefix are not settings of this server");
    }
}

/// Whether a name is one of these variables of the server but for a letter or two.
fn is_misspelling_of<'m>(name: &str, api: &Api, meant: impl Iterator<Item = &'m String>) -> bool {
    let prefix = api.variable("");
    let of_server = name
        .get(prefix.len()..)
        .filter(|_| starts_with(name, &prefix));
    of_server.is_some_and(|end| {
        let mut ends = meant.filter_map(|meant| meant.strip_prefix(&prefix));
        ends.any(|meant| is_misspelling(end, meant))
    })
}

/// The known variable that may be meant. Names are compared without the prefix, which they all share
/// and which would make every two of them similar.
fn suggest_variable(name: &str, prefix: &str, known: &BTreeSet<String>) -> Option<String> {
    let ending = name.get(prefix.len()..)?;
    let endings = known.iter().filter_map(|known| known.strip_prefix(prefix));
    let nearest = suggest_name(ending, endings)?;
    Some(format!("{prefix}{nearest}"))
}

fn starts_with(name: &str, prefix: &str) -> bool {
    let start = name.get(..prefix.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Whether Kubernetes (and Docker, for linked containers) sets such a variable, for each Service of the
/// namespace: `PETSTORE_SERVICE_HOST`, `PETSTORE_SERVICE_PORT_HTTP`, `PETSTORE_PORT`,
/// `PETSTORE_PORT_8080_TCP_ADDR`. A server often has the name of its Service.
fn is_set_by_kubernetes(name: &str) -> bool {
    // Kubernetes documents these under "Discovering services: environment variables".
    if name.ends_with("_SERVICE_HOST") || name.ends_with("_PORT") || name.contains("_SERVICE_PORT_")
    {
        return true;
    }
    let ports = name.split("_PORT_").skip(1);
    ports.into_iter().any(|rest| {
        let mut parts = rest.split('_');
        let is_number = parts.next().is_some_and(|port| port.parse::<u16>().is_ok());
        is_number && matches!(parts.next(), Some("TCP" | "UDP" | "SCTP"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    static API: Api = Api::new("petstore").version("1");

    fn unknown(names: &[&str]) -> Vec<(String, Option<String>)> {
        let pairs: Vec<(&str, &str)> = names.iter().map(|name| (*name, "x")).collect();
        let tools = Tools::from_api(&API);
        let known = super::super::variables::variable_names(&tools);
        let unknown = ProcessEnvironment::from_texts(&pairs).unknown_variables(&tools, &known);
        let pair = |it: UnknownVariable| (it.name, it.suggestion);
        unknown.into_iter().map(pair).collect()
    }

    #[cfg(unix)]
    #[test]
    fn shared_variables_are_text() {
        use std::os::unix::ffi::OsStringExt as _;

        let check = |name: &str| {
            let value = OsString::from_vec(b"inf\xff".to_vec());
            let pairs = [("A".to_owned(), "é".into()), (name.to_owned(), value)];
            let environment = ProcessEnvironment::from_pairs(pairs.into_iter());
            environment
                .reject_unreadable_shared()
                .map_err(|error| error.to_string())
        };
        let wrong = "RUST_LOG is set to a value that is not UTF-8";
        assert_eq!(check("RUST_LOG"), Err(wrong.to_owned()));
        assert_eq!(check("LS_COLORS"), Ok(()));
        let of_traces = check("OTEL_SDK_DISABLED");
        assert_eq!(of_traces.is_err(), cfg!(feature = "otlp"));
    }

    #[test]
    fn misspelt_variables_are_found() {
        for (name, meant) in [
            ("PETSTORE_BASEURL", Some("PETSTORE_BASE_URL")),
            ("PETSTORE_TIMEOUT_SEC", Some("PETSTORE_TIMEOUT_SECS")),
            ("PETSTORE_ACCESS_TOKEN", Some("PETSTORE_ACCESS_TOKENS")),
            // On Windows, the case of a name makes no difference.
            #[cfg(not(windows))]
            ("petstore_base_url", Some("PETSTORE_BASE_URL")),
        ] {
            let expected = (name.to_owned(), meant.map(str::to_owned));
            assert_eq!(unknown(&[name]), [expected]);
        }
    }

    #[test]
    fn known_and_foreign_variables_are_not() {
        for name in [
            "PETSTORE_BASE_URL",
            "PETSTORE_ACCESS_TOKENS_FILE",
            "PETSTORE_OPEN",
            "PETSTORE_TIMEOUT_SECS",
            "PETSTORE_TOOLS",
            "PETSTORE_METRICS_LISTEN",
            "PETS_BASEURL",
            "PETSTORE",
            "PETSTORE_SERVICE_HOST",
            "PETSTORE_MCP_SERVICE_HOST",
            "PETSTORE_SERVICE_PORT",
            "PETSTORE_SERVICE_PORT_HTTP",
            "PETSTORE_PORT",
            "PETSTORE_PORT_8080_TCP",
            "PETSTORE_PORT_8080_TCP_ADDR",
            "PETSTORE_MCP_PORT_53_UDP_PROTO",
        ] {
            assert_eq!(unknown(&[name]), [], "{name}");
        }
        assert_eq!(unknown(&["PETSTORE_PORT_HTTP"]).len(), 1);
    }

    #[test]
    fn a_misspelt_restriction_is_found() {
        let tools = Tools::from_api(&API);
        let known = super::super::variables::variable_names(&tools);
        let found = |name: &str| {
            let environment = ProcessEnvironment::from_texts(&[(name, "1")]);
            let restrictions = ["READ_ONLY", "ONLY_TOOLS"];
            let found = environment.misspelt_restriction(tools.first_api(), &known, &restrictions);
            let access = environment.unknown_access_variable(tools.first_api(), &known);
            (found.map(|(_, meant)| meant), access.is_some())
        };
        for (name, meant, is_access) in [
            ("PETSTORE_READONLY", Some("PETSTORE_READ_ONLY"), false),
            ("PETSTORE_ONLY_TOOL", Some("PETSTORE_ONLY_TOOLS"), false),
            ("PETSTORE_READ_ONLY", None, false),
            ("PETSTORE_READER", None, false),
            ("PETSTORE_ACESS_TOKENS", None, true),
            ("PETSTORE_ACCESSTOKENS", None, true),
            ("PETSTORE_ACCOUNT", None, false),
            ("PETS_READONLY", None, false),
        ] {
            assert_eq!(found(name), (meant.map(str::to_owned), is_access), "{name}");
        }
    }

    #[test]
    fn a_value_that_is_empty_is_an_error() {
        let environment = ProcessEnvironment::from_texts(&[("A", " "), ("B", " b ")]);
        let error = environment
            .non_empty("A")
            .expect_err("is empty")
            .to_string();
        assert!(error.starts_with("A is set but empty."), "{error}");
        assert_eq!(environment.non_empty("B").expect("is set"), Some("b"));
        assert_eq!(environment.non_empty("C").expect("is no error"), None);
    }

    #[test]
    fn a_switch_is_on_or_off() {
        let environment =
            ProcessEnvironment::from_texts(&[("A", "TRUE"), ("B", "off"), ("C", "maybe")]);
        assert!(environment.read_switch("A").expect("is on"));
        assert!(!environment.read_switch("B").expect("is off"));
        assert!(!environment.read_switch("D").expect("is off"));
        assert!(environment.read_switch("C").is_err());
    }
}
