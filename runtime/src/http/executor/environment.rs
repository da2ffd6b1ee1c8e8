use std::str::FromStr;

use crate::api::Api;
use crate::http::executor::ExecutorError;

/// How a variable is looked up.
pub(super) type Lookup = dyn Fn(&str) -> Option<String>;

/// The environment, as the executor of one API reads its settings from it.
#[derive(Clone, Copy)]
pub(super) struct Environment<'a> {
    api: &'a Api,
    lookup: &'a Lookup,
}

/// A setting and what it is called where something is wrong with it.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) source: String,
    pub(super) value: String,
}

impl<'a> Environment<'a> {
    pub(super) fn new(api: &'a Api, lookup: &'a Lookup) -> Self {
        Self { api, lookup }
    }

    /// The API's variable with this suffix, where it is set to something.
    pub(super) fn get(&self, suffix: &str) -> Option<Given> {
        self.shared(&self.api.variable(suffix))
    }

    /// A variable that other programs know, too.
    pub(super) fn shared(&self, name: &str) -> Option<Given> {
        let value = (self.lookup)(name)?.trim().to_owned();
        (!value.is_empty()).then(|| Given {
            source: name.to_owned(),
            value,
        })
    }

    /// What the program has set, or else the API's variable with this suffix.
    pub(super) fn or(&self, set: Option<String>, what: &str, suffix: &str) -> Option<Given> {
        let set = set.map(|value| Given {
            source: what.to_owned(),
            value,
        });
        set.or_else(|| self.get(suffix))
    }

    /// What the program has set, or else the number that the API's variable with this suffix is.
    pub(super) fn number<N: FromStr>(
        &self,
        set: Option<N>,
        suffix: &str,
        expected: &str,
    ) -> Result<Option<N>, ExecutorError> {
        match (set, self.get(suffix)) {
            (Some(number), _) => Ok(Some(number)),
            (None, Some(Given { source, value })) => {
                let wrong = || format!("'{value}' is not {expected}");
                let number = value.parse();
                number
                    .map(Some)
                    .map_err(|_| ExecutorError::setting(source, wrong()))
            }
            (None, None) => Ok(None),
        }
    }

    /// Whether the API's variable with this suffix switches something on.
    pub(super) fn switch(&self, set: Option<bool>, suffix: &str) -> Result<bool, ExecutorError> {
        match (set, self.get(suffix)) {
            (Some(on), _) => Ok(on),
            (None, Some(Given { source, value })) => match value.to_ascii_lowercase().as_str() {
                "1" | "true" | "yes" | "on" => Ok(true),
                "0" | "false" | "no" | "off" => Ok(false),
                _ => {
                    let why = format!("'{value}' is neither true nor false");
                    Err(ExecutorError::setting(source, why))
                }
            },
            (None, None) => Ok(false),
        }
    }
}
